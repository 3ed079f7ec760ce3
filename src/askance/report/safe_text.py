"""Text from models and data as HTML that cannot break the page or its reading order."""

import html
import unicodedata

LONGEST = 240  # characters of an answer that are shown


def safe(text: str) -> str:
    """Escaped text; control characters, those that reorder text among them, are shown by their code point."""
    return "".join(
        f'<span class="code">U+{ord(letter):04X}</span>' if _is_control(letter) else html.escape(letter)
        for letter in text
    )


def attribute(text: str) -> str:
    """Escaped text for an attribute in double quotes, without control characters."""
    return html.escape("".join(letter for letter in text if not _is_control(letter)))


def isolated(text: str) -> str:
    """Safe text that leaves the direction of what surrounds it alone; what is very long is cut."""
    more = f"… ({len(text):,} characters)" if len(text) > LONGEST else ""
    return f"<bdi>{safe(text[:LONGEST])}</bdi>{more}"


def _is_control(letter: str) -> bool:
    """Whether a character is invisible and does something: C0 and C1 controls, bidi marks, zero-width characters."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter not in "\t\n\r\u200c\u200d\u00ad"
