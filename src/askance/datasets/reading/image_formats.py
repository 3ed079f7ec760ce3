"""Which image files are read, and what a file that is not one of them seems to be."""

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "AVIF")  # Pillow's names; no other decoder is tried
SUFFIXES = {".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}  # where folders are searched
NAMES = "JPEG, PNG, WebP, GIF, BMP, TIFF or AVIF"

OTHERS: tuple[tuple[int, bytes, str], ...] = (  # offset, bytes there, what such a file is
    (0, b"%!PS", "a PostScript file"),
    (0, b"\xc5\xd0\xd3\xc6", "an EPS file"),
    (0, b"%PDF", "a PDF file"),
    (0, b"8BPS", "a Photoshop file"),
    (0, b"\x00\x00\x01\x00", "an icon file"),
    (0, b"icns", "an icon file"),
    (0, b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 file"),
    (0, b"\xff\x4f\xff\x51", "a JPEG 2000 file"),
    (0, b"\x00\x00\x00\x0cJXL ", "a JPEG XL file"),
    (0, b"\xff\x0a", "a JPEG XL file"),
    (0, b"DDS ", "a DDS texture"),
    (0, b"qoif", "a QOI file"),
    (0, b"SIMPLE  =", "a FITS file"),
    (0, b"\x76\x2f\x31\x01", "an OpenEXR file"),
    (0, b"gimp xcf", "a GIMP file"),
    (0, b"\x0a\x05\x01", "a PCX file"),
    (0, b"\xd7\xcd\xc6\x9a", "a WMF file"),
    (0, b"PK\x03\x04", "a ZIP archive"),
    (0, b"\x1f\x8b", "a gzip archive"),
    (0, b"RIFX", "a RIFF file that is not WebP"),
    (0, b"version https://git-lfs", "a Git LFS pointer, not the file itself (run git lfs pull)"),
    (4, b"ftyphei", "a HEIC file"),
    (4, b"ftyphev", "a HEIC file"),
    (4, b"ftypmif1", "a HEIF file"),
    (4, b"ftypavi", "a damaged AVIF file"),
    (4, b"ftyp", "a video"),
    *((0, f"P{digit}".encode() + space, "a Netpbm file") for digit in range(1, 8) for space in (b"\n", b" ")),
)


def guess_file_kind(data: bytes) -> str:
    """What a file that no decoder takes seems to be, such as "a PDF file"; "" if that is not known."""
    for offset, mark, kind in OTHERS:
        if data.startswith(mark, offset):
            return kind
    head = data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<svg" in head:
        return "an SVG drawing"
    if head.startswith((b"<!doctype html", b"<html")):
        return "a web page"
    return ""
