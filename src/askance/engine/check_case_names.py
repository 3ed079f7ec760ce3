"""The cases of a suite: what is wrong in one, such as an unknown relation, is refused before the first call."""

from collections.abc import Iterable, Iterator

from askance.core import Case, Dataset, Step, Suite, UserError
from askance.core.outside_code_errors import is_outside_askance
from askance.edits import check_edit_arguments, check_edit_version
from askance.readings import ALL_READINGS
from askance.relations import ALL_RELATIONS, Relation
from askance.store import CaseSet, Workspace, connect


class CaseChecker:
    """Checks the cases of one suite; each name in them is looked up once."""

    def __init__(self, suite: Suite, has_judge: bool = False):
        self._has_judge = has_judge
        # A suite of Askance may contain cases of another one: shrinking does.
        self._suite = suite.card.name if is_outside_askance(suite) else None
        self._relations: dict[str, Relation] = {}
        self._known: set[str | tuple[str | int, ...]] = set()  # readings; edits with the names of their arguments

    def checked_cases(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The same cases; UserError at the first that is wrong."""
        for case in cases:
            if not isinstance(case, Case):
                raise UserError(f"a {type(case).__name__} where a case was expected: make cases with Case.of")
            try:
                self._check(case)
            except UserError as error:
                raise UserError(f"case {case.name}: {error}") from error
            yield case

    def _check(self, case: Case) -> None:
        if self._suite not in (None, case.suite):
            raise UserError(f"its suite is {case.suite!r}, but the card is named {self._suite!r}: give both one name")
        if not case.asks:
            raise UserError("it has no query: give `asks` one")
        _check_roles(case)
        self._check_addressee(case)
        if problem := self._relation(case.relation).problem(case):
            raise UserError(f"relation {case.relation} {problem}")
        if case.reads not in self._known:
            ALL_READINGS.find(case.reads)
            self._known.add(case.reads)
        for step in _edit_steps(case):
            kind: tuple[str | int, ...] = (step.name, step.version, *(name for name, _ in step.args))
            if kind not in self._known:
                check_edit_version(step)
                check_edit_arguments(step)
                self._known.add(kind)

    def _check_addressee(self, case: Case) -> None:
        addressees = {query.to for _, query in case.asks}
        if addressees == {"subject"}:
            return
        if addressees != {"judge"}:
            raise UserError(f"its queries are to {' and '.join(sorted(addressees))}: write one case for each")
        if not self._has_judge:
            raise UserError("its queries are to the judge, but the suite has none: return a model from judge_model()")

    def _relation(self, name: str) -> Relation:
        if name not in self._relations:
            self._relations[name] = ALL_RELATIONS.find(name)
        return self._relations[name]


def _check_roles(case: Case) -> None:
    """UserError where the case says something of a role that it does not have."""
    roles = [role for role, _ in case.asks]
    for part, given in (("expected", case.expected), ("scores", case.scores), ("role_options", case.role_options)):
        for role, values in given:
            if role not in roles:
                raise UserError(f"{part} names the role {role!r}, but the case has {', '.join(roles)}")
            if not isinstance(values, tuple):
                kind = type(values).__name__
                what = "expected answers" if part == "expected" else part
                example = "of texts, such as ('yes',)" if part == "expected" else ""
                raise UserError(f"the {what} of {role} are a {kind}: give a tuple {example}".rstrip())


def _edit_steps(case: Case) -> Iterator[Step]:
    return (step for _, query in case.asks for step in query.stimulus.edits)


def check_distinct_names(space: Workspace, case_set: CaseSet, suite: Suite, data: Dataset) -> None:
    """UserError where different cases of a stored case set have one name: reports could not tell them apart."""
    found = connect(space, [case_set.id], tables=("cases",)).execute(
        "select name, count(distinct case_key) from cases group by name having count(distinct case_key) > 1"
        " order by name limit 1"
    )
    for name, count in found.fetchall():
        if (repeated := _repeated_id(data, case_set)) is not None:
            raise UserError(f"data set {data.name}: several items have the id {repeated!r}: give each item its own id")
        raise UserError(
            f"suite {suite.card.name}: {count:,} different cases have the name {name!r}: give each case its own name"
        )


def _repeated_id(data: Dataset, case_set: CaseSet) -> str | None:
    """The first id that several items of a data set have."""
    seen: set[str] = set()
    for item in data.items(case_set.limit, case_set.seed):
        if item.id in seen:
            return item.id
        seen.add(item.id)
    return None
