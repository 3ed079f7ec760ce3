"""Pictures for a window of calls, loaded ahead on threads: each image is decoded once, each variant edited once."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby

from askance.core import Dataset, Picture, Scene, Step, UserError
from askance.edits import edit_picture, edit_scene
from askance.engine.plan import Call


@dataclass(frozen=True, slots=True)
class Sight:
    """One variant of an image, or the reason why it cannot be shown."""

    picture: Picture | None = None
    scene: Scene | None = None
    trouble: str | None = None


Sights = dict[str, Sight]  # variant → sight


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
        self.pool = ThreadPoolExecutor(workers, thread_name_prefix="askance-pictures")

    def start(self, window: list[Call]) -> dict[str | None, Future[Sights]]:
        """Begin loading every image of a window."""
        futures: dict[str | None, Future[Sights]] = {}
        for image, group in groupby(window, key=lambda call: call.image):
            variants = {call.variant: call.query.stimulus.edits for call in group}
            futures[image] = self.pool.submit(self._load, image, variants)
        return futures

    def _load(self, image: str | None, variants: dict[str, tuple[Step, ...]]) -> Sights:
        try:
            return self._sights(image, variants)
        except (UserError, OSError, ValueError) as error:
            return dict.fromkeys(variants, Sight(trouble=str(error)))

    def _sights(self, image: str | None, variants: dict[str, tuple[Step, ...]]) -> Sights:
        if image is None:
            return dict.fromkeys(variants, Sight())
        if "pixels" not in self.needs:
            scene = self.data.scene(image) if "scene" in self.needs else None
            return {v: Sight(scene=edit_scene(scene, edits) if scene else None) for v, edits in variants.items()}
        clean = self.data.picture(image)
        shown = {variant: edit_picture(clean, edits) if edits else clean for variant, edits in variants.items()}
        return {variant: Sight(picture, picture.scene) for variant, picture in shown.items()}

    def close(self) -> None:
        """Stop loading."""
        self.pool.shutdown(wait=True, cancel_futures=True)
