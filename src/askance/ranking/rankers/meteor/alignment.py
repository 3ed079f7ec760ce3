"""METEOR 1.5's beam search for the alignment of two sentences whose words match in more than one way."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from askance.ranking.rankers.meteor.score import EXACT

BEAM = 40


class Match(NamedTuple):
    """A word of the tested sentence that may stand for a word of the wanted one."""

    place: int  # in the tested sentence
    matcher: int


class Link(NamedTuple):
    """A match that was chosen for a word of the wanted sentence."""

    place: int
    wanted: int
    matcher: int


class Path(NamedTuple):
    """A part of an alignment, from the left."""

    exact: int
    chunks: int  # closed ones, and broken ones
    distance: int
    end: int | None  # where the open chunk goes on in the tested sentence
    used: int  # bits: words of the tested sentence
    links: tuple[Link, ...]

    def rank(self) -> tuple[int, int, int]:
        """What is smaller in a better path: more exact matches, then fewer chunks, then less distance."""
        return -self.exact, self.chunks, self.distance

    def linked(self, wanted: int, match: Match, distance: int) -> "Path":
        """The path with one more match; only exact ones count (the reference adds halves to whole numbers)."""
        return Path(
            self.exact + (match.matcher == EXACT),
            self.chunks + (self.end is not None and match.place != self.end),
            distance,
            match.place + 1,
            self.used | 1 << match.place,
            (*self.links, Link(match.place, wanted, match.matcher)),
        )

    def skipped(self, distance: int) -> "Path":
        """The path with a word of the wanted sentence left out."""
        return Path(self.exact, self.chunks + (self.end is not None), distance, None, self.used, self.links)


def align(options: Sequence[Sequence[Match]]) -> tuple[tuple[Link, ...], int]:
    """The links of the best alignment and how many chunks they make; options: the matches of each wanted word."""
    covered = Counter(match.place for matches in options for match in matches)
    fixed = [len(matches) == 1 and covered[matches[0].place] == 1 for matches in options]
    used = sum(1 << matches[0].place for matches, one in zip(options, fixed, strict=True) if one)
    paths = [Path(0, 0, 0, None, used, ())]
    for wanted, matches in enumerate(options):
        grown: list[Path] = []
        for path in sorted(paths, key=Path.rank)[:BEAM]:
            if fixed[wanted]:
                far = abs(wanted - matches[0].place)
                grown.append(path.linked(wanted, matches[0], path.distance + far))
            else:
                grown += _choices(path, wanted, matches)
        paths = grown
    closed = [path.skipped(path.distance) for path in sorted(paths, key=Path.rank)[:BEAM]]
    best = min(closed, key=Path.rank)
    return best.links, best.chunks


def _choices(path: Path, wanted: int, matches: Sequence[Match]) -> list[Path]:
    """The path with each free match, and with none; a match's distance burdens those after it, as in the reference."""
    choices, distance = [], path.distance
    for match in matches:
        if not path.used >> match.place & 1:
            choices.append(path.linked(wanted, match, distance))
            distance += abs(wanted - match.place)
    return [*choices, path.skipped(distance)]
