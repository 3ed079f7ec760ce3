"""Text → words: one case, no contractions, no politeness, nothing that only says "in the picture"."""

import re

from askance.wording.understand.lexicon import Words

_PICTURE = r"(?:picture|image|photo|photograph|scene|drawing|frame|shot|illustration|view)"
_IS = re.compile(r"\b(what|which|who|where|how|there|it|that|this|colou?r|weather)'s\b")
# (what a text must contain for the pattern to be tried at all, pattern, replacement)
_SUBSTITUTIONS = tuple(
    (trigger, re.compile(pattern), replacement)
    for trigger, pattern, replacement in (
        ("n't", r"n't\b", " not"),
        ("cannot", r"\bcannot\b", "can not"),
        (":", r":", ","),
        (";", r";", ","),
        ("", rf"\b(?:anywhere )?(?:in|within|on|from|of|across|throughout) (?:the|this|that) {_PICTURE}\b", " "),
        ("", rf"\b(?:the|this|that) {_PICTURE}\b", " @pic "),
        ("be ", r"\b(?:(?:can|could|may) )?(?:to )?be (?:seen|found|spotted|observed|made out)\b", " "),
        ("", r"\b(?:here|visible|shown|pictured|depicted|present|displayed|anywhere|located|placed|positioned|situated"
         r"|in total|altogether|in all|in view|in sight|at all|please|currently|actually|really|indeed)\b", " "),
        ("at least one", r"\bat least one (?!of)", "a "),
        ("one or more", r"\bone or more ", "a "),
        ("single", r"\b(?:even )?a single ", "a "),
        (" of ", r"\b(a|any|some|one|what|which) (?:kind|type|sort|species|class)s? of (?:an? )?", r"\1 "),
        ("fail", r"\bfails? to\b", "not"),
        ("described as", r"\b(?:best )?described as\b", " "),
        ("best desc", r"\bbest describes?\b", "is"),
        ("would you", r"\b(what|which) would you call\b", r"\1 is"),
        ("would you", r"\bhow would you describe (the|this)\b", r"what is \1"),
        ("would you", r"\b((?:what|which)\b[^,]*?) would you say(?: that)?\b", r"\1"),
        ("belong", r"\b(?:that |which |who )?belong(?:s|ing)? to\b", "of"),
        ("with", r"\b(?:along|together) with\b", "and"),
        ("as well", r"\bas well as\b", "and"),
        ("and also", r"\band also\b", "and"),
        ("or ", r"\bor (?:is (?:it|he|she|there)|are (?:they|there)|(?:do|can) you see)\b", "or"),
        ("and ", r"\band (?:is there|are there|do you see|can you see|how many)\b", "and"),
        ("nothing", r"\bnothing\b", "no thing"),
        ("no", r"\b(?:nobody|no one)\b", "no person"),
        ("ce of", r"\ban absence of\b", "no"),
        ("or not", r"\bor not\b", " "),
        ("ight", r",? (?:is that )?right[?.! ]*$", " "),
        ("orrect", r",? (?:is that )?correct[?.! ]*$", " "),
        ("which ", r"\bwhich (?:one )?of (?:these|the following|the) ", "which "),
        ("t or ", r"\b(?:to|on) the (left|right) or (?:to the |on the |the )?(left|right) of (.+)",
         r"to the \1 of \3 or to the \2 of \3"),
    )
)  # fmt: skip
_WORD = re.compile(r"@pic|[a-z0-9]+|,|'s\b")
_SENTENCE_END = re.compile(r"[.!?]+(?:\s+|$)")

_OPENINGS = (
    "so", "well", "ok", "okay", "hey", "hello", "hi", "and", "now", "then", "also", "um", "sorry", "excuse me",
    "look at @pic and", "looking at @pic", "look at @pic", "judging by @pic", "based on @pic", "in your opinion",
    "tell me", "can you tell me", "could you tell me", "would you tell me", "will you tell me", "do you know",
    "let me know", "i wonder", "i would like to know", "i want to know", "i am wondering", "can you say",
    "could you say", "can you tell", "could you tell", "can you see", "do you see", "say", "answer", "question",
    "check", "see", "say for me", "quick question", "according to @pic", "given @pic", "from what you see",
    "as you see it",
)  # fmt: skip
_ASKING = frozenset({"what", "which", "who", "whom", "where", "how", "count", "if", "whether", "is", "are", "was",
                     "were", "does", "do", "can", "name", "state", "give", ","})  # fmt: skip
_OPENING_WORDS = tuple(sorted((tuple(opening.split()) for opening in _OPENINGS), key=len, reverse=True))
_FIRST_WORDS = frozenset(opening[0] for opening in _OPENING_WORDS)
_SAYING = (
    ("is it true that", False), ("is it correct that", False), ("is it right that", False),
    ("is it the case that", False), ("is it so that", False), ("is it a fact that", False),
    ("is it correct to say that", False), ("is it fair to say that", False), ("is it right to say that", False),
    ("is it true to say that", False), ("is it accurate to say that", False),
    ("would it be correct to say that", False),
    ("would you say that", False), ("would you say", False), ("do you think that", False), ("do you think", False),
    ("would you agree that", False), ("do you agree that", False), ("do you believe that", False),
    ("do you believe", False), ("can you confirm that", False), ("could you confirm that", False),
    ("can you see that", False), ("do you see that", False), ("can one say that", False), ("can we say that", False),
    ("does it look like", False), ("does it seem that", False), ("does it appear that", False), ("if", False),
    ("whether", False), ("is it false that", True), ("is it untrue that", True), ("is it wrong that", True),
    ("is it not true that", True), ("is it not the case that", True), ("is it incorrect that", True),
    ("is it not correct that", True), ("is it wrong to say that", True), ("is it not so that", True),
    ("is it false to say that", True), ("is it not right that", True), ("would it be wrong to say that", True),
    ("would it be false to say that", True),
)  # fmt: skip
_SAYING_WORDS = tuple(
    sorted(((tuple(words.split()), denied) for words, denied in _SAYING), key=lambda pair: -len(pair[0]))
)
_IMPERATIVES = frozenset({"name", "state", "give", "report", "identify", "tell", "choose", "pick", "determine", "find"})


def split_sentences(text: str) -> list[str]:
    """The sentences up to the first question mark; what follows that is not the question."""
    head = text.split("?", 1)[0]
    return [part for part in _SENTENCE_END.split(head) if part.strip(" .!")]


def meaningful_words(sentence: str) -> Words:
    """The words that carry meaning, with politeness and repeated commas gone."""
    text = sentence.lower().replace("’", "'")
    if "'s" in text:
        text = _IS.sub(r"\1 is", text)
    for trigger, pattern, replacement in _SUBSTITUTIONS:
        if trigger in text:
            text = pattern.sub(replacement, text)
    words = _WORD.findall(text)
    while words and words[-1] == ",":
        words.pop()
    return drop_polite_openings(tuple(words))


def drop_polite_openings(words: Words) -> Words:
    """The words after any polite or empty opening, where a question still follows it."""
    start = 0
    moved = True
    while moved:
        moved = False
        while start < len(words) and words[start] == ",":
            start += 1
        for opening in _OPENING_WORDS if words[start : start + 1] and words[start] in _FIRST_WORDS else ():
            end = start + len(opening)
            if words[start:end] == opening and end < len(words) and _does_question_follow_opening(words, start, end):
                start, moved = end, True
                break
    if start < len(words) and words[start] in _IMPERATIVES:
        start += 1
        while start < len(words) and words[start] in ("me", "us"):
            start += 1
        return ("what", "is", *words[start:])
    return words[start:]


def _does_question_follow_opening(words: Words, start: int, end: int) -> bool:
    """Whether what follows an opening is a question of its own ("can you see if", but not "can you see a dog")."""
    follows = words[end]
    if follows not in _ASKING and words[end : end + 2] not in (("you", "can"),):
        return any(words[end : end + len(other)] == other for other in _OPENING_WORDS if len(other) > 1)
    return True


def unwrap_statement(words: Words) -> tuple[Words, bool] | None:
    """The statement inside "is it true that …", and whether it is denied; None where nothing of the kind opens it."""
    for opening, denied in _SAYING_WORDS:
        if words[: len(opening)] == opening and len(words) > len(opening):
            return words[len(opening) :], denied
    return None
