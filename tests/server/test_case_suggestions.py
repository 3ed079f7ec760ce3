"""A reader who finds nothing gets other filters: names that have the words, and fewer restrictions."""

import re

from dashboard_pages import cases_of


def test_a_search_suggests_groups_and_tags_of_that_name(client, demo_queries):
    body = client.get("/api/cases", params={"words": "blur"}).json()
    assert body["count"] == 0
    groups = [each for each in body["suggestions"] if each["name"] == "group"]
    assert {each["value"] for each in groups} >= {"visual/blur-3", "visual/blur-6", "visual/blur-9"}
    for each in groups:
        wanted = cases_of(each["address"])
        assert (wanted.words, wanted.groups) == ("", (each["value"],))
        assert demo_queries.count(wanted) == each["count"] > 0
    page = client.get("/cases", params={"words": "blur"}).text
    assert "visual/blur-3" in page.split('id="suggestions"')[1].split("</p>")[0]


def test_suggestions_keep_the_other_filters_and_the_suite(client):
    body = client.get("/api/cases", params={"words": "negation", "suite": "carets", "verdict": "fails"}).json()
    wanted = cases_of(next(each["address"] for each in body["suggestions"] if each["name"] == "tag"))
    assert (wanted.suites, wanted.outcomes) == (("carets",), ("fails",))
    assert client.get("/api/cases", params={"suite": "carets"}).json()["suggestions"] == []


def test_a_selection_of_nothing_says_which_restriction_is_too_narrow(client, demo_queries):
    given = {"model": "oracle", "suite": "carets", "verdict": ["fails", "measured"]}
    body = client.get("/api/cases", params=given).json()
    assert body["count"] == 0
    assert [each["count"] for each in body["relaxed"]] == sorted(each["count"] for each in body["relaxed"])
    for each in body["relaxed"]:
        assert demo_queries.count(cases_of(each["address"])) == each["count"] > 0
    without = next(each for each in body["relaxed"] if each["name"] == "verdict")
    assert cases_of(without["address"]).outcomes == ()
    page = client.get("/cases", params=given).text
    assert f"Without verdict: {without['count']:,}" in page
    assert client.get("/api/cases", params={"suite": "carets"}).json()["relaxed"] == []


def test_every_finding_leads_to_cases_or_says_how_to_find_some(client):
    links = re.findall(r'class="show-cases" href="(/cases[^"]*)"', client.get("/overview").text)
    assert links
    for link in links:
        body = client.get(f"/api{link.replace('&amp;', '&')}").json()
        assert body["count"] or body["relaxed"], link


def test_suggestions_begin_a_word_and_count_what_they_select(client, demo_queries):
    given = {"words": "or", "suite": "carets", "model": "builtin:blind"}
    found = client.get("/api/cases", params=given).json()["suggestions"]
    assert "order" in {each["value"] for each in found}
    assert all(re.search(r"\bor", each["value"]) for each in found)  # not `color`
    for each in found:
        assert demo_queries.count(cases_of(each["address"])) == each["count"] > 0


def test_tags_whose_values_are_json_are_not_offered(client, demo_queries):
    tags = {each.tag for each in demo_queries.choices().tags}
    assert "template" in tags
    assert "slots" not in tags
    assert (
        "slots=" not in client.get("/cases", params={"words": "dog"}).text.split('id="suggestions"')[1].split("</p>")[0]
    )
