"""Replies such as "no comment" or "not applicable": they contain "no" or "not", but answer no yes/no question."""

import re
from typing import NamedTuple

from askance.readings.question_words import crude_stem, lower_case_words

VERSION = 1

_SORRY = r"(?:(?:i'm|i am) )?(?:sorry|afraid)[,.:]?\s+(?:but |that )?"
_BEFORE = rf"^(?:{_SORRY}|unfortunately,?\s+|apologies[,.]?\s+(?:but )?)*"
_THERE = r"(?:there(?:'s| is| was| are)|i(?:'ve| have)(?: got)?|i see|it(?:'s| is| was)|that(?:'s| is))"
_IMAGE = r"(?:images?|pictures?|photos?|photographs?)"
_GIVEN = r"provided|given|attached|available|uploaded|supplied|loaded|received|included|shared|sent"
_CANNOT = r"(?:can't|cannot|can not|couldn't|could not|don't|do not|am unable to|am not able to|unable to)"
_TELL = r"(?:tell|say|know|determine|answer|judge|decide|be sure|be certain|verify|confirm|see enough)"
_TOLD = r"(?:determined|told|answered|known|verified|inferred|said|confirmed|seen from)"
_END = r"(?:\s+(?:here|in|from|at|by|to|for|of|on|with|about|whether|regarding)\b[^,;]*)?\W*$"  # "… in this image."

_ASKS_ABOUT_AN_IMAGE = re.compile(rf"\b(?:an?|any|some|no|there|have|has) (?:\w+ ){{0,2}}?{_IMAGE}\b")
_IN_THE_IMAGE = re.compile(rf"\b(?:the|this|that|your) (?:\w+ ){{0,2}}?{_IMAGE}\b")
_ASKS_ABOUT_SIGHT = re.compile(r"\b(?:visible|see|seen|sees|shown|shows?|in (?:view|sight|frame)|displayed|depicted)\b")
_ASKS_WHETHER_ANY = re.compile(
    r"\b(?:is|are|was|were|isn't|aren't|wasn't|weren't) there\b|\b(?:any|anyone|anybody|anything|some|someone|somebody"
    r"|something|all|both|either|every|everyone|everybody|none|nothing|see|contains?|shows?|includes?|visible|have|has)\b"
)


class NonAnswer(NamedTuple):
    """One row of the table; a reply that matches is an answer after all if the question asks for what it names."""

    reason: str
    pattern: re.Pattern[str]  # of the beginning; a group holds a word that answers a question with this word
    answers: re.Pattern[str] | None = None  # questions that such a reply answers


def _row(reason: str, *patterns: str, answers: re.Pattern[str] | None = None) -> NonAnswer:
    return NonAnswer(reason, re.compile(f"{_BEFORE}(?:{'|'.join(patterns)})"), answers)


# docs/readings.md shows this table with examples. The first row that matches gives the reason.
NON_ANSWERS: tuple[NonAnswer, ...] = (
    _row("not applicable", r"n\s*/\s*a\b", r"n\.\s?a\b", r"na\W*$", rf"(?:{_THERE} )?not (applicable|relevant)\b"),
    _row(
        "no image",
        rf"(?:{_THERE} )?no {_IMAGE}(?: (?:is|was|were|are|has been|have been))?"
        rf"(?: (?:{_GIVEN}|shown|displayed|found|here|to)\b.*|\W*$)",
        rf"(?:i|we) {_CANNOT} (?:actually |currently |directly )?(?:see|view|open|access|find|load|have(?: access to)?)"
        rf"(?: an| any| the| this| that| your| a)?(?: \w+)? {_IMAGE}\b(?! of an?\b)",
        rf"(?:the|this|your) {_IMAGE} (?:is missing|(?:is|was|has|did)(?: not|n't) (?:been )?(?:{_GIVEN}|load)\b"
        r"|(?:can't|cannot|can not|couldn't|could not) be (?:loaded|displayed|opened|viewed|accessed|seen))",
        r"you (?:haven't|have not|didn't|did not) (?:provide|attach|share|upload|send|include)",
        answers=_ASKS_ABOUT_AN_IMAGE,
    ),
    _row(
        "unsure",
        rf"(?:{_THERE} )?no (?:(?:real |clear |good |reliable )?way (?:to|of|for)|idea|clue)\b",
        rf"(?:{_THERE} )?(?:not|insufficient|too little) (enough|information|info|details?|context|data)\b",
        rf"(?:{_THERE} |(?:i'm|i am) )?not (?:entirely |really |quite |completely |100% )?"
        r"(sure|certain|clear|possible|obvious|determinable|known|answerable)\b",
        rf"(?:{_THERE} )?(unclear|uncertain|unknown|unanswerable|impossible|hard|difficult)\b",
        r"(?:it|that|this) (?:isn't|wasn't) (clear|possible|certain|obvious|known)\b",
        rf"(?:(?:i|we|you|one) )?{_CANNOT} (?:really )?{_TELL}\b",
        r"(?:i(?:'m| am) )?(?:not able|unable) to\b",
        rf"(?:(?:the|this|that) (?:question|answer|information)|it|this|that) {_CANNOT} be {_TOLD}\b",
        r"visible enough|not visible enough",
    ),
    _row(
        "no answer",
        rf"(?:{_THERE} )?no (?:further )?(comments?|answers?|response|reply|opinion|output|results?|information|info"
        rf"|data|context|details?|questions?|input|prompt|match|problem|worries)"
        rf"(?: (?:is|was|were|are))?(?: (?:{_GIVEN}))?{_END}",
        r"never mind\b|none of the above\b|neither yes nor no\b",
        rf"not ({_GIVEN}|specified|mentioned|stated|answered)\W*$",
        r"not a (?:valid |real |yes/no )?question\b",
    ),
    _row(
        "not visible",
        r"(?:(?:it|that|this)(?:'s| is) |it )?(?:not|isn't|hardly|barely) (?:clearly |fully |really )?"
        rf"(?:visible|seen|shown|displayed|found|in view|in sight|in frame|depicted|pictured){_END}",
        answers=_ASKS_ABOUT_SIGHT,
    ),
    _row("no object that the question asks for", r"(?:none|nothing)\W*$", answers=_ASKS_WHETHER_ANY),
)


def find_non_answer(said: str, question: str = "") -> str | None:
    """The reason why this reply, given in lower case, answers no yes/no question; None for all other texts."""
    for row in NON_ANSWERS:
        match = row.pattern.match(said)
        if match and not _is_asked_for(match, row.answers, question.lower().replace("’", "'")):
            return row.reason
    return None


def _is_asked_for(match: re.Match[str], answers: re.Pattern[str] | None, asks: str) -> bool:
    """Whether the question asks for what the reply names: "Is the sky clear?" – "Not clear."."""
    if answers is not None:  # "in the image" only says where the object should be
        return answers.search(_IN_THE_IMAGE.sub(" ", asks) if answers is _ASKS_ABOUT_AN_IMAGE else asks) is not None
    named = {crude_stem(word) for word in match.groups() if word}
    return bool(named) and not named.isdisjoint(crude_stem(word) for word in lower_case_words(asks))
