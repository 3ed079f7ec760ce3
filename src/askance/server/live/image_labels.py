"""Names of images as the Live view shows them: a digest alone is cut to what tells images apart."""

import re

SHOWN_DIGITS = 8
_DIGEST = re.compile(r"(?:blake2b|sha256|sha1|md5):([0-9a-f]{16,})")


def image_label(name: str) -> str:
    """The name of an image; of one that is known by its content only, the first digits: `image f5e50dd1`."""
    found = _DIGEST.fullmatch(name)
    return f"image {found[1][:SHOWN_DIGITS]}" if found else name
