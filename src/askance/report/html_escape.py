"""Text from models and data as HTML that cannot break the page or its reading order."""

import html

from askance.core.control_characters import CONTROLS, escape_controls
from markupsafe import Markup

SPACE = "\t\n\r"
LONGEST = 240  # characters of an answer that are shown


def escape_html(text: str) -> Markup:
    """Escaped text; control characters, those that reorder text among them, are shown by their code point."""
    # Escaping leaves control characters alone, so they can be marked afterwards; white space is no mark.
    return Markup(
        CONTROLS.sub(
            lambda found: found[0] if found[0] in SPACE else f'<span class="code">U+{ord(found[0]):04X}</span>',
            html.escape(text),
        )
    )


def escape_html_attribute(text: str) -> Markup:
    """Escaped text for an attribute in double quotes or a title: control characters as escapes."""
    return Markup(html.escape(escape_controls(text)))


def isolate_text_direction(text: str) -> Markup:
    """Safe text that leaves the direction of what surrounds it alone; what is very long is cut."""
    more = f"… ({len(text):,} characters)" if len(text) > LONGEST else ""
    return Markup(f"<bdi>{escape_html(text[:LONGEST])}</bdi>{more}")


def allow_breaks_in_name(text: str) -> Markup:
    """A technical name that may continue on the next line after a dot or an underscore."""
    escaped = str(escape_html(text))  # Markup would escape what it replaces
    return Markup(escaped.replace("_", "_<wbr>").replace(".", ".<wbr>"))
