"""Writes into model.json how far each dimension spreads inside a model, over 500 random samples of a data set.

python scripts/note_spread.py stickers:train FOLDER…
"""

import sys
from pathlib import Path

from askance.datasets import open_data
from askance.models.builtin.files import Files
from askance.models.builtin.sight import seen
from askance.models.builtin.spread import SAMPLES, note_spread


def main() -> None:
    """The same samples are shown to every model named."""
    data = open_data(sys.argv[1])
    questions: dict[str, str] = {}  # one a picture
    for item in data.items(seed=0):
        questions.setdefault(item.image, item.question)
        if len(questions) == SAMPLES:
            break
    for folder in sys.argv[2:]:
        size = Files(Path(folder)).about.size
        samples = [(seen(data.picture(image).image, size), question) for image, question in questions.items()]
        note_spread(Path(folder), samples)
        print(f"{folder}: measured over {len(samples)} samples")


if __name__ == "__main__":
    main()
