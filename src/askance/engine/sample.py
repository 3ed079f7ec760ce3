"""The sample that a model is given, as a digest: two models are comparable where their digests are equal."""

import hashlib
from collections.abc import Iterable, Iterator

from askance.core import Case, canonical


class SampleDigest:
    """A digest of the cases that pass through it."""

    def __init__(self) -> None:
        self._state = hashlib.blake2b(digest_size=6)

    def over(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The same cases, each added to the digest."""
        for case in cases:
            self._state.update(canonical(case))
            yield case

    def hex(self) -> str:
        """The digest of all cases so far."""
        return self._state.hexdigest()
