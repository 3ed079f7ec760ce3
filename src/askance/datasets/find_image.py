"""Which image of a data set a name means: people know its file, or the beginning of its name."""

from pathlib import PurePosixPath

from askance.core import Dataset, UserError
from askance.core.dataset import image_file_of
from askance.core.plural import plural

SHOWN = 3  # images in an error


def is_image_meant(name: str, file: str | None, wanted: str) -> bool:
    """Whether an image is meant by its name, the beginning of it up to a colon, or its file (folders or not)."""
    if name == wanted or name.startswith(f"{wanted}:"):
        return True
    return file is not None and wanted in (file, PurePosixPath(file).name)


def find_image(data: Dataset, wanted: str) -> str:
    """The full name of the one image that is meant; a UserError where there is none, or more than one."""
    files = {name: image_file_of(data, name) for name in data.images()}
    found = [name for name, file in files.items() if is_image_meant(name, file, wanted)]
    exact = [name for name in found if wanted in (name, files[name])]
    if len(found) == 1 or len(exact) == 1:
        return found[0] if len(found) == 1 else exact[0]
    shown = [files[name] or name for name in found or files]
    listed = ", ".join(shown[:SHOWN]) + (", …" if len(shown) > SHOWN else "")
    if found:
        raise UserError(
            f"{wanted}: can be each of {plural(len(found), 'image')} of {data.name} ({listed}): write the whole name"
        )
    raise UserError(f"{wanted}: is no file, and no image of {data.name}, such as {listed}")
