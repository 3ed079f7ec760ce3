"""Text from models and data as it may be shown: control characters, also those that reorder text, are escaped.

Stored data stays raw; every face (terminal, HTML, LaTeX, CSV, JSON) escapes with this table.
"""

import re
import unicodedata

# Invisible yet harmless: joiners that scripts and emoji need, and the soft hyphen.
KEPT = frozenset("\u200c\u200d\u00ad")


def is_control_character(letter: str) -> bool:
    """Whether a character is invisible and does something: C0 and C1 controls, bidi controls, surrogates, breaks."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in KEPT


# All characters for which is_control is true, as one class: quicker than a look at each; a test compares the two.
CONTROLS = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e\u200b\u200e-\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
    "]"
)
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


def escape_controls(text: str, keep: str = "") -> str:
    r"""The text with every control character but those to `keep` written as its escape, such as \x1b or \u202e."""
    if text.isascii() and text.isprintable():
        return text
    return CONTROLS.sub(lambda found: found[0] if found[0] in keep else escape_character(found[0]), text)


def escape_character(letter: str) -> str:
    """The escape of one character, as Python writes it."""
    code = ord(letter)
    if letter in _SHORT:
        return _SHORT[letter]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def escape_controls_in_json(document: str) -> str:
    r"""A JSON document whose strings hold no control character: each is a \u escape, so that it reads back the same."""
    if document.isascii() and "\x7f" not in document:
        return document
    return CONTROLS.sub(lambda found: found[0] if found[0] == "\n" else _utf16_escape(found[0]), document)


def _utf16_escape(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))
