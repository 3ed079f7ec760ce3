"""What a model answers that has learned from questions only: a fixed prior for every form."""

from askance.core import Answer, Choose, ModelInput
from askance.models.oracle import answer_for_readout
from askance.wording.understand import AttributeQuestion, CountQuestion, Form, NamingQuestion, YesNoQuestion, understand

_VALUES = {
    "color": "red", "size": "large", "material": "wood", "pattern": "striped", "state": "open", "pose": "standing",
    "action": "walking", "text": "STOP",
}  # fmt: skip
_AROUND = {"place": "street", "weather": "sunny", "setting": "outdoors"}


def text_only_answer(shown: ModelInput) -> Answer:
    """The prior's answer to a question; it looks at nothing else."""
    question, readout = shown.query.stimulus.question, shown.query.readout
    form = understand(question)
    if form is None:
        return Answer(status="failed", reason=f"the oracle does not understand: {question}")
    guess = prior_answer(form)
    if isinstance(readout, Choose) and answer_for_readout(readout, (guess,)).status == "failed":
        guess = min(readout.options)  # not the first one: the order must not matter to it
    return answer_for_readout(readout, (guess,))


def prior_answer(form: Form) -> str:
    """The answer given to every question of a form; among options the first by the alphabet."""
    if isinstance(form, YesNoQuestion):
        return "yes"
    if isinstance(form, CountQuestion):
        return "1"
    if form.options:
        return min(option.said for option in form.options)
    if isinstance(form, NamingQuestion):
        return "man" if form.phrase.kind == "who" else "dog"
    return _VALUES.get(form.category, "none") if isinstance(form, AttributeQuestion) else _AROUND[form.category]
