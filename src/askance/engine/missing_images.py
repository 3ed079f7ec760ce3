"""Images of a run whose files are missing: reported before the first call, and not one by one when calls fail."""

from collections.abc import Sequence

from askance.core import Dataset, Model, UserError
from askance.core.dataset import FindsMissingImages
from askance.core.plural import plural
from askance.store import Workspace, connect


class MissingImages:
    """Says how many images of the cases are missing; the same line once, however many rounds a run has."""

    def __init__(self, data: Dataset, models: Sequence[Model]):
        self._data = data if isinstance(data, FindsMissingImages) else None
        self._readers = {model.fingerprint for model in models if "pixels" in model.needs}
        self._said = ""

    def line(self, space: Workspace, case_sets: Sequence[tuple[str, Sequence[str]]]) -> str:
        """The line about these case sets and the fingerprints of their models; empty if there is nothing new to say."""
        shown = sorted({name for name, models in case_sets if not self._readers.isdisjoint(models)})
        if self._data is None or not shown:
            return ""
        query = "select distinct image from queries where image is not null"
        images = sorted(image for (image,) in connect(space, shown).execute(query).fetchall())
        missing = self._data.missing_images(images)
        if not missing:
            return ""
        if len(missing) == len(images) and not self._said:
            what = f"all {len(images):,} images of {self._data.name} are missing, such as {missing[0]}"
            if len(images) == 1:
                what = f"the only image of {self._data.name} is missing: {missing[0]}"
            raise UserError(f"{what}: put the images there, or correct the paths in the data set")
        verb = "is" if len(missing) == 1 else "are"
        line = (
            f"{len(missing):,} of {plural(len(images), 'image')} {verb} missing, such as {missing[0]}:"
            " calls about missing images will fail"
        )
        line, self._said = "" if line == self._said else line, line
        return line
