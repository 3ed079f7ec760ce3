"""What a suite declares about groups of its results that are neither groups nor tags of its cases."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class GroupTag:
    """Groups of results as a tag that follows from the tags of a case; a case can have several values of it.

    `GroupTag("class/", "names class", "[tags['class'], tags['other']]")`: the cases behind the result `class/dog` are
    those where one of the two tags is dog.
    """

    prefix: str  # how the names of these groups begin; the rest is the value, with a hyphen for each slash
    tag: str  # the name of the tag, as a filter of cases shows it; no tag of a case may have it
    values: str  # SQL over the map `tags` of a case: the list of its values; nulls are left out
    inside: tuple[str, ...] = ()  # only cases in these groups; () = all
    is_part_of_case: bool = False  # the result is about a part of each case: another part may be what fails


@runtime_checkable
class SuiteWithGroupTags(Protocol):
    """A suite that reports results for such groups."""

    @property
    def group_tags(self) -> tuple[GroupTag, ...]: ...
