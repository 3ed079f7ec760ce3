"""A workspace on an object store, open for writing: a local copy that a thread publishes every few seconds."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self

from askance.core import UserError
from askance.core.atomic_files import storage_error
from askance.core.remote_address import Address, parse_address
from askance.store.journal import JournalEntry
from askance.store.marker_file import read_marker
from askance.store.remote.lease import find_or_create, take_lease
from askance.store.remote.local_copy import copies_folder, prepare_copy
from askance.store.remote.objects import ObjectStore
from askance.store.remote.publisher import LeaseLostError, Publisher
from askance.store.remote.salvage import bring_up_to_date
from askance.store.run_status import remove_run_status
from askance.store.workspace import Workspace

Say = Callable[[str], None]
FLUSH = 2.0  # seconds between two publications: what a lost machine can lose


class PublishedWorkspace(Workspace):
    """A local copy, published in the background; answers are on this machine's disk at once, as in any workspace."""

    _address: Address
    _publishing: "PublishingThread"

    @classmethod
    def open(cls, target: Path | str, say: Say) -> Self:
        """Become the writer of a workspace, bring its local copy up to date, and begin to publish."""
        address = parse_address(target)
        objects = ObjectStore(address)
        folder = copies_folder("writing", address)
        root = folder / address.name
        find_or_create(objects)  # first: one line where there is no bucket, or no right to write
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise storage_error(error, root) from error
        space = cls(root, say)
        space._address = address
        space.name = str(address)
        space._acquire_lock()  # of the local copy: a second process of this machine is refused here
        try:
            manifest = find_or_create(objects)
            note = prepare_copy(folder, address, manifest, space.say)
            manifest = take_lease(objects, manifest, note)
            publisher = Publisher(objects, root, manifest)
            space._publishing = PublishingThread(publisher, space.say)
            space._publishing.start()  # it renews the lease from now on
            space._bring_up_to_date(objects, publisher)
        except BaseException:
            space._release_lock()
            raise
        return space

    def _bring_up_to_date(self, objects: ObjectStore, publisher: Publisher) -> None:
        """Download what is published, keep what only this copy has, and begin to publish."""
        try:
            bring_up_to_date(objects, self.root, publisher.manifest)
            self._mark = read_marker(self.root)
            self._repair()
            publisher.remove_orphans()
            publisher.adopt_local_files()
        except BaseException:
            self._publishing.stop()
            raise
        self._publishing.is_ready.set()

    def record_answers(self, entries: list[JournalEntry]) -> None:
        """Keep a batch's answers on this machine at once; an error where another writer has taken over."""
        self._publishing.check()
        super().record_answers(entries)

    def close(self) -> None:
        """Publish everything and give the lease back; one line where the store does not answer."""
        try:
            self.rotate_journal()
        finally:
            try:
                remove_run_status(self.root)
                self._publishing.finish(str(self._address), self.root)
            finally:
                self._release_lock()


class PublishingThread:
    """Publishes every few seconds, until it is finished or the lease is lost."""

    def __init__(self, publisher: Publisher, say: Say):
        self._publisher, self._say = publisher, say
        self.is_ready = threading.Event()  # until then the lease is renewed, and nothing published
        self._stop = threading.Event()
        self._lost: LeaseLostError | None = None
        self._is_said = False
        self._thread = threading.Thread(target=self._run, name="askance publisher", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def check(self) -> None:
        """Raise what ended the thread."""
        if self._lost is not None:
            raise self._lost

    def stop(self) -> None:
        """End the thread; the lease is kept."""
        self._stop.set()
        self._thread.join()

    def finish(self, address: str, root: Path) -> None:
        """Publish the rest in this thread, and give the lease back."""
        self.stop()
        self.check()
        try:
            self._publisher.publish(release=True)
        except LeaseLostError:
            raise
        except UserError as error:  # the store does not answer, or credentials have expired
            raise UserError(
                f"{error}: the last results are in {root} and not yet in {address}: run the same command again on this"
                " machine to publish them"
            ) from error

    def _run(self) -> None:
        while not self._stop.wait(FLUSH):
            try:
                if self.is_ready.is_set():
                    self._publisher.publish()
                else:
                    self._publisher.renew_if_due()
                self._is_said = False
            except LeaseLostError as error:
                self._lost = error
                return
            except UserError as error:  # the store does not answer, or denies access: the run goes on
                if not self._is_said:
                    self._say(f"{error}; answers are kept on this machine, and published when it answers again")
                self._is_said = True
            except Exception as error:  # a bug: the run goes on, and its end publishes everything
                if not self._is_said:
                    self._say(f"cannot publish at present: {type(error).__name__}: {error}")
                self._is_said = True
