"""Pictures as they were shown, written as PNG files named by what they show."""

from pathlib import Path

from askance.core import Dataset, Stimulus, UserError, digest_value
from askance.edits import CutoutCache, donor_image_lookup, edit_image


def image_file_name(stimulus: Stimulus) -> str | None:
    """The file name of a picture under its edits: one picture, one name; None where no picture is shown."""
    return None if stimulus.image is None else f"{digest_value((stimulus.image, stimulus.edits)).hex()}.png"


class ImageWriter:
    """A folder that pictures are written to, each once."""

    def __init__(self, folder: Path, data: Dataset):
        self.folder, self.data = folder, data
        self.donors = CutoutCache(donor_image_lookup(data))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"cannot write {folder}: {error.strerror or error}") from error

    def write_image(self, stimulus: Stimulus) -> str | None:
        """Write what a stimulus shows, unless it is there; returns the file's name."""
        name = image_file_name(stimulus)
        if name is None or stimulus.image is None or (self.folder / name).exists():
            return name
        image = edit_image(self.data.load_image(stimulus.image), stimulus.edits, self.donors).image
        temporary = self.folder / f".{name}.tmp"
        try:
            image.save(temporary, format="PNG")
            temporary.replace(self.folder / name)
        except OSError as error:
            raise UserError(f"cannot write {self.folder / name}: {error.strerror or error}") from error
        return name
