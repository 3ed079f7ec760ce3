"""The failing cases behind the figures, with their pictures."""

import base64
import io
from dataclasses import dataclass
from pathlib import Path

from askance.core import Case, Dataset, UserError
from askance.edits import donor_pictures, edit_picture
from askance.report.current import current
from askance.report.failing import failing
from askance.store import Workspace
from askance.store.detections import open_kept


@dataclass(frozen=True, slots=True)
class Failure:
    """One case that did not hold, as a person would want to see it."""

    model: str
    suite: str
    name: str
    asked: list[tuple[str, str, str | None]]  # role, question, answer
    expected: str
    picture: str | None  # a data: address


def failures(space: Workspace, per_model: int = 6) -> list[Failure]:
    """A few failing cases of each model and suite, the same ones every time."""
    found: list[Failure] = []
    opened: dict[str, Dataset | None] = {}
    decks = {deck.id: deck for deck in space.decks()}
    for standing in current(space):
        deck = decks.get(standing.deck)
        if deck is None:
            continue
        if deck.data_name not in opened:
            opened[deck.data_name] = _try_open(deck.data_name, space.root)
        for each in failing(space, standing, per_model):
            found.append(_failure(standing.model, each.case, each.answers, opened[deck.data_name]))
    return found


def _try_open(name: str, workspace: Path) -> Dataset | None:
    try:
        return open_kept(name, workspace)
    except UserError:
        return None  # the figures stay true when the pictures have moved away


def _failure(model: str, case: Case, answers: dict[str, str], data: Dataset | None) -> Failure:
    asked = [(role, query.stimulus.question, answers.get(role)) for role, query in case.asks]
    expected = "; ".join(max(set(given), key=given.count) for _, given in case.expected if given)
    return Failure(model, case.suite, case.name, asked, expected, _picture(case, data))


def _picture(case: Case, data: Dataset | None) -> str | None:
    stimulus = case.asks[0][1].stimulus
    if data is None or stimulus.image is None:
        return None
    try:
        picture = edit_picture(data.picture(stimulus.image), stimulus.edits, donor_pictures(data))
    except UserError:
        return None
    image = picture.image.copy()  # others share the picture
    image.thumbnail((360, 270))
    out = io.BytesIO()
    image.save(out, format="WEBP", quality=80)
    return "data:image/webp;base64," + base64.b64encode(out.getvalue()).decode()
