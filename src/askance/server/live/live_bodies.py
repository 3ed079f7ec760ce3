"""What the Live view takes and gives as JSON."""

import re
from typing import Annotated, Any, Literal

from askance.server.live.live_answers import LiveAnswer, LiveQuestion
from askance.server.live.pinned_cases import MOST_TESTS, Pin, ShownAnswer, ShownTest
from askance.server.live.question_tests import JudgedVariant, QuestionTest
from askance.server.live.question_variants import QuestionVariants, Variant
from askance.server.live.sliders import Slider
from pydantic import BaseModel, Field

SESSION = r"^[A-Za-z0-9-]{8,64}$"
LONGEST_NAME = 500  # characters of the name of an image, a data set or a model
LONGEST_TEXT = 4_000  # characters of any other text; `LiveQuestion` has a limit of its own

_PATH = re.compile(r"(?:[A-Za-z]:)?(?:[\\/][\w.@~+ -]+)*[\\/]([\w.@~+-]+)")

Name = Annotated[str, Field(max_length=LONGEST_NAME)]


def _without_folders(reason: str | None) -> str | None:
    """Why an answer failed, without folders of this machine: only the names of files are left."""
    return None if reason is None else _PATH.sub(r"\1", reason)


class LiveQuestionBody(BaseModel):
    """An image with slider positions, and a question."""

    image: Name
    data: Name = Field("", description="Data set of the image; empty for an uploaded one.")
    question: str = Field(max_length=LONGEST_TEXT)
    sliders: dict[str, float] = Field(default_factory=dict, description="Slider → position; absent = 0.")

    def asked(self, source: str) -> LiveQuestion:
        """The question about an image of this source; UserError where it is not valid."""
        return LiveQuestion(self.image, self.question, source, self.sliders)


class AskBody(LiveQuestionBody):
    """A question to one model."""

    model: Name
    session: str = Field(pattern=SESSION, description="A random name of the browser tab: its newer request wins.")


class PinnedTestBody(BaseModel):
    """One line of the table that "Test this question" shows."""

    model: Name
    test: str = Field(max_length=LONGEST_NAME)
    question: str = Field(max_length=LONGEST_TEXT)
    relation: str = Field(max_length=LONGEST_NAME)
    answer: str = Field(max_length=LONGEST_TEXT)
    verdict: Literal["", "holds", "fails", "undecided"] = Field(description="Empty for the question itself.")
    reason: str = Field("", max_length=LONGEST_TEXT)

    def result(self) -> ShownTest:
        """The result, as the export has it."""
        return ShownTest(
            self.model, self.test, self.question, self.relation, self.answer, self.verdict, self.reason
        )  # fmt: skip


class PinnedAnswerBody(BaseModel):
    """An answer that the page showed."""

    answer: str = Field(max_length=LONGEST_TEXT)
    probability: float | None = Field(None, ge=0, le=1.001, description="Null if the model reports none.")

    def shown(self) -> ShownAnswer:
        """The answer, as the export has it."""
        return ShownAnswer(self.answer, self.probability)


class PinBody(LiveQuestionBody):
    """A pinned question."""

    expected: str = Field("", max_length=LONGEST_TEXT, description="The right answer, if the reader wrote one.")
    answers: dict[Name, PinnedAnswerBody] = Field(
        default_factory=dict, max_length=64, description="Model → the answer that the page showed."
    )
    unedited: dict[Name, PinnedAnswerBody] = Field(
        default_factory=dict, max_length=64, description="Model → its answer for the image without edits."
    )
    tests: list[PinnedTestBody] = Field(
        default_factory=list, max_length=MOST_TESTS, description="Results of “Test this question” that the page showed."
    )

    def pin(self, source: str) -> Pin:
        """The pin of an image of this source."""
        answers, unedited = (
            {model: each.shown() for model, each in given.items()} for given in (self.answers, self.unedited)
        )
        return Pin(self.asked(source), self.expected, answers, unedited, tuple(each.result() for each in self.tests))


class ProbableAnswer(BaseModel):
    """One answer with its probability."""

    answer: str
    probability: float


class ModelAnswerBody(BaseModel):
    """A model's answer; `top` is empty for a model that reports no probabilities."""

    model: str
    status: str
    answer: str | None
    reason: str | None
    top: list[ProbableAnswer]
    seconds: float
    remembered: bool

    @classmethod
    def of(cls, given: LiveAnswer) -> "ModelAnswerBody":
        """The body of an answer."""
        return cls(**cls.fields(given))

    @staticmethod
    def fields(given: LiveAnswer) -> dict[str, Any]:
        """The fields of an answer."""
        top = [ProbableAnswer(answer=text, probability=share) for text, share in given.top]
        answer = given.answer
        return {
            "model": given.model, "status": answer.status, "answer": answer.text,
            "reason": _without_folders(answer.reason), "top": top, "seconds": given.seconds,
            "remembered": given.remembered,
        }  # fmt: skip


class LiveAnswerBody(ModelAnswerBody):
    """A model's answer beside the true one, where the scene of the image says it."""

    truth: str | None
    is_right: bool | None

    @classmethod
    def beside_truth(cls, given: LiveAnswer, question: str, truth: str | None) -> "LiveAnswerBody":
        """The body of an answer, graded."""
        return cls(**cls.fields(given), truth=truth, is_right=given.is_right(question, truth))


class VariantBody(BaseModel):
    """A variant of the question; `assumes` says what must be true of the image for the relation to hold."""

    test: str
    question: str
    relation: str
    rule: str
    assumes: str

    @classmethod
    def of(cls, variant: Variant) -> "VariantBody":
        """The body of a variant."""
        return cls(
            test=variant.test, question=variant.question, relation=variant.relation, rule=variant.rule,
            assumes=variant.assumes,
        )  # fmt: skip


class MissingTestBody(BaseModel):
    """A test that is not possible for the question."""

    test: str
    reason: str


class VariantsBody(BaseModel):
    """The tests that are possible for a question, and those that are not."""

    variants: list[VariantBody]
    missing: list[MissingTestBody]

    @classmethod
    def of(cls, found: QuestionVariants) -> "VariantsBody":
        """The body of some variants."""
        missing = [MissingTestBody(test=each.test, reason=each.reason) for each in found.missing]
        return cls(variants=[VariantBody.of(each) for each in found.variants], missing=missing)


class JudgedVariantBody(BaseModel):
    """A variant with the model's answer and the verdict: `holds` is null where it is undecided."""

    variant: VariantBody
    answer: ModelAnswerBody
    holds: bool | None
    reason: str | None
    rule: str
    finding: str

    @classmethod
    def of(cls, given: JudgedVariant) -> "JudgedVariantBody":
        """The body of a tested variant."""
        return cls(
            variant=VariantBody.of(given.variant), answer=ModelAnswerBody.of(given.answer), holds=given.verdict.holds,
            reason=_without_folders(given.verdict.reason), rule=given.rule, finding=given.finding,
        )  # fmt: skip


class QuestionTestBody(BaseModel):
    """A model's answers to a question and to its variants."""

    original: ModelAnswerBody
    tested: list[JudgedVariantBody]

    @classmethod
    def of(cls, given: QuestionTest) -> "QuestionTestBody":
        """The body of a test."""
        return cls(
            original=ModelAnswerBody.of(given.original), tested=[JudgedVariantBody.of(each) for each in given.tested]
        )


class SliderBody(BaseModel):
    """A slider and its range."""

    name: str
    label: str
    low: float
    high: float
    step: float
    unit: str

    @classmethod
    def of(cls, slider: Slider) -> "SliderBody":
        """The body of a slider."""
        return cls(
            name=slider.name, label=slider.label, low=slider.low, high=slider.high, step=slider.step, unit=slider.unit
        )


class ImageChoice(BaseModel):
    """An image that can be chosen, with the address of a thumbnail."""

    image: str
    label: str = Field(description="The name as the page shows it.")
    thumbnail: str


class ImagesBody(BaseModel):
    """A page of images."""

    data: str
    images: list[ImageChoice]
    page: int
    has_more: bool


class QuestionsBody(BaseModel):
    """Questions of the workspace about an image."""

    questions: list[str]


class UploadBody(BaseModel):
    """An uploaded image: its name, its size, and that of the file, which is larger if it was scaled down."""

    image: str
    width: int
    height: int
    file_width: int
    file_height: int


class LiveBody(BaseModel):
    """What the Live view can do: the loaded models, the sliders, and the data sets to choose images from."""

    models: list[str]
    sliders: list[SliderBody]
    datasets: list[str]
