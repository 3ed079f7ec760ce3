"""What was said, without its wrapping: thoughts, markup, JSON, "Answer:", the repeated question, hedges."""

import re

from askance.readings.reasoning import strip_reasoning

VERSION = 4

_GAP = re.compile(r"\s{5,}")  # shortened, since many patterns here look ahead over white space
LONGEST_PART = 4_000  # characters that are read at the beginning and at the end of a longer answer

_FIELD = re.compile(
    r"""["'](?:final[_ ]?)?answer["']\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|\[?([^,}\]]+))""", re.IGNORECASE
)
_BOXED = re.compile(r"\\boxed\{(?:\\text\{)?([^{}]*)\}")
_FENCE = re.compile(r"```[a-z]*\n?|`")
_MARKS = re.compile(
    r"\*\*|__|(?<![\w*])\*(?=[\w\"'])|(?<=[\w.\"'])\*(?![\w*])|^#+\s*|^\s*[*•>-]\s+|(?<=:\n)\d\.\s+", re.MULTILINE
)
_HEADING = re.compile(r"^#[^\n]*\n++(?=\s*+\S)", re.MULTILINE)
_ITEM = re.compile(  # each run of white space is looked at once; after a colon its first character stays
    r"(?<!\s)((?<=:)\s)?+[^\S\n]*+\n\s*+(?:[*•-]|\d\.)\s++(?=\S)"
)
_PARAGRAPH = re.compile(r"(?<![.!?:,;\s])(?:[ \t]*\n[ \t]*\n|[ \t]*\n(?=[A-Z][\w']*(?: [^\s]+){3}))")
_OFFER = re.compile(
    r"(?<=[.!?\n])\s*(?:(?:please )?(?:let me know|feel free)|(?:i )?hope (?:this|that|it) helps|i'd be happy to"
    r"|if you (?:have|need|want|would|could|can|like|'d)|is there anything|would you like|could you please"
    r"|please provide)\b.*$",
    re.DOTALL | re.IGNORECASE,
)
_CONCLUSION = re.compile(
    r"(?:\b(?:final|short|correct|best|my)\s+)*\banswer\s*(?:to [^.:\n]{0,120}?\s)?"
    r"(?:(?:is|would be)\s*:?|[:=])\s*(?:that\s+)?",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"""^(["'“‘])(.*)(["'”’])[.!]?$""", re.DOTALL)
_PICTURE = r"(?:the |this |your )?(?:provided |given |attached )?(?:image|picture|photo|photograph|scene|snapshot)"
_ADVERB = r"(?:entirely |completely |totally |absolutely |really |quite |very |pretty |fairly |100% |too )?"
_OPENING = re.compile(
    r"^(?:(?:"
    r"well|so|(?:hmm+|um+)(?=,)|ok|okay|actually|probably|possibly|perhaps|maybe|(?:most |very )?likely"
    r"|apparently|presumably|clearly|honestly"
    r"|(?:i(?:'m| am) not " + _ADVERB + r"(?:sure|certain)|(?:it is|it's) " + _ADVERB + r"(?:hard|difficult|unclear)"
    r"|i (?:can't|cannot|can not|couldn't) (?:tell|say|see|be (?:sure|certain)))[^,.]{0,60},? but"
    r"|i(?:'m| am) " + _ADVERB + r"(?:sure|certain|confident)(?: that)?"
    r"|(?:i|i'd|i would) (?:have to )?(?:think|believe|guess|suppose|say|assume|go with)(?: that)?"
    r"|my (?:best )?guess is(?: that)?|in my opinion|to me|if i had to guess"
    r"|(?:based on|judging (?:by|from)|looking at|according to|given) [^,.]{1,60}(?=,)"
    r"|(?:as far as|from what|from where|as) (?:i|we|you) can (?:see|tell)"
    r"|it (?:seems|appears)(?: that| as if| like)?(?! to)|it looks (?:as if|like)"
    r"|(?:(?:based|going) (?:up)?on|judging (?:by|from)|according to|looking at|from|in|as (?:shown|seen) in) "
    + _PICTURE
    + r"(?: shown| provided| above| you (?:shared|provided|sent))*"
    r")[,:]?\s+)+",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"(?:,?\s+(?:i (?:think|believe|guess|suppose)|i would say|i'd say|it seems|(?:most |very )?(?:likely|probably)"
    r"|perhaps|maybe|to me|in my opinion|(?:as far as|from what|as) (?:i|we|you) can (?:see|tell)"
    r"|if i(?:'m| am) not mistaken"
    r"|(?:(?:as|that is|that are|which is) (?:clearly )?)?(?:(?:seen|shown|visible|depicted|displayed|pictured) in"
    r"|based on|according to) (?:the|this) (?:image|picture|photo|photograph)))+[.!]*$",
    re.IGNORECASE,
)
_CLOSING_WORDS = frozenset({
    "think", "believe", "guess", "suppose", "say", "seems", "likely", "probably", "perhaps", "maybe", "me", "opinion",
    "see", "tell", "mistaken", "image", "picture", "photo", "photograph",
})  # fmt: skip
_PREAMBLE = re.compile(
    r"^(?:(?:sure|certainly|of course|absolutely|(?:great|good) question|hello|hi|thanks for (?:asking|sharing))"
    r"(?:!|\.| thing!|,(?= (?:here|the|it|i|this|in|based)\b))\s*|here(?:'s| is) (?:the|my|your) answer\s*[:.]\s*)+",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"^(?:(?:(?:we|you|i|one) (?:can|could) (?:also |clearly )*(?:see|observe|spot)|(?:i|we|you) (?:see|notice)"
    r"|" + _PICTURE + r" (?:clearly |appears to |seems to )*(?:shows?|depicts?|features?|displays?|captures?|contains?)"
    r")(?: that)?\s+)(?=\S)",
    re.IGNORECASE,
)


def unwrap_answer(text: str, question: str = "") -> str:
    """The answer itself, on one line; the text between think tags is never part of it."""
    said = text.strip()
    if said.isalnum():
        return said
    said = said.replace("’", "'")
    said = shorten_gaps_and_length(strip_reasoning(said))
    if '"' in said or "\\boxed" in said or "'answer'" in said:
        found = _FIELD.search(said) or _BOXED.search(said)
        if found:
            said = next(group for group in found.groups() if group is not None).strip()
    if "\n" in said or "et me " in said or "hope" in said or "f you" in said or "lease" in said or "ould" in said:
        said = _PARAGRAPH.sub(". ", _ITEM.sub(r"\1, ", _HEADING.sub("", _OFFER.sub("", said) or said)))
    if "*" in said or "`" in said or "_" in said or "\n" in said or said[:1] in "#>-•":
        said = _MARKS.sub("", _FENCE.sub("", said)).strip()
    if question and len(said) > len(question) and said.lower().startswith(question.lower().strip()):
        said = said[len(question.strip()) :].strip()
    said = _text_after_answer_mark(said)
    quoted = _QUOTED.match(said)
    return " ".join((quoted[2] if quoted else said).split())


def shorten_gaps_and_length(said: str) -> str:
    """Without long gaps, and a very long answer without its middle: what it says is at its beginning or its end."""
    said = _GAP.sub(_shorten_gap, said)
    if len(said) <= 2 * LONGEST_PART:
        return said
    return f"{said[:LONGEST_PART].rstrip()}\n…\n{said[-LONGEST_PART:].lstrip()}"


def _shorten_gap(gap: re.Match[str]) -> str:
    """A gap with at most a space and three line breaks, which are a paragraph and a new line."""
    lines = "\n" * min(3, gap[0].count("\n"))
    return lines if gap[0][0] == "\n" else f" {lines}"


def strip_hedges(said: str) -> str:
    """The same without "I think", "probably", "as far as I can see" around it."""
    rest = _OPENING.sub("", said).strip()
    ends_in = rest[rest.rfind(" ") + 1 :].rstrip(".!").lower()
    return _CLOSING.sub("", rest).strip() if ends_in in _CLOSING_WORDS else rest


def strip_preamble(said: str) -> str:
    """The same without "Sure!", and without "the image shows" or "we can see" before what is seen."""
    rest = strip_hedges(_PREAMBLE.sub("", said))
    shown = _SHOWN.match(rest)
    return (strip_hedges(rest[shown.end() :]) if shown else rest) or said


def is_only_pleasantry(sentence: str) -> bool:
    """Whether nothing but "Sure!" or "Great question!" is said."""
    return _PREAMBLE.fullmatch(sentence) is not None


def _text_after_answer_mark(said: str) -> str:
    """What follows the last "answer:" or "the answer is", to the end of its line; else all of it."""
    if "answer" not in said and "Answer" not in said and "ANSWER" not in said:
        return said
    matches = list(_CONCLUSION.finditer(said))
    rest = said[matches[-1].end() :].strip() if matches else ""
    return rest.split("\n", 1)[0].strip() if rest else said
