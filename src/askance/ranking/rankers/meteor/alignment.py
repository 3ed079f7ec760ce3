"""METEOR 1.5's beam search for the alignment of two sentences whose words match in more than one way."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from askance.ranking.rankers.meteor.score import EXACT

BEAM = 40


class Match(NamedTuple):
    """Words of the tested sentence that may stand for words of the wanted one: one for one, except in paraphrases."""

    place: int  # in the tested sentence
    matcher: int
    length: int = 1  # words of the tested sentence
    span: int = 1  # words of the wanted sentence

    @property
    def credit(self) -> int:
        """What the search counts it: twice the words if exact, else half, which the reference rounds down per side."""
        return 2 if self.matcher == EXACT else self.length // 2 + self.span // 2


class ChosenMatch(NamedTuple):
    """A match that was chosen for words of the wanted sentence, from `wanted` on."""

    place: int
    wanted: int
    matcher: int
    length: int = 1
    span: int = 1


class PartialAlignment(NamedTuple):
    """A part of an alignment, from the left."""

    credit: int
    chunks: int  # closed ones, and broken ones
    distance: int
    end: int | None  # where the open chunk goes on in the tested sentence
    resume: int  # the first word of the wanted sentence that the last match leaves
    used: int  # bits: words of the tested sentence
    taken: int  # bits: words of the wanted sentence
    links: tuple[ChosenMatch, ...]

    def sort_key(self) -> tuple[int, int, int]:
        """What is smaller in a better path: more credit, then fewer chunks, then less distance."""
        return -self.credit, self.chunks, self.distance

    def with_match(self, wanted: int, match: Match, distance: int) -> "PartialAlignment":
        """The path with one more match."""
        return PartialAlignment(
            self.credit + match.credit,
            self.chunks + (self.end is not None and match.place != self.end),
            distance,
            match.place + match.length,
            wanted + match.span,
            self.used | _bits(match.place, match.length),
            self.taken | _bits(wanted, match.span),
            (*self.links, ChosenMatch(match.place, wanted, match.matcher, match.length, match.span)),
        )

    def with_word_left_out(self, distance: int) -> "PartialAlignment":
        """The path with a word of the wanted sentence left out."""
        return self._replace(chunks=self.chunks + (self.end is not None), distance=distance, end=None)

    def allows(self, wanted: int, match: Match) -> bool:
        """Whether no word of the match is in use."""
        return not (self.used & _bits(match.place, match.length) or self.taken & _bits(wanted, match.span))


def align_sentences(options: Sequence[Sequence[Match]]) -> tuple[tuple[ChosenMatch, ...], int]:
    """The links of the best alignment and how many chunks they make; options: the matches from each wanted word on."""
    fixed = _fixed_matches(options)
    used = sum(_bits(match.place, match.length) for match in fixed.values())
    taken = sum(_bits(wanted, match.span) for wanted, match in fixed.items())
    paths = [PartialAlignment(0, 0, 0, None, 0, used, taken, ())]
    for wanted, matches in enumerate(options):
        grown: list[PartialAlignment] = []
        for path in sorted(paths, key=PartialAlignment.sort_key)[:BEAM]:
            if wanted < path.resume:
                grown.append(path)
            elif wanted in fixed:
                far = abs(wanted - fixed[wanted].place)
                grown.append(path.with_match(wanted, fixed[wanted], path.distance + far))
            else:
                grown += _extensions_of_path(path, wanted, matches)
        paths = grown
    closed = [path.with_word_left_out(path.distance) for path in sorted(paths, key=PartialAlignment.sort_key)[:BEAM]]
    best = min(closed, key=PartialAlignment.sort_key)
    return best.links, best.chunks


def _fixed_matches(options: Sequence[Sequence[Match]]) -> dict[int, Match]:
    """The matches that no other overlaps, by the wanted word that they begin at: every path has them."""
    tested, wanted_words = Counter[int](), Counter[int]()
    for wanted, matches in enumerate(options):
        for match in matches:
            tested.update(range(match.place, match.place + match.length))
            wanted_words.update(range(wanted, wanted + match.span))
    return {
        wanted: match
        for wanted, matches in enumerate(options)
        for match in matches
        if all(tested[match.place + step] == 1 for step in range(match.length))
        and all(wanted_words[wanted + step] == 1 for step in range(match.span))
    }


def _extensions_of_path(path: PartialAlignment, wanted: int, matches: Sequence[Match]) -> list[PartialAlignment]:
    """The path with each free match, and with none; a match's distance burdens those after it, as in the reference."""
    choices, distance = [], path.distance
    for match in matches:
        if path.allows(wanted, match):
            choices.append(path.with_match(wanted, match, distance))
            distance += abs(wanted - match.place)
    return [*choices, path.with_word_left_out(distance)]


def _bits(start: int, length: int) -> int:
    return ((1 << length) - 1) << start
