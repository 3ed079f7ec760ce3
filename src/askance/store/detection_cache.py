"""Detections kept as Parquet shards: FOLDER/<digest of the detector>/000001-<digest of the bytes>.parquet."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from askance.core import Dataset, UserError
from askance.core.load_python_object import refuse_module_inside
from askance.datasets import open_dataset
from askance.datasets.detected_dataset import DetectedDataset
from askance.datasets.detectors import Detection, ImageDetections
from askance.store.parquet_files import is_intact, write_shard
from askance.store.workspace_layout import SHARD, list_files_matching, next_free_number

SCENES = "scenes"  # the folder in a workspace
READ = 64  # shards held in memory; they are read in the order in which they were written
ONE = pa.struct([("label", pa.string()), ("score", pa.float64()), ("box", pa.list_(pa.float64(), 4))])
SCHEMA = pa.schema(
    [("image", pa.string()), ("width", pa.int32()), ("height", pa.int32()), ("detections", pa.list_(ONE))]
)


class StoredDetections:
    """What one detector found, by image; a shard is whole or is not there, and a damaged one is made again."""

    def __init__(self, folder: Path, say: Callable[[str], None], is_kept: bool = True):
        self.folder, self.is_kept = folder, is_kept
        self._read = lru_cache(READ)(_read_shard)
        self._new: dict[str, ImageDetections] = {}  # what a reader found and may not keep
        self._shards: dict[str, Path] = {}
        for path in list_files_matching(folder, SHARD):
            if is_intact(path):
                self._shards.update(dict.fromkeys(_read_image_names(path), path))
            else:
                say(f"{path} is damaged: it is passed over, and its pictures are looked at again")
        self._number = next_free_number(folder) - 1

    def __contains__(self, image: object) -> bool:
        return image in self._shards or image in self._new

    def get(self, image: str) -> ImageDetections | None:
        """The detections in an image; None if it was not searched yet."""
        path = self._shards.get(image)
        return self._new.get(image) if path is None else self._read(path)[image]

    def add(self, more: Mapping[str, ImageDetections]) -> None:
        """Store a batch immediately; a reader only keeps it in memory."""
        if not self.is_kept:
            self._new.update(more)
        elif more:
            self._number += 1
            path = write_shard(self.folder, self._number, _to_arrow_table(more))
            self._shards.update(dict.fromkeys(more, path))


def open_stored_detections(
    folder: Path, data: DetectedDataset, say: Callable[[str], None], is_kept: bool = True
) -> StoredDetections:
    """The stored detections of a data set's detector, below a folder."""
    return StoredDetections(folder / data.detector.fingerprint, say, is_kept)


def open_dataset_with_stored_detections(name: str, workspace: Path) -> Dataset:
    """A data set of a run opened again: what was detected for it is read from the workspace, and nothing written."""
    refuse_module_inside(name, workspace)
    data = open_dataset(name)
    if not isinstance(data, DetectedDataset):
        return data
    return data.with_cache(open_stored_detections(workspace / SCENES, data, lambda message: None, is_kept=False))


def _to_arrow_table(found: Mapping[str, ImageDetections]) -> pa.Table:
    rows = [
        {
            "image": image,
            "width": one.width,
            "height": one.height,
            "detections": [{"label": d.label, "score": d.score, "box": list(d.box)} for d in one.detections],
        }
        for image, one in found.items()
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def _read_image_names(path: Path) -> list[str]:
    try:
        names: list[str] = pq.ParquetFile(path).read(columns=["image"]).column("image").to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise UserError(f"{path}: cannot be read as detections ({error}): delete that file") from error
    return names


def _read_shard(path: Path) -> dict[str, ImageDetections]:
    rows = pq.ParquetFile(path).read().to_pylist()
    return {
        row["image"]: ImageDetections(row["width"], row["height"], tuple(map(_parse_detection, row["detections"])))
        for row in rows
    }


def _parse_detection(row: dict[str, object]) -> Detection:
    label, score, box = row["label"], row["score"], row["box"]
    assert isinstance(label, str)
    assert isinstance(score, float)
    assert isinstance(box, list)
    x0, y0, x1, y1 = box
    return Detection(label, score, (x0, y0, x1, y1))
