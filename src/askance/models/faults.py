"""The faults of defective models: each is the oracle with one error; it lists what must detect it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from askance.core import Answer, Choose, ModelInput, Scene, query_key
from askance.models.noise_estimate import is_noisy
from askance.models.oracle import Found, answer_for_readout, answer_from_scene
from askance.models.scene_logic import SEEN
from askance.models.text_only_prior import text_only_answer
from askance.models.verbose_answers import make_verbose
from askance.models.wrong_answers import make_wrong_answer
from askance.wording.understand import (
    PEOPLE_WORDS,
    AttributeQuestion,
    CountQuestion,
    Form,
    NamingQuestion,
    Phrase,
    SurroundingsQuestion,
    YesNoQuestion,
    coordinated_arguments,
    first_question,
    is_plain_wording,
    rewrite_nodes,
    split_questions,
    without_negations,
)
from askance.wording.understand.tokenize import meaningful_words
from msgspec.structs import replace

Say = Callable[[ModelInput, Form, Found], Found]
CRASH_BELOW = 26  # of 256: about a tenth of all queries
SLOW_SECONDS = 0.02
BACKGROUND_NEEDED = 0.9
SCENE = frozenset({"scene"})


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a model, the tags or suites where that must show, and how it answers one query."""

    about: str
    fails_on: tuple[str, ...]  # "tag=value" of an item, or the path of a suite's group
    answer: Callable[[ModelInput], Answer]
    needs: frozenset[str] = SCENE


def _with_changed_answer(say: Say) -> Callable[[ModelInput], Answer]:
    return lambda shown: answer_from_scene(shown, change_answer=say, guess=True, assume=True)


def _with_changed_question(hear: Callable[[Form], Form]) -> Callable[[ModelInput], Answer]:
    return lambda shown: answer_from_scene(shown, read_question=hear, guess=True, assume=True)


def _with_changed_scene(see: Callable[[Scene], Scene]) -> Callable[[ModelInput], Answer]:
    return lambda shown: answer_from_scene(shown, change_scene=see, guess=True, assume=True)


def _wrong_when(fails: Callable[[ModelInput, Form], bool]) -> Callable[[ModelInput], Answer]:
    """Wrong answers where `fails` says so, true ones elsewhere."""

    def say(shown: ModelInput, form: Form, found: Found) -> Found:
        return make_wrong_answer(form, found, shown.query.readout) if fails(shown, form) else found

    return _with_changed_answer(say)


def _is_unusual_wording(question: str) -> bool:
    """About half of all wordings, so that two at random differ as often as they agree."""
    return not is_plain_wording(question) and question.split(maxsplit=1)[0].lower() not in ("is", "are")


def _always_answer_yes_no(answer: str) -> Say:
    return lambda shown, form, found: (answer,) if isinstance(form, YesNoQuestion) else found


def _with_changed_count(change: Callable[[int], int]) -> Say:
    def say(shown: ModelInput, form: Form, found: Found) -> Found:
        if not isinstance(form, CountQuestion):
            return found
        return (str(change(int(found[0]) if found[0].isdigit() else 0)),)

    return say


def _choose_first_option(shown: ModelInput, form: Form, found: Found) -> Found:
    if isinstance(shown.query.readout, Choose) and not isinstance(form, YesNoQuestion):
        return shown.query.readout.options[:1]
    if isinstance(form, AttributeQuestion | NamingQuestion | SurroundingsQuestion) and form.options:
        return (form.options[0].said,)
    return found


def _names_unsorted(shown: ModelInput, form: Form) -> bool:
    named = coordinated_arguments(form)
    return list(named) != sorted(named)


def _forget_group_words(form: Form) -> Form:
    def forget(node: Any) -> Any:
        return replace(node, kind="nothing") if isinstance(node, Phrase) and node.kind == "group" else node

    made: Form = rewrite_nodes(form, forget)
    return made


def _make_all_gray(scene: Scene) -> Scene:
    things = tuple(
        replace(thing, attributes={**thing.attributes, "color": ("gray",)}) if "color" in thing.attributes else thing
        for thing in scene.things
    )
    return replace(scene, things=things)


def _name_first_object(shown: ModelInput) -> Answer:
    things = shown.scene.things if shown.scene is not None else ()
    seen = [thing.name for thing in things if thing.visible >= SEEN and thing.part_of is None]
    return answer_for_readout(shown.query.readout, tuple(seen[:1]) or ("nothing",), guess=True)


def _refuse_people_questions(shown: ModelInput) -> Answer:
    for word in meaningful_words(first_question(shown.query.stimulus.question)):
        if word in PEOPLE_WORDS:
            return Answer(status="refused", reason=f"does not talk about people: {word}")
    return answer_from_scene(shown)


def _crash_on_some(shown: ModelInput) -> Answer:
    if query_key(shown.query)[0] < CRASH_BELOW:
        raise RuntimeError("this model crashes on about a tenth of all queries")
    return answer_from_scene(shown)


def _answer_slowly(shown: ModelInput) -> Answer:
    time.sleep(SLOW_SECONDS)
    return answer_from_scene(shown)


def _wrong_on_noisy_images(shown: ModelInput) -> Answer:
    if shown.pixels is None:
        return Answer(status="failed", reason="defective:noise-sensitive was shown no pixels")
    return _wrong_when(lambda one, form: one.pixels is not None and is_noisy(one.pixels))(shown)


def _repeat_previous_answer(shown: ModelInput) -> Answer:
    turns = shown.query.stimulus.turns
    return answer_for_readout(shown.query.readout, (turns[-1][1],), guess=True) if turns else answer_from_scene(shown)


def _answer_last_question(shown: ModelInput) -> Answer:
    stimulus = shown.query.stimulus
    last = replace(shown.query, stimulus=replace(stimulus, question=split_questions(stimulus.question)[-1]))
    return answer_from_scene(ModelInput(last, scene=shown.scene, picture=shown.picture), guess=True, assume=True)


def _lacks_background(shown: ModelInput, form: Form) -> bool:
    return shown.scene is not None and shown.scene.background < BACKGROUND_NEEDED


_CHOICES = ("skill=choice", "options=2", "options=3")
FAULTS: dict[str, Fault] = {
    "blind": Fault(
        "text-only baseline: answers from the text of the question, by fixed rules",
        ("skill=color", "answer=no", "bias", "groups/opposite"),
        text_only_answer,
        frozenset(),
    ),
    "question-deaf": Fault(
        "ignores the question and names the first object in the image",
        ("type=yes/no", "type=number", "bias", "groups/opposite"),
        _name_first_object,
    ),
    "yes-bias": Fault(
        "answers yes to every yes/no question",
        (
            "answer=no",
            "metamorphic/reversion",
            "groups/opposite",
            "implications/exclusion",
            "implications/antonym",
            "implications/negation",
            "implications/count",
        ),
        _with_changed_answer(_always_answer_yes_no("yes")),
    ),
    "no-bias": Fault(
        "answers no to every yes/no question",
        (
            "answer=yes",
            "metamorphic/reversion",
            "groups/opposite",
            "implications/premise",
            "implications/equivalence",
            "implications/necessary",
            "implications/hypernym",
            "implications/negation",
            "implications/count",
        ),
        _with_changed_answer(_always_answer_yes_no("no")),
    ),
    "ignores-negation": Fault(
        "ignores negation in the question",
        (
            "negated=yes",
            "carets/negation",
            "metamorphic/reversion",
            "metamorphic/cut/reversion",
            "groups/opposite",
            "implications/negation",
        ),
        _with_changed_question(without_negations),
    ),
    "order-sensitive": Fault(
        "answers wrongly if the joined words of a question (A and B, A or B) are not in alphabetical order",
        (
            "skill=and",
            "skill=or",
            "skill=compare",
            "skill=same",
            *_CHOICES,
            "carets/order",
            "metamorphic/reorder",
            "metamorphic/partition",
            "metamorphic/cut/partition",
            "metamorphic/cut/reorder",
            "groups/equal",
        ),
        _wrong_when(_names_unsorted),
    ),
    "first-choice": Fault(
        "picks the first option of every choice question",
        (*_CHOICES, "implications/equivalence", "implications/exclusion"),
        _with_changed_answer(_choose_first_option),
    ),
    "hypernym-blind": Fault(
        "does not understand hypernyms such as animal or vehicle",
        ("group=yes", "groups/entails", "implications/hypernym"),
        _with_changed_question(_forget_group_words),
    ),
    "color-blind": Fault(
        "reads every color as gray",
        ("color=yes", "metamorphic/insert+", "metamorphic/remove+"),
        _with_changed_scene(_make_all_gray),
    ),
    "counts-zero": Fault(
        "answers 0 to every counting question",
        ("type=number", "metamorphic/insert+", "metamorphic/remove+"),
        _with_changed_answer(_with_changed_count(lambda _: 0)),
    ),
    "off-by-one": Fault(
        "adds one to every count",
        ("type=number", "metamorphic/partition", "metamorphic/cut/partition", "metamorphic/cut/reorder"),
        _with_changed_answer(_with_changed_count(lambda count: count + 1)),
    ),
    "noise-sensitive": Fault(
        "answers wrongly on noisy images", ("noise",), _wrong_on_noisy_images, frozenset({"scene", "pixels"})
    ),
    "paraphrase-sensitive": Fault(
        'answers wrongly if the question is reworded and does not begin with "is" or "are"',
        ("wording=rephrased", "carets/rephrase", "sears", "groups/equal"),
        _wrong_when(lambda shown, _: _is_unusual_wording(first_question(shown.query.stimulus.question))),
    ),
    "context-dependent": Fault(
        "answers wrongly if less than 90 % of the background is visible",
        ("carets/visual", "metamorphic/cut"),
        _wrong_when(_lacks_background),
    ),
    "distracted": Fault(
        "if the text contains several questions, answers the last one",
        ("basic_questions", "basic_chain"),
        _answer_last_question,
    ),
    "echoes": Fault(
        "repeats its previous answer in a conversation", ("basic_chain:as=turns",), _repeat_previous_answer
    ),
    "refuses": Fault("refuses every question that mentions people", ("status=refused",), _refuse_people_questions),
    "crashes": Fault("raises an error on about 10 % of the queries", ("status=failed",), _crash_on_some),
    "slow": Fault("answers correctly, but takes 20 ms per query", (), _answer_slowly),
    "verbose": Fault(
        "answers correctly, in full sentences",
        (),
        lambda shown: answer_from_scene(shown, change_answer=make_verbose, guess=True),
    ),
}
