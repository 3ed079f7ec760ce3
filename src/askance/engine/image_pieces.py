"""The images of one batch, loaded in pieces that fit into memory together; used where there are no windows."""

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import count

from askance.core import Dataset, Query
from askance.engine.image_loader import EditedImage, ImageLoader
from askance.engine.image_windows import GUESS, RECENT, split_into_windows
from askance.engine.plan import Call
from askance.store import image_variant


class ImagePieces:
    """Loads images for several threads at once: each of `at_once` batches has its share of `memory` bytes."""

    def __init__(self, data: Dataset, threads: int, memory: int, at_once: int):
        self._loader = ImageLoader(data, frozenset({"pixels"}), threads, memory)
        self._share = memory // max(1, at_once)
        self._recent: deque[int] = deque(maxlen=RECENT)

    def pieces(self, queries: Mapping[int, Query]) -> Iterator[dict[int, EditedImage]]:
        """The edited image of each query by its number, piece by piece, image by image; usually one piece."""
        numbered = [
            (number, Call(0, b"", query.stimulus.image, image_variant(query), query))
            for number, query in queries.items()
        ]
        numbered.sort(key=lambda each: (each[1].image or "", each[1].variant, each[0]))
        place = count()
        for window in split_into_windows([call for _, call in numbered], len(numbered), self._fits):
            loads = self._loader.start_loading(window)
            found = {image: load.result() for image, load in loads.items()}
            self._recent.extend(each.largest for each in found.values() if each.largest)
            yield {numbered[next(place)][0]: found[call.image].sights[call.variant] for call in window}

    def _fits(self) -> int:
        """Images of a piece."""
        return max(1, self._share // max(self._recent, default=GUESS))

    def close(self) -> None:
        """Stop loading."""
        self._loader.close()
