"""One decoder for all: names that change with the pixels, boxes that fit them, and nothing shown by halves."""

import io
import json
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from askance.core import UnreadableImage, digest
from askance.datasets import open_dataset
from askance.datasets.reading.decode_image import MOST_PIXELS, decode_image, stored_size
from askance.datasets.reading.image_files import content_name_of_bytes
from PIL import Image, ImageFile

from image_files import RGB, chunk, exif, png, tiff, with_app1
from image_kinds import COLORS, GREYS, UPRIGHT, good_images, jpeg, picture, saved

ROOT = Path(__file__).parents[2] / "src" / "askance"


def turned(orientation):
    return with_app1(jpeg(), b"Exif\0\0" + exif(orientation))


def scene_of(root, data, size, things=True):
    """A folder with one picture and its scene."""
    (root / "images").mkdir(parents=True)
    (root / "images" / "a.jpg").write_bytes(data)
    dog = [{"id": "dog", "name": "dog", "box": [1, 2, 9, 8]}] if things else []
    scene = {"image": "a.jpg", "width": size[0], "height": size[1], "things": dog}
    (root / "scenes.json").write_text(json.dumps([scene]))
    found = open_dataset(f"folder:{root}")
    return found.load_image(next(iter(found.images())))


def test_no_other_module_opens_image_files():
    own = {"datasets/reading/decode_image.py", "edits/jpeg.py"}  # the edit decodes what it has just encoded
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if re.search(r"Image\.open\(|cv2\.imread|cv2\.imdecode|imageio", path.read_text())
    }
    assert found == own


def test_only_images_that_may_look_different_have_new_names():
    """The name is part of the key of every call about an image: what looked right before is not asked again."""
    names = {name: content_name_of_bytes(data) for name, _, data, _, _ in good_images()}
    kept = {name for name, found in names.items() if not found.endswith("-2")}
    changed = {name for name, *_ in good_images()} - kept
    assert {"jpeg rgb", "jpeg grey", "jpeg progressive", "png rgb", "png grey", "png palette"} <= kept
    assert all(f"jpeg exif orientation {number}" in changed for number in range(2, 9))
    assert {
        "png rgba",
        "png palette transparent",
        "png grey 16",
        "tiff float",
        "webp alpha",
        "jpeg wide gamut",
    } <= changed
    for name, _, data, _, _ in good_images():
        assert names[name].startswith(f"blake2b:{digest(data).hex()}")
        if name in kept:  # as the first decoder had them
            with Image.open(io.BytesIO(data)) as image:
                assert (np.asarray(image.convert("RGB")) == np.asarray(decode_image(data, name).image)).all()


def test_an_upright_scene_fits_an_image_that_is_turned(tmp_path):
    shown = scene_of(tmp_path, turned(6), (32, 48))
    assert shown.size == (32, 48)
    assert np.abs(shown.pixels.astype(int) - UPRIGHT[6](COLORS)).max() < 6


def test_boxes_of_pixels_that_are_not_turned_are_refused(tmp_path):
    with pytest.raises(UnreadableImage) as refused:
        scene_of(tmp_path, turned(6), (48, 32))
    assert str(refused.value).endswith(
        "a.jpg: is 32 × 48 when upright (EXIF orientation 6), but its scene says 48 × 32, as if it were not turned:"
        " remove the tag, or turn size and boxes too"
    )


@pytest.mark.parametrize("orientation", [2, 3, 4])
def test_boxes_that_may_be_mirrored_are_refused(tmp_path, orientation):
    with pytest.raises(
        UnreadableImage, match=r"a\.jpg: has EXIF orientation \d, and its scene does not tell .*: save the"
    ):
        scene_of(tmp_path / "boxes", turned(orientation), (48, 32))
    assert scene_of(tmp_path / "none", turned(orientation), (48, 32), things=False).size == (48, 32)


def test_another_size_is_refused_as_before(tmp_path):
    with pytest.raises(UnreadableImage, match=r"a\.jpg: is 48 × 32, but its scene says 50 × 32: mend one"):
        scene_of(tmp_path, jpeg(), (50, 32))


def test_visual_genome_takes_the_stored_size_so_that_turned_boxes_are_noticed(tmp_path):
    (tmp_path / "a.jpg").write_bytes(turned(6))
    assert stored_size(tmp_path / "a.jpg") == (48, 32)
    (tmp_path / "b.jpg").write_bytes(b"no image")
    assert stored_size(tmp_path / "b.jpg") is None


def test_half_an_image_is_refused_whatever_other_libraries_told_pillow(monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as some training libraries do on import
    noisy = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    data = jpeg(noisy)
    with pytest.raises(UnreadableImage, match="half: damaged image"):
        decode_image(data[: len(data) // 2], "half")
    assert ImageFile.LOAD_TRUNCATED_IMAGES is True
    assert decode_image(data, "whole").image.size == (300, 200)


def test_warnings_of_pillow_are_not_shown(recwarn):
    warnings.simplefilter("always")
    decode_image(with_app1(jpeg(), b"Exif\0\0II*\0\xff\xff\xff\xff"), "a")
    decode_image(
        saved(Image.new("L", (9_600, 9_600)), "PNG", compress_level=1), "large"
    )  # above Pillow's limit for a warning
    assert not recwarn.list


def test_the_limit_of_pixels_is_told():
    wide = MOST_PIXELS // 1000 + 1
    with pytest.raises(
        UnreadableImage, match=rf"a: its header gives {wide * 1000:,} pixels, above the limit of 175,000,000"
    ):
        decode_image(saved(Image.new("1", (wide, 1000)), "PNG"), "a")


def test_values_without_a_rule_name_the_file_and_the_fix():
    with pytest.raises(
        UnreadableImage, match=r"^f\.tif: its values go from 10 to 250, and .*: save it as an 8-bit PNG"
    ):
        decode_image(tiff(GREYS.astype(np.float32), 32, 1, sample_format=3), "f.tif")


def test_an_image_with_another_suffix_is_found_in_a_folder(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.webp").write_bytes(saved(picture(COLORS), "WEBP", lossless=True))
    rows = [{"id": "q", "image": "a.webp", "question": "Is it red?", "answers": ["no"]}]
    (tmp_path / "questions.json").write_text(json.dumps(rows))
    data = open_dataset(f"folder:{tmp_path}")
    assert (data.load_image(next(iter(data.items())).image).pixels == COLORS).all()


def test_an_empty_exif_chunk_changes_nothing():
    assert (np.asarray(decode_image(png(COLORS, 8, RGB, chunk(b"eXIf", b"")), "a").image) == COLORS).all()
