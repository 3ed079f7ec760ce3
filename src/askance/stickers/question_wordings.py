"""How questions are worded: the plain wording of each form first, then others that mean the same.

Slots: a, b = "a dog"; n = "dog"; s, t = "dogs"; the, other = "the red car"; v, w, x = values; rel = "to the left of";
part = "wheels"; options = "red or blue". A form's name begins with its skill.
"""

WORDINGS: dict[str, tuple[str, ...]] = {
    "exist": (
        "Is there {a} in the picture?",
        "Are there any {s}?",
        "Can you see {a}?",
        "Does the image show {a}?",
        "Do you see any {s} in the image?",
        "Is there {a} in the image?",
        "Are there any {s} in the picture?",
    ),
    "negation": (
        "Is there no {n} in the picture?",
        "Are there no {s}?",
        "Is it true that there is no {n}?",
        "Is the picture free of {s}?",
        "Are there no {s} in the image?",
    ),
    "negation.value": (
        "Is {the} not {v}?",
        "Is it true that {the} is not {v}?",
        "Would you say {the} is not {v}?",
    ),
    "count": (
        "How many {s} are there?",
        "How many {s} are in the picture?",
        "What is the number of {s}?",
        "How many {s} can you see?",
        "Count the {s}.",
        "How many {s} do you see in the image?",
    ),
    "color": (
        "What color is {the}?",
        "What is the color of {the}?",
        "What's the color of {the}?",
        "Can you tell me what color {the} is?",
    ),
    "pattern": (
        "What pattern does {the} have?",
        "What is the pattern of {the}?",
        "Which pattern does {the} have?",
    ),
    "material": (
        "What is {the} made of?",
        "What material is {the} made of?",
        "Which material is {the} made of?",
    ),
    "verify": (
        "Is {the} {v}?",
        "Would you say {the} is {v}?",
        "Is it true that {the} is {v}?",
    ),
    "verify.color": (
        "Is {the} {v}?",
        "Would you say {the} is {v}?",
        "Is the color of {the} {v}?",
        "Does {the} look {v}?",
    ),
    "choice": (
        "Is {the} {options}?",
        "Would you say {the} is {options}?",
        "Can you tell me whether {the} is {options}?",
    ),
    "choice.material": (
        "Is {the} made of {options}?",
        "What is {the} made of, {options}?",
        "What material is {the} made of, {options}?",
    ),
    "choice.color": (
        "Is {the} {options}?",
        "What color is {the}, {options}?",
        "What is the color of {the}: {options}?",
        "Would you say {the} is {options}?",
    ),
    "choice.class": (
        "Is {the} {options}?",
        "Would you say {the} is {options}?",
        "Can you tell me whether {the} is {options}?",
    ),
    "and": (
        "Are there both {a} and {b}?",
        "Is there {a} and {b}?",
        "Can you see {a} and {b}?",
        "Is there {a} and {b} in the picture?",
        "Do you see both {a} and {b}?",
    ),
    "or": (
        "Is there {a} or {b}?",
        "Is there either {a} or {b}?",
        "Can you see {a} or {b}?",
        "Is there {a} or {b} in the picture?",
        "Do you see either {a} or {b}?",
    ),
    "relation": (
        "Is {the} {rel} {other}?",
        "Is it true that {the} is {rel} {other}?",
        "Would you say {the} is {rel} {other}?",
    ),
    "relation.any": (
        "Is {the} {rel} {other}?",
        "Is there {a} {rel} {other}?",
        "Do you see {a} {rel} {other}?",
        "Can you see {a} {rel} {other}?",
    ),
    "what-relation": (
        "What is {rel} {the}?",
        "Which object is {rel} {the}?",
        "What object is {rel} {the}?",
    ),
    "what-relation.animate": (
        "What is {rel} {the}?",
        "What is {rel} {the} in the picture?",
        "Can you tell me what is {rel} {the}?",
    ),
    "what-relation.holding": (
        "What is {the} holding?",
        "What does {the} hold?",
        "Which object is {the} holding?",
        "What object is {the} holding?",
    ),
    "what-relation.riding": (
        "What is {the} riding?",
        "What is {the} riding in the picture?",
        "In the picture, what is {the} riding?",
    ),
    "what-relation.who": (
        "Who is {rel} {the}?",
        "Which person is {rel} {the}?",
        "Who is {rel} {the} in the picture?",
    ),
    "action": (
        "What is {the} doing?",
        "What is {the} doing in the picture?",
        "Can you tell me what {the} is doing?",
    ),
    "action.verify": (
        "Is {the} {v}?",
        "Would you say {the} is {v}?",
        "Is it true that {the} is {v}?",
    ),
    "pose": (
        "Is {the} {options}?",
        "Would you say {the} is {options}?",
        "What is the pose of {the}: {options}?",
    ),
    "place": (
        "Where is this?",
        "What place is shown?",
        "Where was this picture taken?",
        "What place is shown in the picture?",
    ),
    "place.indoors": (
        "Is this {options}?",
        "Was this picture taken {options}?",
        "Is the picture taken {options}?",
    ),
    "weather": (
        "What is the weather like?",
        "How is the weather?",
        "What is the weather like in the picture?",
    ),
    "text": (
        "What does {the} say?",
        "What word is on {the}?",
        "What is written on {the}?",
    ),
    "compare.more": (
        "Are there more {s} than {t}?",
        "Are there fewer {t} than {s}?",
        "Do you see more {s} than {t}?",
        "Can you see more {s} than {t}?",
    ),
    "compare.equal": (
        "Are there as many {s} as {t}?",
        "Is it true that there are as many {s} as {t}?",
        "Are there as many {s} as {t} in the picture?",
    ),
    "same": (
        "Are {the} and {other} the same color?",
        "Is {the} the same color as {other}?",
        "Do {the} and {other} have the same color?",
    ),
    "part": (
        "How many {part} does {the} have?",
        "What is the number of {part} of {the}?",
        "How many {part} can you see on {the}?",
    ),
}

# Second forms of a skill: the design page lists them among its other wordings, so none of theirs is plain.
NEVER_PLAIN = frozenset({"compare.equal", "negation.value", "place.indoors", "what-relation.who"})


def join_options(options: tuple[str, ...]) -> str:
    """Options as they are said: "red or blue", "red, blue or green"."""
    return " or ".join((", ".join(options[:-1]), options[-1]))


def with_article(phrase: str) -> str:
    """A phrase with its indefinite article."""
    return f"an {phrase}" if phrase[0] in "aeiou" else f"a {phrase}"
