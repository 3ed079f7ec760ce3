"""Pictures of calls, loaded on threads: each image of a window is decoded once, each variant edited once."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from askance.core import Dataset, ImageData, Scene, Step, UserError
from askance.core.coerce_answers import describe_exception
from askance.core.error_place import outside_error_location
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.edits import CutoutCache, donor_image_lookup, donor_scene_lookup, edit_image, edit_scene
from askance.edits.cutout import KEPT
from askance.engine.plan import Call


@dataclass(frozen=True, slots=True)
class EditedImage:
    """One variant of an image, or the reason why it cannot be shown."""

    picture: ImageData | None = None
    scene: Scene | None = None
    load_error: str | None = None
    at_fault: str = ""  # what `load_error` is an error of: the data set or an edit


EditedImages = dict[str, EditedImage]  # variant → sight
Edits = tuple[Step, ...]
LOAD_ERRORS = (UserError, OSError, ValueError)
DONORS = 8  # the share of the memory for pictures that cut-outs of donors may take: one eighth
DONOR_SCENES = 4096  # scenes of donor images kept: a few kilobytes each


@dataclass(frozen=True, slots=True)
class LoadedVariants:
    """The variants of one image, and the bytes of the largest picture that was made for them."""

    sights: EditedImages
    largest: int


class ImageLoader:
    """Loads what the models of a run need: pixels only if one of them looks at pixels."""

    def __init__(self, data: Dataset, needs: frozenset[str], workers: int, memory: int | None = None):
        self.data = data
        self._name = f"data set {data.name}"
        self.needs, self.workers = needs, workers
        self.donors = CutoutCache(donor_image_lookup(data), KEPT if memory is None else min(KEPT, memory // DONORS))
        self.donor_scene = lru_cache(DONOR_SCENES)(donor_scene_lookup(data))
        self._nothing: Future[LoadedVariants] = Future()  # what there is to show where no model needs anything
        self._nothing.set_result(LoadedVariants({}, 0))
        self.pool = ThreadPoolExecutor(workers, thread_name_prefix="askance-pictures")

    def start_loading(self, window: list[Call]) -> dict[str | None, Future[LoadedVariants]]:
        """Begin loading every image of a window."""
        if not self.needs:
            return dict.fromkeys((call.image for call in window), self._nothing)
        futures: dict[str | None, Future[LoadedVariants]] = {}
        for image, group in groupby(window, key=lambda call: call.image):
            variants = {call.variant: call.query.stimulus.edits for call in group}
            futures[image] = self.pool.submit(self._load_variants, image, variants)
        return futures

    def _load_variants(self, image: str | None, variants: dict[str, Edits]) -> LoadedVariants:
        if image is None:
            return LoadedVariants(dict.fromkeys(variants, EditedImage()), 0)
        try:
            clean = self._load_unedited(image)
        except LOAD_ERRORS as error:
            return LoadedVariants(dict.fromkeys(variants, EditedImage(load_error=str(error), at_fault=self._name)), 0)
        sights = {variant: self._apply_edits(clean, edits) for variant, edits in variants.items()}
        made = [
            edited_image.picture.nbytes
            for edited_image in (clean, *sights.values())
            if edited_image.picture is not None
        ]
        return LoadedVariants(sights, max(made, default=0))

    def _load_unedited(self, image: str) -> EditedImage:
        if "pixels" in self.needs:
            what = f"{self._name}: load_image({image!r})"
            with name_outside_code_in_errors(what, self.data):
                picture = self.data.load_image(image)
            if not isinstance(picture, ImageData):
                raise UserError(f"{what} is a {type(picture).__name__}: return an askance.core.ImageData")
            return EditedImage(picture, picture.scene)
        return EditedImage(scene=self.data.scene(image) if "scene" in self.needs else None)

    def _apply_edits(self, clean: EditedImage, edits: Edits) -> EditedImage:
        """One variant; what goes wrong in it, such as a donor that cannot be read, is its trouble alone."""
        names = f"edit {', '.join(step.name for step in edits)}"
        try:
            if clean.picture is not None and edits:
                picture = edit_image(clean.picture, edits, self.donors)
                return EditedImage(picture, picture.scene)
            if clean.picture is None and clean.scene is not None:
                return EditedImage(scene=edit_scene(clean.scene, edits, self.donor_scene))
        except LOAD_ERRORS as error:
            return EditedImage(load_error=str(error), at_fault=names)
        except Exception as error:  # an edit of another package, or a step without one of its arguments
            return EditedImage(
                load_error=f"{names}: {describe_exception(error)}{outside_error_location(error)}", at_fault=names
            )
        return clean

    def close(self) -> None:
        """Stop loading."""
        self.pool.shutdown(wait=True, cancel_futures=True)
