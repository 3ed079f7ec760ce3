"""The mark of a workspace, askance.json: the version of its schema."""

from pathlib import Path
from typing import Literal

from askance.core import UserError
from askance.core.atomic_files import write_atomic
from askance.core.checksum import FIELD, add_checksum_to_json, parse_json_object, strip_checksum_from_json
from askance.store.parquet_files import read_file_bytes
from askance.store.schema import SCHEMA_VERSION
from askance.store.workspace_layout import MARK, looks_like_workspace

MarkerState = Literal["whole", "old", "damaged", "missing"]


def read_marker(root: Path) -> MarkerState:
    """How a workspace's mark stands; one line where a newer askance wrote it, or the folder is of others."""
    if not (root / MARK).exists():
        return "missing"
    data = read_file_bytes(root / MARK) or b""
    whole, plain = strip_checksum_from_json(MARK, data), parse_json_object(data)
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
    if looks_like_workspace(root) or not _has_foreign_files(root):
        return "damaged"
    raise UserError(f"{root / MARK} is not the mark of a workspace: choose another folder")


def write_marker(root: Path) -> None:
    """Mark a folder as a workspace of this version."""
    write_atomic(root / MARK, add_checksum_to_json(MARK, {"schema": SCHEMA_VERSION}))


def _has_foreign_files(root: Path) -> bool:
    """Whether a folder holds anything that is not ours."""
    return any(path.name not in (MARK, "lock", "set-aside") for path in root.iterdir())
