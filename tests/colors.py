"""A data set that a small network learns in seconds: plain pictures, and questions about their color."""

import json
from pathlib import Path

import numpy as np
from PIL import Image

COLORS = {"red": (200, 30, 30), "green": (30, 180, 40), "blue": (40, 60, 210)}


def write_colors(root: Path, pictures: int = 6, size: tuple[int, int] = (32, 24)) -> str:
    """Write the folder; returns the data set's name."""
    (root / "images").mkdir(parents=True)
    questions = []
    for number in range(pictures):
        color = list(COLORS)[number % len(COLORS)]
        pixels = np.full((*size[::-1], 3), COLORS[color], np.uint8)
        pixels[0, 0] = number  # no two pictures are alike
        Image.fromarray(pixels).save(root / "images" / f"{number}.png")
        asked = [("What color is it?", color), ("How many colors?", "1")]
        asked += [(f"Is it {each}?", "yes" if each == color else "no") for each in COLORS]
        questions += [
            {"id": f"{number}-{place}", "image": f"{number}.png", "question": question, "answers": [answer]}
            for place, (question, answer) in enumerate(asked)
        ]
    (root / "questions.json").write_text(json.dumps(questions))
    return f"folder:{root}"
