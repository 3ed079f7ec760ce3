"""PNG, TIFF, BMP and ICC files written byte by byte, so that what they show is known without any decoder."""

import struct
import zlib

import numpy as np

GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6  # PNG color types
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(samples, bits, color, *extra):
    """`samples` (height, width[, channels]) with values of `bits` bits; `extra` chunks stand before the pixels."""
    samples = np.asarray(samples)
    height, width = samples.shape[:2]
    flat = samples.reshape(height, -1)
    if bits == 16:
        rows = [row.astype(">u2").tobytes() for row in flat]
    elif bits == 8:
        rows = [row.astype(np.uint8).tobytes() for row in flat]
    else:
        planes = (flat[:, :, None] >> np.arange(bits - 1, -1, -1)) & 1
        rows = [np.packbits(row.reshape(-1).astype(np.uint8)).tobytes() for row in planes]
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(extra) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def png_header(width, height, bits=8, color=RGB, body=b""):
    """A PNG that promises a size and holds only `body`, compressed."""
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0)
    rest = chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + rest


def tiff(samples, bits, photometric, order="<", sample_format=1, orientation=1, extra=(), packed=None, more=()):
    """An uncompressed TIFF of one strip; `packed`: the bytes of the pixels where samples are no whole bytes."""
    samples = np.asarray(samples)
    height, width = samples.shape[:2]
    channels = 1 if samples.ndim == 2 else samples.shape[2]
    kinds = {(8, 1): "u1", (16, 1): "u2", (32, 1): "u4", (32, 2): "i4", (32, 3): "f4", (16, 2): "i2"}
    data = packed if packed is not None else samples.astype(order + kinds[bits, sample_format]).tobytes()
    tags = [
        (256, 4, (width,)),
        (257, 4, (height,)),
        (258, 3, (bits,) * channels),
        (259, 3, (1,)),
        (262, 3, (photometric,)),
        (273, 4, (8,)),
        (274, 3, (orientation,)),
        (277, 3, (channels,)),
        (278, 4, (height,)),
        (279, 4, (len(data),)),
        (284, 3, (1,)),
        *([(338, 3, tuple(extra))] if extra else []),
        (339, 3, (sample_format,) * channels),
        *more,
    ]
    return _tiff_file(data + b"\0" * (len(data) % 2), sorted(tags), order)


def _tiff_file(data, tags, order):
    start = 8 + len(data)
    entries, tail = b"", b""
    after = start + 2 + 12 * len(tags) + 4
    for tag, kind, values in tags:
        raw = struct.pack(order + str(len(values)) + {3: "H", 4: "I"}[kind], *values)
        if len(raw) > 4:
            place = struct.pack(order + "I", after + len(tail))
            tail += raw
        else:
            place = raw.ljust(4, b"\0")
        entries += struct.pack(order + "HHI", tag, kind, len(values)) + place
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", start)
    return head + data + struct.pack(order + "H", len(tags)) + entries + b"\0\0\0\0" + tail


def bmp(pixels, top_down=False):
    """24 bits per pixel."""
    height, width, _ = pixels.shape
    rows = pixels if top_down else pixels[::-1]
    pad = b"\0" * (-width * 3 % 4)
    body = b"".join(row[:, ::-1].tobytes() + pad for row in rows)
    return bmp_header(width, -height if top_down else height, len(body)) + body


def bmp_header(width, height, size=0):
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, size, 2835, 2835, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + size, 0, 0, 54) + info


def exif(orientation, order="<"):
    """The TIFF part of EXIF data with one tag."""
    head = b"II*\0\x08\0\0\0" if order == "<" else b"MM\0*\0\0\0\x08"
    return head + struct.pack(order + "HHHIHHI", 1, 274, 3, 1, orientation, 0, 0)


def with_app1(jpeg, payload):
    """A JPEG with one more segment at its start."""
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload + jpeg[2:]


D50 = np.array([0.9642, 1.0, 0.8249])


def matrix_profile(matrix, gamma):
    """An ICC version 2 profile of RGB: columns of `matrix` (XYZ at D50) are the primaries, with one gamma curve."""

    def fixed(values):
        return b"".join(struct.pack(">i", round(value * 65536)) for value in values)

    def xyz(values):
        return b"XYZ \0\0\0\0" + fixed(values)

    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    text = b"made for a test\0"
    description = b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + b"\0" * 78
    tags = [
        (b"desc", description + b"\0" * (-len(description) % 4)),
        (b"cprt", b"text\0\0\0\0none"),
        (b"wtpt", xyz(D50)),
        *((name, xyz(column)) for name, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), np.asarray(matrix).T, strict=True)),
        *((name, curve) for name in (b"rTRC", b"gTRC", b"bTRC")),
    ]
    at, table, body = 128 + 4 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, data in tags:
        data += b"\0" * (-len(data) % 4)
        table += name + struct.pack(">II", at + len(body), len(data))
        body += data
    size = at + len(body)
    head = struct.pack(">I4sI4s4s4s", size, b"none", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28 + fixed(D50)
    return head.ljust(128, b"\0") + table + body
