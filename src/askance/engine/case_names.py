"""The names in a case: a relation, a reading or an edit that is not known here is refused before the first call."""

from collections.abc import Iterable, Iterator

from askance.core import Case, Step, UserError
from askance.edits import check_edit
from askance.readings import ALL_READINGS
from askance.relations import ALL_RELATIONS


def with_known_names(cases: Iterable[Case]) -> Iterator[Case]:
    """The same cases; UserError at the first that names what is not known here. Each name is looked up once."""
    known: set[str | tuple[str, int]] = set()
    for case in cases:
        if not isinstance(case, Case):
            raise UserError(f"a {type(case).__name__} where a case was expected: make cases with Case.of")
        try:
            _check(case, known)
        except UserError as error:
            raise UserError(f"case {case.name}: {error}") from error
        yield case


def _check(case: Case, known: set[str | tuple[str, int]]) -> None:
    for role, answers in case.expected:
        if not isinstance(answers, tuple):
            kind = type(answers).__name__
            raise UserError(f"the expected answers of {role} are a {kind}: give a tuple of texts, such as ('yes',)")
    if f"relation {case.relation}" not in known:
        ALL_RELATIONS.find(case.relation)
        known.add(f"relation {case.relation}")
    if f"reading {case.reads}" not in known:
        ALL_READINGS.find(case.reads)
        known.add(f"reading {case.reads}")
    for step in _edits(case):
        if (step.name, step.version) not in known:
            check_edit(step)
            known.add((step.name, step.version))


def _edits(case: Case) -> Iterator[Step]:
    return (step for _, query in case.asks for step in query.stimulus.edits)
