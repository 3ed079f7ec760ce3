"""The key of a corpus: what it was made from, and the digests of its files; written last, checked before it is used."""

from pathlib import Path

from askance.core.atomic_files import write_atomic
from askance.core.digest import file_digest
from askance.core.self_checking_json import DamagedJson, decode_and_verify_digest, encode_with_digest

KEY = "key"


def write_corpus_key(folder: Path, made_from: str) -> None:
    """Declare the files of a corpus whole."""
    files = {path.name: file_digest(path) for path in sorted(folder.glob("[!.]*")) if path.name != KEY}
    write_atomic(folder / KEY, encode_with_digest(KEY, {"corpus": made_from, "files": files}))


def read_corpus_key(folder: Path) -> str | None:
    """What a corpus was made from; None if it is not complete, or damaged."""
    try:
        return str(decode_and_verify_digest(KEY, (folder / KEY).read_bytes())["corpus"])
    except (OSError, DamagedJson, KeyError):
        return None


def find_damaged_corpus_file(folder: Path) -> str | None:
    """The damaged file of a corpus and what is wrong with it; None if it is whole, or not complete yet."""
    path = folder / KEY
    try:
        files = decode_and_verify_digest(KEY, path.read_bytes())["files"]
        for name, digest in files.items():
            path = folder / name
            if file_digest(path) != digest:
                return f"{path}: damaged (its digest does not match)"
    except FileNotFoundError:
        return f"{path}: missing" if path.name != KEY else None
    except OSError as error:
        return f"{path}: damaged ({error.strerror})"
    except (DamagedJson, KeyError) as error:
        return f"{path}: damaged ({error})"
    return None
