"""Detectors: pictures in, labelled boxes with scores out; this table is the family."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from askance.core import UserError
from askance.core.names import unknown
from askance.datasets.detectors.detection import FLOOR, Detection, Found, found, is_named, label_name

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
class Kind:
    """A kind of detector: how to open `prefix:rest`, and what the rest means."""

    open: Callable[[str], Detector]
    form: str


def _huggingface(rest: str) -> Detector:
    from askance.datasets.detectors.huggingface import open_huggingface

    return open_huggingface(rest)


def _opencv(rest: str) -> Detector:
    from askance.datasets.detectors.opencv_dnn import open_opencv

    return open_opencv(rest)


DETECTORS: dict[str, Kind] = {
    "hf": Kind(_huggingface, "hf:FOLDER_OR_ID"),
    "opencv": Kind(_opencv, "opencv:MODEL_FILE,labels=FILE[,config=FILE][,size=WxH][,mean=M][,scale=S]"),
}


def open_detector(name: str) -> Detector:
    """The detector of that name."""
    prefix, _, rest = name.partition(":")
    if prefix not in DETECTORS:
        raise unknown("detector", name, [kind.form for kind in DETECTORS.values()])
    if not rest:
        raise UserError(f"{name}: names no detector: write {DETECTORS[prefix].form}")
    return DETECTORS[prefix].open(rest)


__all__ = [
    "DETECTORS",
    "FLOOR",
    "Detection",
    "Detector",
    "Found",
    "Kind",
    "found",
    "is_named",
    "label_name",
    "open_detector",
]
