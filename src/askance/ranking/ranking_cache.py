"""Rankings kept in `rankings` of the cache folder, block by block: what was ranked once is not ranked again.

They may be deleted at any time. ASKANCE_CACHE names the folder; empty: nothing is kept.
A file ends with a digest of its name and content: one that is damaged, or another's, is ranked again.
"""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from askance.core import UserError, digest_value, source_digest
from askance.core.atomic_files import write_atomic
from askance.core.cache_folder import cache_folder
from askance.core.checksum import append_checksum, strip_checksum
from askance.core.progress import nested_progress, report_progress
from askance.ranking.ranker import TOP, Ranker, Ranking

BLOCK = 64  # main questions between two writes: what is lost, and waited for, when someone stops it
WHAT = "main questions to rank"


def cached_ranking(ranker: Ranker, pool: Sequence[str], main: Sequence[str], top: int = TOP) -> Ranking:
    """The best of the pool for each main question, as the ranker has them; what is not kept yet is ranked and kept."""
    blocks = [main[start : start + BLOCK] for start in range(0, len(main), BLOCK)] or [main]
    paths = _block_paths(ranker, pool, blocks, top)
    found = [_read_block(path, (len(block), min(top, len(pool)))) for path, block in zip(paths, blocks, strict=True)]
    missing = [place for place, part in enumerate(found) if part is None]
    made: dict[int, Ranking] = {}
    if missing:
        done, total = len(main) - sum(len(blocks[place]) for place in missing), len(main)
        report_progress(WHAT, done, total)
        ranks = ranker.for_pool(pool)
        for place in missing:
            with nested_progress(WHAT, done, total):
                made[place] = ranks.rank(blocks[place], top)
            _store_block(paths[place], made[place])
            done += len(blocks[place])
            report_progress(WHAT, done, total)
    return Ranking.concatenate([made[place] if part is None else part for place, part in enumerate(found)])


def _block_paths(ranker: Ranker, pool: Sequence[str], blocks: Sequence[Sequence[str]], top: int) -> list[Path | None]:
    """Where each block belongs; our own source is part of the name, so that no old mistake is kept."""
    cache = cache_folder()
    if cache is None:
        return [None] * len(blocks)
    common = digest_value((ranker.fingerprint, source_digest("ranking"), list(pool), top))
    return [cache / "rankings" / f"{digest_value((common, list(block))).hex()}.npz" for block in blocks]


def _read_block(path: Path | None, shape: tuple[int, int]) -> Ranking | None:
    """A block, if it is there and whole."""
    try:
        data = b"" if path is None else path.read_bytes()
    except OSError:
        return None
    content = None if path is None else strip_checksum(path.name, data)
    if content is None:
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        found = Ranking(file["places"], file["scores"], file["gaps"])
    return found if found.places.shape == found.scores.shape == shape and len(found.gaps) == shape[0] else None


def _store_block(path: Path | None, block: Ranking) -> None:
    if path is None:
        return
    buffer = io.BytesIO()
    np.savez(buffer, places=block.places, scores=block.scores, gaps=block.gaps)
    try:
        write_atomic(path, append_checksum(path.name, buffer.getvalue()))
    except (OSError, UserError) as error:
        raise UserError(
            f"{path.parent}: rankings cannot be kept there: make room, or set ASKANCE_CACHE to another folder"
            " or to nothing"
        ) from error
