"""The manifest: which objects are the files of a workspace, and who writes it; each version is a new object.

A version is created only if there is none of its number. So the one who creates the next version knows that nobody
else has written since the last one, and a reader has the files of one moment.
"""

import contextlib
import uuid
from datetime import timedelta

import msgspec
from askance.core import UserError
from askance.store.remote.objects import MissingObject, ObjectStore

FOLDER = "manifest/"
FORMAT = 1
KEPT = 20  # versions
LEASE = 30.0  # seconds without a new version after which another writer may take over


class Part(msgspec.Struct, frozen=True, array_like=True):
    """An object that holds a file, or a part of one."""

    key: str
    size: int
    digest: str


class Writer(msgspec.Struct, frozen=True):
    """Who writes a workspace."""

    lease: int  # the how manieth writer of this workspace
    copy: str  # the id of its local copy
    host: str
    process: int


class Manifest(msgspec.Struct, frozen=True):
    """The files of a workspace at one moment."""

    id: str  # of the workspace: another one if it was deleted and made again
    version: int = 0
    lease: int = 0  # of the last writer
    writer: Writer | None = None  # None: nobody writes
    files: dict[str, tuple[Part, ...]] = {}  # path → its parts, in order
    format: int = FORMAT


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Manifest)


def new_manifest() -> Manifest:
    """The manifest of a workspace without files."""
    return Manifest(uuid.uuid4().hex)


def version_key(version: int) -> str:
    """The object of a version."""
    return f"{FOLDER}{version:010d}.json"


def list_versions(objects: ObjectStore) -> list[int]:
    """The versions that are there, in order."""
    names = (key.removeprefix(FOLDER).removesuffix(".json") for key in objects.sizes(FOLDER))
    return sorted(int(name) for name in names if name.isdigit())


def read_latest(objects: ObjectStore) -> Manifest | None:
    """The newest version; None where there is no workspace."""
    while True:
        versions = list_versions(objects)
        if not versions:
            return None
        try:
            data = objects.get(version_key(versions[-1]))
        except MissingObject:  # the writer has published and removed many since
            continue
        try:
            found = _decoder.decode(data)
        except msgspec.DecodeError as error:
            raise UserError(
                f"{objects.address}/{version_key(versions[-1])} is not a manifest of Askance: remove it, or choose"
                " another folder"
            ) from error
        if found.format > FORMAT:
            raise UserError(f"{objects.address} was written by a newer askance: upgrade askance")
        return found


def create_version(objects: ObjectStore, manifest: Manifest) -> bool:
    """Publish the next version; False where another writer has published since."""
    if not objects.create(version_key(manifest.version), _encoder.encode(manifest)):
        return False
    # An old number may be free again, because old versions are removed; so may any, if the workspace was deleted.
    versions = list_versions(objects)
    if versions[-1:] != [manifest.version] or (manifest.version > 1 and manifest.version - 1 not in versions):
        return False
    with contextlib.suppress(UserError):
        objects.delete(version_key(version) for version in versions if version <= manifest.version - KEPT)
    return True


def seconds_unchanged(objects: ObjectStore, manifest: Manifest) -> float:
    """For how long there has been no new version, by the clock of the store alone."""
    probe = f"probe-{uuid.uuid4().hex}"
    objects.put(probe, b"")
    try:
        age: timedelta = objects.modified(probe) - objects.modified(version_key(manifest.version))
    except MissingObject:
        return 0.0  # a newer version has replaced it
    finally:
        objects.delete([probe])
    return age.total_seconds()
