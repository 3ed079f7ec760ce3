"""The images that live questions can be about: those of the data sets, and uploaded ones; with their edits."""

import io
import logging
from collections.abc import Callable
from contextlib import suppress

from askance.core import Dataset, ImageData, Query, UserError
from askance.edits import edit_image
from askance.report.true_answer_lookup import TrueAnswer, true_answer_lookup
from askance.server.live.compute_once import ComputeOnce
from askance.server.live.live_answers import LiveQuestion
from askance.server.live.sliders import Edits, slider_edits
from askance.server.live.uploaded_images import PREFIX, UploadedImages
from PIL import Image

LOG = logging.getLogger("askance.server")
DECODED, EDITED, ENCODED = 16, 32, 64  # images kept
KEPT_BYTES = 64 * 2**20  # of decoded and of edited images: photographs can be large
SHOWN_SIDE = 960  # pixels of the longer side of an image as the page shows it
JPEG_QUALITY = 92


class NoSuchImage(UserError):  # noqa: N818  a state of a request
    """There is no image of that name; an upload may have been dropped to free memory."""


def _nbytes(picture: ImageData) -> int:
    return picture.nbytes


DatasetLookup = Callable[[str], Dataset | None]  # the name of a data set → the opened data set


class LiveImages:
    """Finds images by name and edits them; each image is decoded once and each variant is made once."""

    def __init__(self, find_dataset: DatasetLookup, uploads: UploadedImages | None = None):
        self._find_dataset = find_dataset
        self.uploads = uploads or UploadedImages()
        self._truths: dict[str, TrueAnswer] = {}
        self._decoded: ComputeOnce[tuple[str, str], ImageData] = ComputeOnce(DECODED, _nbytes, KEPT_BYTES)
        self._edited: ComputeOnce[tuple[str, str, Edits], ImageData] = ComputeOnce(EDITED, _nbytes, KEPT_BYTES)
        self._encoded: ComputeOnce[tuple[str, str, Edits], bytes] = ComputeOnce(ENCODED)

    def load(self, name: str, data: str = "") -> ImageData:
        """An image as it is; `data` is the name of its data set."""
        if name.startswith(PREFIX):
            found = self.uploads.find(name)
            if found is None:
                raise NoSuchImage("the dropped image is no longer in memory: drop the file again")
            return found
        return self._decoded.get((data, name), lambda: self._decode(name, self.dataset(data)))

    def dataset(self, name: str = "") -> Dataset:
        """The data set of that name."""
        found = self._find_dataset(name)
        if found is None:
            raise NoSuchImage("the data set of this image cannot be opened here: drop an image instead")
        return found

    def slider_edits(self, asked: LiveQuestion) -> Edits:
        """The edit steps of the slider positions of a question; a crop depends on the size of its image."""
        size = self.load(asked.image, asked.data).size if "crop" in asked.sliders else (1, 1)
        return slider_edits(asked.sliders, size)

    def truth(self, data: str, image: str) -> TrueAnswer:
        """Query → the true answer, where the scene of the image lists everything; None for an uploaded image."""
        if image.startswith(PREFIX):
            return lambda query: None
        if data not in self._truths:
            self._truths[data] = true_answer_lookup(self.dataset(data))
        found = self._truths[data]

        def true_answer(query: Query) -> str | None:
            with suppress(ValueError, UserError, LookupError, OSError):  # such as a crop of a scene without boxes
                return found(query)
            return None

        return true_answer

    def edited(self, name: str, edits: Edits, data: str = "") -> ImageData:
        """An image after its edits, with its scene where that is known."""
        whole = self.load(name, data)
        if not edits:
            return whole
        return self._edited.get((data, name, edits), lambda: edit_image(whole, edits))

    def as_jpeg(self, name: str, edits: Edits, data: str = "") -> bytes:
        """An image after its edits as the page shows it: a JPEG file, scaled down if it is large."""

        def encode() -> bytes:
            image = self.edited(name, edits, data).image
            scale = SHOWN_SIDE / max(image.size)
            if scale < 1:
                width, height = (max(1, round(side * scale)) for side in image.size)
                image = image.resize((width, height), Image.Resampling.BILINEAR)
            file = io.BytesIO()
            image.save(file, "JPEG", quality=JPEG_QUALITY, subsampling=0)  # noise has colors
            return file.getvalue()

        return self._encoded.get((data, name, edits), encode)

    def _decode(self, name: str, data: Dataset) -> ImageData:
        try:
            return data.load_image(name)
        except (UserError, OSError, ValueError, KeyError) as error:  # the text may contain paths of this machine
            LOG.warning("live: image %r of %s: %s", name[:200], data.name, error)
            raise NoSuchImage("the data set has no image of that name that can be read") from error
