"""Other filters for a reader who finds nothing: names that have the words of a search, and fewer restrictions."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from askance.server.case_filter import CaseFilter
from askance.server.case_selection import Selection
from askance.server.pages import Links
from askance.server.query_results import Choices

MOST = 6
RESTRICTIONS: dict[str, Callable[[CaseFilter], CaseFilter]] = {  # what a reader calls it → the filter without it
    "words": lambda about: replace(about, words=""),
    "verdict": lambda about: replace(about, outcomes=()),
    "value": lambda about: replace(about, values=None),
    "model": lambda about: replace(about, models=()),
    "holds for, fails for": lambda about: replace(about, right=None),
    "data set": lambda about: replace(about, datasets=()),
    "suite": lambda about: replace(about, suites=()),
    "group": lambda about: replace(about, groups=()),
    "tag": lambda about: replace(about, tags=()),
    "status": lambda about: replace(about, statuses=()),
    "reason": lambda about: replace(about, reasons=()),
    "image": lambda about: replace(about, images=()),
}


@dataclass(frozen=True, slots=True)
class RelaxedFilter:
    """The selection without one of its restrictions."""

    name: str  # of the restriction
    count: int  # cases that are selected without it
    address: str


@dataclass(frozen=True, slots=True)
class SuggestedFilter:
    """A filter in place of the words of a search."""

    name: str  # group or tag
    value: str
    count: int  # verdicts that it selects beside the other filters
    address: str  # of the list with this filter, without the words


def relax_filters(selection: Selection, count: Callable[[CaseFilter], int], links: Links) -> list[RelaxedFilter]:
    """For a selection of nothing: each restriction without which there are cases, the fewest cases first."""
    found = []
    for name, without in RESTRICTIONS.items():
        changed = without(selection.filter)
        if changed != selection.filter and (cases := count(changed)):
            address = replace(selection, filter=changed, offset=0).cases_address(links)
            found.append(RelaxedFilter(name, cases, address))
    return sorted(found, key=lambda each: each.count)


def suggest_filters(
    selection: Selection, choices: Choices, count: Callable[[CaseFilter], int], links: Links
) -> list[SuggestedFilter]:
    """Groups and tags of the chosen suites that have words which begin with those of the search, the largest first."""
    terms, suites = selection.filter.search_terms, selection.filter.suites
    words = [word.text.lower() for term in terms for word in term if len(term) == 1]
    if not words or len(words) < len(terms):
        return []
    plain = replace(selection, offset=0, filter=replace(selection.filter, words=""))
    counts: dict[tuple[str, str], int] = {}
    for group in choices.groups:
        if group.path and (not suites or group.suite in suites):
            counts["group", group.path] = counts.get(("group", group.path), 0) + group.count
    counts |= {("tag", f"{tag.tag}={value.name}"): value.count for tag in choices.tags for value in tag.values}
    fitting = [
        (kind, value)
        for kind, value in sorted(counts, key=lambda each: (each[0] != "group", -counts[each], each[1]))
        if all(_begins_a_word(word, value.lower()) for word in words)
    ]
    found = []
    for kind, value in fitting[: 2 * MOST]:
        changed = _with_filter(plain, kind, value)
        if cases := count(changed.filter):
            found.append(SuggestedFilter(kind, value, cases, changed.cases_address(links)))
    return found[:MOST]


def _begins_a_word(word: str, name: str) -> bool:
    """Whether a name has a word that begins so: “not” is no part of “annotated”."""
    return re.search(rf"(?<![^\W_]){re.escape(word)}", name) is not None


def _with_filter(selection: Selection, kind: str, value: str) -> Selection:
    about = selection.filter
    if kind == "group":
        return replace(selection, filter=replace(about, groups=tuple(dict.fromkeys((*about.groups, value)))))
    tag, _, name = value.partition("=")
    return replace(selection, filter=replace(about, tags=tuple(dict.fromkeys((*about.tags, (tag, name))))))
