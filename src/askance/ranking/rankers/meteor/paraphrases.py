"""The paraphrase table of the reference METEOR: pairs of phrases, of which only those of given texts are kept."""

import gzip
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from askance.ranking.rankers.meteor.tables import meteor_jar_path

Phrase = tuple[str, ...]
FILE = Path("data") / "paraphrase-en.gz"  # beside the jar; three lines per pair: probability and two phrases


def paraphrase_path() -> Path:
    """The table, where pycocoevalcap brought it."""
    return meteor_jar_path().parent / FILE


def phrases_of(sentences: Iterable[Sequence[str]]) -> set[bytes]:
    """All runs of words in some sentences, as the table writes them."""
    return {
        " ".join(words[start:stop]).encode()
        for words in set(map(tuple, sentences))
        for start in range(len(words))
        for stop in range(start + 1, len(words) + 1)
    }


def read_paraphrases(path: Path, phrases: set[bytes]) -> Mapping[Phrase, list[Phrase]]:
    """Phrase → those that may stand for it, in the order of the file (5 million pairs)."""
    found: dict[Phrase, list[Phrase]] = defaultdict(list)
    with gzip.open(path) as lines:
        for _, first, second in zip(lines, lines, lines, strict=True):
            if first[:-1] in phrases and second[:-1] in phrases:
                found[tuple(first.decode().split())].append(tuple(second.decode().split()))
    return dict(found)
