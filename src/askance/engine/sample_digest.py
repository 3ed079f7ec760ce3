"""The sample that a model is given, as a digest: two models are comparable where their digests are equal."""

import hashlib
from collections.abc import Iterable, Iterator

from askance.core import Case, case_key


class SampleDigest:
    """A digest of the keys of cases, in the order in which a suite makes them."""

    def __init__(self) -> None:
        self._state = hashlib.blake2b(digest_size=6)

    def add(self, key: bytes) -> None:
        """Add a case by its key."""
        self._state.update(key)

    def add_while_iterating(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The same cases, each added on its way; for cases of which some are never written, so that none has a key."""
        for case in cases:
            self.add(case_key(case))
            yield case

    def hex(self) -> str:
        """The digest of all cases so far."""
        return self._state.hexdigest()
