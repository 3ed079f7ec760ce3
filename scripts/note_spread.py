"""Writes into model.json how far each dimension spreads inside a model, over 500 random samples of a data set.

python scripts/note_spread.py stickers:train FOLDER…
"""

import sys
from pathlib import Path

from askance.datasets import open_dataset
from askance.models.builtin.feature_spread import SAMPLES, write_feature_spread
from askance.models.builtin.image_size import resize_with_margins
from askance.models.builtin.model_folder import ModelFiles


def main() -> None:
    """The same samples are shown to every model named."""
    data = open_dataset(sys.argv[1])
    questions: dict[str, str] = {}  # one a picture
    for item in data.items(seed=0):
        questions.setdefault(item.image, item.question)
        if len(questions) == SAMPLES:
            break
    for folder in sys.argv[2:]:
        size = ModelFiles(Path(folder)).about.size
        samples = [
            (resize_with_margins(data.load_image(image).image, size), question) for image, question in questions.items()
        ]
        write_feature_spread(Path(folder), samples)
        print(f"{folder}: measured over {len(samples)} samples")


if __name__ == "__main__":
    main()
