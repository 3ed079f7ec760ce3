"""Cases of one question side by side: a row of images, or a table of questions, with the answers of every model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from askance.core import Stimulus
from askance.report.case_view import AskView
from askance.report.changed_words import TextRun
from askance.report.grade_marks import expected_words
from askance.server.group_order import kind_of_group, rank_of_kind, strength_of_group
from askance.server.suite_cases import ShownCase

Address = Callable[[Stimulus], str | None]
CaseAddress = Callable[[ShownCase, str], str]  # a case and a model → the address of the verdict
MOST_QUESTIONS = 4  # of one image
MARKS = {"right": "good", "wrong": "bad"}  # an answer that is partly right has none


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What one model answered."""

    model: str
    text: str
    mark: str  # "good", "bad" or ""
    address: str


@dataclass(frozen=True, slots=True)
class Tile:
    """One image or question of a row, with the answers."""

    label: str
    about: str  # the edits and settings in words
    picture: str | None
    address: str  # of the case, as the chosen model answered it; "" = the case page is not served
    words: tuple[TextRun, ...]
    answers: tuple[ShownAnswer, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """One row: the cases of one kind, by strength."""

    name: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class QuestionCases:
    """The rows of one question."""

    question: str
    expected: str  # in words, the most frequent answer first
    strips: tuple[Strip, ...]


def make_strips(
    cases: Sequence[ShownCase], groups: Sequence[str], picture: Address, address: CaseAddress
) -> list[QuestionCases]:
    """Cases by question, then by kind, in order of strength; questions with the most failing cases first."""
    by_item: dict[str, list[ShownCase]] = {}
    for case in cases:
        by_item.setdefault(_item_of(case), []).append(case)
    ranked = sorted(by_item.values(), key=lambda some: -sum(_failures(case) for case in some))
    return [_question_cases(some, groups, picture, address) for some in ranked[:MOST_QUESTIONS]]


def _item_of(case: ShownCase) -> str:
    return case.case.name.removesuffix(f"/{case.group}")


def _failures(case: ShownCase) -> int:
    return sum(row.outcome == "fails" for row in case.rows.values())


def _question_cases(
    cases: Sequence[ShownCase], groups: Sequence[str], picture: Address, address: CaseAddress
) -> QuestionCases:
    by_kind: dict[str, list[ShownCase]] = {}
    for case in cases:
        by_kind.setdefault(kind_of_group(case.group), []).append(case)
    kinds = sorted(by_kind, key=lambda kind: (rank_of_kind(kind, groups), kind))
    ordered = {kind: sorted(by_kind[kind], key=lambda case: strength_of_group(case.group)) for kind in kinds}
    strips = [Strip(kind, tuple(_tiles(some, picture, address))) for kind, some in ordered.items()]
    first = next(iter(cases[0].views.values()))
    question = cases[0].case.question or first.asks[0].stimulus.question
    original = first.asks[0]
    return QuestionCases(question, expected_words(original.expected, original.expected_scores), tuple(strips))


def _tiles(cases: Sequence[ShownCase], picture: Address, address: CaseAddress) -> list[Tile]:
    """The unchanged query once, then every changed one; a case with a single query is a tile of its own."""
    tiles, has_clean = [], False
    for case in cases:
        views = case.views
        asks = next(iter(views.values())).asks
        for place, ask in enumerate(asks):
            is_clean = len(asks) > 1 and not ask.edits and not ask.settings
            if is_clean and has_clean:
                continue
            has_clean = has_clean or is_clean
            about = "; ".join((*ask.edits, *ask.settings))
            label = "unchanged" if is_clean else _label(case, ask, about)
            answers = tuple(
                _answer(model, view.asks[place], _clean_of(view.asks), address(case, model))
                for model, view in views.items()
            )
            tiles.append(Tile(label, about, picture(ask.stimulus), answers[0].address, ask.words, answers))
    return tiles


def _label(case: ShownCase, ask: AskView, about: str) -> str:
    """What was done to the input, as the case page says it; the strength alone where only the question changes."""
    strength = case.group.removeprefix(kind_of_group(case.group))[1:]
    draw = f", {ask.label.replace('trial', 'draw')}" if len(case.case.asks) > 2 else ""
    return f"{about}{draw}" if about else strength or ask.label


def _clean_of(asks: Sequence[AskView]) -> AskView | None:
    return next((ask for ask in asks if not ask.edits and not ask.settings), None) if len(asks) > 1 else None


def _answer(model: str, ask: AskView, clean: AskView | None, address: str) -> ShownAnswer:
    """An answer is bad if it differs from that to the unchanged query; where there is none, if it is wrong."""
    text = ask.reading or ask.answer or ask.note or "no answer"
    if clean is not None:
        differs = ask is not clean and (ask.reading or ask.answer) != (clean.reading or clean.answer)
        return ShownAnswer(model, text, "bad" if differs else "", address)
    return ShownAnswer(model, text, MARKS.get(ask.grade, ""), address)
