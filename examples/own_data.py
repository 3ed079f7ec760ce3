"""Your own images and questions in a folder."""

import json
import tempfile
from pathlib import Path

import askance
from PIL import Image

folder = Path(tempfile.mkdtemp())
(folder / "images").mkdir()
Image.new("RGB", (64, 48), "red").save(folder / "images" / "red.png")
question = {"id": "q1", "image": "red.png", "question": "What color is it?", "answers": ["red"]}
(folder / "questions.json").write_text(json.dumps([question]))


def name_of_color(image, question):
    """Looks at one pixel."""
    return "red" if image.getpixel((0, 0))[0] > 200 else "blue"


print(askance.run(name_of_color, f"folder:{folder}", ["accuracy"]))
