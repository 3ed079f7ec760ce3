"""One live question: an image with its slider positions, a question, and what a model answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from askance.core import Answer, Query, Stimulus, UserError
from askance.core.coerce_answers import replace_lone_surrogates
from askance.readings import read
from askance.relations.truth import ENOUGH, answer_accuracy
from askance.server.live.sliders import Edits

LONGEST_QUESTION = 1_000  # characters
TOP = 5  # answers that the page shows with their probabilities


@dataclass(frozen=True, slots=True)
class LiveQuestion:
    """What a reader asks: an image by name, the name of its data set, a question and slider positions."""

    image: str
    question: str
    data: str = ""
    sliders: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if any(replace_lone_surrogates(text) != text for text in (self.image, self.question, self.data)):
            raise UserError("the question or the name of the image is not valid Unicode text: write it again")
        if not self.question.strip():
            raise UserError("the question is empty: write one")
        if len(self.question) > LONGEST_QUESTION:
            raise UserError(
                f"the question has {len(self.question):,} characters: write one of at most {LONGEST_QUESTION:,}"
            )

    @property
    def text(self) -> str:
        """The question without the space around it."""
        return self.question.strip()

    def query(self, edits: Edits, question: str | None = None) -> Query:
        """The query with these edits; `question` is asked in place of the reader's own."""
        return Query(Stimulus(self.image, self.text if question is None else question, edits))


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """What a model answered, the most probable answers where it reports them, and the seconds that the call took."""

    model: str
    answer: Answer
    seconds: float
    remembered: bool = False  # the same input was asked before; `seconds` is the time of that call

    def is_right(self, question: str, truth: str | None) -> bool | None:
        """Whether the answer agrees with the true one, as the suite accuracy decides; None where one is not known."""
        if truth is None or self.answer.status != "ok":
            return None
        reading = read("auto", self.answer.text or "", question)
        return (answer_accuracy(reading, self.answer, (truth,)) or 0.0) >= ENOUGH

    @property
    def top(self) -> tuple[tuple[str, float], ...]:
        """The most probable answers, the best first."""
        return tuple(sorted(self.answer.top, key=lambda each: -each[1])[:TOP])
