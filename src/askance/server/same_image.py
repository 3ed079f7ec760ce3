"""The other cases about the image of a case, by suite: one card per case, so that what is counted is what is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from askance.core import Case, Stimulus, query_key
from askance.report.case_view import AskView, CaseView
from askance.server.group_order import group_order
from askance.server.query_results import CaseRow

MOST_FIGURES = 12  # cases per suite that are shown


@dataclass(frozen=True, slots=True)
class Figure:
    """One other case about the image: the image, question and answer that differ most from those of the page."""

    row: CaseRow
    picture: str | None
    caption: str
    ask: AskView
    more_answers: int  # of this case


@dataclass(frozen=True, slots=True)
class SuiteFigures:
    """The cases of one suite that ask the same question about the image."""

    suite: str
    cases: int  # with the same question
    of_image: int  # all about this image
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class CasesOfImage:
    """The cases of one model about an image, without the case of the page."""

    same: tuple[CaseRow, ...]  # they ask one of its questions
    others: tuple[CaseRow, ...]

    @property
    def suites(self) -> tuple[str, ...]:
        """The suites of these cases."""
        return tuple(dict.fromkeys(row.suite for row in (*self.same, *self.others)))

    def shown(self, groups_of: Callable[[str], Sequence[str]]) -> list[CaseRow]:
        """The cases that have a card, by suite; `groups_of`: the order of the groups that a suite declares."""
        return [row for suite in self.suites for row in self._ordered(suite, groups_of(suite))[:MOST_FIGURES]]

    def _ordered(self, suite: str, groups: Sequence[str]) -> list[CaseRow]:
        return sorted((row for row in self.same if row.suite == suite), key=lambda row: group_order(row.group, groups))

    def by_suite(self, figures: Iterable[Figure]) -> tuple[SuiteFigures, ...]:
        """The cards of each suite, with the numbers of its cases."""
        found: dict[str, list[Figure]] = {}
        for figure in figures:
            found.setdefault(figure.row.suite, []).append(figure)
        return tuple(
            SuiteFigures(suite, _count(suite, self.same), _count(suite, (*self.same, *self.others)), tuple(some))
            for suite, some in found.items()
        )


def split_by_question(rows: Iterable[CaseRow], asked: set[str]) -> CasesOfImage:
    """The cases that ask one of the questions, and the rest."""
    rows = tuple(rows)
    same = tuple(row for row in rows if not asked.isdisjoint(row.questions))
    return CasesOfImage(same, tuple(row for row in rows if asked.isdisjoint(row.questions)))


def make_figure(
    row: CaseRow, case: Case, view: CaseView, about: CaseView, picture: Callable[[Stimulus], str | None]
) -> Figure:
    """The card of a case; `about`: the case of the page."""
    asked = {ask.stimulus.question for ask in about.asks} | {about.case.question}
    known = {query_key(query) for _, query in about.case.asks}
    keys = {role: query_key(query) for role, query in case.asks}

    def interest(ask: AskView) -> tuple[bool, ...]:
        shown = ask.stimulus
        is_changed = bool(ask.edits or ask.settings)
        return shown.image == row.image, shown.question in asked, is_changed, keys[ask.role] not in known

    ask = max(view.asks, key=interest)
    caption = "; ".join((*(ask.edits or (_which_image(ask.stimulus, row),)), *ask.settings))
    return Figure(row, picture(ask.stimulus), caption, ask, len(view.asks) - 1)


def _which_image(shown: Stimulus, row: CaseRow) -> str:
    if shown.image is None:
        return "no image"
    return "original image" if shown.image == row.image else "another image"


def _count(suite: str, rows: Sequence[CaseRow]) -> int:
    return sum(row.suite == suite for row in rows)
