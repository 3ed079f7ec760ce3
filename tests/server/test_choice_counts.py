"""The numbers beside tags and groups: what a choice would select beside the other filters."""

from dataclasses import replace

import pytest
from askance.server.case_filter import CaseFilter, RightAndWrong, ValueRange

FILTERS = {
    "nothing": CaseFilter(),
    "suite": CaseFilter(suites=("carets",), outcomes=("fails",)),
    "a tag": CaseFilter(tags=(("type", "yes/no"),), models=("builtin:blind",)),
    "two values of a tag": CaseFilter(tags=(("type", "yes/no"), ("type", "number"), ("negated", "yes"))),
    "a group": CaseFilter(groups=("negation",), suites=("carets",)),
    "words and values": CaseFilter(words="there", values=ValueRange(high=0.5)),
    "two models": CaseFilter(right=RightAndWrong("oracle", "builtin:blind")),
}


@pytest.mark.parametrize("name", FILTERS)
def test_each_tag_has_the_number_of_verdicts_that_it_would_select(demo_queries, name):
    wanted = FILTERS[name]
    tags, _ = demo_queries.choices_beside(wanted)
    assert [each.tag for each in tags] == [each.tag for each in demo_queries.choices().tags]
    for each in tags:
        others = tuple(pair for pair in wanted.tags if pair[0] != each.tag)
        for value in each.values:
            alone = replace(wanted, tags=(*others, (each.tag, value.name)))
            assert value.count == demo_queries.count(alone), (each.tag, value.name)


@pytest.mark.parametrize("name", FILTERS)
def test_each_group_has_the_number_of_verdicts_that_it_would_select(demo_queries, name):
    wanted = FILTERS[name]
    _, groups = demo_queries.choices_beside(wanted)
    for each in groups:
        if each.path and (not wanted.suites or each.suite in wanted.suites):
            alone = replace(wanted, groups=(each.path,), suites=(each.suite,))
            assert each.count == demo_queries.count(alone), each


def test_without_filters_the_numbers_are_those_of_the_workspace(demo_queries):
    tags, groups = demo_queries.choices_beside(CaseFilter())
    assert tags == demo_queries.choices().tags
    assert groups == demo_queries.choices().groups


def test_the_json_has_tags_and_groups(client):
    body = client.get("/api/cases/choices", params={"suite": "carets", "verdict": "fails"}).json()
    whole = client.get("/api/cases", params={"suite": "carets", "verdict": "fails"}).json()["count"]
    by_test = [each["count"] for each in body["groups"] if each["suite"] == "carets" and "/" not in each["group"]]
    assert sum(by_test) == whole > 0
    assert {"tag", "value", "count"} == set(body["tags"][0])
