"""Yes or no."""

import re

from askance.core import Reading
from askance.readings.non_answers import find_non_answer
from askance.readings.question_words import AUXILIARIES, content_word_stems, crude_stem, lower_case_words
from askance.readings.unwrap import strip_hedges, unwrap_answer

VERSION = 2

_YES = frozenset({
    "yes", "yeah", "yep", "yup", "yea", "ya", "true", "correct", "affirmative", "sure", "certainly", "definitely",
    "absolutely", "indeed", "right", "positive", "obviously",
})  # fmt: skip
_NO = frozenset({
    "no", "nope", "nah", "false", "incorrect", "wrong", "negative", "never", "none", "nothing", "nobody",
    "neither", "untrue", "not", "unlikely", "hardly",
})  # fmt: skip
_NEGATIONS = frozenset({"not", "no", "never", "none", "nothing", "nobody", "neither", "hardly", "without", "nowhere"})
_ADVERBS = frozenset({"really", "actually", "clearly", "definitely", "certainly", "probably", "currently", "also", "so",
                      "indeed", "just", "likely", "possibly", "still", "both", "all"})  # fmt: skip
_TRUE = frozenset({"yes", "true", "correct", "right", "so"})
_FALSE = frozenset({"no", "false", "incorrect", "wrong", "untrue"})
_STATES = AUXILIARIES | {
    "see", "shows", "show", "contains", "contain", "there's", "it's", "that's", "he's", "she's", "they're",
}  # fmt: skip
_SUBJECTS = frozenset({"there", "it", "he", "she", "they", "this", "that", "these", "those", "i", "we", "you",
                       "it's", "there's", "that's", "he's", "she's", "they're"})  # fmt: skip
_UNSURE = re.compile(r"^(?:(?:maybe|perhaps|possibly)$|it depends)")
_LETTER = re.compile(r"[^a-z0-9]*([yn])[^a-z0-9]*")  # counts only as the whole answer
_BOTH = re.compile(r"\byes\s*(?:/|\band\b|\bor\b)\s*no\b|\bno\s*(?:/|\band\b|\bor\b)\s*yes\b")
_THINKING_NO = re.compile(
    r"^(?:i (?:don't|do not|wouldn't) (?:think|believe|see)|i doubt|i (?:think|believe|guess|suppose|'m afraid) not\b)"
)
_THINKING_YES = re.compile(
    r"^(?:i (?:think|believe|guess|suppose) so\b|of course(?! not)|no doubt|without (?:a )?doubt)"
)
_NEGATED_QUESTION = re.compile(r"\b(?:no|not|none|neither|nobody|never)\b")
_IMPLICIT_NEGATION = re.compile(r"\b(?:without|absent|missing|lacks?|lacking|free of|devoid)\b")


def read_yes_no(text: str, question: str = "", options: tuple[str, ...] = ()) -> Reading:
    """ "yes" or "no"; a full sentence counts when its polarity answers the question."""
    quick = text.strip().rstrip(".!").lower()
    if quick in ("yes", "no"):
        return Reading("yesno", quick)
    if quick.startswith(("yes,", "no,")):
        return Reading("yesno", quick[: quick.index(",")])
    said = unwrap_answer(text, question).lower()
    if not said:
        return Reading("yesno", None, "empty")
    sure = strip_hedges(said) or said
    if _BOTH.search(said):
        return Reading("yesno", None, "both yes and no")
    letter = _LETTER.fullmatch(said)
    if letter:
        return Reading("yesno", "yes" if letter[1] == "y" else "no")
    missing = find_non_answer(said, question) or find_non_answer(sure, question)
    if missing is not None:
        return Reading("yesno", None, missing)
    if _THINKING_NO.match(said):
        return Reading("yesno", "no")
    if _THINKING_YES.match(said):
        return Reading("yesno", "yes")
    if _UNSURE.match(said) or _UNSURE.match(sure):
        return Reading("yesno", None, "unsure")
    value = _read_opening(sure)
    if value is not None:
        return Reading("yesno", value)
    value = _read_statement(sure, question) or _read_closing(sure)
    if value is not None:
        return Reading("yesno", value, "extracted from a sentence")
    return Reading("yesno", None, "neither yes nor no")


def _read_opening(said: str) -> str | None:
    """The answer that the first words give: "yes", "definitely not", "no one"."""
    words = lower_case_words(said[:80])
    if not words:
        return None
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in _NO:
        return "no" if not (first == "not" and second == "only") else None
    if first not in _YES:
        return None
    if second == "not" or (second == "no" and not re.match(r"\w+\W*[,.;]", said)):
        return "no"
    if first in ("right", "sure", "positive") and len(words) > 1 and not re.match(r"\w+\s*[,.;!]", said):
        return None  # "right of the car"
    return "yes"


def _read_statement(said: str, question: str) -> str | None:
    """The polarity of the first clause with a verb, measured against that of the question."""
    words = lower_case_words(re.split(r"[.;!]|, (?:but|and|so)\b", said, maxsplit=1)[0])
    place = next((index for index, word in enumerate(words) if word in _STATES), None)
    if place is None:
        return None
    rest = [word for word in words[place + 1 :] if word not in _ADVERBS or word == "so"]
    negated = words[place].endswith("n't") or words[place] == "cannot" or bool(rest and rest[0] in _NEGATIONS)
    negated = negated or bool(place + 1 < len(words) and words[place + 1] in _NEGATIONS)
    negated = negated or any(word in _NEGATIONS for word in words[:place])
    if rest and rest[0] in _STATES:  # "can see no dog", "does have"
        negated = negated or bool(len(rest) > 1 and rest[1] in _NEGATIONS)
    last = rest[-1] if rest else ""
    if len(rest) <= 2 and (last in _TRUE or last in _FALSE):
        return "no" if negated != (last in _FALSE and not (negated and last == "no")) else "yes"
    return _compare_with_question(words, rest, negated, question)


def _compare_with_question(words: list[str], rest: list[str], negated: bool, question: str) -> str | None:
    """What a statement of this polarity says to this question; None where it speaks of something else."""
    asks = question.lower()
    elliptic = all(word in ("not", "any", "one", "no") for word in rest)
    if _IMPLICIT_NEGATION.search(asks) and not elliptic:
        return None
    if _NEGATED_QUESTION.search(asks) and not elliptic:
        return "yes" if negated else "no"
    about = content_word_stems(question)
    stems = {crude_stem(word) for word in words}
    if negated:
        on_topic = not question or elliptic or words[0] in _SUBJECTS or not about.isdisjoint(stems)
        return "no" if on_topic else None
    if elliptic or (not question and words[0] in ("there", "there's")):
        return "yes"
    return "yes" if about and about <= stems else None


def _read_closing(said: str) -> str | None:
    """The yes or no that ends a longer text: "…, so yes."."""
    words = lower_case_words(said[-40:])
    return words[-1] if words and words[-1] in ("yes", "no") else None
