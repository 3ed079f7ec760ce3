"""What a workspace currently says: for each data set, suite and model, the latest deck and fingerprint."""

from dataclasses import dataclass

from askance.report.declared import Declarations, declarations
from askance.store import Workspace


@dataclass(frozen=True, slots=True)
class Current:
    """One model's standing on one deck."""

    dataset: str
    suite: str
    model: str
    deck: str
    fingerprint: str


def current(space: Workspace) -> list[Current]:
    """Later runs replace earlier ones of the same data set, suite and model name."""
    latest: dict[tuple[str, str, str], Current] = {}
    for run in space.runs():
        prints = {model["name"]: model["fingerprint"] for model in run["models"]}
        for deck in run["decks"]:
            for model in deck["models"]:
                key = (deck["dataset"], deck["suite"], model)
                latest.pop(key, None)
                latest[key] = Current(*key, deck["deck"], prints[model])
    return list(latest.values())


def declared(space: Workspace) -> Declarations:
    """What the suites of a workspace declare about their metrics."""
    return declarations(space.runs())
