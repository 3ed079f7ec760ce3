"""The images of a page, each stored once: cards that show the same image refer to it."""

from askance.report.failure_cards import CardImage
from askance.report.html_escape import escape_html_attribute
from markupsafe import Markup


class PageImages:
    """Collects the images of cards while they are rendered."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[str, tuple[int, int]]] = {}

    def reference(self, side: CardImage) -> Markup:
        """The element that shows an image of a card."""
        if side.picture is None:
            return Markup("")
        name, (width, height) = self._names.setdefault(side.picture, (f"image-{len(self._names)}", side.size))
        caption = escape_html_attribute(side.caption)
        return Markup(
            f'<svg class="picture" role="img" aria-label="{caption}" viewBox="0 0 {width} {height}">'
            f'<use href="#{name}"/></svg>'
        )

    def definitions(self) -> Markup:
        """The images themselves, for one place in the page."""
        images = "".join(
            f'<image id="{name}" width="{width}" height="{height}" href="{address}"/>'
            for address, (name, (width, height)) in self._names.items()
        )
        return Markup(f'<svg class="definitions" aria-hidden="true" width="0" height="0"><defs>{images}</defs></svg>')
