"""Windows of calls whose pictures are in memory together, loaded ahead within a budget of bytes.

What a picture takes is not known before it is decoded, so a window is cut by the largest of the pictures before it.
The order of calls is by a hash of the image: large pictures are spread evenly, and a guess from the last ones is good.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import groupby
from threading import Lock

from askance.engine.image_loader import EditedImage, ImageLoader, LoadedVariants
from askance.engine.plan import Call

WINDOWS_AHEAD = 2  # windows that are loaded while one is asked about, if they fit
GUESS = 48 * 2**20  # bytes of a picture before any is known: 12 megapixels
SCRATCH = 2  # pictures that a thread works with while it decodes or edits one
RECENT = 64  # images whose pictures decide how large the next ones may be


def split_into_windows(calls: Iterable[Call], size: int, fits: Callable[[], int]) -> Iterator[list[Call]]:
    """Runs of at least `size` calls or `fits()` pictures; an image is cut only where its variants alone are more."""
    window: list[Call] = []
    pictures = 0
    for _, group in groupby(calls, key=lambda call: call.image):
        for part in _split_by_variant(list(group), fits()):
            more = _count_images(part)
            if window and pictures + more > fits():
                yield window
                window, pictures = [], 0
            window.extend(part)
            pictures += more
            if len(window) >= size:
                yield window
                window, pictures = [], 0
    if window:
        yield window


def _split_by_variant(group: list[Call], fits: int) -> Iterator[list[Call]]:
    """The calls about one image, divided by variant where the variants are too many to be in memory together."""
    if _count_images(group) <= fits:
        yield group
        return
    part: list[Call] = []
    for _, same in groupby(group, key=lambda call: call.variant):
        calls = list(same)
        if part and _count_images(part + calls) > fits:
            yield part
            part = []
        part += calls
    yield part


def _count_images(group: list[Call]) -> int:
    """Pictures that calls about one image need: the image, and each edited variant."""
    return 1 + len({call.variant for call in group if call.query.stimulus.edits})


class Window:
    """Calls with what they show; each picture is dropped once its last call is answered."""

    def __init__(
        self, calls: list[Call], loads: dict[str | None, Future[LoadedVariants]], pictures: int, cost: int, lock: Lock
    ):
        self.calls, self.pictures, self.cost = calls, pictures, cost
        self._loads, self._lock = loads, lock
        self._left = Counter((call.image, call.variant) for call in calls)

    def edited_image(self, call: Call) -> EditedImage:
        """What a call shows, once it is loaded."""
        return self._loads[call.image].result().sights[call.variant]

    def release_images(self, calls: Iterable[Call]) -> None:
        """Drop the pictures that no other call needs."""
        with self._lock:
            for call in calls:
                place = call.image, call.variant
                self._left[place] -= 1
                if not self._left[place]:
                    del self._left[place]
                    self._drop_image(call)

    def _drop_image(self, call: Call) -> None:
        load = self._loads[call.image]
        if load.done() and load.exception() is None:
            load.result().sights.pop(call.variant, None)

    @property
    def is_answered(self) -> bool:
        """Whether every call is answered."""
        return not self._left

    def largest_image_bytes(self) -> Iterator[int]:
        """The bytes of each image's largest picture; waits until all are loaded."""
        for load in self._loads.values():
            if load.exception() is None:
                yield load.result().largest


class WindowPrefetcher:
    """Loads the next windows while one is asked about, so that their pictures stay within `memory` bytes together."""

    def __init__(self, loader: ImageLoader, memory: int):
        self._loader, self._memory = loader, memory
        self._guess = GUESS if "pixels" in loader.needs else 0
        self._recent: deque[int] = deque(maxlen=RECENT)
        self._lock = Lock()
        self._asked: list[Window] = []  # handed out, some of their calls still without an answer

    def windows(self, calls: Iterable[Call], size: int) -> Iterator[Window | None]:
        """The windows in order; one that needs more than the whole budget is loaded alone.

        None: there is no room for the next one before a call under way is answered.
        """
        waiting: deque[Window] = deque()
        for some in split_into_windows(calls, size, self._images_per_window):
            pictures = sum(_count_images(list(group)) for _, group in groupby(some, lambda call: call.image))
            cost = self._expected_image_bytes() * pictures
            while waiting and sum(window.cost for window in waiting) + cost > self._bytes_left():
                yield from self._wait_for_next_window(waiting)
            while not self._has_room(waiting, cost):
                yield None
            waiting.append(Window(some, self._loader.start_loading(some), pictures, cost, self._lock))
            if len(waiting) > WINDOWS_AHEAD:
                yield from self._wait_for_next_window(waiting)
        while waiting:
            yield from self._wait_for_next_window(waiting)

    def _wait_for_next_window(self, waiting: deque[Window]) -> Iterator[Window]:
        window = waiting.popleft()
        self._asked.append(window)
        yield window
        found = [largest for largest in window.largest_image_bytes() if largest]  # not before: equal runs cut equally
        self._recent.extend(found)
        window.cost = min(window.cost, max(found, default=0) * window.pictures)  # what was a guess is known

    def _expected_image_bytes(self) -> int:
        return max(self._recent, default=self._guess)

    def _images_per_window(self) -> int:
        """Pictures of a window: half of the budget, so that the next one can be loaded meanwhile."""
        return max(1, self._bytes_left() // 2 // max(1, self._expected_image_bytes()))

    def _bytes_left(self) -> int:
        """The bytes of the budget that are left for windows, without the images that threads are loading."""
        return self._memory - SCRATCH * self._loader.workers * self._expected_image_bytes()

    def _has_room(self, waiting: deque[Window], cost: int) -> bool:
        """Whether answers to earlier windows, which may be asked about on threads, have made enough room."""
        needed = sum(window.cost for window in waiting) + cost
        self._asked = [window for window in self._asked if not window.is_answered]
        held = sum(window.cost for window in self._asked)
        return not held or held + needed <= self._bytes_left()
