"""The oracle: reads the question's text, looks at the scene, and answers truly; it never sees an expected answer."""

from collections.abc import Callable, Sequence

from askance.core import Answer, Choose, ModelInput, Readout, Scene, Score, source_digest
from askance.models.true_answers import NONE, groups_of_class, true_answers
from askance.wording.understand import Form, YesNoQuestion, are_same_answer, simplify_answer, understand

OFFERS = frozenset({"text", "score", "choose", "draws", "temperature", "top", "turns"})
Found = tuple[str, ...]  # every true answer, the best first


class Oracle:
    """Knows the scene and answers every question that it understands; temperature and draws change nothing."""

    name = "oracle"
    supports = OFFERS
    needs = frozenset({"scene"})

    @property
    def fingerprint(self) -> str:
        """The digest of all code that makes its answers."""
        return f"oracle:{source_digest('wording', 'models')}"

    def answer(self, shown: Sequence[ModelInput]) -> Sequence[Answer]:
        """One answer for each query, in order."""
        return [unsupported_by_oracle(one) or answer_from_scene(one) for one in shown]


def unsupported_by_oracle(shown: ModelInput) -> Answer | None:
    """The failed answer to a query under a condition that is not offered; None where all is well."""
    condition = shown.query.condition
    if condition.inside or condition.dropout:
        return Answer(status="failed", reason="no network inside: dropout and noise at a site are not offered")
    return None


def answer_from_scene(
    shown: ModelInput,
    *,
    read_question: Callable[[Form], Form] | None = None,
    change_scene: Callable[[Scene], Scene] | None = None,
    change_answer: Callable[[ModelInput, Form, Found], Found] | None = None,
    guess: bool = False,
    assume: bool = False,
) -> Answer:
    """The oracle's answer, with what it hears, sees or says changed.

    `guess` picks an option even if none is true; `assume` takes what the scene does not say for no or none.
    """
    question = shown.query.stimulus.question
    form = understand(question)
    if form is None:
        return Answer(status="failed", reason=f"the oracle does not understand: {question}")
    if shown.scene is None:
        return Answer(status="failed", reason="the oracle was shown no scene")
    found = true_answers(
        read_question(form) if read_question else form, change_scene(shown.scene) if change_scene else shown.scene
    )
    if not found and not assume:
        return Answer(status="refused", reason=f"the scene graph does not say: {question}")
    found = found or (("no",) if isinstance(form, YesNoQuestion) else (NONE,))
    if change_answer is not None:
        found = change_answer(shown, form, found)
    return answer_for_readout(shown.query.readout, found, guess)


def answer_for_readout(readout: Readout, found: Found, guess: bool = False) -> Answer:
    """True answers, in the form that was asked for."""
    if isinstance(readout, Score):
        return Answer(score=1.0 if matches_any_answer(readout.answer, found) else 0.0)
    if isinstance(readout, Choose):
        chosen = next((option for option in readout.options if matches_any_answer(option, found)), None)
        if chosen is None:
            chosen = next((option for option in readout.options if _is_group_of_any(option, found)), None)
        if chosen is None and guess and readout.options:
            chosen = readout.options[0]
        if chosen is None:
            return Answer(status="failed", reason=f"none of the options is true, but this is: {found[0]}")
        return Answer(text=chosen, top=((chosen, 1.0),))
    return Answer(text=found[0], top=((found[0], 1.0),))


def matches_any_answer(answer: str, found: Found) -> bool:
    """Whether an answer says the same as one of those found."""
    return any(are_same_answer(answer, one) for one in found)


def _is_group_of_any(option: str, found: Found) -> bool:
    """Whether an option is a group of a class found."""
    return any(simplify_answer(option) in groups_of_class(simplify_answer(one)) for one in found if one != NONE)
