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


class ChosenMatch(NamedTuple):
    """A match that was chosen for a word of the wanted sentence."""

    place: int
    wanted: int
    matcher: int


class PartialAlignment(NamedTuple):
    """A part of an alignment, from the left."""

    exact: int
    chunks: int  # closed ones, and broken ones
    distance: int
    end: int | None  # where the open chunk goes on in the tested sentence
    used: int  # bits: words of the tested sentence
    links: tuple[ChosenMatch, ...]

    def sort_key(self) -> tuple[int, int, int]:
        """What is smaller in a better path: more exact matches, then fewer chunks, then less distance."""
        return -self.exact, self.chunks, self.distance

    def with_match(self, wanted: int, match: Match, distance: int) -> "PartialAlignment":
        """The path with one more match; only exact ones count (the reference adds halves to whole numbers)."""
        return PartialAlignment(
            self.exact + (match.matcher == EXACT),
            self.chunks + (self.end is not None and match.place != self.end),
            distance,
            match.place + 1,
            self.used | 1 << match.place,
            (*self.links, ChosenMatch(match.place, wanted, match.matcher)),
        )

    def with_word_left_out(self, distance: int) -> "PartialAlignment":
        """The path with a word of the wanted sentence left out."""
        return PartialAlignment(self.exact, self.chunks + (self.end is not None), distance, None, self.used, self.links)


def align_sentences(options: Sequence[Sequence[Match]]) -> tuple[tuple[ChosenMatch, ...], int]:
    """The links of the best alignment and how many chunks they make; options: the matches of each wanted word."""
    covered = Counter(match.place for matches in options for match in matches)
    fixed = [len(matches) == 1 and covered[matches[0].place] == 1 for matches in options]
    used = sum(1 << matches[0].place for matches, one in zip(options, fixed, strict=True) if one)
    paths = [PartialAlignment(0, 0, 0, None, used, ())]
    for wanted, matches in enumerate(options):
        grown: list[PartialAlignment] = []
        for path in sorted(paths, key=PartialAlignment.sort_key)[:BEAM]:
            if fixed[wanted]:
                far = abs(wanted - matches[0].place)
                grown.append(path.with_match(wanted, matches[0], path.distance + far))
            else:
                grown += _extensions_of_path(path, wanted, matches)
        paths = grown
    closed = [path.with_word_left_out(path.distance) for path in sorted(paths, key=PartialAlignment.sort_key)[:BEAM]]
    best = min(closed, key=PartialAlignment.sort_key)
    return best.links, best.chunks


def _extensions_of_path(path: PartialAlignment, wanted: int, matches: Sequence[Match]) -> list[PartialAlignment]:
    """The path with each free match, and with none; a match's distance burdens those after it, as in the reference."""
    choices, distance = [], path.distance
    for match in matches:
        if not path.used >> match.place & 1:
            choices.append(path.with_match(wanted, match, distance))
            distance += abs(wanted - match.place)
    return [*choices, path.with_word_left_out(distance)]
