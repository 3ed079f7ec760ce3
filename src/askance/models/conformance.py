"""The conformance check: what every model adapter must keep; outside authors run it on theirs.

`check(model)` returns findings; none means the adapter conforms. Also: `askance doctor --model NAME`.
"""

import time
from collections.abc import Sequence

import numpy as np
from askance.core import (
    Answer,
    Choose,
    Condition,
    Model,
    ModelInput,
    Query,
    SceneObject,
    Score,
    Stimulus,
    TemporaryError,
)
from askance.core.async_models import await_batch
from askance.core.coerce_answers import coerce_answer, coerce_text, describe_exception
from askance.core.error_place import own_error_place
from askance.core.model import FEATURES, INPUT_KINDS, NOISE_SITE, unknown_features
from askance.core.plural import plural
from askance.core.query import Step
from askance.core.scene import Scene
from msgspec.structs import replace

STATUSES = ("ok", "refused", "failed")
FAIL = 'if askance.core.find_unsupported_feature(query, supports) gives a reason, return Answer("failed", reason=…)'

CHOICE = ("red", "blue")
NO_CHOICE = "choose: the model did not name one of the options that it was given"
CHOICE_USE = "only suites of your own that use the readout Choose are affected, no suite of Askance uses it"
TOP = ("top:", "top ")  # how reasons about the field `top` begin
TRIES = 3  # of what is temporary


def check_conformance(model: Model) -> list[str]:
    """Everything that is wrong with an adapter, one line each; docs/models/python.md lists the rules."""
    findings: list[str] = []
    raised: set[str] = set()
    patient = _RetryingModel(model)
    for rule in (_identity, _length, _answered, _probabilities, _stable, _readouts, _conditions):
        try:
            findings += rule(patient)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a model may raise anything, also SystemExit
            reason = f"raised {describe_exception(error)}{own_error_place(error)}"
            if reason not in raised:  # one fault is one line, however many rules meet it
                raised.add(reason)
                findings.append(f"{rule.__name__.strip('_')}: {reason}")
    return findings


class _RetryingModel:
    """A model that is asked again where it says that its trouble is temporary, as the engine does."""

    def __init__(self, model: Model):
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def fingerprint(self) -> str:
        return self._model.fingerprint

    @property
    def supports(self) -> frozenset[str]:
        return self._model.supports

    @property
    def needs(self) -> frozenset[str]:
        return self._model.needs

    def answer(self, shown: Sequence[ModelInput]) -> Sequence[Answer]:
        for _ in range(TRIES - 1):
            try:
                return self._answered(shown)
            except TemporaryError as error:
                time.sleep(error.wait or 0)
        return self._asked(shown)

    def _asked(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """Answers as the engine takes them: from a coroutine too, and text for an answer."""
        given = await_batch(self._model.answer(shown))
        return [each if isinstance(each, Answer) else Answer(text=coerce_text(each)) for each in given]

    def _answered(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """Answers; TemporaryError where one of them asks for another try."""
        answers = self._asked(shown)
        waits = [answer.wait for answer in answers if answer.wait is not None]
        if waits:
            raise TemporaryError("busy", max(waits))
        return answers


def _sample_inputs(count: int = 6, **changes: object) -> list[ModelInput]:
    """Small pictures that all differ, with a scene for those that need one, and different questions."""
    made = []
    colors = ("red", "blue", "green", "yellow", "black", "white")
    for i in range(count):
        pixels = np.full((48, 64, 3), 40 * i, dtype=np.uint8)
        pixels[10:30, 10:40] = (200, 10 * i, 90)
        color = colors[i % len(colors)]
        scene = Scene(f"conformance-{i}", 64, 48, (SceneObject("a", "car", (10, 10, 40, 30), {"color": (color,)}),))
        query = Query(Stimulus(f"conformance-{i}", "What color is the car?"), **changes)  # type: ignore[arg-type]
        made.append(ModelInput(query, pixels, scene))
    return made


def _inputs_with_turns() -> list[ModelInput]:
    """Queries that come after another question and its answer."""
    asked = _sample_inputs(2)
    turns = (("Is there a car?", "yes"),)
    return [
        ModelInput(replace(one.query, stimulus=replace(one.query.stimulus, turns=turns)), one.pixels, one.scene)
        for one in asked
    ]


def _identity(model: Model) -> list[str]:
    wrong = []
    if not model.name or not isinstance(model.name, str):
        wrong.append("identity: name must be a non-empty str")
    if not model.fingerprint or model.fingerprint != model.fingerprint:
        wrong.append("identity: fingerprint must be a non-empty str that stays the same")
    if "text" not in model.supports:
        wrong.append('identity: supports must contain "text"')
    if unknown := unknown_features(model.supports):
        known = ", ".join([*sorted(FEATURES), f"{NOISE_SITE}SITE"])
        wrong.append(f"identity: supports names {', '.join(unknown)}, which is no feature: use {known}")
    if not model.needs <= INPUT_KINDS:
        wrong.append(f"identity: needs may name pixels and scene only, not {sorted(model.needs)}")
    return wrong


def _length(model: Model) -> list[str]:
    wrong = []
    for count in (0, 1, 6):
        answers = model.answer(_sample_inputs(count))
        if len(answers) != count:
            wrong.append(f"length: {plural(len(answers), 'answer')} to {plural(count, 'query', 'queries')}")
        wrong += [
            f"length: status {answer.status!r} is none of {STATUSES}"
            for answer in answers
            if answer.status not in STATUSES
        ]
        wrong += [
            "length: a failed or refused answer carries text"
            for answer in answers
            if answer.status != "ok" and answer.text
        ]
    return wrong


def _answer_texts(answers: Sequence[Answer]) -> list[str | None]:
    return [answer.text for answer in answers]


def _answered(model: Model) -> list[str]:
    """Some plain question must be answered, or refused; a model that only fails has no figures."""
    answers = model.answer(_sample_inputs())
    reason = next((answer.reason for answer in answers), None)
    return [f"text: every plain question failed: {reason}"] if all(one.status == "failed" for one in answers) else []


def _probabilities(model: Model) -> list[str]:
    """The probabilities of answers must be such that a run accepts them."""
    shown = _sample_inputs()
    answers = model.answer(shown)
    if all(answer.status == "failed" for answer in answers):
        return []  # said already
    taken = [coerce_answer(answer, each.query) for answer, each in zip(answers, shown, strict=False)]
    bad = [one.reason for one in taken if one.status == "failed" and (one.reason or "").startswith(TOP)]
    return [f"probabilities: {plural(len(bad), 'answer fails', 'answers fail')} in a run: {bad[0]}"] if bad else []


def _stable(model: Model) -> list[str]:
    """The same query gets the same answer: again, in another order, and alone."""
    shown = _sample_inputs()
    first, again = _answer_texts(model.answer(shown)), _answer_texts(model.answer(shown))
    if first != again:
        return ["repeat: the same query got another answer (so order and batch could not be checked)"]
    wrong = []
    if first != _answer_texts(model.answer(shown[::-1]))[::-1]:
        wrong.append("order: answers do not follow the order of the queries")
    if first != [model.answer([each])[0].text for each in shown]:
        wrong.append("batch: an answer changes with its neighbours in the batch")
    return wrong


def _refuses(model: Model, offer: str, shown: list[ModelInput]) -> list[str]:
    """What is not supported must come back as failed or refused, never as an answer that ignores the request."""
    if offer in model.supports:
        return []
    answers = model.answer(shown)
    kept = [answer for answer in answers if answer.status == "ok"]
    return [f"{offer}: not in `supports`, but answered: {FAIL}"] if kept else []


def _readouts(model: Model) -> list[str]:
    wrong = _refuses(model, "score", _sample_inputs(2, readout=Score("red")))
    wrong += _refuses(model, "choose", _sample_inputs(2, readout=Choose(("red", "blue"))))
    if "score" in model.supports:
        scores = [answer.score for answer in model.answer(_sample_inputs(2, readout=Score("red")))]
        wrong += [f"score: {score!r} is not a number from 0 to 1" for score in scores if not _is_probability(score)]
    if "choose" in model.supports:
        wrong += _choices(model.answer(_sample_inputs(2, readout=Choose(CHOICE))))
    return wrong


def _choices(answers: Sequence[Answer]) -> list[str]:
    """One line if an answer is none of the options, and one if an answer failed: the adapter then told the truth."""
    foreign = [repr(answer.text) for answer in answers if answer.status == "ok" and answer.text not in CHOICE]
    failed = [answer.reason or answer.status for answer in answers if answer.status != "ok"]
    wrong = [f"choose: {foreign[0]} is none of the options: return an option, or a failed answer"] if foreign else []
    return wrong + ([f"{NO_CHOICE} ({failed[0]}); {CHOICE_USE}"] if failed else [])


def _is_probability(score: float | None) -> bool:
    return score is not None and 0 <= score <= 1


def _conditions(model: Model) -> list[str]:
    hot = Condition(temperature=1.0)
    wrong = _refuses(model, "temperature", _sample_inputs(2, condition=hot))
    wrong += _refuses(model, "dropout", _sample_inputs(2, condition=Condition(dropout=True)))
    wrong += _refuses(model, "turns", _inputs_with_turns())
    site = Condition(inside=(Step.of("gaussian", site="vision.out", sigma=1.0),))
    wrong += _refuses(model, "noise:vision.out", _sample_inputs(2, condition=site))
    if "draws" in model.supports and "temperature" in model.supports:
        first = _answer_texts(model.answer(_sample_inputs(2, condition=hot, draw=1)))
        again = _answer_texts(model.answer(_sample_inputs(2, condition=hot, draw=1)))
        wrong += [] if first == again else ["draws: the same draw gave another answer"]
    return wrong
