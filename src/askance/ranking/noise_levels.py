"""Levels of noise: the main question with more and more distant basic questions behind it."""

from collections.abc import Sequence

LEVELS = 7  # of noise; level 0 is the main question alone
SHARE = 3  # basic questions a level
NEEDED = LEVELS * SHARE


def basic_questions_of_level(basic: Sequence[str], level: int) -> Sequence[str]:
    """The three basic questions of a level, from those ranked best first; none at level 0."""
    if not 0 <= level <= LEVELS:
        raise ValueError(f"there are the levels 0 to {LEVELS}, not {level}")
    if level and len(basic) < NEEDED:
        raise ValueError(f"{NEEDED} basic questions make {LEVELS} levels, but there are {len(basic)}")
    return basic[SHARE * (level - 1) : SHARE * level] if level else ()


def append_questions(main: str, basic: Sequence[str], words: int | None = None) -> str:
    """The main question and basic ones behind it, joined by blanks; beyond `words` words their end is cut off."""
    if not basic:
        return main
    added = [word for question in basic for word in question.split()]
    if words is not None:
        added = added[: max(0, words - len(main.split()))]  # the main question stays whole, however long it is
    return " ".join([main, *added])


def question_at_noise_level(main: str, basic: Sequence[str], level: int, words: int | None = None) -> str:
    """What is asked at a level of noise."""
    return append_questions(main, basic_questions_of_level(basic, level), words)
