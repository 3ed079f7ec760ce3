"""A question before it is worded: its form, its slots and its true answer."""

from dataclasses import dataclass

from askance.stickers.question_wordings import join_options
from askance.stickers.rng import Rng
from askance.stickers.scene_for_questions import ReferringPhrase, SceneForQuestions


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question's form and slots with its answer; `duplicate_key` tells questions about the same object apart."""

    skill: str
    form: str
    answer: str
    slots: dict[str, str]
    color: bool = False
    group: bool = False
    negated: bool = False
    options: tuple[str, ...] = ()
    of: tuple[str, ...] = ()  # the things it is about, by id

    @property
    def duplicate_key(self) -> tuple[str, ...]:
        """What must not be asked twice in a scene."""
        words = [self.slots.get(key, "") for key in ("n", "s", "t", "rel")]
        return self.skill, *sorted(self.of), *sorted(words)


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What a maker is asked for: a question about this view whose answer, if yes or no, is `yes` or not."""

    view: SceneForQuestions
    rng: Rng
    yes: bool

    @property
    def answer(self) -> str:
        """The wanted answer to a yes/no question."""
        return "yes" if self.yes else "no"


def make_choice_draft(
    skill: str, form: str, phrase: ReferringPhrase, truth: str, others: list[str], rng: Rng, color: bool = False
) -> QuestionDraft:
    """A question with two or three options in random order."""
    wrong = rng.shuffled(others)[: 2 if len(others) > 1 and rng.true_with_probability(0.35) else 1]
    options = tuple(rng.shuffled([truth, *wrong]))
    slots = {"the": phrase.with_the, "options": join_options(options)}
    bare = truth.split(" ", 1)[1] if truth.startswith(("a ", "an ")) else truth
    colored = color or phrase.colored
    return QuestionDraft(skill, form, bare, slots, colored, phrase.grouped, options=options, of=(phrase.thing.id,))
