"""The questions that a cross-examination starts from, and how a model's answer to one is read."""

from collections.abc import Iterator
from dataclasses import dataclass

from askance.core import Case, Dataset, Item, Query, Stimulus, query_key
from askance.core.suite import Answers
from askance.readings import read
from askance.relations.follows import ORIGINAL
from askance.relations.verdicts import value_text
from askance.wording.implications import is_understood
from askance.wording.understand import (
    AttributeQuestion,
    CountQuestion,
    Form,
    NamingQuestion,
    SurroundingsQuestion,
    understand,
)

ASKED = "asked"  # the group of the cases that ask the originals
WORDING, FREE = "wording", "free"  # tag: the rules for real questions read it, not the built-in grammar


@dataclass(frozen=True, slots=True)
class Original:
    """A question about an image, with the expected answers where there are any."""

    id: str
    image: str
    question: str
    answers: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    options: tuple[str, ...] = ()

    @property
    def query(self) -> Query:
        """How it is asked."""
        return Query(Stimulus(self.image, self.question))

    @property
    def type(self) -> str:
        """The type of the question: yes/no, choice, count, attribute, object, place, or other."""
        return question_type(self.question)


def question_type(question: str) -> str:
    """The type of a question by its meaning."""
    return _form_type(understand(question))


def _form_type(form: Form | None) -> str:
    if form is None:
        return "other"
    if isinstance(form, CountQuestion):
        return "count"
    if isinstance(form, AttributeQuestion | NamingQuestion | SurroundingsQuestion) and form.options:
        return "choice"
    if isinstance(form, AttributeQuestion):
        return "attribute"
    if isinstance(form, NamingQuestion):
        return "object"
    return "place" if isinstance(form, SurroundingsQuestion) else "yes-no"


def originals_of_data(data: Dataset, limit: int | None, seed: int) -> Iterator[Original]:
    """The questions of a data set that are about an image."""
    for item in data.items(limit, seed):
        yield _original_of_item(item)


def _original_of_item(item: Item) -> Original:
    return Original(item.id, item.image, item.question, item.answers, item.scores, item.options)


def asked_case(suite: str, original: Original) -> Case:
    """The case that asks an original question."""
    return Case.of(
        suite,
        f"{ASKED}/{original.id}",
        {ORIGINAL: original.query},
        "asked",
        group=ASKED,
        options=original.options,
        expected={ORIGINAL: original.answers} if original.answers else None,
        scores={ORIGINAL: original.scores},
        tags={"type": original.type} | ({} if is_understood(original.question) else {WORDING: FREE}),
    )


def said_about(original: Original, answers: Answers) -> str | None:
    """What the model answered, as it is read; None if it did not, or if that cannot be read."""
    answer = answers.get(query_key(original.query))
    if answer is None or answer.status != "ok":
        return None
    reading = read("auto", answer.text or "", original.question, original.options)
    return None if reading.value is None else value_text(reading.value)
