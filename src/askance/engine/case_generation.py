"""Generating cases: a static suite makes its case set once, an adaptive one round by round for each model."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
from askance.core import Answer, Case, Dataset, Model, Suite, UserError, digest_value, find_unsupported_feature
from askance.core.dataset import image_file_of
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.core.suite import METHOD, FingerprintedSuite, Rounds
from askance.engine.check_case_names import CaseChecker, check_distinct_names
from askance.engine.judge_models import JudgeQueries
from askance.engine.missing_answers import missing_answers_reason
from askance.engine.run_spec import ModelSupport, RunSpec, SuitePart
from askance.engine.sample_digest import SampleDigest
from askance.engine.skipped_suites import (
    SkippedSuite,
    choose_method,
    missing_install,
    missing_scenes_reason,
    unsupported_suite_reason,
)
from askance.engine.suite_source_digest import suite_source_digest
from askance.store import CaseSet, Workspace, connect, final_answers_sql, write_case_set, write_case_shards

CaseRounds = Generator[CaseSet, None, CaseSet]  # yields it after each round of new cases, returns it when complete


def describe_case_set(suite: Suite, data: Dataset, limit: int | None, seed: int, follow: str = "") -> CaseSet:
    """The case set of a suite, named by the digest of all that decides its cases, source code included."""
    card, own = suite.card, suite.fingerprint if isinstance(suite, FingerprintedSuite) else ""
    decided_by = (
        card.name,
        card.version,
        own,
        suite_source_digest(suite),
        data.name,
        data.fingerprint,
        limit,
        seed,
        follow,
    )
    return CaseSet(digest_value(decided_by).hex(), card.name, data.name, data.name, limit, seed, card=card)


def assign_suites_to_models(
    space: Workspace, assignment: RunSpec
) -> tuple[list[SuitePart], list[SkippedSuite], list[str]]:
    """Which suite is put to which models, the suites that are skipped, and one line for each part that is left out."""
    data, models, limit, seed = assignment.data, assignment.models, assignment.limit, assignment.seed
    parts: list[SuitePart] = []
    skipped: list[SkippedSuite] = []
    left_out: list[str] = []
    no_scenes = {model.fingerprint: missing_scenes_reason(model, data) for model in models}
    for suite in assignment.suites:
        able = _models_that_support(suite, assignment, no_scenes, skipped)
        if suite.card.adaptive:
            for i in able:
                case_set = describe_case_set(suite, data, limit, seed, models[i].fingerprint)
                space.remove_case_set(case_set.id)  # answers are kept, so dealing again asks nothing again
                parts.append(SuitePart(suite, case_set, (i,), _support_of(suite, models[i])))
            continue
        for fit, served in _group_models_by_support(suite, models, able).items():
            left_out += [_missing_figures_note(suite, [models[i] for i in served], fit.lacking)] if fit.lacking else []
            case_set = describe_case_set(suite, data, limit, seed, str(fit))
            done = space.case_set(case_set.id)
            done = done if assignment.dry else _with_present_card(space, done, suite)
            parts.append(SuitePart(suite, done or case_set, tuple(served), fit, is_generated=done is not None))
    return parts, skipped, left_out


def _with_present_card(space: Workspace, done: CaseSet | None, suite: Suite) -> CaseSet | None:
    """A stored case set with the card as it is now: its sentences and charts may change while its cases do not."""
    if done is None or done.card == suite.card:
        return done
    done = msgspec.structs.replace(done, card=suite.card)
    space.finish_case_set(done)
    return done


def _models_that_support(
    suite: Suite, assignment: RunSpec, no_scenes: Mapping[str, str | None], skipped: list[SkippedSuite]
) -> list[int]:
    """The models that support a suite; why the others do not is added to `skipped`."""
    name, data, models = suite.card.name, assignment.data, assignment.models
    if reason := missing_install(suite):
        skipped.append(SkippedSuite(name, data.name, reason))
        return []
    reasons = [
        unsupported_suite_reason(suite, model)
        or no_scenes[model.fingerprint]
        or missing_answers_reason(suite, model, data, assignment.limit, assignment.seed)
        for model in models
    ]
    skipped += [
        SkippedSuite(name, data.name, reason, model.name)
        for reason, model in zip(reasons, models, strict=True)
        if reason is not None
    ]
    return [i for i, reason in enumerate(reasons) if reason is None]


def _group_models_by_support(
    suite: Suite, models: Sequence[Model], able: Sequence[int]
) -> dict[ModelSupport, list[int]]:
    """The models by what they do not support of all that only some of a suite's cases need, and by their method."""
    found: dict[ModelSupport, list[int]] = {}
    for i in able:
        found.setdefault(_support_of(suite, models[i]), []).append(i)
    return found


def _support_of(suite: Suite, model: Model) -> ModelSupport:
    optional = frozenset(offer for offer, _ in suite.card.optional)
    return ModelSupport(optional - model.supports, choose_method(suite, model))


def _missing_figures_note(suite: Suite, models: Sequence[Model], lacking: frozenset[str]) -> str:
    """One line that says which figures some models will not have, and why."""
    metrics = dict.fromkeys(metric for offer, metric in suite.card.optional if offer in lacking)
    names = ", ".join(model.name for model in models)
    verb = "the model does" if len(models) == 1 else "the models do"
    reason = f"{verb} not support {', '.join(sorted(lacking))}"
    return f"{suite.card.name}: skipped {', '.join(metrics)} for {names} ({reason})"


def _supported_cases(cases: Iterable[Case], suite: Suite, fit: ModelSupport) -> Iterable[Case]:
    """The cases that can be put to models which lack some of what the suite's cases may need, by their method."""
    if fit.method:
        cases = (case for case in cases if dict(case.tags).get(METHOD) == fit.method)
    if not fit.lacking:
        return cases
    everything = suite.card.needs | {"text", "score", "choose", "temperature", "dropout"}
    offered = (everything | {offer for offer, _ in suite.card.optional}) - fit.lacking
    return (case for case in cases if not any(find_unsupported_feature(query, offered) for _, query in case.asks))


class CaseGenerationError(UserError):
    """A suite that cannot make its cases; the text is the reason."""


@contextmanager
def _as_case_generation_error(part: SuitePart, assignment: RunSpec) -> Iterator[None]:
    """An error of the suite or the data set becomes CaseGenerationError, so that it is not taken for one of ours."""
    suite, data = part.suite, assignment.data
    try:
        with name_outside_code_in_errors(f"{suite.card.name} on {data.name}", suite, data):
            yield
    except UserError as error:
        raise CaseGenerationError(str(error)) from error


def _iterate_with_suite_errors(cases: Iterable[Case], part: SuitePart, assignment: RunSpec) -> Iterator[Case]:
    with _as_case_generation_error(part, assignment):
        if isinstance(cases, Case | str) or not isinstance(cases, Iterable):
            kind = type(cases).__name__
            raise UserError(f"rounds() of suite {part.suite.card.name} yields a {kind}: yield lists of cases")
        has_judge = part.suite.card.adaptive and assignment.judge_index(part.suite) is not None
        yield from CaseChecker(part.suite, has_judge).checked_cases(cases)


def store_case_rounds(space: Workspace, part: SuitePart, assignment: RunSpec) -> CaseRounds:
    """Store the cases of a part, round by round; raises CaseGenerationError where the suite fails."""
    if part.is_generated:
        yield part.case_set
        return part.case_set
    if part.suite.card.adaptive:
        return (yield from _store_adaptive_rounds(space, part, assignment))
    sample, image_file = SampleDigest(), _image_file_function(assignment.data)
    with _as_case_generation_error(part, assignment):
        rounds = _start_rounds(part, assignment)  # would be closed if nothing referred to it
        cases: Iterable[Case] = _iterate_with_suite_errors(next(rounds, ()), part, assignment)
    if part.fit == ModelSupport():
        case_set = write_case_set(space, part.case_set, cases, _sample_adder(sample), sample.hex, image_file)
    else:  # what is left out counts too: models that support less still share the sample
        servable = _supported_cases(sample.add_while_iterating(cases), part.suite, part.fit)
        case_set = write_case_set(space, part.case_set, servable, sample=sample.hex, image_file=image_file)
    _check_names(space, case_set, part, assignment)
    yield case_set
    return case_set


def _image_file_function(data: Dataset) -> Callable[[str], str | None]:
    """The names by which people know the images of a data set."""

    def image_file(image: str) -> str | None:
        with name_outside_code_in_errors(f"image_file({image!r})", data):
            return image_file_of(data, image)

    return image_file


def _check_names(space: Workspace, case_set: CaseSet, part: SuitePart, assignment: RunSpec) -> None:
    """Refuse stored cases that share a name; they are removed, so that a later run makes them again."""
    try:
        with _as_case_generation_error(part, assignment):
            check_distinct_names(space, case_set, part.suite, assignment.data)
    except CaseGenerationError:
        space.remove_case_set(case_set.id)
        raise


def _start_rounds(part: SuitePart, assignment: RunSpec) -> Rounds:
    rounds = part.suite.rounds(assignment.data, assignment.limit, assignment.seed)
    if not isinstance(rounds, Generator):
        raise UserError(
            f"rounds() of suite {part.suite.card.name} returns a {type(rounds).__name__}: write it as a generator that"
            " yields lists of cases"
        )
    return rounds


def _sample_adder(sample: SampleDigest) -> Callable[[bytes, Case, list[bytes]], None]:
    """Adds each case that is written to a sample."""
    return lambda key, case, queries: sample.add(key)


def _store_adaptive_rounds(space: Workspace, part: SuitePart, assignment: RunSpec) -> CaseRounds:
    """Each round is made from the answers to those before."""
    with _as_case_generation_error(part, assignment):
        rounds, case_set, shard = _start_rounds(part, assignment), part.case_set, 0
    model, place = assignment.models[part.models[0]], assignment.judge_index(part.suite)
    judge, queries = None if place is None else assignment.asked_models[place], JudgeQueries(space, case_set)
    judged: dict[bytes, Answer] = {}
    while True:
        try:
            with _as_case_generation_error(part, assignment):
                if judge is not None:
                    judged |= _read_answers_so_far(space, queries.id, judge)
                    queries.remove()  # a later round must not ask again what failed in this one
                cases: Iterable[Case] = (
                    rounds.send(_read_answers_so_far(space, case_set.id, model) | judged) if shard else next(rounds)
                )
        except StopIteration:
            space.finish_case_set(case_set)
            return case_set
        sample = SampleDigest()
        own = queries.take_out(_iterate_with_suite_errors(cases, part, assignment))
        checked = _supported_cases(own, part.suite, part.fit)
        case_count, ask_count, shards = write_case_shards(
            space, case_set.id, checked, shard + 1, _sample_adder(sample), _image_file_function(assignment.data)
        )
        case_set = msgspec.structs.replace(
            case_set,
            cases=case_set.cases + case_count,
            asks=case_set.asks + ask_count,
            sample=case_set.sample or sample.hex(),  # the first round's: later ones follow the model's answers
            shards={table: (*case_set.shards.get(table, ()), *names) for table, names in shards.items()}
            or case_set.shards,
        )
        shard += max(1, len(shards.get("cases", ())))
        queries.store()
        _check_names(space, case_set, part, assignment)
        yield case_set


def _read_answers_so_far(space: Workspace, case_set_id: str, model: Model) -> dict[bytes, Answer]:
    """Everything the model has answered so far to this case set."""
    result = connect(space, [case_set_id]).execute(
        f"select query_key, status, text, score, top, reason from {final_answers_sql(model.fingerprint)}"
        " semi join queries using (query_key)"
    )
    return {
        query: Answer(status, text, score, tuple((each["answer"], each["score"]) for each in top or ()), reason)
        for query, status, text, score, top, reason in result.fetchall()
    }
