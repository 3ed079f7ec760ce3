"""`hf:FOLDER_OR_ID`: any object detector of transformers, from a folder or the hub; no remote code, no pickles."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from askance.core import UserError, digest_value, source_digest
from askance.core.hub_download import HubFiles, hub_folder
from askance.core.install_command import install_command
from askance.core.silence_transformers import silence_transformers
from askance.datasets.detectors.detection import FLOOR, Detection, is_real_label
from askance.datasets.reading.json_records import file_digest

if TYPE_CHECKING:
    from PIL.Image import Image

AT_ONCE = 8  # pictures a forward pass
CONFIGS = ("config.json", "preprocessor_config.json", "processor_config.json")
WANTED = (*CONFIGS, "*.safetensors", "*.safetensors.index.json")
_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
_UNNAMED = re.compile(r"LABEL_\d+")


class HuggingFaceDetector:
    """A detector in a folder as transformers saves it; it is loaded when it first looks at a picture."""

    def __init__(self, name: str, folder: Path):
        self.name, self.folder = name, folder
        self._labels = _read_labels(folder)
        if not list(folder.glob("*.safetensors")):
            raise UserError(f"{folder}: holds no .safetensors weights: save the model again with save_pretrained")

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the weights, the configuration, and the code that uses them."""
        files = sorted({path for pattern in WANTED for path in self.folder.glob(pattern)})
        code = source_digest("datasets/detectors/huggingface.py", "datasets/detectors/detection.py")
        return digest_value((code, [(path.name, file_digest(path)) for path in files])).hex()

    def detect(self, images: "Sequence[Image]") -> list[list[Detection]]:
        """What is found in each picture; only those of one size share a pass, so that none is padded by another."""
        order = sorted(range(len(images)), key=lambda i: images[i].size)
        results: list[list[Detection]] = [[] for _ in images]
        for _, group in groupby(order, key=lambda i: images[i].size):
            alike = list(group)
            for start in range(0, len(alike), AT_ONCE):
                some = alike[start : start + AT_ONCE]
                for i, one in zip(some, self._detect_same_size([images[i] for i in some]), strict=True):
                    results[i] = one
        return results

    def _detect_same_size(self, images: "Sequence[Image]") -> list[list[Detection]]:
        import torch

        processor, model = self._load_processor_and_model
        inputs = processor(images=list(images), return_tensors="pt").to(model.device)
        with torch.inference_mode():
            outputs = model(**inputs)
        sizes = [(image.height, image.width) for image in images]
        found = processor.post_process_object_detection(outputs, threshold=FLOOR, target_sizes=sizes)
        return [self._to_detections(one) for one in found]

    def _to_detections(self, found: Mapping[str, Any]) -> list[Detection]:
        rows = zip(found["labels"].tolist(), found["scores"].tolist(), found["boxes"].tolist(), strict=True)
        known = ((self._labels.get(number, ""), score, box) for number, score, box in rows)
        return [Detection(label, score, tuple(box)) for label, score, box in known if is_real_label(label)]

    @cached_property
    def _load_processor_and_model(self) -> tuple[Any, Any]:
        """The processor and the model, on the accelerator if there is one."""
        import torch
        import transformers

        library: Any = transformers  # partly untyped
        local = {"local_files_only": True, "trust_remote_code": False}
        with silence_transformers(library):
            try:
                # Pillow on every machine: torchvision's pixels differ a little.
                processor = library.AutoImageProcessor.from_pretrained(self.folder, backend="pil", **local)
                model, loading = library.AutoModelForObjectDetection.from_pretrained(
                    self.folder, use_safetensors=True, dtype=torch.float32, output_loading_info=True, **local
                )
            except (ImportError, OSError, ValueError, RuntimeError) as error:
                trouble = f"{self.folder}: cannot be loaded as an object detector: {_first_error_line(error)}"
                raise UserError(trouble) from error
        lacking = sorted(loading["missing_keys"]) + sorted(loading["mismatched_keys"])
        if lacking:
            raise UserError(
                f"{self.folder}: its weights lack {len(lacking)} parts of the detector, such as {lacking[0]}:"
                " name a folder of a trained object detector"
            )
        if not hasattr(processor, "post_process_object_detection"):
            raise UserError(f"{self.folder}: {type(processor).__name__} makes no boxes: name an object detector")
        device = "cuda" if torch.cuda.is_available() else "cpu"
        return processor, model.eval().to(device)


def open_huggingface_detector(rest: str) -> HuggingFaceDetector:
    """A folder here, or else a hub id: the copy in the hub's cache, or a download that is announced with its size."""
    name, folder = f"hf:{rest}", Path(rest).expanduser().absolute()
    for package in ("torch", "transformers"):
        if find_spec(package) is None:  # not imported yet: that takes seconds, and all may be known
            raise UserError(f"hf: detectors need {package}: {install_command('hf')}")
    return HuggingFaceDetector(name, folder if folder.is_dir() else _hub_model(rest))


def _hub_model(rest: str) -> Path:
    if not _ID.fullmatch(rest) or rest.startswith("."):
        raise UserError(f"{rest}: no such folder: name one that holds config.json, or a hub id such as ORG/NAME")
    return hub_folder(f"--objects hf:{rest}", rest, HubFiles(WANTED, ("config.json", "*.safetensors")))


class _Config(msgspec.Struct):
    id2label: dict[int, str] = {}


def _read_labels(folder: Path) -> dict[int, str]:
    """Number → label of the configuration; one that has but numbers for names cannot be asked about."""
    path = folder / "config.json"
    if not path.is_file():
        raise UserError(f"{folder}: holds no config.json: name a folder that save_pretrained has written")
    try:
        labels = msgspec.json.decode(path.read_bytes(), type=_Config).id2label
    except msgspec.MsgspecError as error:
        raise UserError(f"{path}: field id2label: {error}: save the model again") from error
    if all(_UNNAMED.fullmatch(label) or not is_real_label(label) for label in labels.values()):
        raise UserError(f"{path}: field id2label: names no classes: write there which number means what")
    return labels


def _first_error_line(error: BaseException) -> str:
    """The first line that says something; the libraries write pages."""
    lines = (line.strip() for line in str(error).splitlines())
    return next(filter(None, lines), type(error).__name__)[:300]
