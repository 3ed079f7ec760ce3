"""Answers that a real question could get: yes and no, numbers 0 to 5, and the commonest VQA answers of its form."""

import re

COLORS = ("white", "black", "blue", "red", "brown", "green", "yellow", "gray", "black and white")
OF = r"(?: (?:kind|type|sort) of)?"
_YES_NO = re.compile(r"(?:is|are|was|were|does|do|did|can|could|has|have|will|would|should|am|isn't|aren't)\b")
_FORMS = tuple(
    (re.compile(pattern), answers)
    for pattern, answers in (
        (r"how many\b", ("0", "1", "2", "3", "4", "5")),
        (r"(?:what|which) colou?rs?\b|what(?:'s| is| are) the colou?rs? of\b", COLORS),
        (r".*\bdoing\b",
         ("surfing", "playing tennis", "skateboarding", "skiing", "eating", "standing", "flying kite")),
        (r".*\bwearing\b", ("hat", "helmet", "glasses", "suit", "shirt", "tie")),
        (r".*\b(?:holding|carrying)\b",
         ("umbrella", "tennis racket", "cell phone", "surfboard", "frisbee", "wii remote")),
        (r".*\briding\b", ("horse", "skateboard", "bike", "motorcycle", "elephant", "wave")),
        (r".*\bdrinking\b", ("water", "wine", "beer", "coffee", "milk")),
        (r".*\beating\b", ("pizza", "grass", "sandwich", "hay", "hot dog", "cake")),
        (r".*\bmade (?:out )?of\b|what material", ("wood", "brick", "metal", "plastic", "glass", "leather")),
        (rf"(?:what|which){OF} (?:sport|game)", ("tennis", "baseball", "soccer", "skateboarding", "wii")),
        (rf"what{OF} animals?\b", ("giraffe", "zebra", "cat", "elephant", "dog", "sheep")),
        (rf"(?:what|which){OF} room", ("kitchen", "bathroom", "living room", "bedroom")),
        (r"what (?:kind|type|sort) of|what is this\b|what are th",
         ("pizza", "train", "bus", "trees", "tennis", "sandwich")),
        (r"what (?:is|are) (?:on|in|under|behind|above|next|near|sitting|hanging)\b",
         ("trees", "cat", "clock", "water", "laptop", "flowers", "nothing")),
        (r"where\b", ("on table", "street", "beach", "kitchen", "in water", "on the ground")),
        (r"who\b", ("man", "woman", "people", "nobody", "player")),
        (r"what time\b", ("10:10", "afternoon", "12:30", "night")),
        (r"what shape\b", ("round", "square", "rectangle")),
        (r"what gender\b", ("male", "female")),
        (r"(?:what|which) (?:side|way|direction|hand)\b", ("left", "right", "both")),
        (r".*\b(?:say|written|word|name|brand|number|logo)\b", ("stop", "nokia", "5", "dell", "english")),
        (r"why\b|how\b", ("for safety", "sunny", "on plate", "good")),
    )
)  # fmt: skip
_OTHER = ("man", "table", "white", "tree", "water", "right", "left")
_OR = re.compile(r"(\w+) or (?:an? |the )?(\w+)\W*$")


def plausible_answers(question: str) -> tuple[str, ...]:
    """The answers to try with a question; both choices where it offers two."""
    text = question.strip().lower()
    if found := _OR.search(text):
        return (found[1], found[2])
    if _YES_NO.match(text):
        return ("yes", "no")
    return next((answers for pattern, answers in _FORMS if pattern.match(text)), _OTHER)
