"""Families of questions about one image: a question above those whose answers must agree with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from askance.core import Query, Stimulus, query_key
from askance.report.case_view import AskView
from askance.report.grade_marks import expected_words
from askance.server.query_results import CaseRow
from askance.server.suite_cases import ShownCase

Address = Callable[[Stimulus], str | None]
CaseAddress = Callable[[ShownCase, str], str]
MOST_TREES = 12  # of one image
DEEPEST = 4  # levels: a family of a thousand cases stays readable


@dataclass(frozen=True, slots=True)
class Node:
    """A query with its answer, and the relations that it is the first part of."""

    question: str
    label: str  # its name in the relation above it, such as "part 1"
    edits: str
    picture: str | None  # of an edited image
    answer: str
    is_read: bool
    expected: str  # in words, the most frequent answer first
    branches: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A relation between the query above and those below."""

    group: str
    rule: str
    finding: str  # what holds instead; "" = the relation holds
    outcome: str
    address: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class _Member:
    """A case of the family."""

    case: ShownCase
    row: CaseRow
    asks: dict[str, AskView]
    first: str  # the role that is above the others
    keys: dict[str, bytes]


class _Family:
    """The cases of one image by the query that is above the others."""

    def __init__(self, cases: Sequence[ShownCase], model: str, picture: Address, address: CaseAddress):
        self._model, self._picture, self._address = model, picture, address
        self.members = [_member(case, model) for case in cases if model in case.views]
        self.by_first: dict[bytes, list[_Member]] = {}
        for each in self.members:
            self.by_first.setdefault(each.keys[each.first], []).append(each)
        self._shown: set[str] = set()

    def roots(self) -> list[Node]:
        """Trees whose first query is below no other one; those with failing relations first."""
        below = {key for each in self.members for role, key in each.keys.items() if role != each.first}
        tops = [some[0] for key, some in self.by_first.items() if key not in below]
        made = [self._node(each, each.first, "", 0) for each in tops]
        left = [each for each in self.members if each.case.key not in self._shown]  # queries that are below each other
        for each in left:
            if each.case.key not in self._shown:
                made.append(self._node(each, each.first, "", 0))
        return sorted(made, key=lambda node: -count_failures(node))

    def _node(self, member: _Member, role: str, label: str, depth: int) -> Node:
        ask, query = member.asks[role], dict(member.case.case.asks)[role]
        branches = self._branches(query, depth)
        is_edited = bool(query.stimulus.edits)
        return Node(
            question=query.stimulus.question,
            label=label,
            edits="; ".join((*ask.edits, *ask.settings)),
            picture=self._picture(query.stimulus) if is_edited else None,
            answer=ask.reading or ask.answer or ask.note or "no answer",
            is_read=ask.reading is not None,
            expected=expected_words(ask.expected, ask.expected_scores),
            branches=branches,
        )

    def _branches(self, query: Query, depth: int) -> tuple[Branch, ...]:
        if depth >= DEEPEST:
            return ()
        found = []
        for member in self.by_first.get(query_key(query), ()):
            if member.case.key in self._shown:
                continue
            self._shown.add(member.case.key)
            view = member.case.views[self._model]
            others = [role for role, _ in member.case.case.asks if role != member.first]
            found.append(
                Branch(
                    group=member.case.group,
                    rule=view.rule,
                    finding=view.finding if member.row.outcome == "fails" else "",
                    outcome=member.row.outcome,
                    address=self._address(member.case, self._model),
                    nodes=tuple(self._node(member, role, member.asks[role].label, depth + 1) for role in others),
                )
            )
        return tuple(found)


def _member(case: ShownCase, model: str) -> _Member:
    queries = dict(case.case.asks)
    first = next((role for role, query in queries.items() if not query.stimulus.edits), next(iter(queries)))
    asks = {ask.role: ask for ask in case.views[model].asks}
    return _Member(case, case.rows[model], asks, first, {role: query_key(query) for role, query in queries.items()})


def make_trees(cases: Sequence[ShownCase], model: str, picture: Address, address: CaseAddress) -> list[Node]:
    """The families of one image for one model, those with the most broken relations first."""
    return _Family(cases, model, picture, address).roots()[:MOST_TREES]


def count_failures(node: Node) -> int:
    """The number of relations of a tree that fail."""
    return sum(
        (branch.outcome == "fails") + sum(count_failures(each) for each in branch.nodes) for branch in node.branches
    )
