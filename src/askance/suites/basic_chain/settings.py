"""What decides a chain: where the basic questions come from, the thresholds, and how they reach the model."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from askance.core import Dataset, Item
from askance.core.suite import Option
from askance.ranking.chain import MOST, Thresholds
from askance.suites.basic_questions import MODES, Basic, BasicQuestions, Source
from askance.suites.no_cases_reason import answered_items

CONCATENATED, TURNS = "concatenation", "turns"  # how basic questions reach the model
_THRESHOLDS = {"s1": "score1", "s2": "score2/score1", "s3": "score3/score2"}


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("not a number")
    return number


def _way(text: str) -> str:
    if text not in (CONCATENATED, TURNS):
        raise ValueError(f"neither {CONCATENATED} nor {TURNS}")
    return text


OPTIONS: dict[str, Option] = {
    **{name: option for name, option in BasicQuestions.options.items() if name not in ("t", "m")},  # no R_score here
    **{name: Option("NUMBER", f"what {score} must exceed", _number) for name, score in _THRESHOLDS.items()},
    "as": Option(f"{CONCATENATED}|{TURNS}", "behind the main question, or as earlier turns of a chat", _way),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything but the items that decides a chain's cases and figures."""

    source: Source = field(default_factory=Source)
    thresholds: Thresholds = field(default_factory=Thresholds)
    words: int | None = None
    relation: str = MODES["default"]  # how accuracy is scored

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Settings":
        """From options that have been read."""
        limits = Thresholds(**{name: given[name] for name in _THRESHOLDS if name in given})
        return cls(Source.of(given), limits, given.get("words"), MODES[given.get("mode", "default")])

    def ranked(self, data: Dataset, limit: int | None, seed: int) -> Iterator[tuple[Item, list[Basic]]]:
        """Each item with its three best basic questions."""
        items = list(answered_items(data, limit, seed))
        found = self.source.find(data, [item.question for item in items])
        for item in items:
            yield item, list(found[item.question][:MOST])


def tags_of(item: Item, basic: list[Basic]) -> dict[str, str]:
    """An item's own tags, and the scores from which figures are made."""
    return dict(item.tags) | {f"score-{place}": repr(each.score) for place, each in enumerate(basic, 1)}
