"""Kinds of image file, each with the pixels that people see: computed here with NumPy, never with our decoder."""

import io
import struct
import zlib
from functools import cache

import numpy as np
from PIL import Image, features

from image_files import GREY, GREY_ALPHA, PALETTE, RGB, RGBA, bmp, chunk, exif, matrix_profile, png, tiff, with_app1

CELLS = np.array([[[200, 30, 40], [40, 180, 60]], [[50, 70, 210], [230, 220, 60]]], np.uint8)
COLORS = np.repeat(np.repeat(CELLS, 16, axis=0), 24, axis=1)  # 48 × 32: four flat corners, each another color
GREYS = np.repeat(np.repeat(np.array([[10, 90], [160, 250]], np.uint8), 16, axis=0), 24, axis=1)
ALPHAS = np.repeat(np.repeat(np.array([[255, 128], [0, 64]], np.uint8), 16, axis=0), 24, axis=1)
UPRIGHT = {  # EXIF orientation → how stored pixels are seen (EXIF 2.3, tag 274)
    1: lambda a: a,
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.swapaxes(0, 1),
    6: lambda a: np.rot90(a, -1),
    7: lambda a: a[::-1, ::-1].swapaxes(0, 1),
    8: lambda a: np.rot90(a, 1),
}
P3 = np.array([[0.515102, 0.291965, 0.157153], [0.241182, 0.692236, 0.066582], [-0.001050, 0.041882, 0.784378]])
SRGB = np.array([[0.436066, 0.385147, 0.143066], [0.222488, 0.716873, 0.060608], [0.013916, 0.097076, 0.714096]])
XMP = b'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'


def three(grey):
    return np.stack([grey] * 3, axis=-1)


def on_white(colors, alphas):
    share = alphas.astype(float)[..., None] / 255
    return colors * share + 255 * (1 - share)


def saved(image, form, **options):
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def picture(array, mode=None):
    image = Image.fromarray(np.ascontiguousarray(array))
    return image if mode is None else image.convert(mode)


def jpeg(array=COLORS, **options):
    return saved(picture(array), "JPEG", quality=95, subsampling=0, **options)


def from_cmyk(cmyk):
    ink = cmyk.astype(float) / 255
    return 255 * (1 - ink[..., :3]) * (1 - ink[..., 3:])


def in_srgb(colors, matrix, gamma):
    """Colors of a matrix profile as sRGB has them."""
    linear = np.linalg.inv(SRGB) @ np.asarray(matrix) @ ((colors.reshape(-1, 3) / 255) ** gamma).T
    linear = np.clip(linear, 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return (encoded.T * 255).reshape(colors.shape)


def jpegs():
    close = 4  # levels that flat colors lose in JPEG
    yield "jpeg rgb", "jpg", jpeg(), COLORS, close
    yield "jpeg progressive", "jpg", jpeg(progressive=True), COLORS, close
    yield "jpeg grey", "jpg", jpeg(GREYS), three(GREYS), close
    for orientation in range(2, 9):
        data = with_app1(jpeg(), b"Exif\0\0" + exif(orientation, "<>"[orientation % 2]))
        yield f"jpeg exif orientation {orientation}", "jpg", data, UPRIGHT[orientation](COLORS), close
    yield "jpeg exif orientation 1", "jpg", with_app1(jpeg(), b"Exif\0\0" + exif(1)), COLORS, close
    yield "jpeg exif orientation 9", "jpg", with_app1(jpeg(), b"Exif\0\0" + exif(9)), COLORS, close
    yield "jpeg damaged exif", "jpg", with_app1(jpeg(), b"Exif\0\0II*\0\xff\xff\xff\xff"), COLORS, close
    yield "jpeg xmp orientation", "jpg", with_app1(jpeg(), XMP), UPRIGHT[6](COLORS), close
    yield "jpeg trailing bytes", "jpg", jpeg() + b"\0" * 500, COLORS, close
    yield "jpeg called png", "png", jpeg(), COLORS, close
    cmyk = np.dstack([COLORS, GREYS // 4])
    yield (
        "jpeg cmyk adobe",
        "jpg",
        saved(Image.frombytes("CMYK", (48, 32), cmyk.tobytes()), "JPEG", quality=95),
        from_cmyk(cmyk),
        6,
    )
    yield "jpeg ycck", "jpg", ycck(cmyk), from_cmyk(as_ycck(cmyk)), 8
    extra = Image.fromarray(COLORS[::-1].copy())
    yield (
        "mpo of two",
        "jpg",
        saved(picture(COLORS), "MPO", save_all=True, append_images=[extra], quality=95),
        COLORS,
        8,
    )
    profile = matrix_profile(P3, 2.2)
    yield "jpeg wide gamut", "jpg", jpeg(icc_profile=profile), in_srgb(COLORS, P3, 2.2), 7
    yield "jpeg damaged profile", "jpg", jpeg(icc_profile=b"no profile"), COLORS, close


def inked(cmyk):
    return saved(Image.frombytes("CMYK", (48, 32), cmyk.tobytes()), "JPEG", quality=95)


def ycck(cmyk):
    """A CMYK JPEG whose Adobe segment says that its first three channels are YCbCr."""
    data = inked(cmyk)
    at = data.index(b"Adobe")
    return data[: at + 11] + b"\x02" + data[at + 12 :]


def as_ycck(cmyk):
    """What such a file shows: its stored (inverted) channels as Y, Cb, Cr, turned to RGB, which is inverted CMY."""
    y, cb, cr = (255.0 - cmyk[..., i] for i in range(3))
    rgb = np.stack(
        [y + 1.402 * (cr - 128), y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128), y + 1.772 * (cb - 128)], -1
    )
    # libjpeg gives C = 255 - R and so on of what is stored; Adobe's inversion turns it back
    return np.dstack([255 - np.clip(255 - rgb, 0, 255), cmyk[..., 3]])


def pngs():
    deep = COLORS.astype(np.uint16) * 256 + 77
    deep_grey = GREYS.astype(np.uint16) * 256 + 200
    yield "png rgb", "png", png(COLORS, 8, RGB), COLORS, 0
    yield "png rgb 16", "png", png(deep, 16, RGB), COLORS, 0
    yield "png grey", "png", png(GREYS, 8, GREY), three(GREYS), 0
    yield "png grey 16", "png", png(deep_grey, 16, GREY), three(GREYS), 0
    for bits in (1, 2, 4):
        levels = GREYS >> (8 - bits)
        seen = three(levels.astype(int) * 255 // (2**bits - 1))
        yield f"png grey {bits}", "png", png(levels, bits, GREY), seen, 0
        yield (
            f"png grey {bits} one level transparent", "png",
            png(levels, bits, GREY, chunk(b"tRNS", struct.pack(">H", int(levels[0, 0])))),
            np.where(three(levels == levels[0, 0]), 255, seen), 0,
        )  # fmt: skip
    yield "png grey one level transparent", "png", png(GREYS, 8, GREY, chunk(b"tRNS", struct.pack(">H", 90))), np.where(
        three(GREYS == 90), 255, three(GREYS)), 0  # fmt: skip
    level = int(deep_grey[0, 0])
    yield "png grey 16 one level transparent", "png", png(
        deep_grey, 16, GREY, chunk(b"tRNS", struct.pack(">H", level))), np.where(
        three(deep_grey == level), 255, three(GREYS)), 0  # fmt: skip
    corner = np.zeros(GREYS.shape, bool)
    corner[:16, :24] = True
    shown = np.where(three(corner), 255, COLORS)
    one = chunk(b"tRNS", struct.pack(">3H", *map(int, COLORS[0, 0])))
    yield "png rgb one color transparent", "png", png(COLORS, 8, RGB, one), shown, 0
    one = chunk(b"tRNS", struct.pack(">3H", *map(int, deep[0, 0])))
    yield "png rgb 16 one color transparent", "png", png(deep, 16, RGB, one), shown, 0
    places = np.repeat(np.repeat(np.array([[0, 1], [2, 3]], np.uint8), 16, axis=0), 24, axis=1)
    palette = chunk(b"PLTE", CELLS.tobytes())
    yield "png palette", "png", png(places, 8, PALETTE, palette), COLORS, 0
    yield "png palette 2", "png", png(places, 2, PALETTE, palette), COLORS, 0
    transparent = palette + chunk(b"tRNS", bytes([255, 128, 0, 64]))
    yield "png palette transparent", "png", png(places, 8, PALETTE, transparent), on_white(COLORS, ALPHAS), 1
    yield "png rgba", "png", png(np.dstack([COLORS, ALPHAS]), 8, RGBA), on_white(COLORS, ALPHAS), 1
    both = np.dstack([deep, ALPHAS.astype(np.uint16) * 257])
    yield "png rgba 16", "png", png(both, 16, RGBA), on_white(COLORS, ALPHAS), 1
    both = np.dstack([GREYS, ALPHAS])
    yield "png grey alpha", "png", png(both, 8, GREY_ALPHA), on_white(three(GREYS), ALPHAS), 1
    both = np.dstack([deep_grey, ALPHAS.astype(np.uint16) * 257])
    yield "png grey alpha 16", "png", png(both, 16, GREY_ALPHA), on_white(three(GREYS), ALPHAS), 1
    yield "png exif orientation 6", "png", png(COLORS, 8, RGB, chunk(b"eXIf", exif(6))), UPRIGHT[6](COLORS), 0
    frames = [picture(COLORS), picture(COLORS[::-1])]
    yield "png animated", "png", saved(frames[0], "PNG", save_all=True, append_images=frames[1:]), COLORS, 0
    yield "png called jpg", "jpg", png(COLORS, 8, RGB, chunk(b"tIME", bytes(7))), COLORS, 0
    yield "png of one pixel", "png", png(COLORS[:1, :1], 8, RGB), COLORS[:1, :1], 0
    wide = chunk(b"iCCP", b"p3\0\0" + zlib.compress(matrix_profile(P3, 2.2)))
    yield "png wide gamut", "png", png(COLORS, 8, RGB, wide), in_srgb(COLORS, P3, 2.2), 3


def gifs_and_bmps():
    paletted = picture(COLORS).quantize(8, dither=Image.Dither.NONE)
    yield "gif", "gif", saved(paletted, "GIF"), COLORS, 1
    others = [picture(COLORS[::-1]).quantize(8, dither=Image.Dither.NONE)]
    yield "gif animated", "gif", saved(paletted, "GIF", save_all=True, append_images=others), COLORS, 1
    index = int(np.asarray(paletted)[0, 0])
    corner = np.zeros(GREYS.shape, bool)
    corner[:16, :24] = True
    yield "gif transparent", "gif", saved(paletted, "GIF", transparency=index), np.where(three(corner), 255, COLORS), 1
    yield "bmp", "bmp", bmp(COLORS), COLORS, 0
    yield "bmp top down", "bmp", bmp(COLORS, top_down=True), COLORS, 0
    yield "bmp palette", "bmp", saved(paletted, "BMP"), COLORS, 1
    yield "bmp 1 bit", "bmp", saved(Image.fromarray(GREYS > 100), "BMP"), three(np.where(GREYS > 100, 255, 0)), 0


def webps():
    both = np.dstack([COLORS, ALPHAS])
    yield "webp lossless", "webp", saved(picture(COLORS), "WEBP", lossless=True), COLORS, 0
    yield "webp lossy", "webp", saved(picture(COLORS), "WEBP", quality=100), COLORS, 12
    data = saved(picture(both), "WEBP", lossless=True, exact=True)
    yield "webp alpha", "webp", data, on_white(COLORS, ALPHAS), 1
    frames = [picture(COLORS[::-1])]
    data = saved(picture(COLORS), "WEBP", lossless=True, save_all=True, append_images=frames)
    yield "webp animated", "webp", data, COLORS, 0
    data = saved(picture(COLORS), "WEBP", lossless=True, exif=b"Exif\0\0" + exif(8))
    yield "webp exif orientation 8", "webp", data, UPRIGHT[8](COLORS), 0


def tiffs():
    deep = GREYS.astype(np.uint16) * 256 + 200
    yield "tiff rgb", "tif", tiff(COLORS, 8, 2), COLORS, 0
    yield "tiff rgb big-endian", "tif", tiff(COLORS, 8, 2, ">"), COLORS, 0
    yield "tiff rgb 16", "tiff", tiff(COLORS.astype(np.uint16) * 256 + 9, 16, 2), COLORS, 0
    yield "tiff grey 16", "tif", tiff(deep, 16, 1), three(GREYS), 0
    yield "tiff grey 16 big-endian", "tif", tiff(deep, 16, 1, ">"), three(GREYS), 0
    twelve = GREYS.astype(np.uint16).reshape(-1) * 16 + 5
    first, second = twelve[::2], twelve[1::2]
    packed = np.stack([first >> 4, (first & 15) << 4 | second >> 8, second & 255], -1).astype(np.uint8).tobytes()
    yield "tiff grey 12", "tif", tiff(GREYS, 12, 1, packed=packed), three(GREYS), 0
    shares = GREYS / np.float32(255)
    yield "tiff float", "tif", tiff(shares, 32, 1, sample_format=3), three(GREYS), 0
    ink = np.packbits(GREYS > 100, axis=1).tobytes()
    yield "tiff 1 bit", "tif", tiff(GREYS, 1, 1, packed=ink), three(np.where(GREYS > 100, 255, 0)), 0
    yield "tiff 1 bit, 0 is white", "tif", tiff(GREYS, 1, 0, packed=ink), three(np.where(GREYS > 100, 0, 255)), 0
    yield "tiff grey, 0 is white", "tif", tiff(GREYS, 8, 0), 255 - three(GREYS), 0
    cmyk = np.dstack([COLORS, GREYS // 4])
    yield "tiff cmyk", "tif", tiff(cmyk, 8, 5), from_cmyk(cmyk), 2
    yield "tiff rgba", "tif", tiff(np.dstack([COLORS, ALPHAS]), 8, 2, extra=(2,)), on_white(COLORS, ALPHAS), 1
    weighted = np.rint(COLORS * (ALPHAS[..., None] / 255)).astype(np.uint8)
    data = tiff(np.dstack([weighted, ALPHAS]), 8, 2, extra=(1,))
    yield "tiff weighted alpha", "tif", data, on_white(COLORS, ALPHAS), 3
    for orientation in (3, 6):
        data = tiff(COLORS, 8, 2, orientation=orientation)
        yield f"tiff orientation {orientation}", "tif", data, UPRIGHT[orientation](COLORS), 0
    frames = [picture(COLORS[::-1])]
    yield "tiff of two pages", "tif", saved(picture(COLORS), "TIFF", save_all=True, append_images=frames), COLORS, 0
    for compression in ("tiff_lzw", "tiff_deflate", "packbits"):
        yield f"tiff {compression}", "tif", saved(picture(COLORS), "TIFF", compression=compression), COLORS, 0


def avifs():
    if features.check("avif"):
        yield "avif", "avif", saved(picture(COLORS), "AVIF", quality=100, subsampling="4:4:4"), COLORS, 6
        data = saved(picture(np.dstack([COLORS, ALPHAS])), "AVIF", quality=100, subsampling="4:4:4")
        yield "avif alpha", "avif", data, on_white(COLORS, ALPHAS), 8
        data = saved(picture(COLORS), "AVIF", quality=100, subsampling="4:4:4", exif=exif(6))
        yield "avif orientation 6", "avif", data, UPRIGHT[6](COLORS), 6


@cache
def good_images():
    """(name, suffix, bytes, expected pixels, tolerance in levels) of every kind that must be shown."""
    return [
        (name, suffix, data, np.clip(np.rint(np.asarray(expected, float)), 0, 255), tolerance)
        for family in (jpegs, pngs, gifs_and_bmps, webps, tiffs, avifs)
        for name, suffix, data, expected, tolerance in family()
    ]
