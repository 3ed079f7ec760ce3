"""The display `beliefs`: what a model believes about one image, drawn as SVG."""

from askance.core import Dataset, UserError
from askance.report.belief_picture import NARROW, WIDE, Picture, draw_belief_set
from askance.report.belief_sets import belief_set_of_image
from askance.report.current_results import CurrentResult
from askance.server.opened_workspace import OpenedWorkspace
from markupsafe import Markup

USUAL_SIZE = (4, 3)  # if the size of an image is not known


def draw_beliefs(
    opened: OpenedWorkspace, result: CurrentResult, image: str, address: str | None, data: Dataset | None
) -> Markup | None:
    """The picture of a belief set, wide and for a phone; None if the model has no beliefs about the image."""
    key = "belief set", result.case_set, result.fingerprint, image
    beliefs = opened.cached(key, lambda space: belief_set_of_image(space, result, image))
    if beliefs is None:
        return None
    picture = None if address is None else Picture(address, *_size(data, image))
    forms = {"wide-picture": WIDE, "narrow-picture": NARROW}
    drawn = ((name, draw_belief_set(beliefs, picture, False, columns)) for name, columns in forms.items())
    return Markup("".join(f'<div class="{name}">{svg}</div>' for name, svg in drawn))  # every text is escaped


def _size(data: Dataset | None, image: str) -> tuple[int, int]:
    try:
        return USUAL_SIZE if data is None else data.load_image(image).image.size
    except (UserError, ValueError, OSError):  # the file has moved away
        return USUAL_SIZE
