"""`opencv:MODEL_FILE,labels=FILE[,config=FILE][,size=WxH][,mean=M][,scale=S]`: detectors that cv2.dnn reads.

Networks that end in a DetectionOutput (SSD, Faster R-CNN) or a Region layer (YOLO of Darknet). The pixels are
(p - mean) * scale, in RGB; what is not said is as SSD networks of TensorFlow want it.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from askance.core import UserError, digest_value, source_digest
from askance.core.install_command import install_command
from askance.core.unknown_names import unknown_name_error
from askance.datasets.detectors.detection import FLOOR, Detection, is_real_label
from askance.datasets.reading.json_records import file_digest

if TYPE_CHECKING:
    from PIL.Image import Image

OPTIONS = ("config", "labels", "size", "mean", "scale")
ENDS = {"DetectionOutput": 1, "Region": 0}  # type of the last layer → the number of its first real class
SAME = 0.45  # overlap at which two boxes of one class are one; for networks that do not see to that themselves


class NetworkSettings(msgspec.Struct, frozen=True):
    """What is known of a network beside its file."""

    model: Path
    config: Path | None
    labels: Path
    size: tuple[int, int] = (320, 320)
    mean: float = 127.5
    scale: float = 1 / 127.5


class OpenCvDetector:
    """A network in a file; it is loaded when it first looks at a picture."""

    def __init__(self, name: str, settings: NetworkSettings):
        self.name, self.settings = name, settings
        self._labels = _read_labels(settings.labels)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the files, the settings, and the code that uses them."""
        own = self.settings
        files = [file_digest(path) for path in (own.model, own.config, own.labels) if path is not None]
        code = source_digest("datasets/detectors/opencv_dnn.py", "datasets/detectors/detection.py")
        return digest_value((code, files, own.size, own.mean, own.scale)).hex()

    def detect(self, images: "Sequence[Image]") -> list[list[Detection]]:
        """What is found in each picture, one after the other: many such networks take no more at once."""
        return [self._detect_in_image(image) for image in images]

    def _detect_in_image(self, image: "Image") -> list[Detection]:
        network, first = self._load_network
        pixels = np.ascontiguousarray(np.asarray(image)[:, :, ::-1])  # blue first, as OpenCV has them
        numbers, scores, boxes = network.detect(pixels, confThreshold=FLOOR, nmsThreshold=SAME)
        made = []
        for number, score, (x, y, wide, high) in zip(numbers, scores, boxes, strict=True):
            label = self._label_of_row(int(number) - first)
            if label is not None:
                box = float(x), float(y), float(x + wide), float(y + high)
                made.append(Detection(label, min(1.0, float(score)), box))
        return made

    def _label_of_row(self, row: int) -> str | None:
        if not 0 <= row < len(self._labels):
            raise UserError(
                f"{self.settings.labels}: has {len(self._labels)} labels, but the network found class {row + 1}:"
                " name the file that belongs to it"
            )
        label = self._labels[row]
        return label if is_real_label(label) else None

    @cached_property
    def _load_network(self) -> tuple[Any, int]:
        """The network, and the number of the class that the first line of the labels names."""
        cv2, own = _import_cv2(), self.settings
        try:
            network = cv2.dnn.readNet(str(own.model), str(own.config or ""))
            ends = [network.getLayer(int(number)).type for number in network.getUnconnectedOutLayers()]
        except cv2.error as error:
            raise UserError(
                f"{own.model}: cannot be read by OpenCV {cv2.__version__}: {_opencv_error_message(error)}"
            ) from error
        if ends[0] not in ENDS:
            raise UserError(
                f"{own.model}: ends in a layer {ends[0]}, from which boxes are not read: use a network that ends in"
                f" {' or '.join(ENDS)}"
            )
        model = cv2.dnn_DetectionModel(network)
        model.setInputParams(own.scale, own.size, (own.mean, own.mean, own.mean), True)
        return model, 0 if not is_real_label(self._labels[0]) else ENDS[ends[0]]


def open_opencv_detector(rest: str) -> OpenCvDetector:
    """The network of a file, with options after commas."""
    _import_cv2()
    file, *parts = rest.split(",")
    given: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if key not in OPTIONS or not equals:
            raise unknown_name_error("option of opencv:", part, [f"{option}=" for option in OPTIONS])
        given[key] = value
    model = _check_file_exists(file)
    if "labels" not in given:
        raise UserError(f"opencv:{rest}: has no labels: add ,labels=FILE with one class name a line")
    more: dict[str, Any] = {key: _parse_number(key, given[key]) for key in ("mean", "scale") if key in given}
    if "size" in given:
        more["size"] = _parse_size(given["size"])
    config = _check_file_exists(given["config"]) if "config" in given else None
    return OpenCvDetector(f"opencv:{rest}", NetworkSettings(model, config, _check_file_exists(given["labels"]), **more))


def _import_cv2() -> Any:
    try:
        import cv2
    except ImportError as error:
        raise UserError(f"opencv: detectors need OpenCV: {install_command('opencv')}") from error
    return cv2


def _check_file_exists(text: str) -> Path:
    path = Path(text).expanduser().absolute()
    if not path.is_file():
        raise UserError(f"{path}: no such file: name the files of the network as opencv:MODEL_FILE,labels=FILE")
    return path


def _parse_number(key: str, text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise UserError(f"opencv: option {key}={text}: is no number: write e.g. {key}=127.5") from error


def _parse_size(text: str) -> tuple[int, int]:
    wide, _, high = text.partition("x")
    if not (wide.isdecimal() and high.isdecimal() and int(wide) and int(high)):
        raise UserError(f"opencv: option size={text}: is no size: write it as size=320x320")
    return int(wide), int(high)


def _read_labels(path: Path) -> list[str]:
    try:
        labels = [line.strip() for line in path.read_text(encoding="utf-8").rstrip().splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read as text ({error}): write one class name a line") from error
    if not any(map(is_real_label, labels)):
        raise UserError(f"{path}: names no classes: write one class name a line")
    return labels


def _opencv_error_message(error: BaseException) -> str:
    """What OpenCV says went wrong, without the place in its source."""
    return " ".join(str(error).rpartition("error: ")[2].split())[:300]
