"""What the list of cases gives as JSON."""

from dataclasses import asdict

from askance.server.case_filter import Outcome
from askance.server.query_results import CaseRow
from askance.server.shown_cases import ShownCase
from pydantic import BaseModel


class HistogramBar(BaseModel):
    """Verdicts with values from `low` up to `high`."""

    low: float
    high: float
    count: int


class CaseRowBody(BaseModel):
    """One verdict with its case, and how a list shows it."""

    dataset: str
    suite: str
    model: str
    group: str
    case_key: str
    name: str
    relation: str
    image: str | None
    image_file: str | None  # where the data set knows the file of the image
    questions: list[str]
    answers: dict[str, str]
    outcome: str
    holds: bool | None
    value: float | None
    status: str | None
    reason: str | None
    tags: dict[str, str]
    shown: ShownCase

    @classmethod
    def of(cls, row: CaseRow, shown: ShownCase) -> "CaseRowBody":
        """The body of a verdict."""
        return cls(**asdict(row), shown=shown)


class FilterBody(BaseModel):
    """One restriction of the selection, and the address of the list without it."""

    name: str
    value: str
    without: str


class SuggestionBody(BaseModel):
    """A group or a tag whose name has the words of the search, and the address of the list with it in their place."""

    name: str
    value: str
    count: int
    address: str


class RelaxedBody(BaseModel):
    """The selection without one of its restrictions: how many cases it has, and its address."""

    name: str
    count: int
    address: str


class CasesBody(BaseModel):
    """The selected verdicts: how many, their outcomes and values, and one page of them."""

    count: int
    unit: str  # what is counted, in words
    total: int
    by_outcome: dict[Outcome, int]
    choices_by_outcome: dict[Outcome, int]  # of the same filter without its outcomes
    histogram: list[HistogramBar]
    without_value: int
    offset: int
    size: int
    previous: str | None
    next: str | None
    page: str
    filters: list[FilterBody]
    suggestions: list[SuggestionBody]
    tag_gaps: list[str]  # data sets whose cases lack a tag of the filter, in sentences
    relaxed: list[RelaxedBody]  # of a selection of nothing only
    rows: list[CaseRowBody]


class TagChoiceBody(BaseModel):
    """A tag with one of its values, and the number of verdicts that it would select beside the other filters."""

    tag: str
    value: str
    count: int


class GroupChoiceBody(BaseModel):
    """A group of a suite, and the number of verdicts that it would select beside the other filters."""

    suite: str
    group: str
    count: int


class ChoicesBody(BaseModel):
    """What can be added to a filter."""

    tags: list[TagChoiceBody]
    groups: list[GroupChoiceBody]
