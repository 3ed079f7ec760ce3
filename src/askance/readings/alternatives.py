"""The alternatives that a question itself offers: "Is the car red or blue?"."""

import re
from functools import lru_cache

from askance.readings.question_words import AUXILIARIES, PREPOSITIONS

VERSION = 2

_YES_NO = re.compile(
    r"\beither\b|\bor (?:not|no|so|something|anything|anyone|someone|other|any|some other|else)\b|\bneither\b|\bboth\b"
    r"|^(?:is|are|was|were|isn't|aren't) there (?!more\b)"
    r"|^(?:do|can|could|did) (?:you|we|i|anyone) (?:\w+ )?(?:see|spot|find|notice)"
    r"|^(?:does|do|is|are|can|has|have) (?:any|anyone|anybody|anything|someone|it true)\b"
    r"|^(?:does|do) (?:the|this|that) (?:image|picture|photo|scene) (?:\w+ )?(?:contain|show|have|include|feature)"
)
_WH = re.compile(r"^(?:\w+ )?(?:what|which|who|whose|where|when|how|why)\b")
_DETERMINERS = frozenset({"a", "an", "the", "his", "her", "their", "its", "this", "that", "these", "those", "some"})
_PARTICLES = frozenset({"off", "up", "down", "out", "away", "in", "on", "over", "back"})
_STOPS = PREPOSITIONS | {"than", "that", "which", "who", "when", "visible", "shown", "here", "there", "this"}
_NEW_CLAUSE = AUXILIARIES | {"it", "he", "she", "they", "i", "you", "it's", "where", "what", "if", "how", "whether"}
_LONGEST = 4  # words in an alternative


@lru_cache(maxsize=1 << 12)
def alternatives_in_question(question: str) -> tuple[str, ...]:
    """The options a question names, in its own order; none for a yes/no question such as "Is there a dog or a cat?"."""
    text = question.lower().strip().partition("?")[0].rstrip("!. ")
    if " or " not in text or _YES_NO.search(text):
        return ()
    before, _, after = text.rpartition(" or ")
    if after.split(" ", 1)[0] in _NEW_CLAUSE:
        return ()
    *items, left = [part.strip() for part in re.split(r"[,:;]|\.\.+|\s[-–]\s", before.rstrip(", ")) if part.strip()]
    wh = _WH.match(text) is not None
    if items:
        listed = [*items[1:], left]
        if not wh and not _starts_option_list(items[0], listed[0]):
            listed.insert(0, _first_alternative(items[0], listed[0]))
    elif wh and after.split(" ", 1)[0] not in _DETERMINERS:
        return ()
    else:
        listed = [_first_alternative(left, after)]
    found = tuple(_without_determiner(item) for item in (*listed, _last_alternative(after)))
    return found if all(found) and len(set(found)) == len(found) else ()


def _starts_option_list(item: str, following: str) -> bool:
    """Whether a list begins after this, as in "Is the animal, a dog or a cat?"."""
    words = item.split()
    if not {"a", "an"}.isdisjoint(words[2:]):
        return False  # "Is the person a boy, a girl or a man?": the list has begun
    return len(words) > 1 and words[1] in _DETERMINERS and following.split(" ", 1)[0] in ("a", "an")


def _last_alternative(after: str) -> str:
    """The last alternative: what follows "or", up to a preposition or the like."""
    words = after.split()
    start = 1 if words and words[0] in PREPOSITIONS else 0
    for place in range(start + 1, len(words)):
        if words[place] in _STOPS and not (words[place] == "of" and words[place - 1] in ("front", "top")):
            return " ".join(words[:place])
    return " ".join(words[: _LONGEST + start])


def _first_alternative(before: str, after: str) -> str:
    """The first alternative: the end of what precedes "or", shaped like what follows it."""
    words, model = before.split(), after.split()
    first = model[0] if model else ""
    alike = {"a", "an"} if first in ("a", "an") else {first}
    for place in range(len(words) - 1, max(0, len(words) - 1 - _LONGEST), -1):
        if words[place] in alike or (first in _DETERMINERS and words[place] in _DETERMINERS):
            return " ".join(words[place:])
    last = _last_alternative(after).split()
    if words and len(last) > 1 and last[-1] == words[-1]:
        return " ".join(words[-len(last) :])
    if len(words) > 2 and words[-1] in _PARTICLES and words[-2].endswith("ing"):
        return " ".join(words[-2:])
    return words[-1] if words else ""


def _without_determiner(item: str) -> str:
    """An alternative without its determiner."""
    words = item.split()
    return " ".join(words[1:] if words and words[0] in _DETERMINERS and len(words) > 1 else words)
