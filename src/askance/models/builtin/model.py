"""A built-in model: sees each picture once, then answers all that is asked about it."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from askance.core import Answer, Picture, Query, Shown, Step, beyond, digest
from askance.models.builtin.chance import masks
from askance.models.builtin.files import BLIND, TEXT, VISION, Files
from askance.models.builtin.noise import at, noisy, trouble
from askance.models.builtin.replies import reply
from askance.models.builtin.sessions import Floats, Sessions, each, threads
from askance.models.builtin.sight import seen
from askance.models.builtin.words import PAD

OFFERS = frozenset({"text", "score", "choose", "draws", "temperature", "dropout", "top"})
QUERIES = 32  # in a batch, for each processor
KEPT = 64  # pictures whose features are kept, for their next batch or draw
LEAST = 2  # questions in one run: one alone takes another way through matrix products, and rounds otherwise
NOTHING: Floats = np.zeros((1, 1), np.float32)  # what a blind model sees


class Builtin:
    """Runs the networks of a folder; an answer does not depend on what else is in its batch."""

    def __init__(self, folder: Path, name: str):
        self.name = name
        self.batch_size = QUERIES * threads()
        self.files = Files(folder)
        self.sessions = Sessions(self.files)
        about = self.files.about
        self.blind = about.model == BLIND
        self.needs: frozenset[str] = frozenset() if self.blind else frozenset({"pixels"})
        sites = set(about.spread) - ({VISION} if self.blind else set())
        self.offers = OFFERS | {f"noise:{site}" for site in sites}
        self._grids: OrderedDict[bytes, Floats] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def fingerprint(self) -> str:
        """The digest of the folder's files and of the code that runs them."""
        return f"builtin:{self.files.digest}"

    def answer(self, shown: Sequence[Shown]) -> list[Answer]:
        """One answer a query, in order."""
        answers = [self._refusal(one) for one in shown]
        asked = [place for place, answer in enumerate(answers) if answer is None]
        grids = self._seen([shown[place].picture for place in asked])
        groups: dict[tuple[int, tuple[Step, ...]], list[int]] = {}
        for place in asked:
            noise = at(shown[place].query.condition.inside, VISION)
            groups.setdefault((0 if self.blind else id(shown[place].picture), noise), []).append(place)

        def said(group: tuple[tuple[int, tuple[Step, ...]], list[int]]) -> None:
            (picture, noise), places = group
            grid = NOTHING if self.blind else noisy(grids[picture], noise, self.files.about.spread)
            queries = [shown[place].query for place in places]
            for place, query, scores in zip(places, queries, self._scores(grid, queries), strict=True):
                answers[place] = reply(query, scores, self.files.lexicon)

        each(said, list(groups.items()))
        return [answer for answer in answers if answer is not None]

    def _refusal(self, shown: Shown) -> Answer | None:
        condition = shown.query.condition
        reason = beyond(shown.query, self.offers) or trouble(condition.inside)
        if not reason and not 0 <= condition.temperature < float("inf"):
            reason = f"temperature {condition.temperature} is not a number from 0"
        if not reason and not self.blind and shown.picture is None:
            reason = "this model was shown no picture"
        return Answer(status="failed", reason=reason) if reason else None

    def _seen(self, pictures: Sequence[Picture | None]) -> dict[int, Floats]:
        """Features (cells, channels) of pictures, by identity."""
        wanted = {id(picture): picture for picture in pictures if picture is not None and not self.blind}
        return dict(zip(wanted, each(self._look, list(wanted.values())), strict=True))

    def _look(self, picture: Picture) -> Floats:
        """A picture's features, kept under its pixels: to keep the picture itself could take gigabytes."""
        pixels = seen(picture.image, self.files.about.size)
        key = digest(pixels.tobytes())
        with self._lock:
            if key in self._grids:
                self._grids.move_to_end(key)
                return self._grids[key]
        grid: Floats = self.sessions.run("see", pixels=pixels[None])[0]
        with self._lock:
            self._grids[key] = grid
            if len(self._grids) > KEPT:
                self._grids.popitem(last=False)
        return grid

    def _scores(self, grid: Floats, queries: Sequence[Query]) -> Floats:
        """(queries, answers) scores of questions about one picture."""
        padded = [*queries, *[queries[0]] * (LEAST - len(queries))]
        tokens = self.files.lexicon.encoded([query.stimulus.question for query in padded])
        tokens = tokens[:, : int((tokens != PAD).sum(1).max())]
        given = (tokens != PAD).astype(np.float32)
        embedded = self.sessions.run("words", tokens=tokens[None])[0]
        for row, query, heard in zip(embedded, padded, given.sum(1).astype(int), strict=True):
            if noise := at(query.condition.inside, TEXT):
                row[:heard] = noisy(row[:heard], noise, self.files.about.spread)
        drops = zip(*(masks(query, self.files.about.drops) for query in padded), strict=True)
        feeds = {f"drop{number}": np.stack(mask)[None] for number, mask in enumerate(drops)}
        said = self.sessions.run("say", grid=grid[None], embedded=embedded[None], given=given[None], **feeds)
        return said[0, : len(queries)]
