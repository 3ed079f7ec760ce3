"""A small COCO folder for tests: two images, three things, a crowd."""

import json

import numpy as np
from PIL import Image

SQUARE = [[10.0, 5.0, 30.0, 5.0, 30.0, 25.0, 10.0, 25.0]]
CATEGORIES = [
    {"id": 1, "name": "person", "supercategory": "person"},
    {"id": 18, "name": "dog"},
    {"id": 72, "name": "TV"},
]


def annotation(number, image, category, bbox, segmentation=None, **more):
    record = {"id": number, "image_id": image, "category_id": category, "bbox": bbox, "area": 1.0, "iscrowd": 0}
    return record | ({"segmentation": segmentation} if segmentation is not None else {}) | more


def instances(**changes):
    """The content of an instances file."""
    crowd = {"size": [40, 60], "counts": [60 * 20, 60 * 20]}
    whole = {
        "info": {"description": "made", "images": 3},
        "images": [
            {"id": 7, "width": 60, "height": 40, "file_name": "000000000007.jpg", "license": 3},
            {"id": 1234, "width": 60, "height": 40, "file_name": "000000001234.jpg"},
        ],
        "annotations": [
            annotation(101, 7, 18, [10.0, 5.0, 20.0, 20.0], SQUARE),
            annotation(102, 1234, 1, [0.4, 0.6, 10.2, 9.9], [[0, 0, 9, 0, 9, 9]]),
            annotation(103, 7, 1, [40.0, 10.0, 30.0, 10.5], {"size": [40, 60], "counts": [40 * 45 + 12, 3, 585]}),
            annotation(104, 7, 1, [30.0, 0.0, 30.0, 40.0], crowd, iscrowd=1),
            annotation(105, 7, 72, [3.0, 3.0, 5.0, 0.0], [[3, 3, 8, 3, 8, 3]]),
        ],
        "categories": CATEGORIES,
    }
    return whole | changes


def write(root, content=None, split="val2017", place="annotations"):
    """An instances file in its place; the folder's name."""
    (root / place).mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content or instances())
    (root / place / f"instances_{split}.json").write_text(text)
    return str(root)


def draw(root, name, size=(60, 40), shade=0):
    """A picture of one shade."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.full((size[1], size[0], 3), shade, np.uint8)).save(path)
