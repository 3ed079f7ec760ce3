"""The objects of one workspace on an object store: get, put, create, list and delete, each tried again on errors."""

import asyncio
import importlib
import os
import random
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, TypeVar

from askance.core import UserError
from askance.core.install_command import install_command
from askance.core.remote_address import SCHEMES, Address

T = TypeVar("T")
PATIENCE = 30.0  # seconds for which a request is tried again
FIRST_WAIT, LONGEST_WAIT = 0.1, 3.0  # seconds
AT_ONCE = 8  # requests


class MissingObject(Exception):  # noqa: N818  a state of the store
    """There is no such object."""


class StoreError(UserError):
    """The store did not answer, in one line."""


class ObjectStore:
    """Reads and writes objects below an address."""

    def __init__(self, address: Address, patience: float = PATIENCE):
        self.address = address
        self.patience = patience
        self._system = _file_system_of(address)

    def get(self, key: str) -> bytes:
        """The bytes of an object; MissingObject where there is none."""
        return bytes(self._try(lambda: self._system.cat_file(self._path(key)), key))

    def put(self, key: str, data: bytes) -> None:
        """Write an object whole: a reader finds all of it, or nothing."""
        self._write(lambda: self._system.pipe_file(self._path(key), data), key)

    def create(self, key: str, data: bytes) -> bool:
        """Write an object if there is none of this key; whether that is what is there now.

        A try whose reply was lost may have written it: then the object has these bytes.
        """
        try:
            self._write(lambda: self._system.pipe_file(self._path(key), data, mode="create"), key)
        except FileExistsError:
            try:
                return self.get(key) == data
            except MissingObject:  # it was another's, and has been removed since
                return False
        return True

    def sizes(self, prefix: str) -> dict[str, int]:
        """The objects below a prefix that ends in "/" or is empty, with their sizes."""
        folder = self._path(prefix).rstrip("/")

        def find() -> dict[str, Any]:
            self._system.invalidate_cache()
            return dict(self._system.find(folder, detail=True))

        try:
            found = self._try(find, prefix)
        except MissingObject:  # Google Cloud Storage says so of an empty folder, and of a bucket
            return {}
        start = len(self.address.path) + 1
        return {name.removeprefix("/")[start:]: int(info["size"]) for name, info in found.items()}

    def modified(self, key: str) -> datetime:
        """When an object was written, by the clock of the store."""

        def ask() -> datetime:
            self._system.invalidate_cache()
            return self._system.modified(self._path(key))  # type: ignore[no-any-return]

        return self._try(ask, key)

    def delete(self, keys: Iterable[str]) -> None:
        """Remove objects; those that are not there are no error."""

        def remove(key: str) -> None:
            try:
                self._try(lambda: self._system.rm_file(self._path(key)), key)
            except MissingObject:
                return

        self.each(remove, list(keys))

    def each(self, work: Callable[[T], object], things: list[T]) -> None:
        """Do something for each of some things, several at once; the first error is raised."""
        if len(things) < 2:
            for thing in things:
                work(thing)
            return
        with ThreadPoolExecutor(min(AT_ONCE, len(things))) as pool:
            for _ in pool.map(work, things):
                pass

    def _path(self, key: str) -> str:
        return f"{self.address.path}/{key}"

    def _write(self, request: Callable[[], object], key: str) -> None:
        try:
            self._try(request, key)
        except MissingObject as error:  # what else could be missing
            raise _no_bucket(self.address) from error

    def _try(self, request: Callable[[], T], key: str) -> T:
        """Make a request until it succeeds, the error is final, or the patience ends."""
        end, wait = time.monotonic() + self.patience, FIRST_WAIT
        while True:
            try:
                return request()
            except FileExistsError:
                raise
            except Exception as error:
                final = _final_error(error, self.address, key)
                if final is not None:
                    raise final from error
                if time.monotonic() + wait > end:
                    raise StoreError(f"{self.address} does not answer ({_short(error)}): try again later") from error
            time.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(LONGEST_WAIT, 2 * wait)


_open: dict[tuple[object, ...], Any] = {}


def _file_system_of(address: Address) -> Any:
    """The file system of an address: one per process and settings, since opening one takes half a second."""
    settings = sorted(item for item in os.environ.items() if item[0].startswith(("AWS_", "GOOGLE_", "STORAGE_")))
    key = (os.getpid(), address.scheme, *settings)
    if key not in _open:
        _open.clear()
        _open[key] = _open_file_system(address)
    return _open[key]


def _open_file_system(address: Address) -> Any:
    """The file system of fsspec for an address; credentials come from where its cloud's own tools look."""
    package, extra = SCHEMES[address.scheme]
    try:
        module = importlib.import_module(package)
    except ImportError as error:
        raise UserError(
            f"{address}: {address.scheme}:// needs the package {package}: {install_command(extra)}"
        ) from error
    try:
        if address.scheme == "s3":
            # One request per object: with more at once, it would ask for the size of every object first.
            return module.S3FileSystem(use_listings_cache=False, skip_instance_cache=True, max_concurrency=1)
        return module.GCSFileSystem(use_listings_cache=False, skip_instance_cache=True)
    except Exception as error:  # a profile that does not exist, a broken configuration file
        raise UserError(f"{address}: {_short(error)}") from error


def _final_error(error: Exception, address: Address, key: str) -> Exception | None:
    """The error to raise, or None where the request may succeed if it is tried again."""
    name, text = type(error).__name__, str(error)
    cause = error.__cause__
    code = _error_code(error) or (_error_code(cause) if isinstance(cause, Exception) else "")
    if name in ("NoCredentialsError", "PartialCredentialsError", "CredentialRetrievalError", "TokenRetrievalError",
                "DefaultCredentialsError", "RefreshError", "ProfileNotFound", "UnauthorizedSSOTokenError",
                "SSOTokenLoadError"):  # fmt: skip
        return UserError(f"{address}: no usable credentials: {_short(error)}; {_how_to_log_in(address)}")
    if code == "NoSuchBucket" or "bucket does not exist" in text.lower():
        return _no_bucket(address)
    if code in ("PreconditionFailed", "412") or "PreconditionFailed" in text:
        return FileExistsError(key)
    if code in ("ConditionalRequestConflict", "409"):  # two requests at once: one of them must be tried again
        return None
    if isinstance(error, FileNotFoundError):
        return MissingObject(key)
    if isinstance(error, PermissionError) or code in ("AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch",
                                                      "ExpiredToken", "InvalidToken", "403", "401"):  # fmt: skip
        return UserError(f"{address}: access denied ({_short(error)}): {_how_to_log_in(address)}")
    if name in ("ParamValidationError", "InvalidRegionError", "UnknownEndpointError"):
        return UserError(f"{address}: {_short(error)}")
    return None


def _no_bucket(address: Address) -> UserError:
    return UserError(f"{address}: there is no bucket {address.bucket}: create it, or name another one")


def _error_code(error: Exception | None) -> str:
    """The code of an error of botocore or of gcsfs; "" where it has none."""
    response = vars(error).get("response") if error is not None else None
    if isinstance(response, dict):
        return str(response.get("Error", {}).get("Code", ""))
    code = vars(error).get("code") if error is not None else None
    return str(code) if code is not None else ""


def _how_to_log_in(address: Address) -> str:
    if address.scheme == "s3":
        return "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, and check the rights on the bucket"
    return "set GOOGLE_APPLICATION_CREDENTIALS, or run `gcloud auth application-default login`"


def _short(error: BaseException) -> str:
    """An error in a few words, without an address that may carry a signature."""
    if isinstance(error, asyncio.TimeoutError | TimeoutError):
        return "time-out"
    text = " ".join(str(error).split()) or type(error).__name__
    return text.partition("?")[0].replace('"', "")[:160]
