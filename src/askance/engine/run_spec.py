"""A run as frozen data: an assignment says what to do, a result what came out; neither contains the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from askance.core import Card, Dataset, Model, Suite
from askance.core.shard import Shard
from askance.core.suite import METHOD
from askance.engine.estimate import Estimate
from askance.engine.skipped_suites import SkippedSuite
from askance.engine.stopping_rule import StoppingRule, SuiteStop
from askance.engine.tally import Outcome
from askance.store import CaseSet


@dataclass(frozen=True, slots=True)
class RunSpec:
    """What a run is to do."""

    data: Dataset
    models: Sequence[Model]
    suites: Sequence[Suite]
    limit: int | None = None
    seed: int = 0
    budget: int | None = None  # requests
    sent: int = 0  # requests that preparing the models took
    budget_usd: float | None = None
    batch_size: int | None = None
    memory: int | None = None  # bytes of decoded pictures; None: a share of the machine's
    dry: bool = False
    is_probed: bool = False  # a dry run that makes a few calls, to estimate the others
    timeout: float | None = None  # seconds per call of a model
    until: tuple[StoppingRule, ...] = ()  # when a suite has seen enough images
    shard: Shard | None = None  # the part of the calls that is made; all cases are stored
    judges: Mapping[str, Model] = field(default_factory=dict)  # by the name of the suite whose judge queries they get

    @property
    def asked_models(self) -> list[Model]:
        """The models under test, then the judges, each once."""
        return [*self.models, *{judge.fingerprint: judge for judge in self.judges.values()}.values()]

    def judge_index(self, suite: Suite) -> int | None:
        """The place of a suite's judge among `asked_models`; None if it has none."""
        judge = self.judges.get(suite.card.name)
        if judge is None:
            return None
        prints = [model.fingerprint for model in self.asked_models[len(self.models) :]]
        return len(self.models) + prints.index(judge.fingerprint)


@dataclass(frozen=True, slots=True)
class ModelSupport:
    """What some models do not support of what only some cases need, and the method by which they are asked."""

    lacking: frozenset[str] = frozenset()
    method: str = ""

    def __str__(self) -> str:
        return " ".join([*sorted(self.lacking), *([f"{METHOD}={self.method}"] if self.method else [])])


@dataclass(frozen=True, slots=True)
class SuitePart:
    """One suite of an assignment for some of its models: all of them, or the one that an adaptive suite follows."""

    suite: Suite
    case_set: CaseSet  # what decides its cases; as it is stored where `is_dealt`
    models: tuple[int, ...]  # indices
    fit: ModelSupport = ModelSupport()
    is_generated: bool = False  # an earlier run has stored all its cases


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """The cases of one suite as they are stored, and the models that were asked."""

    case_set: CaseSet
    card: Card
    models: tuple[tuple[str, str], ...]  # fingerprint, name
    is_complete: bool = True  # False while an adaptive suite may still add cases
    cost: str = ""  # calls per item in words, for what these models support


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came out of a run: the plans of its rounds added up, the outcome of its calls, and its case sets."""

    asks: int = 0
    wanted: int = 0
    left: int = 0
    repeated: int = 0  # of those left: calls without image that are an earlier one
    unsent: int = 0  # answers for which nothing was sent: without its image, the question was an earlier one
    cached: int = 0  # calls whose answers were stored before the run; suites that share a call do not count here
    left_by_model: tuple[int, ...] = ()
    estimates: tuple[Estimate, ...] = ()  # of a dry run
    outcome: Outcome = field(default_factory=Outcome)
    skipped: tuple[SkippedSuite, ...] = ()
    left_out: tuple[str, ...] = ()  # figures that some models do not have, one line each
    suites: tuple[SuiteResult, ...] = ()
    stops: tuple[SuiteStop, ...] = ()  # how far suites with a rule of --until were asked

    @property
    def judged_models(self) -> list[tuple[str, str, str]]:
        """The case set, fingerprint and model name of all that this run judged, in order."""
        return [(each.case_set.id, fingerprint, name) for each in self.suites for fingerprint, name in each.models]
