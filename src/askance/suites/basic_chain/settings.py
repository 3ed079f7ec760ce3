"""What decides a chain: where the basic questions come from, the thresholds, and how they reach the model."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from askance.core import Dataset, Item
from askance.core.suite import SuiteOption
from askance.ranking.question_chain import MOST, Thresholds
from askance.suites.basic_questions import MODES, BasicQuestions, QuestionSource, ScoredQuestion
from askance.suites.no_cases_reason import items_with_expected_answers

CONCATENATED, TURNS = "concatenation", "turns"  # how basic questions reach the model
_THRESHOLDS = {"s1": "score1", "s2": "score2/score1", "s3": "score3/score2"}


def _read_number_option(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("not a number")
    return number


def _read_as_option(text: str) -> str:
    if text not in (CONCATENATED, TURNS):
        raise ValueError(f"neither {CONCATENATED} nor {TURNS}")
    return text


OPTIONS: dict[str, SuiteOption] = {
    **{name: option for name, option in BasicQuestions.options.items() if name not in ("t", "m")},  # no R_score here
    **{
        name: SuiteOption("NUMBER", f"what {score} must exceed", _read_number_option)
        for name, score in _THRESHOLDS.items()
    },
    "as": SuiteOption(
        f"{CONCATENATED}|{TURNS}", "behind the main question, or as earlier turns of a chat", _read_as_option
    ),
}


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """Everything but the items that decides a chain's cases and figures."""

    source: QuestionSource = field(default_factory=QuestionSource)
    thresholds: Thresholds = field(default_factory=Thresholds)
    words: int | None = None
    relation: str = MODES["default"]  # how accuracy is scored

    @classmethod
    def from_options(cls, given: Mapping[str, Any]) -> "ChainSettings":
        """From options that have been read."""
        limits = Thresholds(**{name: given[name] for name in _THRESHOLDS if name in given})
        return cls(QuestionSource.from_options(given), limits, given.get("words"), MODES[given.get("mode", "default")])

    def items_with_basic_questions(
        self, data: Dataset, limit: int | None, seed: int
    ) -> Iterator[tuple[Item, list[ScoredQuestion]]]:
        """Each item with its three best basic questions."""
        items = list(items_with_expected_answers(data, limit, seed))
        found = self.source.find_basic_questions(data, [item.question for item in items])
        for item in items:
            yield item, list(found[item.question][:MOST])


def item_tags_with_scores(item: Item, basic: list[ScoredQuestion]) -> dict[str, str]:
    """An item's own tags, and the scores from which figures are made."""
    return dict(item.tags) | {f"score-{place}": repr(each.score) for place, each in enumerate(basic, 1)}
