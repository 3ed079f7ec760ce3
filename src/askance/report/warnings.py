"""What a reader must know before believing a figure: a model that always says the same keeps many relations."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from askance.core.suite import NotedSuite
from askance.metrics.dominant import METRIC, most_frequent
from askance.report.current import Current, current
from askance.report.derived import derived, metrics
from askance.report.unreplaced import unreplaced
from askance.store import Workspace
from askance.suites import SUITES

# Whole = part + part: an answer other than 0 is at most two thirds of what a consistent model says to `partition`, and
# 0 is rarely true there, since both things are present in 70 % of its tests; in `reversion` half of them are yes.
CONSTANT = 80.0  # percent of the answers
LEAST = 15  # tests, of two or three questions each: at least 30 questions


@dataclass(frozen=True, slots=True)
class Family:
    """The questions of one kind, the relation in which no consistent model is constant, and those it cannot break."""

    group: str
    questions: str
    kept: tuple[str, ...]


_COUNTS = ("reorder", "insert", "remove")
FAMILIES = (Family("partition", "counting", _COUNTS), Family("reversion", "yes/no", ("cut", "insert", "remove")))
_ADDING_UP = ("partition", "cut")  # also kept by a constant 0 (0 = 0 + 0), and by "many"
_ONE_MORE = ("insert+", "remove+")  # kept by "many" alone


def warnings(space: Workspace, only: Collection[tuple[str, str]] | None = None) -> list[str]:
    """One line for each model (of these decks and fingerprints) that answers nearly all questions of a kind alike."""
    shares = {
        (row["model"], row["dataset"], row["suite"], row["group"]): row
        for row in metrics(space).to_pylist()
        if row["metric"] == METRIC
    }
    lines, standings = [*unreplaced(space, only), *_notes(space, only)], current(space)
    is_several = len({each.dataset for each in standings}) > 1
    for each in standings:
        if only is not None and (each.deck, each.fingerprint) not in only:
            continue
        for family in FAMILIES:
            row = shares.get((each.model, each.dataset, each.suite, family.group))
            if row is not None and _is_constant(row):
                lines.append(_line(space, each, family, row, f" on {each.dataset}" if is_several else ""))
    return lines


def _notes(space: Workspace, only: Collection[tuple[str, str]] | None) -> list[str]:
    """What suites have to say about their own figures; the same line about several models is said once."""
    lines: list[str] = []
    for each in current(space):
        suite = SUITES.get(each.suite.partition(":")[0])
        if isinstance(suite, NotedSuite) and (only is None or (each.deck, each.fingerprint) in only):
            verdicts = derived(space, "verdicts", [each])
            lines += [f"{each.suite} of {each.dataset}: {note}" for note in suite.notes(verdicts)]
    return list(dict.fromkeys(lines))


def _is_constant(row: dict[str, Any]) -> bool:
    return row["n"] >= LEAST and row["value"] is not None and row["value"] >= CONSTANT


def _line(space: Workspace, each: Current, family: Family, row: dict[str, Any], where: str) -> str:
    answer = most_frequent(derived(space, "verdicts", [each]), family.group) or ""
    kept = _kept(family, answer)
    return (
        f'warning: {each.model} answers "{answer}" to {row["value"]:.0f} % of the {family.questions} questions of'
        f" {each.suite} ({family.group}){where}: its low error in {', '.join(kept[:-1])} and {kept[-1]} means little"
    )


def _kept(family: Family, answer: str) -> tuple[str, ...]:
    """The relations that a model keeps by always saying this."""
    if family.kept != _COUNTS:
        return family.kept
    is_many = not answer.lstrip("-").replace(".", "", 1).isdecimal()
    return (*(_ADDING_UP if answer == "0" or is_many else ()), *family.kept, *(_ONE_MORE if is_many else ()))
