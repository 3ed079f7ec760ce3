"""Real questions with "or": "Is the man sitting or standing?"."""

from collections.abc import Iterator

from askance.wording.implications.implication import Implication, Rule
from askance.wording.implications.presupposed_objects import premise
from askance.wording.implications.read_answer import ReadAnswer, number_of_noun
from askance.wording.implications.restated_claims import DENIED
from askance.wording.implications.tagged_question import QuestionPhrase, TaggedQuestion, noun_phrase_at
from askance.wording.normalise_answers import normalise_answer
from askance.wording.ontology import ontology
from askance.wording.templates.indefinite_article import indefinite_article

CHOSEN = Rule(
    "real-chosen",
    "equivalence",
    "Is the X A or B? – A",
    "Is the X A? yes",
    "the answer says so",
    "the answer is neither of the two, or a yes or no; more than two choices; choices of more than one word",
    (
        "Is the man sitting or standing? – sitting → Is the man sitting? yes",
        "Is this a cat or a dog? – dog → Is this a dog? yes",
        "Is the door open or closed? – closed → Is the door closed? yes",
    ),
)
NOT_CHOSEN = Rule(
    "real-not-chosen",
    "exclusion",
    "Is the X A or B? – A",
    "Is the X B? no",
    "A and B exclude each other in the ontology; 'or' alone does not",
    "A and B are not known to exclude each other (Is the car red or white? A car may be both)",
    (
        "Is the man sitting or standing? – sitting → Is the man standing? no",
        "Is this a cat or a dog? – dog → Is this a cat? no",
        "Is the door open or closed? – closed → Is the door open? no",
    ),
)
RULES = (CHOSEN, NOT_CHOSEN)

_ALSO_APART = frozenset({
    frozenset(("day", "night")), frozenset(("daytime", "nighttime")), frozenset(("daytime", "night")),
    frozenset(("man", "woman")), frozenset(("boy", "girl")), frozenset(("male", "female")),
    frozenset(("inside", "outside")), frozenset(("indoors", "outdoors")), frozenset(("indoor", "outdoor")),
})  # fmt: skip


def choices(question: TaggedQuestion, answer: ReadAnswer) -> Iterator[Implication]:
    """What follows from one of two choices."""
    if question.word(0) not in ("is", "are") or question.low.count("or") != 1 or answer.polar is not None:
        return
    subject = noun_phrase_at(question, 1)
    if subject is None or subject.determiner in ("a", "an", ""):
        return
    if subject.plural != (question.word(0) == "are"):
        return
    split = question.low.index("or")
    left, right = _choice(question, subject.end, split), _choice(question, split + 1, len(question))
    if left is None or right is None or not _alike(question, subject.end, split):
        return
    yield from _from_choice(question, answer, subject, (left, right))


def _choice(question: TaggedQuestion, start: int, end: int) -> str | None:
    """A choice of one word, without its article."""
    if question.word(start) in ("a", "an"):
        start += 1
        if question.tag(start) in ("NNS", "NNPS"):
            return None  # "a man or a women"
    if end - start != 1 or not question.word(start).isalpha():
        return None
    return question.word(start)


def _alike(question: TaggedQuestion, start: int, split: int) -> bool:
    """Whether both choices are of one part of speech, as far as the tags can be trusted."""
    tags = (question.tag(split - 1), question.tag(len(question) - 1))
    names = {tag in ("NN", "NNS") for tag in tags}
    return tags[0] == tags[1] or len(names) == 1 or question.word(start) in ("a", "an")


def _from_choice(
    question: TaggedQuestion, answer: ReadAnswer, subject: QuestionPhrase, pair: tuple[str, str]
) -> Iterator[Implication]:
    chosen = next((word for word in pair if normalise_answer(word) == answer.text), None)
    if chosen is None or pair[0] == pair[1]:
        return
    other = pair[1] if chosen == pair[0] else pair[0]
    first, second = question.word(subject.end), question.word(len(question) - 2)
    shared = first in ("a", "an")  # "a dog or cat", but "a cake or mud"
    own = shared and (second in ("a", "an") or number_of_noun(pair[1]) != "mass")
    article = {pair[0]: shared, pair[1]: own}
    opening = question.span(0, subject.end)
    because = f'the answer to "{question.text}?" was {chosen}'
    yield Implication(CHOSEN.name, CHOSEN.kind, _ask(opening, chosen, article[chosen]), "yes", because)
    if not subject.plural and _apart(chosen, other, question, subject):
        yield Implication(NOT_CHOSEN.name, NOT_CHOSEN.kind, _ask(opening, other, article[other]), "no", because)
    elif not subject.plural:
        denied = _ask(f"{opening} not", chosen, article[chosen])
        yield Implication(DENIED.name, DENIED.kind, denied, "no", because)
    yield from premise(question, subject)


def _ask(opening: str, word: str, article: bool) -> str:
    return f"{opening} {indefinite_article(word) + ' ' if article else ''}{word}?"


def _apart(one: str, other: str, question: TaggedQuestion, subject: QuestionPhrase) -> bool:
    noun = " ".join(question.low[subject.noun : subject.end])
    names = ontology()
    if frozenset((one, other)) in _ALSO_APART:
        return True
    if "color" in names.categories(one) or "weather" in names.categories(one):
        return False
    thing = noun if names.noun(noun) is not None else None
    return any(names.excludes(one, other, kind, thing) for kind in ("attribute", "action", "object"))
