"""A Hugging Face model: its identity and what it supports without loading it; answers once it is loaded."""

import math
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cached_property

from askance.core import Answer, ModelInput, Text, digest_value, find_unsupported_feature, source_digest
from askance.core.coerce_answers import describe_exception, raised_answer
from askance.models.builtin.answers_from_scores import TOP
from askance.models.builtin.feature_noise import steps_at_site, unsupported_noise
from askance.models.hf.checkpoint import Checkpoint
from askance.models.hf.conditions import TEXT, VISION, Spread, config_has_dropout, is_special
from askance.models.hf.encoding import Encoder
from askance.models.hf.header_font import header_font_digest
from askance.models.hf.loading import load_checkpoint
from askance.models.hf.memory import DoesNotFit, is_out_of_memory
from askance.models.hf.options import Options
from askance.models.hf.picking import Decoded, steps_for
from askance.models.hf.prompts import Prompter
from askance.models.hf.replies import reply, rows_of
from askance.models.hf.rows import Row
from askance.models.hf.runner import Outcome, Runner
from askance.models.hf.sharing import Sharing, sharing_of
from askance.models.hf.spread import spread_of
from askance.models.hf.weights import parameters_in

EVERY = frozenset({"text", "score", "choose", "draws", "temperature", "top"})
CODE = (
    "models/hf",
    "models/builtin/answers_from_scores.py",
    "models/builtin/sampling.py",
    "models/builtin/feature_noise.py",
    "models/builtin/feature_spread.py",
    "models/thinking.py",
    "stickers",  # the images from which σ is measured
    "wording/normalise_answers.py",
)
GPU_QUERIES, CPU_QUERIES = 1024, 32  # in a call of `answer`, which cuts them into batches that fit


def _to_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def _encoding_failed(error: Exception) -> Answer:
    """The answer to a query that could not be encoded: it fails again, unless the machine is to blame."""
    reason = str(error) if isinstance(error, ValueError) else describe_exception(error)
    return Answer("failed", reason=reason, temporary=isinstance(error, OSError) or is_out_of_memory(error))


def _running_failed(error: Exception) -> Answer:
    """The answer to a query that the model could not run alone: another device may be larger, or not broken."""
    if isinstance(error, ValueError):
        return Answer("failed", reason=str(error))
    if isinstance(error, DoesNotFit):
        return Answer("failed", reason=str(error), temporary=True)
    return raised_answer(error)


class HuggingFaceModel:
    """A checkpoint of transformers; an answer does not depend on what else is in its batch."""

    needs: frozenset[str] = frozenset({"pixels"})
    at_once = 2  # one is prepared while the other is on the device

    def __init__(self, name: str, checkpoint: Checkpoint, options: Options):
        self.name, self.checkpoint, self.options = name, checkpoint, options
        self._say: Callable[[str], None] = _to_stderr
        self._runner: Runner | None = None
        self._lock = threading.Lock()

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the checkpoint's files, how they are asked, and the code that asks."""
        options = self.options
        top = options.top or (TOP if self.checkpoint.kind.family == "classifier" else 1)
        asked = (options.instruction, options.system, options.max_new_tokens, top, options.noise_samples)
        files = self.checkpoint.content()
        font = header_font_digest() if self.checkpoint.kind.header else ""
        parts = files, self.checkpoint.dtype, options.attn, asked, font, source_digest(*CODE)
        return f"hf:{digest_value(parts).hex()}"

    @property
    def supports(self) -> frozenset[str]:
        """What its kind and configuration allow; dropout is checked again once the model is loaded."""
        return self._of_kind | {"dropout"} if self._has_dropout else self._of_kind

    @cached_property
    def _of_kind(self) -> frozenset[str]:
        kind = self.checkpoint.kind
        sites = {f"noise:{VISION}": kind.has_vision_site, f"noise:{TEXT}": kind.has_text_site}
        chat = {"turns": kind.is_chat, "no-image": kind.is_chat}
        return EVERY | {name for name, is_supported in (sites | chat).items() if is_supported}

    @property
    def _has_dropout(self) -> bool:
        return config_has_dropout(self.checkpoint) if self._runner is None else self._runner.has_dropout

    @cached_property
    def parameters(self) -> int | None:
        """The number of parameters, as the files have them."""
        return parameters_in(self.checkpoint.weights)

    @property
    def batch_size(self) -> int:
        """Queries per call."""
        if self._runner is None or self._runner.loaded.device.type == "cpu":
            return CPU_QUERIES
        return GPU_QUERIES

    @property
    def sharing(self) -> Sharing:
        """What the questions about one image share: as the configuration says, or as the first answers showed."""
        return sharing_of(self.checkpoint) if self._runner is None else self._runner.sharing

    def prepare(self, say: Callable[[str], None]) -> None:
        """Load the weights; later lines for the user go to `say`."""
        self._say = say
        self.load()

    def describe(self) -> dict[str, str]:
        """The kind, architecture and precision, and what the questions about one image share."""
        kind = self.checkpoint.kind
        return {
            "kind": kind.family,
            "architecture": kind.architecture,
            "precision": self.checkpoint.dtype,
            "sharing": str(self.sharing),
        }

    def notes(self) -> list[str]:
        """What to know before a run: what the questions about one image share."""
        return [f"{self.name}: {self.sharing}"]

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, in order."""
        if not shown:
            return []
        runner = self.load()
        answers: dict[int, Answer] = {}
        supports = self.supports  # the loaded model's
        for i, one in enumerate(shown):
            if reason := self._refusal(one, supports):
                answers[i] = Answer(status="failed", reason=reason)
        asked = [i for i in range(len(shown)) if i not in answers]
        if asked:
            answers |= zip(asked, self._answered(runner, [shown[i] for i in asked]), strict=True)
        return [answers[i] for i in range(len(shown))]

    def _refusal(self, shown: ModelInput, supports: frozenset[str]) -> str | None:
        condition = shown.query.condition
        reason = find_unsupported_feature(shown.query, supports) or unsupported_noise(condition.inside)
        if not reason and not 0 <= condition.temperature < math.inf:
            reason = f"temperature {condition.temperature} is not a number from 0"
        if not reason and shown.picture is None and steps_at_site(condition.inside, VISION):
            reason = f"noise at {VISION} needs an image"
        if not reason and shown.picture is None and not self.checkpoint.kind.is_chat:
            reason = "this model cannot be asked without an image"
        return reason

    def _answered(self, runner: Runner, shown: Sequence[ModelInput]) -> list[Answer]:
        order = sorted(range(len(shown)), key=lambda i: id(shown[i].picture))  # an image is processed once
        parts: dict[int, list[Row] | Exception] = {}
        for i in order:
            try:
                parts[i] = self._rows(runner, shown[i])
            except Exception as error:  # a processor may raise anything on one image or question
                parts[i] = error
        rows = [row for i in order if isinstance(found := parts[i], list) for row in found]
        outcomes = iter(runner.run(rows))
        answers: dict[int, Answer] = {}
        for i in order:
            made = parts[i]
            if isinstance(made, Exception):
                answers[i] = _encoding_failed(made)
            else:
                answers[i] = self._reply(runner, shown[i], made, [next(outcomes) for _ in made])
        return [answers[i] for i in range(len(shown))]

    def _rows(self, runner: Runner, shown: ModelInput) -> list[Row]:
        rows = [runner.encoder.row(shown)] if runner.labels is not None else rows_of(shown, runner.encoder)
        limit = runner.loaded.context()
        needed = rows[0].length + steps_for(rows, self.options.max_new_tokens)
        if limit is not None and needed > limit and runner.labels is None:
            raise ValueError(f"the prompt has {rows[0].length:,} tokens, and the model takes {limit:,} with the answer")
        return rows

    def _reply(self, runner: Runner, shown: ModelInput, rows: list[Row], outcomes: list[Outcome]) -> Answer:
        broken = next((each for each in outcomes if isinstance(each, Exception)), None)
        if broken is not None:
            return _running_failed(broken)
        if isinstance(outcomes[0], Answer):
            return outcomes[0]
        answer = reply(shown.query, rows, [each for each in outcomes if isinstance(each, Decoded)], runner.encoder)
        is_text = isinstance(shown.query.readout, Text) and not is_special(shown.query)
        if self.options.top <= 1 or not is_text or answer.status != "ok" or answer.thinking:
            return answer  # after reasoning, beams would be other reasoning
        found = runner.with_beams(answer, rows[0])
        return _running_failed(found) if isinstance(found, Exception) else found

    def load(self) -> Runner:
        """Load the weights unless that is done, and return what runs the model."""
        with self._lock:
            if self._runner is None:
                loaded = load_checkpoint(self.checkpoint)
                prompter = Prompter(self.checkpoint.kind, self.options, loaded.processor)
                encoder = Encoder(self.checkpoint.kind, loaded, prompter)
                self._runner = Runner(
                    self.checkpoint.kind, loaded, encoder, self.options, sharing_of(self.checkpoint), self._spread,
                    lambda line: self._say(f"{self.name}: {line}"),
                )  # fmt: skip
            return self._runner

    def _spread(self, runner: Runner) -> Spread:
        kind = self.checkpoint.kind
        return spread_of(
            self.fingerprint, runner.loaded, runner.encoder, runner.vision, kind.has_text_site,
            self.options.noise_samples,
        )  # fmt: skip
