"""σ per dimension at the noise sites of a model, over sample images and questions; measured once and remembered."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from askance.core import ModelInput, Query, Stimulus, UserError, digest_value
from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder
from askance.models.builtin.feature_spread import ColumnMoments
from askance.models.hf.conditions import TEXT, VISION, Spread
from askance.models.hf.encoding import Encoder
from askance.models.hf.loading import Loaded
from askance.models.hf.vision import VisionSite

SEED = 0


def spread_of(
    fingerprint: str, loaded: Loaded, encoder: Encoder, vision: VisionSite | None, has_text: bool, samples: int
) -> Spread:
    """Site → the standard deviation of each dimension, over all rows (cells, tokens) of all samples."""
    path = _path(fingerprint, samples)
    if path is not None:
        with contextlib.suppress(OSError, ValueError):
            found: Spread = json.loads(path.read_bytes())
            return found
    spread = _measured(loaded, encoder, vision, has_text, samples)
    if path is not None:
        with contextlib.suppress(UserError, OSError):  # a cache that cannot be written costs time only
            write_atomic(path, json.dumps(spread).encode())
    return spread


def _measured(loaded: Loaded, encoder: Encoder, vision: VisionSite | None, has_text: bool, samples: int) -> Spread:
    import torch

    moments: dict[str, ColumnMoments] = {}
    with torch.inference_mode():
        for shown in _samples(samples):
            row = encoder.row(shown)
            if has_text:
                start, end = encoder.question_span(row)
                words = row.tokens["input_ids"][:, start:end].to(loaded.device)
                embedded = loaded.model.get_input_embeddings()(words)[0].float().cpu().numpy()
                moments.setdefault(TEXT, ColumnMoments()).add(embedded)
            if vision is not None:
                for part in vision.features(row, loaded.device):
                    flat = part.reshape(-1, part.shape[-1]).float().cpu().numpy()
                    moments.setdefault(VISION, ColumnMoments()).add(flat)
    return {site: [float(each) for each in found.deviation()] for site, found in moments.items()}


def _samples(number: int) -> Iterator[ModelInput]:
    """Images and questions of the built-in world: the same ones for every run."""
    from askance.stickers.dataset import Stickers

    data = Stickers("train")
    seen: set[str] = set()
    for item in data.items(None, SEED):
        if len(seen) == number:
            return
        if item.image not in seen:
            seen.add(item.image)
            yield ModelInput(Query(Stimulus(item.image, item.question)), picture=data.load_image(item.image))


def _path(fingerprint: str, samples: int) -> Path | None:
    folder = cache_folder()
    return None if folder is None else folder / "hf-spread" / f"{digest_value((fingerprint, samples)).hex()}.json"
