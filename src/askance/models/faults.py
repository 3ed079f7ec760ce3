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
from askance.models.verbose import verbose
from askance.models.wrong_answers import wrong_answers
from askance.wording.understand import (
    PEOPLE_WORDS,
    Attribute,
    Count,
    Form,
    Naming,
    Phrase,
    Polar,
    Surroundings,
    affirmed,
    arguments,
    first_question,
    is_plain,
    rewritten,
    split_questions,
)
from askance.wording.understand.tokens import words_of
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


def _saying(say: Say) -> Callable[[ModelInput], Answer]:
    return lambda shown: answer_from_scene(shown, say=say, guess=True, assume=True)


def _hearing(hear: Callable[[Form], Form]) -> Callable[[ModelInput], Answer]:
    return lambda shown: answer_from_scene(shown, hear=hear, guess=True, assume=True)


def _seeing(see: Callable[[Scene], Scene]) -> Callable[[ModelInput], Answer]:
    return lambda shown: answer_from_scene(shown, see=see, guess=True, assume=True)


def _wrong_when(fails: Callable[[ModelInput, Form], bool]) -> Callable[[ModelInput], Answer]:
    """Wrong answers where `fails` says so, true ones elsewhere."""

    def say(shown: ModelInput, form: Form, found: Found) -> Found:
        return wrong_answers(form, found, shown.query.readout) if fails(shown, form) else found

    return _saying(say)


def _is_rephrased(question: str) -> bool:
    """About half of all wordings, so that two at random differ as often as they agree."""
    return not is_plain(question) and question.split(maxsplit=1)[0].lower() not in ("is", "are")


def _polar_always(answer: str) -> Say:
    return lambda shown, form, found: (answer,) if isinstance(form, Polar) else found


def _counts(change: Callable[[int], int]) -> Say:
    def say(shown: ModelInput, form: Form, found: Found) -> Found:
        if not isinstance(form, Count):
            return found
        return (str(change(int(found[0]) if found[0].isdigit() else 0)),)

    return say


def _first_choice(shown: ModelInput, form: Form, found: Found) -> Found:
    if isinstance(shown.query.readout, Choose) and not isinstance(form, Polar):
        return shown.query.readout.options[:1]
    if isinstance(form, Attribute | Naming | Surroundings) and form.options:
        return (form.options[0].said,)
    return found


def _out_of_order(shown: ModelInput, form: Form) -> bool:
    named = arguments(form)
    return list(named) != sorted(named)


def _without_groups(form: Form) -> Form:
    def forget(node: Any) -> Any:
        return replace(node, kind="nothing") if isinstance(node, Phrase) and node.kind == "group" else node

    made: Form = rewritten(form, forget)
    return made


def _gray(scene: Scene) -> Scene:
    things = tuple(
        replace(thing, attributes={**thing.attributes, "color": ("gray",)}) if "color" in thing.attributes else thing
        for thing in scene.things
    )
    return replace(scene, things=things)


def _first_thing(shown: ModelInput) -> Answer:
    things = shown.scene.things if shown.scene is not None else ()
    seen = [thing.name for thing in things if thing.visible >= SEEN and thing.part_of is None]
    return answer_for_readout(shown.query.readout, tuple(seen[:1]) or ("nothing",), guess=True)


def _refuses(shown: ModelInput) -> Answer:
    for word in words_of(first_question(shown.query.stimulus.question)):
        if word in PEOPLE_WORDS:
            return Answer(status="refused", reason=f"does not talk about people: {word}")
    return answer_from_scene(shown)


def _crashes(shown: ModelInput) -> Answer:
    if query_key(shown.query)[0] < CRASH_BELOW:
        raise RuntimeError("this model crashes on about a tenth of all queries")
    return answer_from_scene(shown)


def _slow(shown: ModelInput) -> Answer:
    time.sleep(SLOW_SECONDS)
    return answer_from_scene(shown)


def _noise(shown: ModelInput) -> Answer:
    if shown.pixels is None:
        return Answer(status="failed", reason="defective:noise-sensitive was shown no pixels")
    return _wrong_when(lambda one, form: one.pixels is not None and is_noisy(one.pixels))(shown)


def _echoes(shown: ModelInput) -> Answer:
    turns = shown.query.stimulus.turns
    return answer_for_readout(shown.query.readout, (turns[-1][1],), guess=True) if turns else answer_from_scene(shown)


def _distracted(shown: ModelInput) -> Answer:
    stimulus = shown.query.stimulus
    last = replace(shown.query, stimulus=replace(stimulus, question=split_questions(stimulus.question)[-1]))
    return answer_from_scene(ModelInput(last, scene=shown.scene, picture=shown.picture), guess=True, assume=True)


def _lost_context(shown: ModelInput, form: Form) -> bool:
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
        _first_thing,
    ),
    "yes-bias": Fault(
        "answers yes to every yes/no question",
        ("answer=no", "metamorphic/reversion", "groups/opposite"),
        _saying(_polar_always("yes")),
    ),
    "no-bias": Fault(
        "answers no to every yes/no question",
        ("answer=yes", "metamorphic/reversion", "groups/opposite"),
        _saying(_polar_always("no")),
    ),
    "ignores-negation": Fault(
        "ignores negation in the question",
        ("negated=yes", "carets/negation", "metamorphic/reversion", "metamorphic/cut/reversion", "groups/opposite"),
        _hearing(affirmed),
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
        _wrong_when(_out_of_order),
    ),
    "first-choice": Fault("picks the first option of every choice question", _CHOICES, _saying(_first_choice)),
    "hypernym-blind": Fault(
        "does not understand hypernyms such as animal or vehicle",
        ("group=yes", "groups/entails"),
        _hearing(_without_groups),
    ),
    "color-blind": Fault(
        "reads every color as gray", ("color=yes", "metamorphic/insert+", "metamorphic/remove+"), _seeing(_gray)
    ),
    "counts-zero": Fault(
        "answers 0 to every counting question",
        ("type=number", "metamorphic/insert+", "metamorphic/remove+"),
        _saying(_counts(lambda _: 0)),
    ),
    "off-by-one": Fault(
        "adds one to every count",
        ("type=number", "metamorphic/partition", "metamorphic/cut/partition", "metamorphic/cut/reorder"),
        _saying(_counts(lambda count: count + 1)),
    ),
    "noise-sensitive": Fault("answers wrongly on noisy images", ("noise",), _noise, frozenset({"scene", "pixels"})),
    "paraphrase-sensitive": Fault(
        "answers wrongly if the question is reworded, unless it begins with is or are",
        ("wording=rephrased", "carets/rephrase", "sears", "groups/equal"),
        _wrong_when(lambda shown, _: _is_rephrased(first_question(shown.query.stimulus.question))),
    ),
    "context-dependent": Fault(
        "answers wrongly if less than 90 % of the background is visible",
        ("carets/visual", "metamorphic/cut"),
        _wrong_when(_lost_context),
    ),
    "distracted": Fault(
        "if the text contains several questions, answers the last one", ("basic_questions", "basic_chain"), _distracted
    ),
    "echoes": Fault("repeats its previous answer in a conversation", ("basic_chain:as=turns",), _echoes),
    "refuses": Fault("refuses every question that mentions people", ("status=refused",), _refuses),
    "crashes": Fault("raises an error on about 10 % of the queries", ("status=failed",), _crashes),
    "slow": Fault("answers correctly, but takes 20 ms per query", (), _slow),
    "verbose": Fault(
        "answers correctly, in full sentences", (), lambda shown: answer_from_scene(shown, say=verbose, guess=True)
    ),
}
