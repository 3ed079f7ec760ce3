"""How lmms-eval reads one row of the race."""

from typing import Any

from PIL import Image


def images(row: dict[str, Any]) -> list[Image.Image]:
    """Opens the file; pixels are decoded when a model asks for them."""
    return [Image.open(row["image"])]


def question(row: dict[str, Any]) -> str:
    """The text."""
    return str(row["question"])
