"""Detectors: pictures in, labelled boxes with scores out; this table is the family."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from askance.core import UserError
from askance.core.unknown_names import unknown_name_error
from askance.datasets.detectors.detection import (
    FLOOR,
    Detection,
    ImageDetections,
    is_real_label,
    normalise_label,
    sort_and_round_detections,
)

if TYPE_CHECKING:
    from PIL.Image import Image


class Detector(Protocol):
    """Finds what it has labels for, with a score of `FLOOR` or more; `fingerprint` digests all that decides it."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def detect(self, images: "Sequence[Image]") -> Sequence[list[Detection]]: ...


@dataclass(frozen=True, slots=True)
class DetectorKind:
    """A kind of detector: how to open `prefix:rest`, and what the rest means."""

    open: Callable[[str], Detector]
    form: str


def _open_huggingface(rest: str) -> Detector:
    from askance.datasets.detectors.huggingface import open_huggingface_detector

    return open_huggingface_detector(rest)


def _open_opencv(rest: str) -> Detector:
    from askance.datasets.detectors.opencv_dnn import open_opencv_detector

    return open_opencv_detector(rest)


DETECTORS: dict[str, DetectorKind] = {
    "hf": DetectorKind(_open_huggingface, "hf:FOLDER_OR_ID"),
    "opencv": DetectorKind(_open_opencv, "opencv:MODEL_FILE,labels=FILE[,config=FILE][,size=WxH][,mean=M][,scale=S]"),
}


def open_detector(name: str) -> Detector:
    """The detector of that name."""
    prefix, _, rest = name.partition(":")
    if prefix not in DETECTORS:
        raise unknown_name_error("detector", name, [kind.form for kind in DETECTORS.values()])
    if not rest:
        raise UserError(f"{name}: names no detector: write {DETECTORS[prefix].form}")
    return DETECTORS[prefix].open(rest)


__all__ = [
    "DETECTORS",
    "FLOOR",
    "Detection",
    "Detector",
    "DetectorKind",
    "ImageDetections",
    "is_real_label",
    "normalise_label",
    "open_detector",
    "sort_and_round_detections",
]
