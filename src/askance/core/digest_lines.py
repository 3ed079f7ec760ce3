"""Lines of append-only files: each begins with the digest of its content, so that damaged lines are detected."""

from hashlib import blake2b

SUM = 8  # bytes of digest before each line, in hexadecimal


def format_line(content: bytes) -> bytes:
    """The content as one line: its digest, a space, the content. The content must not contain a line break."""
    return b"%s %s\n" % (_content_digest(content), content)


def parse_line(line: bytes) -> bytes | None:
    """The content of a line; None if the line is damaged."""
    given, _, content = line.partition(b" ")
    return content if given == _content_digest(content) else None


def _content_digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=SUM).hexdigest().encode()
