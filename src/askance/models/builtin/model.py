"""A built-in model: sees each picture once, then answers all that is asked about it."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

import numpy as np
from askance.core import Answer, ImageData, ModelInput, Query, Step, find_unsupported_feature
from askance.models.builtin.answers_from_scores import answers_from_scores
from askance.models.builtin.feature_noise import add_noise, steps_at_site, unsupported_noise
from askance.models.builtin.image_size import resize_with_margins
from askance.models.builtin.model_folder import BLIND, TEXT, VISION, ModelFiles
from askance.models.builtin.onnx_sessions import Floats, OnnxSessions, usable_processor_count
from askance.models.builtin.sampling import batch_dropout_masks
from askance.models.builtin.vocabulary import PAD

if TYPE_CHECKING:
    from PIL.Image import Image

OFFERS = frozenset({"text", "score", "choose", "draws", "temperature", "dropout", "top"})
QUERIES = 16  # in a batch
CACHED_QUESTIONS = 64  # in a batch of one that does not look, and so hears all of them together
KEPT = 64  # pictures whose features are kept, for their next batch or draw
LEAST = 2  # questions in one run: one alone takes another way through matrix products, and rounds otherwise
NOTHING: Floats = np.zeros((1, 1), np.float32)  # what a blind model sees


class Builtin:
    """Runs the networks of a folder; an answer does not depend on what else is in its batch."""

    def __init__(self, folder: Path, name: str):
        self.name = name
        self.files = ModelFiles(folder)
        self.sessions = OnnxSessions(self.files)
        about = self.files.about
        self.blind = about.model == BLIND
        self.batch_size = CACHED_QUESTIONS if self.blind else QUERIES
        self.at_once = usable_processor_count()
        self.needs: frozenset[str] = frozenset() if self.blind else frozenset({"pixels"})
        sites = set(about.spread) - ({VISION} if self.blind else set())
        self.supports = OFFERS | {f"noise:{site}" for site in sites}
        self._grids: OrderedDict[int, tuple[ref[Image], Future[Floats]]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def fingerprint(self) -> str:
        """The digest of the folder's files and of the code that runs them."""
        return f"builtin:{self.files.digest}"

    @property
    def parameters(self) -> int | None:
        """The number of weights, from the shapes in the files."""
        return self.files.parameters

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer a query, in order."""
        answers = [self._unsupported_answer(one) for one in shown]
        groups: dict[tuple[int, tuple[Step, ...]], list[int]] = {}
        for place, one in enumerate(shown):
            if answers[place] is None:
                noise = steps_at_site(one.query.condition.inside, VISION)
                groups.setdefault((0 if self.blind else id(one.picture), noise), []).append(place)
        for (_, noise), places in groups.items():
            queries = [shown[place].query for place in places]
            scores = self._score_answers(self._noisy_features(shown[places[0]].picture, noise), queries)
            for place, answer in zip(places, answers_from_scores(queries, scores, self.files.lexicon), strict=True):
                answers[place] = answer
        return [answer for answer in answers if answer is not None]

    def _unsupported_answer(self, shown: ModelInput) -> Answer | None:
        condition = shown.query.condition
        reason = find_unsupported_feature(shown.query, self.supports) or unsupported_noise(condition.inside)
        if not reason and not 0 <= condition.temperature < float("inf"):
            reason = f"temperature {condition.temperature} is not a number from 0"
        if not reason and not self.blind and shown.picture is None:
            reason = "this model was shown no picture"
        return Answer(status="failed", reason=reason) if reason else None

    def _noisy_features(self, picture: ImageData | None, noise: Sequence[Step]) -> Floats:
        """Features (cells, channels) of a picture, with noise added."""
        if picture is None or self.blind:
            return NOTHING
        return add_noise(self._image_features(picture.image), noise, self.files.about.spread)

    def _image_features(self, image: "Image") -> Floats:
        """An image's features, kept for a while: to keep the image itself could take gigabytes."""
        with self._lock:
            of, found = self._grids.pop(id(image), (None, None))
            known = found if of is not None and of() is image else None  # where it stands, another may have stood
            wanted: Future[Floats] = known or Future()
            self._grids[id(image)] = ref(image), wanted
            if len(self._grids) > KEPT:
                self._grids.popitem(last=False)
        if known is None:
            self._compute_features(wanted, image)
        return wanted.result()  # one thread looks, and others that want the same wait for it

    def _compute_features(self, found: "Future[Floats]", image: "Image") -> None:
        try:
            found.set_result(
                self.sessions.run("see", pixels=resize_with_margins(image, self.files.about.size)[None])[0]
            )
        except BaseException as error:
            with self._lock:
                self._grids.pop(id(image), None)
            found.set_exception(error)

    def _score_answers(self, grid: Floats, queries: Sequence[Query]) -> Floats:
        """(queries, answers) scores of questions about one picture."""
        padded = [*queries, *[queries[0]] * (LEAST - len(queries))]
        tokens = self.files.lexicon.encode_questions([query.stimulus.question for query in padded])
        tokens = tokens[:, : int((tokens != PAD).sum(1).max())]
        given = (tokens != PAD).astype(np.float32)
        embedded = self.sessions.run("words", tokens=tokens[None])[0]
        for place, query in enumerate(padded):
            if noise := steps_at_site(query.condition.inside, TEXT):
                heard = embedded[place, : int(given[place].sum())]
                heard[:] = add_noise(heard, noise, self.files.about.spread)
        feeds = {
            f"drop{number}": mask[None]
            for number, mask in enumerate(batch_dropout_masks(padded, self.files.about.drops))
        }
        said = self.sessions.run("say", grid=grid[None], embedded=embedded[None], given=given[None], **feeds)
        return said[0, : len(queries)]
