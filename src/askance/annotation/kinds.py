"""The kinds of annotation tasks: what an annotator is asked, which values are valid, and how agreement is measured."""

from collections.abc import Mapping
from dataclasses import dataclass

from askance.annotation.tasks import Task
from askance.core import UserError
from askance.core.control_characters import CONTROLS
from askance.core.unknown_names import unknown_name_error
from askance.metrics.krippendorff_alpha import Level

AMBIGUOUS = "ambiguous"
MAX_TEXT = 1_000  # characters of a typed answer or a comment
DIGITS = "123456789"


def comparable_text(text: str) -> str:
    """The text without what forms and people change: control characters, and the number of spaces."""
    return CONTROLS.sub("", " ".join(text.split()))


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that an annotator may choose, and the key that chooses it."""

    value: str
    label: str
    key: str

    @property
    def form_value(self) -> str:
        """The value as an HTML form sends it back unchanged: without control characters, with single spaces."""
        return comparable_text(self.value)


YES_NO = (Choice("yes", "Yes", "y"), Choice("no", "No", "n"))


@dataclass(frozen=True, slots=True)
class Field:
    """One question to the annotator; without choices, those are the options of the task, or the answer is typed."""

    name: str
    prompt: str
    choices: tuple[Choice, ...] = ()
    level: Level = "nominal"
    only_if: tuple[str, str] | None = None  # it is asked only if this other field has this value
    needs_reference: bool = False  # it is asked only if the task has a reference question

    def choices_for(self, task: Task) -> tuple[Choice, ...]:
        """The values to choose from; none if the answer is typed."""
        if self.choices or not task.options:
            return self.choices
        options = [option for option in task.options if option != AMBIGUOUS]
        keys = _option_keys(options)
        return (
            *(Choice(option, option, key) for option, key in zip(options, keys, strict=True)),
            Choice(AMBIGUOUS, "Ambiguous", "a"),
        )

    def applies_to(self, task: Task) -> bool:
        """Whether the field is asked for this task at all."""
        return bool(task.reference) or not self.needs_reference


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of task."""

    name: str
    title: str
    instruction: str
    fields: tuple[Field, ...]
    per_task: int  # annotators per task, if the user does not choose another number
    comment_if: tuple[str, str] | None = None  # the page asks for a comment if this field has this value
    comment_prompt: str = ""  # what the comment must say then

    def lacks_comment(self, values: Mapping[str, str], comment: str) -> bool:
        """Whether the page asks for a comment that is not there."""
        return (
            self.comment_if is not None and values.get(self.comment_if[0]) == self.comment_if[1] and not comment.strip()
        )

    def instruction_for(self, task: Task) -> str:
        """What the annotator does with one task, and what they do if its question has no clear answer."""
        if self.name != "human":
            return self.instruction
        how = "Choose Ambiguous" if task.options else f"Write “{AMBIGUOUS}”"
        return f"{self.instruction} {how} if the question has no clear answer."


def _option_keys(options: list[str]) -> list[str]:
    """The keys of a task's options: y and n for yes and no, else numbers; options beyond the ninth have no key."""
    if [option.casefold() for option in options] in (["yes", "no"], ["no", "yes"]):
        return [option[0].casefold() for option in options]
    return [DIGITS[at] if at < len(DIGITS) else "" for at in range(len(options))]


KINDS: dict[str, Kind] = {
    "human": Kind(
        "human",
        "Human answers",
        "Look at the image and answer the question.",
        (Field("answer", "What is the answer?"),),
        per_task=5,  # as in the CARETS paper
    ),
    "belief": Kind(
        "belief",
        "Belief judgements",
        "A model answered the target question with this answer. Judge the target question and the answer.",
        (
            Field("relevant", "Is the target question relevant to the image?", YES_NO),
            Field(
                "same_fact", "Does it refer to the same visual fact as the reference question?", YES_NO,
                only_if=("relevant", "yes"), needs_reference=True,
            ),
            Field("correct", "Is the answer correct for the target question?", YES_NO, only_if=("relevant", "yes")),
        ),
        per_task=2,
    ),
    "score": Kind(
        "score",
        "Scores of generated questions",
        "The question was generated from the image and the answer. Score the question.",
        (
            Field(
                "score", "How good is the question?",
                (
                    Choice("0", "0, complete nonsense", "0"), Choice("1", "1, poor", "1"),
                    Choice("2", "2, acceptable", "2"), Choice("3", "3, good", "3"), Choice("4", "4, perfect", "4"),
                ),
                level="ordinal",
            ),
        ),
        per_task=2,
    ),
    "audit": Kind(
        "audit",
        "Question audits",
        "A question is fine if it is understandable, it is about the image, and the expected answer (if one is shown)"
        " is correct. If it is not fine, say in a few words what is wrong.",
        (Field("fine", "Is this question fine?", YES_NO),),
        per_task=2,
        comment_if=("fine", "no"),
        comment_prompt="What is wrong with the question? Say it in a few words.",
    ),
}  # fmt: skip


def find_kind(name: str) -> Kind:
    """The kind of that name."""
    if name not in KINDS:
        raise unknown_name_error("kind of annotation", name, list(KINDS), "askance annotations --help")
    return KINDS[name]


def check_values(kind: Kind, task: Task, values: Mapping[str, str]) -> dict[str, str]:
    """The values that are stored: one per field that applies; a missing or unknown value is a user error."""
    if unknown := sorted(set(values) - {field.name for field in kind.fields}):
        raise UserError(f"field {unknown[0]!r}: a task of kind {kind.name} has no such field")
    found: dict[str, str] = {}
    for field in kind.fields:
        if not field.applies_to(task) or (field.only_if and found.get(field.only_if[0]) != field.only_if[1]):
            continue
        value = comparable_text(values.get(field.name, ""))
        if not value:
            raise UserError(f"field {field.name}: no value: answer {field.prompt!r}")
        choices = {choice.form_value: choice.value for choice in field.choices_for(task)}
        if choices and value not in choices:
            raise UserError(f"field {field.name}: {value[:80]!r} is not one of {', '.join(choices)}")
        if not choices and len(value) > MAX_TEXT:
            raise UserError(f"field {field.name}: {len(value):,} characters: write at most {MAX_TEXT:,}")
        found[field.name] = choices.get(value, value)
    return found
