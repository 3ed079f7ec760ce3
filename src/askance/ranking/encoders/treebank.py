"""Words as the Penn Treebank counts them, which is how Skip-thoughts was trained: "isn't" → "is n't", "?" apart."""

import re

# A period that ends a sentence: at the end of the text, or before a capital; not after an initial or a title.
_STOP = re.compile(
    r"(?<![.\s])(?P<stop>\.)(?P<after>[\]\)}>\"']*)(?:\s*$|(?<!\b[A-Z]\.)(?<!\b[MDS][rst]\.)(?<!\bMrs\.)\s+(?=[A-Z]))"
)
_OPENING = re.compile(r"(?:(?<=[\s(\[{<])|^)\"")
_TOKEN = re.compile(
    r"""
    \.\.\. | -- | `` | ''
    | [;@\#$%&?!\[\](){}<>]
    | [:,](?!\d)
    | (?: (?!\.\.\.|--|``|'') (?: [^\s;@\#$%&?!\[\](){}<>:,] | [:,](?=\d) ) )+
    """,
    re.VERBOSE,
)
_ENDING = re.compile(r"(?<=[^'\s])(?:'(?:s|m|d|ll|re|ve)?|n't)$", re.IGNORECASE)
_TWO_WORDS = {  # and how long the first is
    "'tis": 2, "'twas": 2, "cannot": 3, "d'ye": 2, "gimme": 3, "gonna": 3, "gotta": 3, "lemme": 3, "more'n": 4,
    "wanna": 3,
}  # fmt: skip


def treebank_tokens(text: str) -> list[str]:
    """The words and marks of a text, in order; capitals are kept."""
    parted = _STOP.sub(r" \g<stop> \g<after> ", _OPENING.sub(" `` ", text))
    return [part for token in _TOKEN.findall(parted.replace('"', " '' ")) for part in _split_contraction(token)]


def _split_contraction(token: str) -> list[str]:
    """A word without its ending, and the ending."""
    at = _TWO_WORDS.get(token.lower())
    if at is None:
        ending = _ENDING.search(token)
        at = ending.start() if ending else len(token)
    return [part for part in (token[:at], token[at:]) if part]
