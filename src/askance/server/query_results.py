"""What the queries of the dashboard return: plain frozen values."""

from dataclasses import dataclass

from askance.server.case_filter import CaseFilter, Outcome


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a filter can have, and the number of verdicts that it selects."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """A group of one suite; `path` includes the groups above it, such as `negation` of `negation/Q1`."""

    suite: str
    path: str
    count: int


@dataclass(frozen=True, slots=True)
class TagChoice:
    """A tag that has few values; tags with many values are left out of the choices, but a filter may name them."""

    tag: str
    values: tuple[Choice, ...]  # the most frequent value first


@dataclass(frozen=True, slots=True)
class Choices:
    """What a workspace has to choose from, with the number of verdicts of each choice."""

    models: tuple[Choice, ...]
    datasets: tuple[Choice, ...]
    suites: tuple[Choice, ...]
    groups: tuple[GroupChoice, ...]
    tags: tuple[TagChoice, ...]
    outcomes: tuple[Choice, ...]
    statuses: tuple[Choice, ...]
    reasons: tuple[Choice, ...]  # the most frequent first, at most 200
    total: int  # verdicts


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a histogram: values from `low` up to, but not including, `high`; the last bar includes `high`."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class CountAndHistogram:
    """How many verdicts a filter selects, and how their values are distributed."""

    count: int
    by_outcome: dict[Outcome, int]  # their sum is `count`; all four outcomes are keys
    histogram: tuple[Bin, ...]  # of the filter without its value range, so that a slider shows the whole distribution
    without_value: int  # verdicts of the filter without its value range that have no value


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One verdict with its case."""

    dataset: str
    suite: str
    model: str
    group: str
    case_key: str  # hexadecimal
    name: str
    relation: str
    image: str | None
    image_file: str | None  # the name by which people know the image, where it is known
    questions: tuple[str, ...]  # without repetition, in the order of the roles; () if the stored cases are missing
    answers: dict[str, str]  # role → what was read; the normalised text where it could not be read
    outcome: Outcome
    holds: bool | None
    value: float | None
    status: str | None
    reason: str | None
    tags: dict[str, str]


@dataclass(frozen=True, slots=True)
class CasePage:
    """Some rows of a selection, in order."""

    rows: tuple[CaseRow, ...]
    offset: int
    total: int  # verdicts in the whole selection


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Where a verdict is in a selection, and the verdicts before and after it."""

    position: int  # 0 = the first one
    total: int
    previous: CaseRow | None
    next: CaseRow | None


@dataclass(frozen=True, slots=True)
class DistributionBar:
    """How many cases of one model and group have a score between `low` and `high` (as in `Bin`)."""

    model: str
    dataset: str
    group: str  # "" = all groups
    low: float
    high: float
    count: int
    percent: float  # of the scored cases of this model, data set and group
    cases: CaseFilter | None  # selects these cases; None where the score is not a value or an outcome of a verdict


@dataclass(frozen=True, slots=True)
class TwoByTwo:
    """The cases that two models share, by outcome; `undecided`: undecided for at least one of the two."""

    both_right: int
    only_a: int
    only_b: int
    both_wrong: int
    undecided: int
