"""The mark of a workspace, askance.json: the version of its schema."""

from pathlib import Path
from typing import Literal

from askance.core import UserError
from askance.core.checksum import FIELD, json_with_checksum, json_without_checksum, plain_json
from askance.core.files import write_atomic
from askance.store.layout import MARK, is_recognisable
from askance.store.parquet_files import read_bytes
from askance.store.schema import SCHEMA_VERSION

MarkerState = Literal["whole", "old", "damaged", "missing"]


def read_marker(root: Path) -> MarkerState:
    """How a workspace's mark stands; one line where a newer askance wrote it, or the folder is of others."""
    if not (root / MARK).exists():
        return "missing"
    data = read_bytes(root / MARK) or b""
    whole, plain = json_without_checksum(MARK, data), plain_json(data)
    version = (whole or plain or {}).get("schema")
    if whole is None and version == 1 and FIELD not in (plain or {}):
        return "old"  # marks of schema 1 had no digest
    is_believed = whole is not None or (plain is not None and FIELD not in plain)
    if is_believed and isinstance(version, int) and version > SCHEMA_VERSION:
        raise UserError(
            f"{root} was written by a newer askance (schema {version}, this one knows {SCHEMA_VERSION}):"
            " upgrade askance, or choose another --out"
        )
    if whole is not None and version == SCHEMA_VERSION:
        return "whole"
    if is_recognisable(root) or not _others(root):
        return "damaged"
    raise UserError(f"{root / MARK} is not the mark of a workspace: choose another folder")


def write_marker(root: Path) -> None:
    """Mark a folder as a workspace of this version."""
    write_atomic(root / MARK, json_with_checksum(MARK, {"schema": SCHEMA_VERSION}))


def _others(root: Path) -> bool:
    """Whether a folder holds anything that is not ours."""
    return any(path.name not in (MARK, "lock", "set-aside") for path in root.iterdir())
