"""Connects a data set with detected objects to a cache, to the progress listener and to Ctrl-C."""

import threading
from collections.abc import Sequence
from pathlib import Path

from askance.core import Dataset, Suite
from askance.core.progress import Progress
from askance.datasets.detected_dataset import DetectedDataset, MemoryDetectionCache
from askance.store.detection_cache import open_stored_detections

PICTURES = "pictures to look at"


class EngineDetectionProgress:
    """Passes the progress of detection to the progress listener of a run."""

    def __init__(self, progress: Progress, stop: threading.Event):
        self._watch, self._stop = progress, stop
        self.say, self.advance, self.finish = progress.say, progress.advance, progress.finish

    def start(self, total: int, known: int) -> None:
        """The number of images to search, and of images with cached detections."""
        self._watch.start(total, known, PICTURES)

    def is_stopped(self) -> bool:
        """Whether the user asked to stop."""
        return self._stop.is_set()


def attach_detection_cache(
    data: Dataset, folder: Path | None, suites: Sequence[Suite], progress: Progress, stop: threading.Event
) -> Dataset:
    """The data with its detections kept below a folder, or in memory; other data as they are."""
    if not isinstance(data, DetectedDataset):
        return data
    for tests in dict.fromkeys(suite.card.pastes for suite in suites if suite.card.pastes):
        progress.say(f"detected objects have no masks: tests that paste one ({tests}) are left out")
    cache = MemoryDetectionCache() if folder is None else open_stored_detections(folder, data, progress.say)
    return data.with_cache(cache, EngineDetectionProgress(progress, stop))
