"""`detected:DATA,objects=DETECTOR[,threshold=T]`: the images and questions of DATA, with the objects a detector finds.

Detections are kept with their scores, so that another threshold needs no second look. Where DATA has scene graphs of
its own they stay the fine source, and the detections are the coarse one.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from threading import RLock
from typing import Protocol, Self

from askance.core import Box, Dataset, HasQuestionGroups, ImageData, Item, Scene, UserError, digest_value
from askance.core.dataset import image_file_of
from askance.core.image import IMAGE
from askance.core.memory import default_image_memory_bytes
from askance.datasets.detectors import (
    FLOOR,
    Detection,
    Detector,
    ImageDetections,
    open_detector,
    sort_and_round_detections,
)
from askance.datasets.reading.coco_fine_scenes import join_scenes
from askance.datasets.reading.detected_scene import detections_to_scene, uncertain_boxes
from askance.datasets.reading.folder_boundary import PREFIX, allow_outside_images
from PIL.Image import Image

FORM = "detected:DATA,objects=DETECTOR[,threshold=0.7]"
THRESHOLD = 0.7
BATCH_SIZE = 32  # pictures between two writes: a kill loses no more
REPORTED_FAILURES = 3  # troubles that are told one by one


class DetectionCache(Protocol):
    """A store of detections by image name."""

    def get(self, image: str) -> ImageDetections | None: ...

    def __contains__(self, image: object) -> bool: ...

    def add(self, more: Mapping[str, ImageDetections]) -> None: ...


class DetectionProgress(Protocol):
    """A progress listener of detection, which may stop it after a batch."""

    def start(self, total: int, known: int) -> None: ...

    def advance(self, pictures: int) -> None: ...

    def say(self, message: str) -> None: ...

    def finish(self) -> None: ...

    def is_stopped(self) -> bool: ...


class MemoryDetectionCache(dict[str, ImageDetections]):
    """A cache in memory."""

    def add(self, more: Mapping[str, ImageDetections]) -> None:
        """Add detections."""
        self.update(more)


class NoDetectionProgress:
    """A listener that shows nothing."""

    def start(self, total: int, known: int) -> None:
        """The number of images to search, and of images with cached detections."""

    def advance(self, pictures: int) -> None:
        """Pictures done since last time."""

    def say(self, message: str) -> None:
        """One line of text."""

    def finish(self) -> None:
        """Nothing more to come."""

    def is_stopped(self) -> bool:
        """Never."""
        return False


class DetectedDataset:
    """Another data set's images and questions; `coarse` is what the detector finds, `scene` too if DATA has none."""

    masks = False  # boxes only: nothing can be cut out

    def __init__(
        self,
        data: Dataset,
        detector: Detector,
        threshold: float = THRESHOLD,
        cache: DetectionCache | None = None,
        progress: DetectionProgress | None = None,
    ):
        if not FLOOR <= threshold <= 1:
            raise UserError(f"threshold {threshold:g} is not from {FLOOR} to 1: less sure detections are not kept")
        self.data, self.detector, self.threshold = data, detector, threshold
        self.name = f"detected:{data.name},objects={detector.name},threshold={threshold!r}"
        self._shelf: DetectionCache = MemoryDetectionCache() if cache is None else cache
        self._onlooker: DetectionProgress = NoDetectionProgress() if progress is None else progress
        self._troubles: dict[str, str] = {}  # image → why nothing could be detected
        self._is_proven = False  # whether the detector has worked once
        self._lock = RLock()
        self._both = lru_cache(maxsize=256)(
            self._scene_and_coarse_scene
        )  # a suite asks for the fine and the coarse scene in turn

    def with_cache(self, cache: DetectionCache, progress: DetectionProgress | None = None) -> Self:
        """The same data with its detections stored in a cache, and a progress listener."""
        return type(self)(self.data, self.detector, self.threshold, cache, progress)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the data, the detector, and the threshold."""
        return digest_value((self.data.fingerprint, self.detector.fingerprint, self.threshold)).hex()

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """The questions of the data."""
        return self.data.items(limit, seed)

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[Sequence[Item]]:
        """The groups of related questions of the data, if it has any."""
        return self.data.question_groups(limit, seed) if isinstance(self.data, HasQuestionGroups) else iter(())

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The images of the data; objects are detected batch by batch as the images are needed."""
        names = list(self.data.images(limit, seed))
        new = len(self._without_detections(names))
        if new:
            self._onlooker.start(new, len(names) - new)
        try:
            for start in range(0, len(names), BATCH_SIZE):
                some = names[start : start + BATCH_SIZE]
                looked = self._detect_missing(some)
                self._onlooker.advance(looked)
                if looked and self._onlooker.is_stopped():
                    raise KeyboardInterrupt
                yield from some
        finally:
            self._onlooker.finish()
        if new and len(self._troubles) > REPORTED_FAILURES:
            self._onlooker.say(f"{len(self._troubles):,} pictures in all have no objects because they cannot be read")

    def scene(self, image: str) -> Scene | None:
        """The scene graph of the data where it has one, else the detected objects."""
        both = self._both(image)
        return None if both is None else both[0]

    def coarse_scene(self, image: str) -> Scene | None:
        """The detected objects."""
        both = self._both(image)
        return None if both is None else both[1]

    def crowd_regions(self, image: str) -> tuple[Box, ...]:
        """Boxes of detections below the threshold, which edits should avoid."""
        seen = self._detections_in(image)
        return () if seen is None else uncertain_boxes(seen, self.threshold)

    def image_file(self, image: str) -> str | None:
        """The file of an image, if the data knows it."""
        return image_file_of(self.data, image)

    def load_image(self, image: str) -> ImageData:
        """The picture with `scene(image)`."""
        opened = self.data.load_image(image)
        return ImageData(scene=self.scene(image), image=opened.image, file=opened.file)

    def _scene_and_coarse_scene(self, image: str) -> tuple[Scene, Scene] | None:
        """The scene and the coarse scene: one and the same where the data have no scene graph."""
        seen = self._detections_in(image)
        if seen is None:
            return None
        coarse, fine = detections_to_scene(seen, image, self.threshold), self.data.scene(image)
        return (coarse, coarse) if fine is None else join_scenes(fine, coarse)

    def _detections_in(self, image: str) -> ImageDetections | None:
        known = self._shelf.get(image)
        if known is None:
            self._detect_missing([image])
            known = self._shelf.get(image)
        return known

    def _without_detections(self, images: Sequence[str]) -> list[str]:
        return [name for name in dict.fromkeys(images) if name not in self._shelf and name not in self._troubles]

    def _detect_missing(self, images: Sequence[str]) -> int:
        """Detect in those of the images that are not known yet, and keep what was found; how many they were."""
        with self._lock:
            new = self._without_detections(images)
            seen: dict[str, ImageDetections] = {}
            for opened in self._open_images_in_batches(new):
                detections = self._detect_in_images(opened)
                if not self._is_proven:
                    reason = self._troubles[next(iter(opened))]
                    raise UserError(f"{self.detector.name} fails on every picture; the first: {reason}")
                seen |= {name: sort_and_round_detections(*opened[name].size, some) for name, some in detections.items()}
            if seen:
                self._shelf.add(seen)
        return len(new)

    def _open_images_in_batches(self, names: Sequence[str]) -> Iterator[dict[str, Image]]:
        """The images that can be read, as many together as there is memory for."""
        opened: dict[str, Image] = {}
        pixels, most = 0, default_image_memory_bytes() // IMAGE
        for name in names:
            image = self._open_image(name)
            if image is not None:
                opened[name] = image
                pixels += image.width * image.height
            if pixels >= most:
                yield opened
                opened, pixels = {}, 0
        if opened:
            yield opened

    def _open_image(self, name: str) -> Image | None:
        try:
            return self.data.load_image(name).image
        except UserError as error:
            self._note_failure(name, str(error))
            return None

    def _detect_in_images(self, opened: Mapping[str, Image]) -> dict[str, list[Detection]]:
        """What is found in each picture; one that the detector cannot take fails alone."""
        try:
            seen = dict(zip(opened, self.detector.detect(list(opened.values())), strict=True))
        except UserError:
            raise
        except Exception as error:  # whatever a network's library may raise
            if len(opened) == 1:
                return self._note_detector_failure(next(iter(opened)), error)
            seen = {}
            for name, image in opened.items():
                seen |= self._detect_in_images({name: image})
        else:
            self._is_proven = True
        return seen

    def _note_detector_failure(self, name: str, error: Exception) -> dict[str, list[Detection]]:
        self._note_failure(name, f"{name}: {self.detector.name} fails on it: {' '.join(str(error).split())[:200]}")
        return {}

    def _note_failure(self, name: str, reason: str) -> None:
        self._troubles[name] = reason
        if len(self._troubles) <= REPORTED_FAILURES:
            self._onlooker.say(f"no objects: {reason}")


def open_detected_dataset(rest: str) -> DetectedDataset:
    """`DATA,objects=DETECTOR[,threshold=T]`; a folder need hold nothing but pictures."""
    name, is_given, tail = rest.rpartition(",objects=")
    detector, has_threshold, text = tail.rpartition(",threshold=")
    if not is_given or not name:
        raise UserError(f"detected:{rest}: names no data set or no detector: write {FORM}")
    try:
        threshold = float(text) if has_threshold else THRESHOLD
    except ValueError as error:
        raise UserError(f"detected:{rest}: threshold {text!r} is no number: write {FORM}") from error
    return DetectedDataset(_open_underlying_data(name), open_detector(detector if has_threshold else tail), threshold)


def _open_underlying_data(name: str) -> Dataset:
    from askance.datasets import open_dataset  # the family's table names this file too
    from askance.datasets.folder import FolderDataset

    prefix, _, rest = name.partition(":")
    if name.startswith(f"{PREFIX}:folder:"):
        with allow_outside_images():
            found = FolderDataset(rest.partition(":")[2], every=True)
        found.name = name
        return found
    return FolderDataset(rest, every=True) if prefix == "folder" else open_dataset(name)


def name_with_detector(data: str, detector: str | None, threshold: float | None = None) -> str:
    """The name of the data with that detector's objects; the data's own name where no detector is named."""
    if detector is None:
        if threshold is not None:
            raise UserError("--objects-threshold goes with --objects DETECTOR")
        return data
    if threshold is not None and math.isnan(threshold):
        raise UserError("--objects-threshold nan: write a number from 0.05 to 1")
    return f"detected:{data},objects={detector},threshold={THRESHOLD if threshold is None else threshold!r}"
