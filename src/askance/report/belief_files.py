"""A belief set as a file: SVG, PNG, or an HTML page with several images."""

import base64
import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from askance.core import Dataset, UserError
from askance.core.install_command import install_command
from askance.report.belief_picture import Picture, belief_style, draw_belief_set
from askance.report.belief_sets import ImageBeliefs
from askance.report.html_escape import escape_html
from askance.store.detection_cache import open_dataset_with_stored_detections

FORMATS = (".html", ".svg", ".png")
LARGEST = (660, 660)  # pixels of the image inside
SCALE = 2  # pixels of a PNG per pixel of the drawing
PAGE = "body{margin:0 auto;max-width:1040px;padding:16px}svg{max-width:100%;height:auto;display:block;margin:0 0 24px}"
DARK = "@media (prefers-color-scheme:dark){body{background:#16191d}}"


class BeliefPictures:
    """Draws belief sets with their images; each data set is opened once."""

    def __init__(self, root: Path):
        self._root = root
        self._data: dict[str, Dataset] = {}

    def draw(self, beliefs: ImageBeliefs, with_style: bool = True) -> str:
        """The SVG of one belief set."""
        return draw_belief_set(beliefs, self._picture(beliefs), with_style)

    def _picture(self, beliefs: ImageBeliefs) -> Picture | None:
        """The image inside the file; None if the data set is no longer here."""
        try:
            if beliefs.data_name not in self._data:
                self._data[beliefs.data_name] = open_dataset_with_stored_detections(beliefs.data_name, self._root)
            image = self._data[beliefs.data_name].load_image(beliefs.image).image.copy()
        except (UserError, ValueError, OSError):
            return None
        image.thumbnail(LARGEST)
        out = io.BytesIO()
        image.convert("RGB").save(out, format="JPEG", quality=85)
        return Picture("data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode(), *image.size)


def check_picture_path(path: Path) -> None:
    """UserError unless the ending is one of the formats."""
    if path.suffix not in FORMATS:
        raise UserError(f"{path}: write a file that ends in {', '.join(FORMATS)}")
    if path.suffix == ".png" and find_spec("vl_convert") is None:
        raise UserError(f"{path}: PNG needs an extra: run `{install_command('charts')}`, or write .svg")


def render_belief_sets(sets: Sequence[ImageBeliefs], root: Path, form: str) -> bytes:
    """The file: one belief set as .svg or .png, all of them as .html."""
    pictures = BeliefPictures(root)
    if form == ".html":
        body = "\n".join(pictures.draw(each, with_style=False) for each in sets)
        title = escape_html(f"Beliefs of {', '.join(dict.fromkeys(each.model for each in sets))}")
        head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
        head += f"<style>{PAGE}{DARK}{belief_style()}</style>"
        return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'.encode()
    drawn = pictures.draw(sets[0])
    if form == ".svg":
        return drawn.encode()
    import vl_convert

    return bytes(vl_convert.svg_to_png(drawn, scale=SCALE))
