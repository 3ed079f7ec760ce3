"""Kinds of file that are not shown: formats that are not read, files that are damaged, and files that are too large."""

import struct
import zlib
from functools import cache

import numpy as np

from image_files import GREY, RGB, bmp_header, chunk, png, png_header, tiff
from image_kinds import COLORS, GREYS, jpeg, picture, saved

EPS = (
    b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 48 32\n%%EndComments\n"
    b"0 0 moveto 48 32 lineto stroke\nshowpage\n%%EOF\n"
)
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><rect/></svg>'


def other_formats():
    """Formats outside the allow-list, most of which Pillow could read."""
    shown = picture(COLORS)
    for form, suffix in (
        ("ICO", "ico"), ("PPM", "ppm"), ("TGA", "tga"), ("PCX", "pcx"), ("DDS", "dds"), ("ICNS", "icns"),
        ("SGI", "sgi"), ("JPEG2000", "jp2"), ("MSP", "msp"), ("SPIDER", "spi"), ("XBM", "xbm"),
        ("PDF", "pdf"), ("DIB", "dib"), ("QOI", "qoi"),
    ):  # fmt: skip
        modes = {"MSP": "1", "XBM": "1", "SPIDER": "F"}
        image = shown.convert(modes[form]) if form in modes else shown
        yield f"format {form.lower()}", suffix, saved(image, form)
    yield "format eps", "eps", EPS
    yield "format eps called jpg", "jpg", EPS + b"%"
    yield (
        "format eps with preview",
        "eps",
        b"\xc5\xd0\xd3\xc6" + struct.pack("<IIIIII", 32, len(EPS), 0, 0, 0, 0) + b"\0\0" + EPS,
    )
    yield (
        "format psd",
        "psd",
        b"8BPS\0\x01" + b"\0" * 6 + struct.pack(">HIIHH", 3, 32, 48, 8, 3) + b"\0" * 14 + COLORS.tobytes(),
    )
    yield "format svg", "svg", SVG
    yield "format svg called png", "png", SVG + b"\n"
    yield "format heic", "heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 200
    yield "format jpeg xl", "jxl", b"\0\0\0\x0cJXL \r\n\x87\n" + b"\0" * 100
    yield "format wmf", "wmf", b"\xd7\xcd\xc6\x9a\0\0" + b"\0" * 60
    yield "format fits", "fits", b"SIMPLE  =                    T".ljust(2880)
    yield "format exr", "exr", b"\x76\x2f\x31\x01" + b"\0" * 60
    yield "format mp4", "jpg", b"\0\0\0\x18ftypmp42" + b"\0" * 100


def no_images():
    yield "empty", "jpg", b""
    yield "one byte", "png", b"\x89"
    yield "text", "jpg", b"this is no picture\n" * 30
    yield "web page", "jpg", b"<!DOCTYPE html><html><body>404</body></html>"
    yield "lfs pointer", "jpg", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    yield "zeros", "png", b"\0" * 4096
    yield "noise", "gif", np.random.default_rng(0).integers(0, 255, 4096, np.uint8).tobytes()
    yield "zip", "png", b"PK\x03\x04" + b"\0" * 100
    yield "pickle", "jpg", b"\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c\x02os\x94."


def damaged():
    whole = png(COLORS, 8, RGB)
    noisy = np.random.default_rng(0).integers(0, 255, (64, 96, 3), np.uint8)
    at = whole.index(b"IDAT")
    yield "png checksum", "png", whole[: at + 9] + bytes([whole[at + 9] ^ 1]) + whole[at + 10 :]
    yield "png without pixels", "png", whole[: at - 4] + chunk(b"IEND", b"")
    yield "png of width 0", "png", png_header(0, 32)
    yield "png of height 0", "png", png_header(48, 0)
    yield "png header twice as long", "png", whole[:8] + struct.pack(">I", 2**31 - 1) + whole[12:]
    for name, data in (
        ("jpeg", jpeg(noisy)),
        ("jpeg progressive", jpeg(noisy, progressive=True)),
        ("png", png(noisy, 8, RGB)),
        ("webp", saved(picture(noisy), "WEBP", lossless=True)),
        ("gif", saved(picture(noisy).quantize(64), "GIF")),
        ("bmp", saved(picture(noisy), "BMP")),
        ("tiff", tiff(noisy, 8, 2)),
        ("tiff lzw", saved(picture(noisy), "TIFF", compression="tiff_lzw")),
        ("avif", saved(picture(noisy), "AVIF")),
    ):
        suffix = name.split()[0].replace("jpeg", "jpg").replace("tiff", "tif")
        yield f"truncated {name}", suffix, data[: len(data) * 2 // 3]
        if " " not in name:
            yield f"header of {name}", suffix, data[:40]


def without_rule():
    """Images whose values have no defined color."""
    yield "tiff float above 1", "tif", tiff(GREYS.astype(np.float32), 32, 1, sample_format=3)
    holes = np.where(GREYS > 100, np.nan, 0.5).astype(np.float32)
    yield "tiff float with holes", "tif", tiff(holes, 32, 1, sample_format=3)
    yield "tiff int 32", "tif", tiff(GREYS.astype(np.int32), 32, 1, sample_format=2)
    yield "tiff int 16 signed", "tif", tiff(GREYS.astype(np.int16) - 100, 16, 1, sample_format=2)
    yield "tiff lab", "tif", tiff(COLORS, 8, 8)


def bombs():
    """Small files that promise more pixels than the limit, or unpack to much more than they are."""
    yield "bomb png header", "png", png_header(65_535, 65_535)
    yield "bomb png of 196 million pixels", "png", png_header(14_000, 14_000, 1, GREY, b"\0" * (14_000 * 1_751))
    yield "bomb jpeg header", "jpg", _jpeg_of(65_500, 65_500)
    yield "bomb gif header", "gif", _gif_of(65_535, 65_535)
    yield "bomb bmp header", "bmp", bmp_header(60_000, 60_000)
    yield "bomb tiff header", "tif", _tiff_of(1_000_000, 1_000_000)
    yield "bomb webp header", "webp", _webp_of(16_384, 16_384)
    yield "bomb webp canvas", "webp", _webp_canvas(16_777_216, 16_777_216)
    text = chunk(b"zTXt", b"k\0\0" + zlib.compress(b"\0" * 100_000_000))
    yield "bomb png text", "png", png(COLORS, 8, RGB, text)
    profile = chunk(b"iCCP", b"p\0\0" + zlib.compress(b"\0" * 200_000_000))
    yield "bomb png profile", "png", png(COLORS, 8, RGB, profile)


def _jpeg_of(width, height):
    data = jpeg()
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def _gif_of(width, height):
    data = saved(picture(COLORS).quantize(8), "GIF")
    at = data.index(b"\x2c", 13 + 3 * 2 ** ((data[10] & 7) + 1))
    data = data[: at + 5] + struct.pack("<HH", width, height) + data[at + 9 :]
    return data[:6] + struct.pack("<HH", width, height) + data[10:]


def _tiff_of(width, height):
    data = tiff(COLORS, 8, 2)
    start = struct.unpack("<I", data[4:8])[0] + 2
    changed = bytearray(data)
    changed[start + 8 : start + 12] = struct.pack("<I", width)
    changed[start + 20 : start + 24] = struct.pack("<I", height)
    return bytes(changed)


def _webp_of(width, height):
    """The first bytes of a lossless WebP of that size."""
    bits = (width - 1) | (height - 1) << 14
    body = b"\x2f" + struct.pack("<I", bits) + b"\0" * 64
    data = b"WEBPVP8L" + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
    return b"RIFF" + struct.pack("<I", len(data)) + data


def _webp_canvas(width, height):
    head = b"\x02\0\0\0" + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    data = b"WEBPVP8X" + struct.pack("<I", 10) + head + b"ANIM" + struct.pack("<I", 6) + b"\0" * 6
    return b"RIFF" + struct.pack("<I", len(data)) + data


@cache
def bad_images():
    """(name, suffix, bytes) of every kind that must be refused with one line."""
    return [kind for family in (other_formats, no_images, damaged, without_rule, bombs) for kind in family()]
