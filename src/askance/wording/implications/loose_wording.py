"""Questions that the built-in grammar reads in a wider sense than their words have."""

import re

# "near" is read as "next to", "carrying" as "holding", "the road" as a street, "these" as all that there are
_WIDER_WORDS = (
    "near", "nearby", "close to", "alongside", "by", "over", "before", "carry", "carries", "carried", "carrying",
    "belong", "belongs", "these", "those", "ocean", "road", "meadow", "overcast", "playing", "using", "little",
)  # fmt: skip
# "the man's shirt" would become "the shirt of the man", and "his tie" any tie
_OWNERS = ("his", "her", "hers", "their", "its", "my", "your", "our", "whose")
_PREPOSITIONS = "on|in|at|with|to|from|through|under|behind|against|into|for"
_LOOSE = re.compile(
    rf"\b(?:{'|'.join((*_WIDER_WORDS, *_OWNERS))})\b"
    r"|\b(?!what's|who's|where's|there's|it's|how's|that's)\w+'s\b"
    r"|^is the \w+\W*$"  # "Is the phone?": words are missing
    r"|\bcolou?r\b.*\b(?:writing|text|words?|letters?|lettering)\b"  # not the color of what it is written on
    r"|^(?:is|was)\b.*\btaken\b"  # a photo can show a park and be taken elsewhere
    rf"|ing (?:up |down )?(?:{_PREPOSITIONS})\W*$",  # "What is the pizza sitting on?": not a sitting pizza
    re.IGNORECASE,
)


_NUMBERS = ("any", "an?", "no", "both", "either", "more", "fewer", "less", "as", "at", "exactly", "the", r"\d+", "one",
            "two", "three", "four", "five", "six")  # fmt: skip
_SEVERAL = re.compile(rf"(?:are there|do you see|can you see) (?!(?:{'|'.join(_NUMBERS)})\b)", re.IGNORECASE)


def asks_for_several(question: str) -> bool:
    """Whether a question asks for more than one: "Are there trees?" may be answered with no where there is one."""
    return _SEVERAL.match(question.strip()) is not None


def is_loosely_worded(question: str) -> bool:
    """Whether the grammar's meaning of a question says more, or less, than its words."""
    return _LOOSE.search(question.replace("’", "'")) is not None
