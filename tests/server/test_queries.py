"""The queries of the dashboard give what plain Python computes from the same verdicts."""

import io
import json
from collections import Counter

import pyarrow.parquet as pq
import pytest
from askance.core import UserError
from askance.server.case_filter import CaseFilter, RightAndWrong, Sort, ValueRange, VerdictName
from askance.server.index_open import open_queries
from askance.server.metric_distribution import DistributionRequest
from askance.server.queries import Queries
from askance.server.query_pool import QuerySuperseded, Ticket
from expected_queries import has_term, outcome, select
from filter_strategy import FILTERS, SORTS
from hypothesis import Phase, given, settings
from made_workspace import MadeWorkspace, image_file

from examples import examples

PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # filters are small as they are: shrinking takes minutes


@pytest.fixture(scope="module")
def made():
    return MadeWorkspace()


@pytest.fixture(scope="module")
def queries(made, tmp_path_factory):
    return open_queries(made.write(tmp_path_factory.mktemp("made")))


def name_of(row):
    return row.dataset, row.suite, row.model, row.case_key


def name_of_made(one):
    return one.dataset, one.case.suite, one.model, one.key


def check_row(row, one):
    """Every field of a row is as it was made."""
    assert name_of(row) == name_of_made(one)
    assert (row.group, row.name, row.relation, row.image) == (one.case.group, one.case.name, "equal", one.image)
    assert row.image_file == image_file(one.image)
    assert (row.questions, row.answers, row.tags) == (one.questions, one.answers, dict(one.case.tags))
    assert (row.outcome, row.holds, row.value) == (outcome(one), one.holds, one.value)
    assert (row.status, row.reason) == (one.status, one.reason)


def check_histogram(found, expected):
    values = [one.value for one in expected if one.value is not None]
    assert found.without_value == len(expected) - len(values)
    for number, bar in enumerate(found.histogram):
        is_last = number == len(found.histogram) - 1
        inside = [value for value in values if bar.low <= value < bar.high or (is_last and value == bar.high)]
        assert bar.count == len(inside), bar


@settings(examples(25), phases=PHASES)
@given(wanted=FILTERS, sort=SORTS)
def test_counts_pages_and_neighbours_of_random_filters(made, queries, wanted, sort):
    expected = select(made.verdicts, wanted, sort)
    found = queries.count_and_histogram(wanted)
    assert found.count == len(expected) == queries.count(wanted)
    assert found.by_outcome == {
        name: Counter(map(outcome, expected))[name] for name in ("fails", "holds", "undecided", "measured")
    }
    check_histogram(found, select(made.verdicts, wanted.without_values(), sort))
    start = len(expected) // 3
    page = queries.case_page(wanted, sort, start, 7)
    assert page.total == len(expected)
    assert [name_of(row) for row in page.rows] == [name_of_made(one) for one in expected[start : start + 7]]
    for row, one in zip(page.rows, expected[start:], strict=False):
        check_row(row, one)
    if expected:
        one = expected[start]
        around = queries.neighbours(wanted, sort, VerdictName(one.dataset, one.key, one.model))
        before, after = expected[start - 1 : start] if start else [], expected[start + 1 : start + 2]
        assert (around.position, around.total) == (start, len(expected))
        assert around.previous is None if not before else name_of(around.previous) == name_of_made(before[0])
        assert around.next is None if not after else name_of(around.next) == name_of_made(after[0])


@settings(examples(12), phases=PHASES)
@given(wanted=FILTERS)
def test_exports_of_random_filters(made, queries, wanted):
    expected = select(made.verdicts, wanted, Sort())
    lines = [json.loads(line) for line in b"".join(queries.export(wanted)).splitlines()]
    assert [(row["model"], row["case_key"]) for row in lines] == [(one.model, one.key) for one in expected]
    table = pq.read_table(io.BytesIO(b"".join(queries.export(wanted, "parquet"))))
    rows = [{**row, "answers": dict(row["answers"]), "tags": dict(row["tags"])} for row in table.to_pylist()]
    assert rows == lines


@settings(examples(12), phases=PHASES)
@given(wanted=FILTERS)
def test_two_by_two_of_random_filters(made, queries, wanted):
    a, b = made.models[:2]
    about_cases = CaseFilter(
        models=(a, b), datasets=wanted.datasets, suites=wanted.suites, groups=wanted.groups, tags=wanted.tags,
        images=wanted.images,
    )  # fmt: skip
    at = {}
    for one in select(made.verdicts, about_cases, Sort()):
        if all(has_term(one, term, is_about_models=False) for term in wanted.search_terms):
            at.setdefault((one.dataset, one.key), {})[one.model] = one.holds
    pairs = Counter((both[a], both[b]) for both in at.values())
    found = queries.two_by_two(wanted, a, b)
    assert (found.both_right, found.only_a) == (pairs[True, True], pairs[True, False])
    assert (found.only_b, found.both_wrong) == (pairs[False, True], pairs[False, False])
    assert found.undecided == sum(count for pair, count in pairs.items() if None in pair)


def test_choices_count_verdicts(made, queries):
    found = queries.choices()
    assert found.total == len(made.verdicts)
    assert {each.name: each.count for each in found.models} == Counter(one.model for one in made.verdicts)
    assert {each.name: each.count for each in found.datasets} == Counter(one.dataset for one in made.verdicts)
    assert {each.name: each.count for each in found.suites} == Counter(one.case.suite for one in made.verdicts)
    assert {each.name: each.count for each in found.statuses} == Counter(
        one.status for one in made.verdicts if one.status
    )
    assert {each.name: each.count for each in found.reasons} == Counter(
        one.reason for one in made.verdicts if one.reason
    )
    tags = Counter(pair for one in made.verdicts for pair in one.case.tags)
    assert {(tag.tag, each.name): each.count for tag in found.tags for each in tag.values} == tags
    groups = {(each.suite, each.path): each.count for each in found.groups}
    assert groups["carets", "negation"] == groups["carets", "negation/Q1"] + groups["carets", "negation/Q2"]
    assert groups["carets", "order"] == sum(one.case.group == "order/Q5/deep" for one in made.verdicts)


def test_cases_of_an_image_and_of_a_case(made, queries):
    found = queries.cases_of_image("image-3")
    assert {name_of(row) for row in found} == {name_of_made(one) for one in made.verdicts if one.image == "image-3"}
    one = made.verdicts[0]
    rows = queries.verdicts_on_case(one.dataset, one.key)
    assert [row.model for row in rows] == sorted(made.models)
    assert queries.verdicts_on_case(one.dataset, "not hexadecimal") == ()
    assert queries.verdicts_on_case("gamma", one.key) == ()


def test_distribution_of_values_by_group(made, queries):
    wanted = DistributionRequest("alpha", "carets", models=("model-a",), bars=10)
    bars = queries.metric_distribution(wanted)
    mine = [one for one in made.verdicts if (one.dataset, one.case.suite, one.model) == ("alpha", "carets", "model-a")]
    scored = [one for one in mine if one.value is not None]
    assert {bar.group for bar in bars} == {"", "negation", "negations", "order"}
    assert sum(bar.count for bar in bars if not bar.group) == len(scored)
    for bar in bars:
        assert queries.count(bar.cases) == bar.count, bar
        group = [one for one in scored if not bar.group or one.case.group.split("/")[0] == bar.group]
        assert bar.percent == pytest.approx(100 * bar.count / len(group))
    below = queries.metric_distribution(DistributionRequest("alpha", "carets", group="negation"))
    assert {bar.group for bar in below} == {"negation", "negation/Q1", "negation/Q2"}


def test_distribution_of_a_declared_metric(made, queries):
    bars = queries.metric_distribution(DistributionRequest("alpha", "carets", "cons_readable", ("model-a",)))
    mine = [one for one in made.verdicts if (one.dataset, one.case.suite, one.model) == ("alpha", "carets", "model-a")]
    total = {bar.low: bar.count for bar in bars if not bar.group}
    assert total == {0.0: sum(one.holds is False for one in mine), 0.95: sum(one.holds is True for one in mine)}
    assert all(queries.count(bar.cases) == bar.count for bar in bars)
    with pytest.raises(UserError, match="no score for single cases"):
        queries.metric_distribution(DistributionRequest("alpha", "carets", "cons_chance_corrected"))


def test_a_neighbour_of_a_verdict_outside_the_selection(made, queries):
    one = next(one for one in made.verdicts if one.model == "model-a")
    wanted = CaseFilter(models=("model-b",))
    assert queries.neighbours(wanted, Sort(), VerdictName(one.dataset, one.key, one.model)) is None
    assert queries.neighbours(wanted, Sort(), VerdictName(one.dataset, "00" * 16, one.model)) is None


@pytest.mark.parametrize(
    ("make", "line"),
    [
        (lambda: CaseFilter(words="?!"), "write a letter or a digit"),
        (lambda: CaseFilter(outcomes=("right",)), "write one of fails, holds"),
        (lambda: ValueRange(0.5, 0.2), "the first number must be the smaller one"),
        (lambda: ValueRange(float("nan")), "is not a number"),
        (lambda: ValueRange(high=float("inf")), "is not a number"),
        (lambda: CaseFilter(words="half a pair \ud800"), "is not valid text"),
        (lambda: CaseFilter(tags=(("\udc00", "x"),)), "is not valid text"),
        (lambda: Sort("question"), "write one of case, value"),
        (lambda: DistributionRequest("alpha", "carets", bars=7), "a divisor of 400"),
    ],
)
def test_bad_requests_are_one_line(make, line):
    with pytest.raises(UserError, match=line):
        make()


def test_unknown_models_select_nothing(queries):
    assert queries.count(CaseFilter(models=("nobody",))) == 0
    assert queries.count(CaseFilter(right=RightAndWrong("nobody", "model-a"))) == 0


def test_values_beyond_0_and_1_have_a_histogram_of_their_own_range(tmp_path):
    made = MadeWorkspace(values=(-2.0, 0.5, 8.0), datasets=("alpha",), suites=("accuracy",))
    queries = open_queries(made.write(tmp_path))
    found = queries.count_and_histogram(CaseFilter())
    assert (found.histogram[0].low, found.histogram[-1].high) == (-2.0, 8.0)
    check_histogram(found, made.verdicts)
    assert queries.count(CaseFilter(values=ValueRange(low=1.0))) == sum(one.value == 8.0 for one in made.verdicts)


def test_a_diagnosis_is_measured_and_neither_right_nor_wrong(tmp_path):
    made = MadeWorkspace(relation="changed", datasets=("alpha",), suites=("accuracy",))
    queries = open_queries(made.write(tmp_path))
    found = queries.count_and_histogram(CaseFilter()).by_outcome
    decided = sum(one.holds is not None for one in made.verdicts)
    assert found == {"fails": 0, "holds": 0, "undecided": len(made.verdicts) - decided, "measured": decided}
    assert queries.count(CaseFilter(right=RightAndWrong("model-a", "model-b"))) == 0
    row = queries.case_page(CaseFilter(outcomes=("measured",))).rows[0]
    assert row.holds is (row.value > 0.5)


def test_cases_of_an_adaptive_suite_are_paired_by_name(tmp_path):
    made = MadeWorkspace(is_adaptive=True, datasets=("alpha",), suites=("accuracy",), models=("model-a", "model-b"))
    queries = open_queries(made.write(tmp_path))
    holds = {(one.model, one.case.name): one.holds for one in made.verdicts}
    names = {name for _, name in holds}
    parted = {name for name in names if holds.get(("model-a", name)) is True and holds.get(("model-b", name)) is False}
    assert parted
    page = queries.case_page(CaseFilter(right=RightAndWrong("model-a", "model-b")))
    assert {(row.model, row.name) for row in page.rows} == {("model-b", name) for name in parted}
    assert queries.two_by_two(CaseFilter(), "model-a", "model-b").only_a == len(parted)
    both = queries.verdicts_of_models(page.rows, ("model-a", "model-b"))  # each model has a case of its own
    for row in page.rows:
        assert [(each.model, each.name) for each in both[row.dataset, row.case_key]] == [
            ("model-a", row.name),
            ("model-b", row.name),
        ]
        assert queries.verdicts_on_case(row.dataset, row.case_key) == both[row.dataset, row.case_key]


def test_a_workspace_without_results(tmp_path):
    space = MadeWorkspace(datasets=()).write(tmp_path)
    queries = open_queries(space)
    assert queries.count_and_histogram(CaseFilter(words="umbrella")).count == 0
    assert queries.case_page(CaseFilter(), Sort("value")).rows == ()
    assert queries.choices().total == 0
    assert list(queries.export(CaseFilter())) == []


def test_verdicts_whose_cases_are_lost_have_no_questions(tmp_path):
    made = MadeWorkspace(datasets=("alpha",), suites=("accuracy",))
    space = made.write(tmp_path)
    for path in (tmp_path / "cases").rglob("*.parquet"):
        path.unlink()
    rows = open_queries(space).case_page(CaseFilter()).rows
    assert len(rows) == 50
    assert {row.questions for row in rows} == {()}


def test_choices_are_read_once_for_all_requests(queries, monkeypatch):
    queries.choices()
    monkeypatch.setattr(Queries, "_read_choices", lambda self: pytest.fail("read again"))
    assert queries.for_request(Ticket()).choices() is queries.choices()


def test_a_cancelled_request_stops_and_the_next_one_does_not(queries):
    ticket = Ticket()
    ticket.cancel()
    wanted = CaseFilter(words="umbrella red")
    with pytest.raises(QuerySuperseded):
        queries.for_request(ticket).count(wanted)
    assert queries.for_request(Ticket()).count(wanted) == queries.count(wanted)
