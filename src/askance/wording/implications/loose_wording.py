"""Questions that the built-in grammar reads in a wider sense than their words have."""

import re

# "near" is read as "next to", "carrying" as "holding", "snowing" as "snowy", "these" as all that there are
_WIDER_WORDS = (
    "near", "nearby", "close to", "alongside", "by", "over", "before", "carry", "carries", "carried", "carrying",
    "belong", "belongs", "these", "those", "ocean", "road", "meadow", "overcast", "playing", "using", "little",
    "full of", "match", "matches", "missing", "gone", "absent", "painted on", "printed on", "drawn on", "have on",
    "recognize", "recognise", "identify", "raining", "snowing", "tiny", "huge", "muddy", "damaged", "spotted", "plaid",
)  # fmt: skip
# "every dog" would become "a dog", "another dog" any dog, and "is anyone sitting" would be about the person
_QUANTIFIERS = (
    "every", "each", "everything", "another", "some", "(?<!there )(?<!see )(?:any|some)(?:one|body)",
    "(?<!at )(?<!in )all", "both(?!.* and )", "(?:either|neither)(?!.* n?or )",
)  # fmt: skip
# "the man's shirt" would become "the shirt of the man", and "his tie" any tie
_OWNERS = ("his", "her", "hers", "their", "its", "my", "your", "our", "whose")
_PREPOSITIONS = "on|in|at|with|to|from|through|under|behind|against|into|for"
_LOOSE = re.compile(
    rf"\b(?:{'|'.join((*_WIDER_WORDS, *_QUANTIFIERS, *_OWNERS))})\b"
    r"|\b(?!what's|who's|where's|there's|it's|how's|that's)\w+'s\b"
    r"|n't\b|^\w+ (?:there |you |we )?not\b"  # an English yes to "Isn't there a dog?" means that there is one
    r"|^(?:can|could|will|would|may|might|should) (?!you\b|we\b|i\b|one\b|it be\b)(?!.*\bbe seen\b)"
    r"|^did\b|^do(?:es)?\b.*\breads?\b"  # being able to ride is not riding
    r"|^(?:is|are|was|were) the (?:writing|words?|text|letters?|lettering)\b"  # "Is the writing on the cup English?"
    r"|^is the \w+\W*$"  # "Is the phone?": words are missing
    r"|\bcolou?r\b.*\b(?:writing|text|words?|letters?|lettering)\b"  # not the color of what it is written on
    r"|\bcolou?rs? (?:(?:is|are|can be seen) )?(?:on|in|for)\b"  # one color on a bottle is not that of the bottle
    r"|^(?:is|was)\b.*\btaken\b|\btaken from\b"  # a photo can show a park and be taken elsewhere
    rf"|ing (?:up |down )?(?:{_PREPOSITIONS})\W*$"  # "What is the pizza sitting on?": not a sitting pizza
    rf"|ing (?:{_PREPOSITIONS}) an? ",  # "How many people are sitting in a chair?": not in the chair
    re.IGNORECASE,
)


def is_loosely_worded(question: str) -> bool:
    """Whether the grammar's meaning of a question says more, or less, than its words."""
    return _LOOSE.search(question.strip().replace("’", "'")) is not None
