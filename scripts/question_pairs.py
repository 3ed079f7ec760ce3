"""Training pairs for the question encoder: rewordings, and questions whose nouns have changed places."""

import re
from random import Random

from askance.wording.part_of_speech_tags import tag_questions
from askance.wording.sears_rules import TaggedWord

NOUNS = ("NN", "NNS")
NO_OBJECTS = frozenset(
    ("color", "kind", "type", "picture", "photo", "image", "time", "sport", "number", "room", "brand")
)
# pattern → replacements that keep the meaning, or nearly
REWORDINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bWhat is\b", ("What's",)),
    (r"\bWhat's\b", ("What is",)),
    (r"\bthe (?:picture|photo|image)\b", ("the picture", "the photo", "the image", "the photograph")),
    (r"\bkind of\b", ("type of",)),
    (r"\btype of\b", ("kind of",)),
    (r"\bWhat color (?:is|are) the ([a-z]+)\?", (r"What is the color of the \1?",)),
    (r"\bHow many ([a-z]+) are there\?", (r"How many \1 are in the picture?",)),
    (r"\bHow many ([a-z]+) are in the (?:picture|photo|image)\?", (r"How many \1 are there?",)),
    (r"\bthe\b", ("this",)),
    (r"\b(?:this|these)\b", ("the",)),
    (r"\bIs there an? ([a-z]+)\b", (r"Can you see a \1",)),
    (r"\bAre there any\b", ("Can you see any",)),
    (r"\bAre there\b", ("Can you see",)),
    (r"\?$", (" in the picture?",)),
    (r"\bWhich\b", ("What",)),
    (r"\bWhat ([a-z]+) is\b", (r"Which \1 is",)),
    *((rf"\b{one}\b", (other,)) for one, other in (
        ("guy", "man"), ("man", "guy"), ("lady", "woman"), ("woman", "lady"), ("kid", "child"), ("child", "kid"),
        ("bike", "bicycle"), ("photo", "picture"), ("plane", "airplane"), ("tv", "television"), ("couch", "sofa"),
    )),
)  # fmt: skip


def reworded(question: str, rng: Random) -> str | None:
    """The question in other words; None where no pattern fits."""
    fitting = [each for each in REWORDINGS if re.search(each[0], question)]
    rng.shuffle(fitting)
    text = question
    for pattern, others in fitting[: rng.choice((1, 1, 2))]:
        text = re.sub(pattern, rng.choice(others), text, count=1)
    return text if text != question else None


def with_swapped_nouns(question: str, words: tuple[TaggedWord, ...], rng: Random) -> str | None:
    """The question with two of its nouns in each other's place: another meaning in the same words."""
    nouns = [word for word in words if word.tag in NOUNS and word.text.isalpha()]
    found = []
    for place, one in enumerate(nouns):
        for other in nouns[place + 1 :]:
            between = question[one.end : other.start]
            if one.text.lower() != other.text.lower() and len(between) > 2 and not re.search(" (or|and) ", between):
                found.append(question[: one.start] + other.text + between + one.text + question[other.end :])
    return rng.choice(found) if found else None


def with_other_noun(question: str, words: tuple[TaggedWord, ...], names: list[str], rng: Random) -> str | None:
    """The question about another object, so that words that real questions lack are learned too."""
    nouns = [word for word in words if word.tag == "NN" and word.text.isalpha() and word.text.lower() not in NO_OBJECTS]
    if not nouns:
        return None
    noun = rng.choice(nouns)
    return question[: noun.start] + rng.choice(names) + question[noun.end :]


def training_pairs(
    questions: list[str], names: list[str], rng: Random
) -> tuple[list[tuple[str, str]], list[tuple[str, str, str]], list[str]]:
    """Pairs that mean the same; triples of a question, a rewording and its swapped form; questions on other objects."""
    pairs, triples, others = [], [], []
    for question, words in zip(questions, tag_questions(questions), strict=True):
        same, swapped = reworded(question, rng), with_swapped_nouns(question, words, rng)
        other = with_other_noun(question, words, names, rng)
        pairs += [(question, same)] if same else []
        triples += [(question, same, swapped)] if same and swapped else []
        others += [other] if other else []
    return pairs, triples, list(dict.fromkeys(others))
