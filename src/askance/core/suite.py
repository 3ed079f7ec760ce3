"""What a suite is: a card, rounds of cases, and metrics over its verdicts; and what it may add, one Protocol each."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from askance.core.answer import Answer
from askance.core.case import Case
from askance.core.chart import Chart
from askance.core.dataset import Dataset
from askance.core.errors import UserError
from askance.core.finding_rule import FindingRule
from askance.core.metric import Metric, to_metric
from askance.core.model import Model
from askance.core.suite_display import SuiteDisplay

if TYPE_CHECKING:
    import pyarrow as pa

METHOD = "method"  # the tag of a case that is one way among several to ask the same


@dataclass(frozen=True, slots=True)
class Card:
    """What a suite is about, so that a reader can check us."""

    name: str  # results are stored and shown under this name
    version: int  # increase it when the cases or the meaning of a metric change
    paper: str  # the paper that the suite reproduces; "" = none
    claim: str  # the property of a model that is tested, in a few words
    deviations: str  # how the suite differs from the paper; "" = in nothing, or there is no paper
    cost: str  # calls per item or pair, in words
    expected: str  # figures known from the paper or from the oracle
    metrics: tuple[Metric, ...] = ()  # a pair (name, meaning) becomes a metric without a direction
    headline: tuple[str, ...] = ()  # the metrics that a leaderboard shows; it is ranked by the first with a direction
    needs: frozenset[str] = frozenset()  # what a model must offer
    optional: tuple[tuple[str, str], ...] = ()  # an offer that some cases need, and the metric that is theirs alone
    # A model is asked in the first way that it supports, by the cases whose tag `method` names it.
    methods: tuple[tuple[str, frozenset[str]], ...] = ()  # ways to ask and the features that each needs, best first
    adaptive: bool = False  # rounds depend on the model's own answers
    # Answers about other images may be missing: such a suite can be split into shards.
    by_image: bool = False  # of an adaptive suite: cases about an image depend on the answers about this image alone
    pastes: str = ""  # the tests that paste objects of other images, left out where objects have no masks
    variant_of: str = ""  # the suite that it differs from in one setting; a demonstration shows that one alone
    findings: tuple[FindingRule, ...] = ()  # sentences that a report says of a model with this weakness
    charts: tuple[Chart, ...] = ()  # the form in which a report shows the results
    displays: tuple[SuiteDisplay, ...] = ()  # the form in which a dashboard shows single cases
    accuracy: str = ""  # the metric that is the model's accuracy, which findings of all suites are compared with
    noise_floor: str = ""  # the metric that says how often a repeated question gets the same answer

    def __post_init__(self) -> None:
        object.__setattr__(self, "metrics", tuple(to_metric(self.name, given) for given in self.metrics))
        known = [metric.name for metric in self.metrics]
        for name in self.headline if known else ():
            if name not in known:
                raise UserError(f"suite {self.name}: headline names {name!r}: declare it in `metrics`")
        named = [(rule.metric, "a finding rule") for rule in self.findings]
        named += [(metric, "a chart") for chart in self.charts for metric in chart.metrics]
        named += [(metric, "a display") for display in self.displays for metric in display.metrics]
        named += [(name, "the card") for name in (self.accuracy, self.noise_floor) if name]
        for name, where in named if known else ():
            if name not in known:
                raise UserError(f"suite {self.name}: {where} names the metric {name!r}: declare it in `metrics`")


Answers = Mapping[bytes, Answer]  # query key → answer, of the model that an adaptive suite examines and of its judge
Rounds = Generator[Iterable[Case], Answers, None]


class Suite(Protocol):
    """A static suite yields one round of cases; an adaptive one is sent the answers and yields again."""

    card: Card

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds: ...

    def metrics(self, verdicts: "pa.Table") -> "pa.Table": ...  # verdicts of one model in, tidy rows out


class ResultNote(str):
    """A note that says what came out, where others say what is wrong with a figure."""

    __slots__ = ()


class FinalNote(str):
    """A note that is true only of a suite that is finished: while later rounds may come, it is not shown."""

    __slots__ = ()


@runtime_checkable
class SuiteWithNotes(Protocol):
    """A suite that has something to say about its figures: one line each, shown after a run and with a report.

    A `ResultNote` is shown after a run and in the suite's part of a page, and not with tables of other suites.
    """

    def notes(self, verdicts: "pa.Table") -> list[str]: ...  # the verdicts of one model


@runtime_checkable
class SuiteWithWarnings(Protocol):
    """A suite whose figures can mislead, for example for a model that always gives the same answer: one line each."""

    def warnings(self, verdicts: "pa.Table", model: str) -> list[str]: ...  # the verdicts of one model, and its name


@runtime_checkable
class SuiteWithCosts(Protocol):
    """A suite that costs less for a model that lacks some of what its card lists as `optional`: calls, in words."""

    def cost_without(self, lacking: frozenset[str]) -> str: ...


@runtime_checkable
class SuiteWithRequirements(Protocol):
    """A suite that needs more than Askance itself installs: `lacks` says what is missing and how to install it."""

    def lacks(self) -> str | None: ...


@runtime_checkable
class FingerprintedSuite(Protocol):
    """A suite whose cases depend on more than its options say, such as the content of a file that an option names."""

    @property
    def fingerprint(self) -> str: ...


@dataclass(frozen=True, slots=True)
class SuiteOption:
    """What may follow OPTION=: how to say it, what it means, and how it is read (a ValueError tells what is wrong)."""

    form: str
    about: str
    read: Callable[[str], Any] = str


@runtime_checkable
class SuiteWithOptions(Protocol):
    """A suite that takes options; `with_options` gives it another name and other settings."""

    options: Mapping[str, SuiteOption]

    def with_options(self, name: str, values: Mapping[str, Any]) -> Suite: ...


@runtime_checkable
class SuiteWithTrainingCases(Protocol):
    """An adaptive suite that can also make cases from the expected answers of a data set, for `askance generate`."""

    def training_cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]: ...


@runtime_checkable
class SuiteWithJudge(Protocol):
    """An adaptive suite that may ask a second model: queries with `to="judge"` go to it, in cases of their own.

    Its calls are planned, stored and counted like all others. Such cases have no verdict; the suite gets the answers.
    """

    def judge_model(self) -> Model | None: ...  # None: this suite, with its options, asks no second model


class Reducible(Protocol):
    """A failing case that can be made smaller; a form is what is left of it, known to the suite alone."""

    @property
    def case(self) -> Case: ...

    @property
    def whole(self) -> Any: ...  # the form of the case as it is

    def smaller_forms(self) -> Generator[Any, bool, Any]: ...  # yields a smaller form, is sent whether that still fails

    def build_case(self, form: Any, name: str) -> Case: ...  # the case of a form

    def visible_objects(self, form: Any) -> tuple[str, ...]: ...  # the names of the objects that a form leaves visible


@runtime_checkable
class ShrinkableSuite(Protocol):
    """A suite whose failing cases have smaller forms that must hold as well: `askance shrink` searches them."""

    def reducible(self, data: Dataset) -> Callable[[Case], Reducible | None]: ...  # None: not to be made smaller
