"""A round of a run with `--until`: images are asked in random order, some at a time, until every rule is reached."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import duckdb
import numpy as np
import pyarrow as pa
from askance.core import Suite
from askance.core.memory import default_image_memory_bytes
from askance.core.progress import Progress
from askance.engine.batch_retry import Retrying
from askance.engine.image_order import UNIT, case_units, order_images
from askance.engine.judging import ModelIdentity, compute_verdicts
from askance.engine.local_engine import LocalEngine
from askance.engine.plan import Plan, plan_calls, planned_calls
from askance.engine.round_status import show_calls, start_calls
from askance.engine.run_spec import RunSpec
from askance.engine.stopping_rule import (
    FEWEST_IMAGES,
    PlannedImages,
    StoppingRule,
    SuiteStop,
    group_warning,
    interval_so_far,
)
from askance.engine.tally import Outcome
from askance.store import CaseSet, Workspace, connect

STEP = 0.1  # how many more images are asked before the next look, as a share of those asked
LEAST_STEP = 10  # images

Active = Sequence[tuple[CaseSet, Suite, Sequence[int]]]  # case set, its suite, indices of its models


@dataclass(slots=True)
class WatchedSuite:
    """One suite and model whose rules are looked at."""

    case_set: CaseSet
    suite: Suite
    index: int
    model: ModelIdentity
    rules: Sequence[StoppingRule]
    units: pa.Table
    planned: PlannedImages
    stops: list[SuiteStop] = field(default_factory=list)

    @property
    def is_reached(self) -> bool:
        """Whether every rule of this suite is reached."""
        return bool(self.stops) and all(stop.is_reached for stop in self.stops)

    def look(self, connection: duckdb.DuckDBPyConnection, asked: set[str], progress: Progress) -> None:
        """Judge the images asked so far and note where each rule is."""
        images = sum(image in asked for image in self.planned.order)
        verdicts = compute_verdicts(connection, self.case_set, self.model)
        unit_of = dict(zip(self.units["case_key"].to_pylist(), self.units["image"].to_pylist(), strict=True))
        units = [unit_of[key] for key in verdicts["case_key"].to_pylist()]
        inside = np.array([unit in asked for unit in units], dtype=np.bool_)
        verdicts = verdicts.filter(pa.array(inside))
        units = [unit for unit in units if unit in asked]
        if not self.stops:  # the first look: a misspelt group would never stop the suite
            for rule in self.rules:
                if warning := group_warning(rule, self.suite, verdicts, images):
                    progress.say(warning)
        self.stops = [self._look_at_rule(rule, verdicts, units, images) for rule in self.rules]

    def _look_at_rule(self, rule: StoppingRule, verdicts: pa.Table, units: Sequence[str], images: int) -> SuiteStop:
        low, high = interval_so_far(rule, self.suite, verdicts, units, self.planned)
        is_reached = images >= FEWEST_IMAGES and rule.is_reached(low, high)
        return SuiteStop(
            self.case_set.id, self.case_set.suite, self.case_set.dataset, self.model.name, rule.text, rule.metric.name,
            rule.group, images, len(self.planned.order), low, high, rule.is_anytime, is_reached,
        )  # fmt: skip


def run_round_until(
    space: Workspace, assignment: RunSpec, active: Active, progress: Progress, asking: Retrying
) -> tuple[Plan, Outcome, tuple[SuiteStop, ...]]:
    """Plan and ask the cases of these case sets, until each suite with a rule has reached it."""
    models = assignment.models
    decks = sorted({case_set.id for case_set, _, _ in active})
    case_sets = [[case_set.id for case_set, _, asked in active if i in asked] for i in range(len(models))]
    connection = connect(space, decks)
    plan = plan_calls(connection, models, case_sets)
    watched = list(_watched_suites(connection, assignment, active))
    images = order_images(_all_images(connection), assignment.seed)
    memory = default_image_memory_bytes() if assignment.memory is None else assignment.memory
    engine = LocalEngine(space, assignment.data, models, assignment.batch_size, memory=memory, asking=asking)
    show_calls(space, models, [(case_set, asked) for case_set, _, asked in active], plan, may_stop_early=True)
    start_calls(progress, models, plan)
    outcome, start = Outcome(), 0
    for end in look_ends(len(images)):
        is_last = all(each.is_reached for each in watched)
        reached = [(each.index, each.case_set.id) for each in watched if each.is_reached]
        plan_calls(connection, models, case_sets)
        _restrict_plan(connection, images[start:] if is_last else images[start:end], reached)
        outcome = outcome.merged_with(engine.run(planned_calls(connection), progress))
        if is_last or outcome.stopped:
            break
        space.rotate_journal()
        start = end
        connection, asked = connect(space, decks), set(images[:end])
        for each in watched:
            if not each.is_reached:
                each.look(connection, asked, progress)
    progress.finish()
    asking.say_miscounts(progress)
    space.rotate_journal()
    return plan, outcome, tuple(stop for each in watched for stop in each.stops)


def look_ends(count: int) -> Iterator[int]:
    """How many images are in at each look."""
    end = min(FEWEST_IMAGES, count)
    while end < count:
        yield end
        end += max(LEAST_STEP, int(STEP * end))
    yield count


def _all_images(connection: duckdb.DuckDBPyConnection) -> list[str]:
    return [image for (image,) in connection.execute(f"select distinct {UNIT} from cases").fetchall()]


def _watched_suites(
    connection: duckdb.DuckDBPyConnection, assignment: RunSpec, active: Active
) -> Iterator[WatchedSuite]:
    for case_set, suite, indices in active:
        rules = [rule for rule in assignment.until if rule.suite == suite.card.name]
        if not rules:
            continue
        units = case_units(connection, case_set.id)
        order = order_images(units["image"].to_pylist(), assignment.seed)
        planned = PlannedImages({image: place for place, image in enumerate(order)}, units)
        for index in indices:
            yield WatchedSuite(case_set, suite, index, assignment.models[index], rules, units, planned)


def _restrict_plan(
    connection: duckdb.DuckDBPyConnection, images: Sequence[str], reached: Sequence[tuple[int, str]]
) -> None:
    """Keep the calls of the plan that cases of these images need, for suites that have not reached their rules."""
    connection.register("asked_images", pa.table({"unit": pa.array(images, pa.string())}))
    connection.execute("create or replace temp table reached (model integer, deck varchar)")
    if reached:
        connection.executemany("insert into reached values (?, ?)", reached)
    connection.execute(
        "create or replace temp table kept as select distinct model, query_key"
        " from (select * from serves anti join reached using (model, deck))"
        f" join (select case_key, deck, {UNIT} as unit from cases) using (deck)"
        " semi join asked_images using (unit) join asks using (case_key, deck)"
    )
    connection.execute(
        "create or replace temp table plan as select * from plan semi join kept using (model, query_key)"
    )
