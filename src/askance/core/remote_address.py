"""Addresses of workspaces on an object store: s3://BUCKET/FOLDER and gs://BUCKET/FOLDER."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from askance.core.digest import digest
from askance.core.errors import UserError

SCHEMES = {"s3": ("s3fs", "s3"), "gs": ("gcsfs", "gs")}  # scheme → package, and the extra of Askance that installs it
ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/+(.*)", re.DOTALL | re.IGNORECASE)  # `Path` makes one slash of two
BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,221}[A-Za-z0-9]")
REMOTE = "remote.json"  # in a readers' local copy of such a workspace: what it is a copy of
FORM = "write s3://BUCKET/FOLDER or gs://BUCKET/FOLDER"
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "STORAGE_EMULATOR_HOST")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a workspace is on an object store."""

    scheme: str
    bucket: str
    folder: str

    def __str__(self) -> str:
        return f"{self.scheme}://{self.bucket}/{self.folder}"

    @property
    def path(self) -> str:
        """As file systems of fsspec write it."""
        return f"{self.bucket}/{self.folder}"

    @property
    def name(self) -> str:
        """The last part of the folder."""
        return self.folder.rpartition("/")[2]

    @property
    def digest(self) -> str:
        """A name for local copies; the same bucket on another server is another workspace."""
        server = next((os.environ[name] for name in ENDPOINTS if os.environ.get(name)), "")
        return digest(f"{self}\0{server}".encode()).hex()[:16]


def check_not_copy(root: Path) -> None:
    """Refuse to write to a readers' copy: the next refresh would remove it."""
    if (root / REMOTE).exists():
        raise UserError(
            "this changes a workspace, which is possible in a local folder only: copy it with `askance merge"
            " s3://BUCKET/FOLDER -o DIR`, and use that folder"
        )


def is_remote(target: Path | str) -> bool:
    """Whether a target is an address, not a folder."""
    found = ADDRESS.match(str(target))
    return found is not None and not Path(str(target)).exists()


def parse_address(target: Path | str) -> Address:
    """The address; one line where it is not of this form."""
    text = str(target)
    found = ADDRESS.match(text)
    scheme = found[1].lower() if found else ""
    if found is None or scheme not in SCHEMES:
        raise UserError(f"{text}: unknown kind of storage: {FORM}, or a local folder")
    bucket, _, folder = found[2].partition("/")
    parts = folder.rstrip("/").split("/")
    if not BUCKET.fullmatch(bucket):
        raise UserError(f"{text}: {'no bucket' if not bucket else f'{bucket!r} is no name of a bucket'}: {FORM}")
    if any(part in ("", ".", "..") or not part.isprintable() for part in parts):
        raise UserError(f"{text}: no folder in the bucket, or an empty part in its path: {FORM}")
    return Address(scheme, bucket, "/".join(parts))


def split_address(text: str) -> tuple[str, str]:
    """The address and the model of ADDRESS:MODEL; "" where no model is named."""
    found = ADDRESS.match(text)
    assert found is not None
    path, _, model = found[2].partition(":")
    return str(parse_address(f"{found[1]}://{path}")), model
