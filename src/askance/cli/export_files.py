"""What exports share: files written whole or not at all, and folders of images."""

from collections.abc import Callable, Mapping
from pathlib import Path

from askance.core import Dataset, Step, UserError
from askance.core.input_files import check_output_path

Pictured = tuple[Dataset, str | None, tuple[Step, ...]]  # data set, image, edits


def write_then_move(output: Path, write: Callable[[Path], int]) -> int:
    """Write beside the output, then move it there whole."""
    check_output_path(output)
    temporary = output.with_name(f".{output.name}.tmp")
    try:
        count = write(temporary)
        temporary.replace(output)
    except OSError as error:
        raise UserError(f"cannot write {output}: {error.strerror}") from error
    return count


def save_images(pictures: Mapping[str, Pictured], folder: Path) -> None:
    """FOLDER/NAME for each image, as it is shown after its edits."""
    from askance.edits import CutoutCache, donor_image_lookup, edit_image

    donors: dict[int, CutoutCache] = {}  # by data set
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, (data, image, edits) in pictures.items():
            if image is not None:
                cutouts = donors.setdefault(id(data), CutoutCache(donor_image_lookup(data)))
                edit_image(data.load_image(image), edits, cutouts).image.save(folder / name)
    except OSError as error:
        raise UserError(f"cannot write {folder}: {error.strerror or error}") from error
