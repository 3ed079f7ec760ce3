"""The compare view: the same comparison as `askance compare`, a 2 × 2 table, and the cases where models part."""

import re
from dataclasses import replace

import askance
import pytest
from askance.core import Case, Query, Stimulus
from askance.core.rounded_text import signed_text
from askance.server.compared_cases import choose_questions, compare_answers
from askance.server.model_comparison import difference_lines, summary_line
from askance.server.pages import Links
from askance.server.query_results import CaseRow
from askance.server.views import compare

from dashboard_pages import cases_of

A, B = "builtin:blind", "builtin:transformer"


@pytest.fixture(scope="module")
def pair(demo_workspace):
    """The comparison of two models by the command's own function."""
    return askance.compare(demo_workspace, A, B)


def test_the_json_is_the_comparison_of_the_command(client, pair):
    (found,) = client.get("/api/compare", params={"a": A, "b": B}).json()["pairs"]
    assert found["rows"] == pair.table.to_pylist()
    assert found["sentences"] == pair.lines
    assert found["notes"] == pair.all_notes


def test_the_page_says_the_sentence_that_can_be_quoted(client, pair):
    page = client.get("/compare", params={"a": A, "b": B}).text
    assert pair.lines[0].split(",")[0] in page
    assert page.count("<tr") >= len(pair.rows)


def test_the_two_by_two_table_counts_the_cases_behind_its_links(client, demo_queries):
    (found,) = client.get("/api/compare", params={"a": A, "b": B, "suite": "carets"}).json()["pairs"]
    table = found["table"]
    assert demo_queries.count(cases_of(table["only_a_cases"])) == table["only_a"]
    assert demo_queries.count(cases_of(table["only_b_cases"])) == table["only_b"]
    page = client.get("/compare", params={"a": A, "b": B, "suite": "carets"}).text
    assert f"{table['both_right']:,}" in page


def test_the_numbers_do_not_depend_on_the_order_of_the_models(client):
    tables = [
        client.get("/api/compare", params={"a": a, "b": b}).json()["pairs"][0]["table"] for a, b in ((A, B), (B, A))
    ]
    assert tables[0]["only_a"] == tables[1]["only_b"]
    assert tables[0]["both_right"] == tables[1]["both_right"]


def test_several_models_are_compared_with_the_first(client):
    body = client.get("/api/compare", params={"a": "oracle", "b": [A, B]}).json()
    assert [(each["a"], each["b"]) for each in body["pairs"]] == [("oracle", A), ("oracle", B)]
    page = client.get("/compare", params={"a": "oracle", "b": [A, B]}).text
    assert page.count('class="pair"') == 2
    summary = page.split('id="summary"')[1].split("</table>")[0]  # one row per model, with a link to its part
    assert re.findall(r'<a href="#(pair-\d)"><bdi>([^<]+)', summary) == [("pair-1", A), ("pair-2", B)]
    for number in (1, 2):
        (row,) = [each for each in body["pairs"][number - 1]["rows"] if each["metric"] == "accuracy"]
        assert signed_text(row["a"] - row["b"], 1) in summary
        assert f'id="pair-{number}"' in page
    assert 'id="summary"' not in client.get("/compare", params={"a": "oracle", "b": [A]}).text


def test_models_beyond_the_most_of_one_page_are_named_with_a_link(client, monkeypatch):
    monkeypatch.setattr(compare, "MOST_OTHERS", 1)
    address = {"a": "oracle", "b": [A, B], "suite": "accuracy"}
    body = client.get("/api/compare", params=address).json()
    assert ([each["b"] for each in body["pairs"]], body["left_out"]) == ([A], [B])
    page = client.get("/compare", params=address).text
    assert f"Not compared: <bdi>{B}</bdi>" in page
    assert 'href="/compare?a=oracle&amp;b=builtin%3Atransformer&amp;suite=accuracy"' in page


def test_without_models_the_first_two_are_compared(client):
    (found,) = client.get("/api/compare").json()["pairs"]
    assert found["a"] != found["b"]


def test_a_model_cannot_be_compared_with_itself(client):
    (found,) = client.get("/api/compare", params={"a": A, "b": A}).json()["pairs"]
    assert (found["a"], found["b"]) != (A, A)


def test_differences_by_group(client):
    (found,) = client.get("/api/compare", params={"a": A, "b": B, "by": "group"}).json()["pairs"]
    assert {row["group"] for row in found["rows"]} > {""}


@pytest.mark.parametrize("wrong", [{"a": "nobody"}, {"b": "nobody"}, {"by": "nothing"}])
def test_unknown_names_are_one_line(client, wrong):
    answer = client.get("/api/compare", params=wrong)
    assert answer.status_code == 409
    assert next(iter(wrong.values())) in answer.json()["error"]


def test_cases_where_models_part_have_thumbnails_of_several_suites(client):
    page = client.get("/compare", params={"a": "oracle", "b": A}).text
    cards = page.split('class="thumbnail"')[1:]
    assert len(cards) > 2
    assert all("/images/" in card for card in cards)
    suites = {card.split('<span class="quiet">')[1].split(" ")[0].split("<")[0] for card in cards}
    assert len(suites) > 1


def test_the_result_of_a_row_is_a_word(client):
    """A reader who does not know p values reads who is better; a suite restricts the table."""
    address = {"a": "builtin:blind", "b": "oracle", "suite": "carets"}
    pair = client.get("/api/compare", params=address).json()["pairs"][0]
    assert {row["suite"] for row in pair["rows"]} == {"carets"}
    page = client.get("/compare", params=address).text
    winners = [row["winner"] for row in pair["rows"] if row["undecided"] == "left out"]
    assert pair["summary"] in page
    assert pair["summary"].startswith("oracle is clearly better on " if "oracle" in winners else "No clear difference")
    words = ("</span> is better", "probably better</span>", "no clear difference</span>", "no difference</span>")
    assert sum(map(page.count, words)) == len(pair["rows"])


def test_a_model_is_called_better_only_where_the_interval_that_is_shown_agrees(pair):
    row = replace(pair.rows[0], difference=17.9, low=-3.2, high=37.9, p=0.02)
    assert summary_line([row], "A", "B") == "B is probably better on 1 of 1 metric."
    (line,) = difference_lines([row], "A", "B", Links(""))
    assert (line.winner, line.word) == ("", "B is probably better")
    (sentence,) = replace(pair, rows=(row,)).lines
    assert " is probably better on " in sentence
    assert sentence.endswith("; but the interval for all metrics at once contains 0")
    clear = replace(row, low=3.2)
    assert summary_line([clear], "A", "B") == "B is clearly better on 1 of 1 metric."


def test_a_difference_has_the_orientation_of_the_sentence_about_it(pair):
    row = replace(pair.rows[0], difference=-10.4, low=-15.2, high=-5.6, p=0.001)
    line, other = difference_lines([row, replace(row, difference=10.4, low=5.6, high=15.2)], "A", "B", Links(""))
    assert (line.leader, line.difference, line.interval) == ("a", "+10.4", "+5.6 to +15.2")
    assert (other.leader, other.difference, other.interval) == ("b", "+10.4", "+5.6 to +15.2")
    assert float(line.bar.dot) < 50 < float(other.bar.dot)
    (sentence,) = replace(pair, rows=(row,)).lines
    assert "by 10.4 points [5.6, 15.2]" in sentence
    unclear = replace(row, difference=-3.0, low=-8.0, high=2.0, p=0.4)
    assert difference_lines([unclear], "A", "B", Links(""))[0].interval == "−2.0 to +8.0"


def test_a_difference_that_is_rounded_to_zero_has_no_sign(pair):
    row = replace(pair.rows[0], difference=-0.01, low=-0.04, high=0.02, p=1.0)
    (line,) = difference_lines([row], "A", "B", Links(""))
    assert (line.leader, line.difference, line.interval) == ("", "0.0", "0.0 to 0.0")
    assert "−0.0" not in replace(pair, rows=(row,)).text


def _row(model: str, **answers: str) -> CaseRow:
    return CaseRow(
        "stickers", "implications", model, "", "00", "name", "implied", "image", None, tuple(answers), answers, "fails",
        False, 0.0, None, None, {},
    )  # fmt: skip


def test_a_card_shows_the_answers_to_the_questions_that_it_shows():
    """The first question, and those with different answers: each with the answers of both models."""
    asks = {role: Query(Stimulus("image", f"Question {role}?")) for role in "abcde"}
    case = Case.of("implications", "name", asks, "implied")
    right = _row("one", a="wood", b="yes", c="no", d="no", e="yes")
    wrong = _row("other", a="wood", b="no", c="wood", d="no")
    found = compare_answers(case, wrong, right)
    assert [(each.right, each.wrong) for each in found][:2] == [(("wood",), ("wood",)), (("yes",), ("no",))]
    shown = choose_questions(found)
    assert [each.question for each in shown] == ["Question a?", "Question b?", "Question c?"]
    assert [each.is_same for each in shown] == [True, False, False]
    assert compare_answers(None, wrong, None)[0].right == ()  # the stored case is missing, and so is the verdict


def test_equal_values_of_few_cases_are_not_called_equal(pair):
    row = replace(pair.rows[0], difference=0.0, low=-56.7, high=56.7, p=1.0)
    assert difference_lines([row], "A", "B", Links(""))[0].word == "no clear difference"


def test_the_page_says_why_the_two_by_two_table_is_not_the_metric(client):
    page = client.get("/compare", params={"a": A, "b": B, "suite": "carets"}).text
    assert "carets.cons and carets.cacc are means over tests" in page


def test_differences_can_be_split_by_the_tags_of_the_chosen_suite(client, demo_queries):
    def choices(**given: str) -> list[str]:
        page = client.get("/compare", params={"a": A, "b": B, **given}).text
        return re.findall(r'<option value="([^"]+)"', page.split('name="by"')[1].split("</select>")[0])

    own = choices(suite="accuracy")
    assert set(own) == {"group", *demo_queries.tags_of("stickers", "accuracy")} & set(choices())
    assert len(own) < len(choices())
    assert len(choices()) == len(set(choices()))


def test_the_page_says_for_how_many_tests_p_values_are_adjusted(client):
    whole = client.get("/api/compare", params={"a": A, "b": B}).json()["pairs"][0]["rows"]
    (tests,) = {int(row["adjustment"].rpartition(" ")[2]) for row in whole if row["p"] is not None}
    page = client.get("/compare", params={"a": A, "b": B}).text
    assert f"p values and intervals are adjusted for all {tests} tests." in page
    page = client.get("/compare", params={"a": A, "b": B, "suite": "carets"}).text
    assert f"adjusted for all {tests} tests, also those of other suites or data sets." in page
    shown = sum(row["suite"] == "carets" and row["undecided"] == "left out" for row in whole)
    assert f"Rows: {shown} tested metrics" in page
