"""The font in which Pix2Struct's question is drawn above the image."""

from pathlib import Path
from typing import Any

from askance.core.digest import digest_value

FONT = ("ybelkada/fonts", "Arial.TTF")  # what Pix2Struct was trained with
SIZE = 36  # of the font that Pillow carries; the file is the same for every size


def header_font() -> dict[str, Any]:
    """The font of Pix2Struct if the hub's cache has it; else the one that Pillow carries. Nothing is downloaded."""
    from huggingface_hub import try_to_load_from_cache
    from PIL import ImageFont

    found = try_to_load_from_cache(*FONT)
    if isinstance(found, str):
        return {"font_path": found}
    default: Any = ImageFont.load_default(SIZE)
    return {"font_bytes": default.font_bytes}


def header_font_digest() -> str:
    """A digest of the font: another one makes other images, and so other answers."""
    font = header_font()
    content = font["font_bytes"] if "font_bytes" in font else Path(font["font_path"]).read_bytes()
    return digest_value(content).hex()
