"""The loop: rounds of all suites in lockstep — make cases, plan, ask — and then the verdicts."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import zip_longest

from askance.core import Model, Suite, UserError
from askance.core.memory import default_image_memory_bytes
from askance.core.model import RunsElsewhere
from askance.core.progress import Progress, WorkProgress, send_progress_to
from askance.core.suite import SuiteWithCosts
from askance.core.usage import HasParameters
from askance.engine.batch_retry import Retrying
from askance.engine.budget import Budget
from askance.engine.case_generation import CaseGenerationError, CaseRounds, assign_suites_to_models, store_case_rounds
from askance.engine.estimate import estimates, some_calls
from askance.engine.judge_models import judge_set_id
from askance.engine.judging import judge_case_set
from askance.engine.local_engine import LocalEngine
from askance.engine.missing_images import MissingImages
from askance.engine.model_call import ModelCaller
from askance.engine.outage import Outage
from askance.engine.plan import Plan, plan_calls, planned_calls
from askance.engine.round_status import show_calls, show_stage, start_calls
from askance.engine.run_spec import RunResult, RunSpec, SuitePart, SuiteResult
from askance.engine.run_until import Active, run_round_until
from askance.engine.skipped_suites import NothingToRunError, SkippedSuite, no_case_reason
from askance.engine.tally import Outcome
from askance.metrics.plugin_metrics import metrics_of_suite
from askance.models.no_image import NoImage
from askance.models.scene_model import unwrap_model
from askance.store import CaseSet, Workspace, connect
from askance.store.run_records import DATE, SHARD


def execute_run(
    space: Workspace,
    assignment: RunSpec,
    stop: threading.Event,
    progress: Progress,
    started: Callable[[], None] = lambda: None,  # called once there is something to run
) -> RunResult:
    """Carry out an assignment to its end, or until it is stopped; what is stored is never lost."""
    _check_distinct_models(assignment.models)
    _check_distinct_suites(assignment.suites)
    parts, skipped, left_out = assign_suites_to_models(space, assignment)
    result = RunResult(skipped=tuple(skipped), left_out=tuple(left_out))
    lines: list[SkippedSuite | str] = [*skipped, *left_out]
    running = {i: store_case_rounds(space, part, assignment) for i, part in enumerate(parts)}
    found: dict[int, SuiteResult] = {}
    # One for all rounds: a model that hangs is known to the next one, and the budget is that of the whole run.
    budget = Budget(assignment.budget, assignment.budget_usd, assignment.sent)
    asking = Retrying(ModelCaller(assignment.timeout), budget, stop, outage=Outage(progress.say))
    missing = MissingImages(assignment.data, assignment.models)
    while True:
        if not assignment.dry:
            show_stage(space, "cases")
        new, more = _generate_next_round(space, assignment, parts, running, found, stop, progress)
        result = replace(result, skipped=(*result.skipped, *more))
        if result.skipped and not found and not result.asks:
            raise NothingToRunError(result.skipped)
        for line in (*lines, *more):  # not before: the error would repeat them
            progress.say(str(line))
        lines.clear()
        if not result.asks:
            started()
        if not new:
            break
        if line := missing.line(space, [(found[i].case_set.id, [key for key, _ in found[i].models]) for i in new]):
            progress.say(line)
        active = [(found[i].case_set, parts[i].suite, parts[i].models) for i in new]
        result, is_answered = _ask_round(space, assignment, active, result, progress, asking)
        if not is_answered:  # no adaptive suite may go by answers of which some are missing
            break
    for own in map(unwrap_model, assignment.models):
        if isinstance(own, RunsElsewhere):
            own.release()
    unsent = sum(model.unsent for model in assignment.models if isinstance(model, NoImage))
    result = replace(result, suites=tuple(found[i] for i in sorted(found)), unsent=unsent)
    if assignment.dry:
        return replace(result, estimates=tuple(estimates(space, assignment.asked_models, result.left_by_model)))
    show_stage(space, "verdicts")
    _judge_all(space, assignment, [parts[i] for i in sorted(found)], result)
    _record_run(space, assignment, result)
    return result


def _generate_next_round(
    space: Workspace,
    assignment: RunSpec,
    parts: Sequence[SuitePart],
    running: dict[int, CaseRounds],
    found: dict[int, SuiteResult],
    stop: threading.Event,
    progress: Progress,
) -> tuple[list[int], list[SkippedSuite]]:
    """Make the next cases of every running part; which parts have some, and which are skipped for lack of any."""
    new: list[int] = []
    skipped: list[SkippedSuite] = []
    with send_progress_to(WorkProgress(progress, stop)):
        for i, rounds in list(running.items()):
            try:
                case_set, is_over = _next_case_set(rounds)
                is_complete = is_over or not parts[i].suite.card.adaptive
                if is_complete and not case_set.cases:
                    space.remove_case_set(case_set.id)  # so that a later run says again why it is empty
                    raise CaseGenerationError(no_case_reason(assignment.data))
            except CaseGenerationError as reason:
                skipped += _report_skipped_part(assignment, parts[i], str(reason))
                found.pop(i, None)
                del running[i]
                continue
            if is_over:
                del running[i]
            else:
                new.append(i)
            models = tuple((assignment.models[m].fingerprint, assignment.models[m].name) for m in parts[i].models)
            found[i] = SuiteResult(case_set, parts[i].suite.card, models, is_complete, _cost_of(parts[i]))
    return new, skipped


def _cost_of(part: SuitePart) -> str:
    """The calls of a suite in words, without those that its models do not support."""
    suite = part.suite
    if part.fit.lacking and isinstance(suite, SuiteWithCosts):
        return suite.cost_without(part.fit.lacking)
    return suite.card.cost


def _next_case_set(rounds: CaseRounds) -> tuple[CaseSet, bool]:
    """A case set after its next round; and whether there was none, because it is complete."""
    try:
        return next(rounds), False
    except StopIteration as end:
        return end.value, True


def _report_skipped_part(assignment: RunSpec, part: SuitePart, reason: str) -> list[SkippedSuite]:
    """A part that is left out; the models are named where the suite is put to others in another way."""
    models = assignment.models
    names = [""] if len(part.models) == len(models) else [models[i].name for i in part.models]
    return [SkippedSuite(part.case_set.suite, assignment.data.name, reason, name) for name in names]


def _check_distinct_models(models: Sequence[Model]) -> None:
    prints: dict[str, str] = {}
    for model in models:
        if model.name not in prints:
            prints[model.name] = model.fingerprint
        elif prints[model.name] == model.fingerprint:
            raise UserError(f"model {model.name} is named twice: name each model once")
        else:
            raise UserError(f"two different models are named {model.name}: give each its own attribute `name`")


def _check_distinct_suites(suites: Sequence[Suite]) -> None:
    """Results are stored under the name on the card: two suites of one name would replace each other's."""
    kinds: dict[str, type] = {}
    for suite in suites:
        if kinds.setdefault(suite.card.name, type(suite)) is not type(suite):
            raise UserError(f"two different suites have the name {suite.card.name} on their cards: rename one")


def _ask_round(
    space: Workspace, assignment: RunSpec, active: Active, result: RunResult, progress: Progress, asking: Retrying
) -> tuple[RunResult, bool]:
    """Ask the models and the judges of some suites what is new; and whether every call of the round has its answer."""
    judged = [
        (judge_set_id(each), place) for each, suite, _ in active if (place := assignment.judge_index(suite)) is not None
    ]
    asked = [(each, models) for each, _, models in active]
    if assignment.until and not assignment.dry:
        plan, outcome, stops = run_round_until(space, assignment, active, progress, asking)
        result = replace(_add_round_to_result(result, plan, outcome), stops=(*result.stops, *stops))
        if outcome.stopped or not judged:
            return result, not outcome.stopped
        asked = []
    plan, outcome = run_round(space, assignment, asked, judged, progress, asking)
    return _add_round_to_result(result, plan, outcome), not (outcome.stopped or (assignment.dry and plan.left))


def run_round(
    space: Workspace,
    assignment: RunSpec,
    active: Sequence[tuple[CaseSet, Sequence[int]]],
    judged: Sequence[tuple[str, int]],
    progress: Progress,
    asking: Retrying,
) -> tuple[Plan, Outcome]:
    """Plan and ask the cases of these case sets, each for its models; `judged`: ids of case sets, and their judges."""
    models = assignment.asked_models
    served = [(case_set.id, asked) for case_set, asked in active] + [(each, (judge,)) for each, judge in judged]
    case_sets = [[each for each, asked in served if i in asked] for i in range(len(models))]
    names = sorted({each for each, _ in served})
    connection = connect(space, names)
    plan = plan_calls(connection, models, case_sets, assignment.shard)
    if not plan.left or (assignment.dry and not assignment.is_probed):
        return plan, Outcome()
    probed = list(some_calls(planned_calls(connection), len(models))) if assignment.dry else None
    chosen = planned_calls(connection) if probed is None else probed
    if probed is None:
        show_calls(space, models, active, plan)
        start_calls(progress, models, plan)
    else:
        progress.start(len(probed), plan.cached)
    memory = default_image_memory_bytes() if assignment.memory is None else assignment.memory
    engine = LocalEngine(space, assignment.data, models, assignment.batch_size, memory=memory, asking=asking)
    outcome = engine.run(chosen, progress)
    progress.finish()
    asking.say_miscounts(progress)
    space.rotate_journal()
    if assignment.dry:
        plan = plan_calls(connect(space, names), models, case_sets, assignment.shard)
    return plan, outcome


def _add_round_to_result(result: RunResult, plan: Plan, more: Outcome) -> RunResult:
    """The result with another round."""
    asks, wanted, left = result.asks + plan.asks, result.wanted + plan.wanted, result.left + plan.left
    sent = [left - again for left, again in zip(plan.left_by_model, plan.repeated_by_model, strict=True)]
    by_model = tuple(map(sum, zip_longest(result.left_by_model, sent, fillvalue=0)))
    outcome = result.outcome.merged_with(more)
    # A later round plans the case sets of an adaptive suite again: the calls of this run are not cached ones.
    cached = result.cached + max(0, plan.cached - result.cached - result.outcome.made)
    return replace(
        result, asks=asks, wanted=wanted, cached=cached, left=left, left_by_model=by_model, outcome=outcome,
        repeated=result.repeated + plan.repeated,
    )  # fmt: skip


def _judge_all(space: Workspace, assignment: RunSpec, parts: Sequence[SuitePart], result: RunResult) -> None:
    connection = connect(space, [each.case_set.id for each in result.suites])
    for part, each in zip(parts, result.suites, strict=True):
        for i in part.models:
            model = assignment.models[i]
            stops = [stop for stop in result.stops if (stop.deck, stop.model) == (each.case_set.id, model.name)]
            judge_case_set(space, connection, each.case_set, part.suite, model, each.is_complete, stops)


def _record_run(space: Workspace, assignment: RunSpec, result: RunResult) -> None:
    """Tell later reports which case sets and models are current."""
    judges = assignment.asked_models[len(assignment.models) :]
    space.record_run(
        {
            "models": [_model_record(model) for model in assignment.models],
            **({"judges": [_model_record(model) for model in judges]} if judges else {}),
            "data": assignment.data.fingerprint,
            "decks": [
                {
                    "deck": each.case_set.id,
                    "suite": each.case_set.suite,
                    "dataset": each.case_set.dataset,
                    "models": [name for _, name in each.models],
                    "metrics": [asdict(metric) for metric in metrics_of_suite(each.card)],
                    "headline": list(each.card.headline),
                }
                for each in result.suites
            ],
            "skipped": [asdict(each) for each in result.skipped],
            "seed": assignment.seed,
            "limit": assignment.limit,
            "complete": result.outcome.stopped is None,
            **({"until": [asdict(stop) for stop in result.stops]} if result.stops else {}),
            **({SHARD: [assignment.shard.number, assignment.shard.count]} if assignment.shard else {}),
            DATE: datetime.now(UTC).isoformat(timespec="seconds"),
        }
    )


def _model_record(model: Model) -> Mapping[str, str | int]:
    """A model's name and fingerprint, and those of the model itself: without the data, and with its images."""
    own = unwrap_model(model)
    parameters = own.parameters if isinstance(own, HasParameters) else None
    return {
        "name": model.name,
        "own_name": own.name,
        "fingerprint": model.fingerprint,
        "own_fingerprint": own.fingerprint,
        **({} if parameters is None else {"parameters": parameters}),
    }
