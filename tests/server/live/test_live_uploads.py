"""Uploaded images: capped in bytes and pixels, decoded once, kept in memory."""

import contextlib
import io
import resource
import struct
import time
import zlib

import numpy as np
import pytest
from askance.core import UserError
from askance.server.live import uploaded_images
from askance.server.live.live_images import LiveImages, NoSuchImage
from askance.server.live.uploaded_images import UPLOAD_BYTES, UploadedImages
from PIL import Image


def file_of(image, form="PNG"):
    made = io.BytesIO()
    image.save(made, form)
    return made.getvalue()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width, height, rows):
    """A PNG of one color: a few kilobytes that decode to gigabytes."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(b"\0" * (1 + 3 * width)) for _ in range(rows)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def test_a_small_image_is_kept_as_it_is():
    pixels = np.random.default_rng(0).integers(0, 255, (40, 60, 3), np.uint8)
    images = LiveImages(lambda name: None)
    upload = images.uploads.add(file_of(Image.fromarray(pixels)))
    assert upload.size == upload.file_size == (60, 40)
    assert np.array_equal(images.load(upload.name).pixels, pixels)


def test_a_large_image_is_scaled_down_once():
    upload = UploadedImages().add(file_of(Image.new("RGB", (4000, 1000)), "JPEG"))
    assert (upload.size, upload.file_size) == ((1280, 320), (4000, 1000))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the dropped file: the file is empty"),
        (b"<svg onload=alert(1)>", "the dropped file: .*: use "),
        (b"PK\x03\x04" + b"\0" * 100, "the dropped file: .*: use "),
        (file_of(Image.new("RGB", (50, 50)))[:60], "the dropped file: "),
        (bomb(20_000, 20_000, 100), "its header gives 400,000,000 pixels, above the limit of 30,000,000"),
        (bomb(6_000, 6_000, 6_000), "its header gives 36,000,000 pixels, above the limit of 30,000,000"),
        (b"\0" * (UPLOAD_BYTES + 1), "more than 12 MB"),
    ],
    ids=["empty", "svg", "zip", "truncated", "bomb", "many pixels", "many bytes"],
)  # fmt: skip
def test_other_files_are_refused_with_one_line(data, message):
    started = time.perf_counter()
    with pytest.raises(UserError, match=message) as caught:
        UploadedImages().add(data)
    assert "\n" not in str(caught.value)
    assert time.perf_counter() - started < 1  # nothing was decoded


def test_a_png_with_more_data_than_its_header_says_does_not_fill_the_memory():
    packer = zlib.compressobj(9)
    pixels = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(500)) + packer.flush()
    header = struct.pack(">IIBBBBB", 10, 10, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with contextlib.suppress(UserError):
        assert UploadedImages().add(data).size == (10, 10)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kB; the data decode to 500 MB


def test_the_oldest_uploads_leave_the_memory():
    images = LiveImages(lambda name: None, UploadedImages(kept_bytes=3 * 100 * 100 * 4))
    names = [images.uploads.add(file_of(Image.new("RGB", (100, 100), (n, 0, 0)))).name for n in range(5)]
    with pytest.raises(NoSuchImage, match="drop the file again"):
        images.load(names[0])
    assert images.load(names[-1]).size == (100, 100)


def test_a_jpeg_for_the_page_is_scaled_to_the_page():
    images = LiveImages(lambda name: None)
    upload = images.uploads.add(file_of(Image.new("RGB", (1200, 300))))
    assert Image.open(io.BytesIO(images.as_jpeg(upload.name, ()))).size == (960, 240)
    assert uploaded_images.LONGEST_SIDE >= 960
