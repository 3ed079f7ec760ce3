"""The selection of cases in an address: filter, order and page, read from parameters and written back to them."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from askance.core import UserError
from askance.server.case_filter import CaseFilter, Outcome, RightAndWrong, Sort, ValueRange
from askance.server.pages import Links, Parameter
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from fastapi import Depends, HTTPException, Query

CASES, CASE = "/cases", "/case"
Look = Literal["grid", "table"]
PAGE_SIZES = (24, 48, 96, 192)
SORTS = {"": Sort(), "-case": Sort("case", True), "value": Sort("value"), "-value": Sort("value", True)}
SEPARATOR = "="  # between the name and the value of a tag
LONGEST_WORDS = 400  # characters of a search

Names = Annotated[list[str], Query()]
Bound = Annotated[float | None, Query(allow_inf_nan=False)]


BELOW_1 = "<1"  # a bound that is excluded
LITTLE = 1e-9  # by which addresses of earlier versions moved an excluded bound
_BOUND = re.compile(r"\s*(<|>|below\b|above\b)?\s*(.*?)\s*", re.DOTALL)
FILTER_NAMES = {
    "low": "value from",
    "high": "value to",
    "right": "holds for",
    "wrong": "fails for",
    "dataset": "data set",
}


@dataclass(frozen=True, slots=True)
class ActiveFilter:
    """One restriction of a selection."""

    name: str
    value: str
    without: str  # the address of the list without it


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases a page shows, in which order and form; every link carries it."""

    filter: CaseFilter = field(default_factory=CaseFilter)
    sort: str = ""
    offset: int = 0
    size: int = PAGE_SIZES[0]
    look: Look = "grid"

    @property
    def order(self) -> Sort:
        """The order of the cases."""
        return SORTS[self.sort]

    def parameters(self) -> dict[str, Parameter]:
        """The parameters of an address that selects the same cases, without the place in them."""
        about, values = self.filter, self.filter.values or ValueRange()
        return {
            "model": list(about.models),
            "dataset": list(about.datasets),
            "suite": list(about.suites),
            "group": list(about.groups),
            "tag": [f"{tag}{SEPARATOR}{value}" for tag, value in about.tags],
            "verdict": list(about.outcomes),
            "low": bound_text(values.low, ">" if values.excludes_low else ""),
            "high": bound_text(values.high, "<" if values.excludes_high else ""),
            "words": about.words,
            "status": list(about.statuses),
            "reason": list(about.reasons),
            "right": about.right.right if about.right else "",
            "wrong": about.right.wrong if about.right else "",
            "image": list(about.images),
            "sort": self.sort,
        }

    def page_parameters(self) -> dict[str, Parameter]:
        """The parameters of this very page."""
        size = None if self.size == PAGE_SIZES[0] else self.size
        look = None if self.look == "grid" else self.look
        return self.parameters() | {"offset": self.offset or None, "size": size, "look": look}

    def at(self, offset: int) -> "Selection":
        """The page that begins with another case."""
        return replace(self, offset=offset)

    def cases_address(self, links: Links) -> str:
        """The address of the list of these cases."""
        return links.to(CASES, **self.page_parameters())

    def active_filters(self, links: Links) -> list[ActiveFilter]:
        """What the selection is restricted to."""
        page = self.at(0).page_parameters()
        found: list[ActiveFilter] = []
        for name, value in self.parameters().items():
            values = value if isinstance(value, list) else [value]
            for each in values if name != "sort" else ():
                if each:
                    changed: dict[str, Parameter] = {name: [str(one) for one in values if one != each]}
                    without = links.to(CASES, **(page | changed))
                    found.append(ActiveFilter(*_shown(name, str(each)), without))
        return found

    def case_address(self, links: Links, row: CaseRow) -> str:
        """The address of one case, as part of this selection."""
        return links.to(CASE, data=row.dataset, case=row.case_key, by=row.model, **self.parameters())

    def with_known_groups(self, queries: Queries) -> "Selection":
        """The same selection; a group of results that is no group of cases becomes the filter that selects its cases.

        Findings name groups as results do: `class/dog` is a tag, and a slash in the value of a tag is a hyphen.
        """
        about = self.filter
        suites = about.suites or queries.names.suite
        groups = [path for path in about.groups if _is_path(path, suites, queries)]
        tags: list[tuple[str, str]] = []
        for path in (path for path in about.groups if path not in groups):
            found = next((each for suite in suites if (each := queries.case_groups.find(suite, path))), None)
            groups += [path] if found is None else found.groups  # an unknown group selects nothing
            tags += [] if found is None else found.tags
        tags += [pair for tag, value in about.tags for pair in _tag_of(tag, value, suites, queries)]
        changed = replace(about, groups=tuple(dict.fromkeys(groups)), tags=tuple(dict.fromkeys(tags)))
        return replace(self, filter=changed)


def _shown(name: str, value: str) -> tuple[str, str]:
    """The name and the value of a filter in words; an end of a range that is just left out is said so."""
    if value[:1] in ("<", ">") and name in ("low", "high"):
        return "value above" if name == "low" else "value below", value[1:]
    return FILTER_NAMES.get(name, name), value


def _is_path(path: str, suites: Sequence[str], queries: Queries) -> bool:
    return any(path in queries.case_groups.paths_of(suite) for suite in suites)


def _tag_of(tag: str, value: str, suites: Sequence[str], queries: Queries) -> tuple[tuple[str, str], ...]:
    """A tag as it is if one of the suites has it; else the values that a finding writes like this."""
    found = [queries.case_groups.values_of(suite, tag, value.replace("/", "-")) for suite in suites]
    if any(value in values for values in found):
        return ((tag, value),)
    return tuple((tag, each) for each in next(filter(None, found), (value,)))


def bound_text(value: float | None, sign: str) -> str:
    """A bound of a range of values as forms and addresses have it, such as <1; empty where there is none."""
    return "" if value is None else f"{sign}{value:.12g}"


def read_filter(
    model: Annotated[list[str], Query(description="Models whose verdicts are selected.")] = [],  # noqa: B006
    dataset: Annotated[list[str], Query(description="Data sets.")] = [],  # noqa: B006
    suite: Annotated[list[str], Query(description="Suites.")] = [],  # noqa: B006
    group: Annotated[list[str], Query(description="Paths of groups; `negation` includes `negation/Q1`.")] = [],  # noqa: B006
    tag: Annotated[list[str], Query(description="Tags as NAME=VALUE.")] = [],  # noqa: B006
    verdict: Annotated[list[Outcome | Literal[""]], Query(description="Outcomes.")] = [],  # noqa: B006
    low: Annotated[str, Query(description="Least value of the verdict; >0.5 = above 0.5.")] = "",
    high: Annotated[str, Query(description="Largest value of the verdict; <1 = below 1.")] = "",
    words: Annotated[
        str,
        Query(
            max_length=LONGEST_WORDS,
            description=(
                'Words in a question, an answer or a name; "in quotes" = a phrase; question:WORD or answer:WORD = only'
                " there; OR between words = one of them."
            ),
        ),
    ] = "",
    status: Annotated[list[str], Query(description="Why a verdict is undecided.")] = [],  # noqa: B006
    reason: Annotated[list[str], Query(description="Reasons, as whole texts.")] = [],  # noqa: B006
    right: Annotated[str, Query(description="A model for whose answers the relation holds.")] = "",
    wrong: Annotated[str, Query(description="A model for whose answers the relation fails.")] = "",
    image: Annotated[list[str], Query(description="Images, as the data set names them.")] = [],  # noqa: B006
) -> CaseFilter:
    """The filter of an address; parameters that are empty, as forms send them, do not restrict it."""
    try:
        return CaseFilter(
            models=_given(model),
            datasets=_given(dataset),
            suites=_given(suite),
            groups=_given(group),
            tags=tuple(_read_tag(each) for each in _given(tag)),
            outcomes=tuple(each for each in verdict if each),
            values=_read_range(low, high),
            words=words.strip(),
            statuses=_given(status),
            reasons=_given(reason),
            right=RightAndWrong(right, wrong) if right or wrong else None,
            images=_given(image),
        )
    except UserError as error:
        raise HTTPException(422, str(error)) from error


def _given(values: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))


def _read_tag(text: str) -> tuple[str, str]:
    name, sign, value = text.partition(SEPARATOR)
    if not sign:
        raise UserError(f"tag {text!r}: write NAME{SEPARATOR}VALUE")
    return name, value


def _read_range(low: str, high: str) -> ValueRange | None:
    if not low.strip() and not high.strip():
        return None
    (least, is_above), (most, is_below) = (
        _read_bound(low, (">", "above"), LITTLE),
        _read_bound(high, ("<", "below"), -LITTLE),
    )
    return ValueRange(least, most, is_above, is_below)


def _read_bound(text: str, signs: tuple[str, str], moved: float) -> tuple[float | None, bool]:
    """A bound, and whether it is excluded itself."""
    if not text.strip():
        return None, False
    found = _BOUND.fullmatch(text)
    sign, number = found.groups() if found else ("", text)
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or (sign and sign not in signs):
        raise UserError(f"value {text!r}: write a number, or {signs[0]}0.5 for a value {signs[1]} 0.5")
    whole = round(value - moved, 6)
    is_moved = not sign and value != whole and abs(value - moved - whole) < LITTLE / 1000
    return (whole, True) if is_moved else (value, bool(sign))


def read_selection(
    wanted: Annotated[CaseFilter, Depends(read_filter)],
    sort: Annotated[Literal["", "case", "-case", "value", "-value"], Query(description="Order; `-` reverses it.")] = "",
    offset: Annotated[int, Query(ge=0, le=10**12, description="Number of cases before the first one.")] = 0,
    size: Annotated[int, Query(ge=1, le=1000, description="Largest number of cases per page.")] = PAGE_SIZES[0],
    look: Annotated[Look, Query(description="Form of the list.")] = "grid",
) -> Selection:
    """The selection of an address."""
    return Selection(wanted, "" if sort == "case" else sort, offset, size, look)


ReadSelection = Annotated[Selection, Depends(read_selection)]
