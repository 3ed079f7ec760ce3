"""The failing cases behind the figures, with their pictures."""

import base64
import io
from dataclasses import dataclass

from askance.core import Case, Dataset, UserError
from askance.core.case import case_from
from askance.datasets import open_data
from askance.edits import edit_picture
from askance.report.current import current
from askance.store import Workspace, final_answers, lens


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
            opened[deck.data_name] = _try_open(deck.data_name)
        for case, answers in _failing(space, standing.deck, standing.fingerprint, per_model):
            found.append(_failure(standing.model, case, answers, opened[deck.data_name]))
    return found


def _try_open(name: str) -> Dataset | None:
    try:
        return open_data(name)
    except UserError:
        return None  # the figures stay true when the pictures have moved away


def _failing(space: Workspace, deck: str, fingerprint: str, count: int) -> list[tuple[Case, dict[str, str | None]]]:
    verdicts = space.derived("verdicts", [(deck, fingerprint)])
    connection = lens(space, [deck])
    connection.register("these", verdicts)
    rows = connection.execute(
        "select body, map(list(role), list(coalesce(text, status))) from"
        " (select body, case_key, role, text, given.status from (select case_key, name from these where holds = false"
        f" order by md5(name) limit {int(count)}) bad join cases using (case_key) join asks using (case_key)"
        f" join {final_answers(fingerprint)} given using (query_key)) group by case_key, body order by case_key"
    ).fetchall()
    return [(case_from(body), dict(answers)) for body, answers in rows]


def _failure(model: str, case: Case, answers: dict[str, str | None], data: Dataset | None) -> Failure:
    asked = [(role, query.stimulus.question, answers.get(role)) for role, query in case.asks]
    expected = "; ".join(max(set(given), key=given.count) for _, given in case.expected if given)
    return Failure(model, case.suite, case.name, asked, expected, _picture(case, data))


def _picture(case: Case, data: Dataset | None) -> str | None:
    stimulus = case.asks[0][1].stimulus
    if data is None or stimulus.image is None:
        return None
    try:
        picture = edit_picture(data.picture(stimulus.image), stimulus.edits)
    except UserError:
        return None
    image = picture.image.copy()  # others share the picture
    image.thumbnail((360, 270))
    out = io.BytesIO()
    image.save(out, format="WEBP", quality=80)
    return "data:image/webp;base64," + base64.b64encode(out.getvalue()).decode()
