"""SEARs: four rules that slightly reword a question without changing its meaning."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple


class TaggedWord(NamedTuple):
    """A word of a question with its part of speech (Penn Treebank) and its place in the text."""

    text: str
    tag: str
    start: int
    end: int


class TextChange(NamedTuple):
    """What stands in the text from `start` to `end` becomes `text`."""

    start: int
    end: int
    text: str


Words = Sequence[TaggedWord]
Rule = Callable[[Words], Iterator[TextChange]]

_CANDIDATE = re.compile(r"\b(?:what|who|whatever|whoever|where|how|why|wherever|color)\b", re.IGNORECASE)
_COLOR = re.compile(r"color", re.IGNORECASE)
_STAYS_WHOLE = frozenset({"whom", "when"})  # "when's" and "whom's" are not said
_CLOSING = frozenset({".", ",", ":", "''", "-RRB-", "HYPH", "CC", "_SP"})
_NOUNS = frozenset({"NN", "NNS"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_NO_KIND = re.compile(r"(?:some|any|every|no)(?:one|body|thing)", re.IGNORECASE)
_AMOUNTS = frozenset({"number", "numbers", "amount", "amounts", "percent", "percentage", "quantity"})  # how many
_POINTING = frozenset({"this", "that", "these", "those", "it"})  # "is that what people eat": not which people


def may_any_rule_apply(question: str) -> bool:
    """Whether a rule could apply at all: what costs nothing to know before words are tagged."""
    return _CANDIDATE.search(question) is not None


def rewrite_by_rules(question: str, words: Words) -> dict[str, str]:
    """Rule → the question rewritten by it, wherever it applies; rules that do not apply are left out."""
    found: dict[str, str] = {}
    for name, rule in RULES.items():
        parts, end = [], 0
        for change in rule(words):
            parts += [question[end : change.start], change.text]
            end = change.end
        if parts:
            found[name] = "".join([*parts, question[end:]])
    return found


def _contraction_rule(tag: str) -> Rule:
    """The rule that a question word with this tag and "is" become one: "what is" → "what's"."""

    def rule(words: Words) -> Iterator[TextChange]:
        for place in range(len(words) - 2):
            asks, verb = words[place], words[place + 1]
            if place and words[place - 1].tag == "IN":
                continue  # "on what is the clock": stressed
            if asks.tag == tag and verb.tag == "VBZ" and _can_contract_is(asks, verb, words[place + 2 : place + 4]):
                yield TextChange(asks.end, verb.end, "'S" if verb.text.isupper() else "'s")

    return rule


def _can_contract_is(asks: TaggedWord, verb: TaggedWord, after: Words) -> bool:
    """Whether "is" is said weakly: it is not stressed, and neither the end nor a last "it" follows it."""
    is_plain = verb.text == ("IS" if asks.text.isupper() else "is")
    is_apart = asks.end < verb.start and verb.end < after[0].start  # not "isn't"
    if not is_plain or not is_apart or asks.text.lower() in _STAYS_WHOLE or after[0].tag in _CLOSING:
        return False
    ends = len(after) == 1 or after[1].tag in _CLOSING
    return not (ends and after[0].text.lower() == "it")


def _what_to_which_rule(words: Words) -> Iterator[TextChange]:
    """ "What color" → "Which color"; without a verb beside it, the noun is a verb in truth ("What spans …")."""
    finite = sum(word.tag in _FINITE for word in words)
    for place in range(len(words) - 1):
        what, noun = words[place], words[place + 1]
        if what.text.lower() != "what" or noun.tag not in _NOUNS or not finite:
            continue
        if not noun.text[0].isalpha() or _NO_KIND.fullmatch(noun.text):
            continue
        if place and words[place - 1].text.lower() in _POINTING:
            continue
        if noun.text.lower() in _AMOUNTS and any(word.text.lower() == "of" for word in words[place + 2 : place + 3]):
            continue
        yield TextChange(what.start, what.end, _match_case(what.text, "which"))


def _color_to_colour_rule(words: Words) -> Iterator[TextChange]:
    """ "color" → "colour", as a word of its own: "colors" and "colorful" stay."""
    for word in words:
        if _COLOR.fullmatch(word.text):
            yield TextChange(word.end - 1, word.end - 1, "U" if word.text.isupper() else "u")


def _match_case(model: str, word: str) -> str:
    """A word in the case of another one."""
    return word.upper() if model.isupper() else word.capitalize() if model[:1].isupper() else word


RULES: Mapping[str, Rule] = {
    "wp-vbz": _contraction_rule("WP"),
    "what-noun": _what_to_which_rule,
    "colour": _color_to_colour_rule,
    "wrb-vbz": _contraction_rule("WRB"),
}
