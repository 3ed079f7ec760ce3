"""Pictures for a window of calls, loaded ahead on threads: each image is decoded once, each variant edited once."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from askance.core import Dataset, Picture, Scene, Step, UserError
from askance.edits import Cutouts, donor_pictures, donor_scenes, edit_picture, edit_scene
from askance.engine.plan import Call


@dataclass(frozen=True, slots=True)
class Sight:
    """One variant of an image, or the reason why it cannot be shown."""

    picture: Picture | None = None
    scene: Scene | None = None
    trouble: str | None = None


Sights = dict[str, Sight]  # variant → sight
Edits = tuple[Step, ...]
TROUBLES = (UserError, OSError, ValueError)
DONOR_SCENES = 4096  # scenes of donor images kept: a few kilobytes each


def windows(calls: Iterable[Call], size: int) -> Iterator[list[Call]]:
    """Runs of at least `size` calls, cut only between images, so that no image is needed twice."""
    window: list[Call] = []
    for _, group in groupby(calls, key=lambda call: call.image):
        window.extend(group)
        if len(window) >= size:
            yield window
            window = []
    if window:
        yield window


class Loader:
    """Loads what the models of a run need: pixels only if one of them looks at pixels."""

    def __init__(self, data: Dataset, needs: frozenset[str], workers: int):
        self.data = data
        self.needs = needs
        self.donors = Cutouts(donor_pictures(data))
        self.donor_scene = lru_cache(DONOR_SCENES)(donor_scenes(data))
        self.pool = ThreadPoolExecutor(workers, thread_name_prefix="askance-pictures")

    def start(self, window: list[Call]) -> dict[str | None, Future[Sights]]:
        """Begin loading every image of a window."""
        futures: dict[str | None, Future[Sights]] = {}
        for image, group in groupby(window, key=lambda call: call.image):
            variants = {call.variant: call.query.stimulus.edits for call in group}
            futures[image] = self.pool.submit(self._load, image, variants)
        return futures

    def _load(self, image: str | None, variants: dict[str, Edits]) -> Sights:
        if image is None:
            return dict.fromkeys(variants, Sight())
        try:
            clean = self._clean(image)
        except TROUBLES as error:
            return dict.fromkeys(variants, Sight(trouble=str(error)))
        return {variant: self._edited(clean, edits) for variant, edits in variants.items()}

    def _clean(self, image: str) -> Sight:
        if "pixels" in self.needs:
            picture = self.data.picture(image)
            return Sight(picture, picture.scene)
        return Sight(scene=self.data.scene(image) if "scene" in self.needs else None)

    def _edited(self, clean: Sight, edits: Edits) -> Sight:
        """One variant; what goes wrong in it, such as a donor that cannot be read, is its trouble alone."""
        try:
            if clean.picture is not None and edits:
                picture = edit_picture(clean.picture, edits, self.donors)
                return Sight(picture, picture.scene)
            if clean.picture is None and clean.scene is not None:
                return Sight(scene=edit_scene(clean.scene, edits, self.donor_scene))
        except TROUBLES as error:
            return Sight(trouble=str(error))
        return clean

    def close(self) -> None:
        """Stop loading."""
        self.pool.shutdown(wait=True, cancel_futures=True)
