"""The scored answers of a workspace, as reducers take them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Case, UserError, decode_case
from askance.core.dataset import VARIANT
from askance.metrics.connected_images import GROUP, connect_images
from askance.metrics.reducers import Reducer, ScoredAnswers
from askance.metrics.tags import PRIVATE
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.metric_declarations import built_in_declarations
from askance.store import AGAIN, Workspace, connect
from askance.wording.normalise_answers import normalise_answer

# the built-in suite that declares the accuracy: it asks each question of a data set once
SUITE = next(name for name, declared in built_in_declarations().items() if declared.accuracy)
IMAGE = "image"  # with --group: the questions about one image are a group


@dataclass(frozen=True, slots=True)
class Reduction:
    """What to reduce, and how."""

    reducer: Reducer
    group: str = "group"  # the data's own groups, `image`, or a tag
    variant: str = VARIANT
    by: str = ""  # a tag: one row per value
    baseline: str = ""
    suite: str = SUITE


def tag_values(verdicts: pa.Table, tag: str) -> list[str | None]:
    found: list[str | None] = pc.map_lookup(verdicts["tags"], tag, "first").to_pylist()
    return found


def group_values(verdicts: pa.Table, wanted: Reduction) -> list[str | None]:
    """The group of each question: the data's own, its image, or the value of a tag."""
    if wanted.group == IMAGE:
        images: list[str | None] = verdicts["image"].to_pylist()
        return images
    return tag_values(verdicts, GROUP if wanted.group == "group" else wanted.group)


def tag_names(verdicts: pa.Table) -> list[str]:
    return sorted({name for pairs in verdicts["tags"].to_pylist() for name, _ in pairs})


def verdicts_with_cases(space: Workspace, standing: CurrentResult) -> tuple[pa.Table, list[Case]]:
    """The verdicts of one model, and the case of each."""
    verdicts = read_or_rejudge_tables(space, "verdicts", [standing])
    connection = connect(space, [standing.case_set], tables=("cases",))
    connection.register("these", verdicts)
    stream = connection.sql("select case_key, body from cases semi join these using (case_key)").to_arrow_table()
    bodies = dict(zip(stream["case_key"].to_pylist(), stream["body"].to_pylist(), strict=True))
    keys = verdicts["case_key"].to_pylist()
    if len(bodies) < len(set(keys)):
        raise UserError(f"{space.name}: some cases of {standing.suite} are missing: {AGAIN}")
    cases = {key: decode_case(body) for key, body in bodies.items()}
    return verdicts, [cases[key] for key in keys]


def make_scored_answers(verdicts: pa.Table, cases: list[Case], wanted: Reduction) -> ScoredAnswers:
    """The table that reducers take."""
    several = next((case.name for case in cases if len(case.asks) != 1), None)
    if several is not None:
        raise UserError(
            f"suite {wanted.suite} asks several questions in one case ({several}): reduce takes a suite with one"
        )
    image = np.array(verdicts["image"].to_pylist(), dtype=object)
    group = image if wanted.group == IMAGE else _required_tag(verdicts, wanted, "group")
    variant = _required_tag(verdicts, wanted, "variant")
    readings = zip(cases, verdicts["said"].to_pylist(), strict=True)
    said = [dict(read).get(case.asks[0][0]) for case, read in readings]
    truth = [_most_frequent_answer(case) for case in cases]
    if "yes/no" in wanted.reducer.needs and not {"yes", "no"} & set(truth):
        raise UserError(f"{wanted.reducer.name} needs questions whose expected answer is yes or no; there are none")
    return ScoredAnswers(
        case=np.array(verdicts["case_key"].to_pylist(), dtype=object),
        group=group,
        variant=variant,
        image=image,
        question=np.array([case.question or case.asks[0][1].stimulus.question for case in cases], dtype=object),
        score=np.asarray(verdicts["value"].cast(pa.float64()).fill_null(np.nan), dtype=np.float64),
        said=np.array([text and normalise_answer(text) for text in said], dtype=object),
        truth=np.array(truth, dtype=object),
        cluster=connect_images(group, image),
    )


def _required_tag(verdicts: pa.Table, wanted: Reduction, need: str) -> Any:
    """A tag of every question; empty where the reducer does not need it."""
    name = wanted.group if need == "group" else wanted.variant
    values = tag_values(verdicts, GROUP if name == "group" else name)
    if need not in wanted.reducer.needs and (need != "group" or name == "group"):
        # what no group connects is by itself: each question is a group of its own
        fill = [f"\0{place}" if value is None else value for place, value in enumerate(values)]
        return np.array(fill if need == "group" else [value or "" for value in values], dtype=object)
    lacking = sum(value is None for value in values)
    if lacking:
        raise UserError(
            f"{wanted.reducer.name} needs a {need} for every question, and {lacking:,} of {len(values):,} have none"
            + _ways_to_name(need, name, verdicts)
        )
    return np.array(values, dtype=object)


def _ways_to_name(need: str, name: str, verdicts: pa.Table) -> str:
    """How a user can say what the groups or variants are; a tag `group` is not the field `group`."""
    tags = [tag for tag in tag_names(verdicts) if not tag.startswith(PRIVATE)]
    known = [tag for tag in tags if tag != need]
    ways = ["write --group image to group the questions about one image"] if need == "group" else []
    ways += [f"write --{need} TAG with one of the tags {', '.join(known)}"] if known else []
    ways.append(f"add a field `{need}` to the data")
    is_other = need == name == "group" and "group" in tags
    note = " (the tag `group` of this data set is something else: it does not name groups of questions)" * is_other
    return f"{note}: {', or '.join(ways)}"


def _most_frequent_answer(case: Case) -> str:
    answers = Counter(normalise_answer(answer) for _, given in case.expected for answer in given)
    return max(answers, key=lambda answer: (answers[answer], answer)) if answers else ""
