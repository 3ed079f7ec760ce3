"""Findings: which results become sentences, in which order, and what they are compared with."""

import dataclasses

import askance
import numpy as np
import pyarrow as pa
import pytest
from askance import report
from askance.core import Card, Chart, FindingRule, Metric, UserError
from askance.metrics import rates
from askance.report.finding_context import finding_context
from askance.report.html_page import render_findings
from askance.report.metric_declarations import built_in_declarations
from askance.store import Workspace
from finding_rows import row

from shelf import Seeing, Shelf, Shelved

DECLARED = built_in_declarations()


def found(rows, model="m"):
    (mine,) = [each for each in report.find_weaknesses(rows, DECLARED) if each.model == model]
    return mine


def topics(rows, model="m"):
    return [finding.topic for finding in found(rows, model).findings]


def test_a_kind_of_question_that_is_worse_than_the_rest_is_said_with_its_number():
    rows = [row("accuracy", 94.0), row("accuracy", 40.0, "negated/yes", n=100)]
    (finding,) = found(rows).findings
    assert finding.text == "Wrong on 60\xa0% of the questions with a negation."
    assert finding_context(finding)[0] == "Accuracy on all questions: 94\xa0%."
    assert finding.bad.low < 60 < finding.bad.high
    assert finding.case_filter.path == "negated/yes"


def test_the_cases_of_a_kind_may_fail_by_another_kind():
    rows = [row("consistency", 55.0, "count", suite="implications", n=200)]
    (finding,) = found(rows).findings
    assert (finding.topic, finding.case_filter.path) == ("counts", "implied/count")
    assert "another of them" in finding.rule.note


def test_a_weak_result_under_two_tags_is_listed_once():
    rows = [row("accuracy", 95.0), *(row("accuracy", 80.0, group, n=10) for group in ("negated/yes", "skill/negation"))]
    everything = found(rows)
    assert everything.unclear == len(everything.weak) == len({each.text for each in everything.weak})


def test_what_the_models_own_accuracy_explains_is_no_finding():
    rows = [row("accuracy", 52.0), row("accuracy", 45.0, "negated/yes", n=100)]
    assert topics(rows) == []
    pairs = [row("acc_original", 60.0, "negation", suite="carets"), row("cons", 55.0, "negation", suite="carets")]
    assert topics(pairs) == []
    sure = [row("acc_original", 97.0, "negation", suite="carets"), row("cons", 55.0, "negation", suite="carets")]
    assert topics(sure) == ["negation"]


def test_a_result_below_the_noise_floor_is_no_finding():
    noisy = [row("sears_robustness", 85.0, suite="sears"), row("agreement", 84.0, suite="repeat", n=5000)]
    assert topics(noisy) == ["repetition"]
    assert topics([noisy[0], row("agreement", 100.0, suite="repeat")]) == ["wording"]


def test_the_perfect_observer_need_not_be_at_zero():
    mine, perfect = row("question_bias", 55.0, suite="bias"), row("question_bias", 43.0, suite="bias", model="oracle")
    assert topics([mine]) == []  # without the observer, the rule's limit of 75 decides
    assert topics([mine, perfect]) == ["ignores the image"]
    (finding,) = found([mine, perfect]).findings
    assert "A perfect observer: 43\xa0%." in finding_context(finding)
    assert topics([mine, perfect], "oracle") == []


def test_a_small_sample_proves_nothing():
    assert topics([row("accuracy", 94.0), row("accuracy", 60.0, "negated/yes", n=5)]) == []


def test_no_weakness_is_claimed_only_where_no_result_looks_weak():
    """A weak model with few cases is not called sound."""
    sound, few = (
        found([row("accuracy", 90), row("accuracy", value, "negated/yes", n=n)]) for value, n in ((90, 400), (50, 4))
    )
    assert (sound.findings, sound.unclear) == ((), 0)
    assert (few.findings, few.unclear) == ((), 1)
    assert "No clear weakness:" in render_findings([few], {})
    assert "No weakness above the noise floor" in render_findings([sound], {})


def test_results_that_look_weak_are_named_with_their_cases():
    """A model without a sure weakness: the most likely ones, one per topic, are on the first page."""
    rows = [row("accuracy", 70), *(row("accuracy", 40 + place, f"skill/s{place}", n=12) for place in range(5))]
    mine = found(rows)
    assert (mine.findings, mine.unclear) == ((), 5)
    assert [each.group for each in mine.likely] == ["skill/s0", "skill/s1", "skill/s2"]
    assert [each.group for each in mine.weak] == [f"skill/s{place}" for place in range(5)]
    page = render_findings(
        [mine], {each: (f"/cases?{each.group}", "") for each in mine.likely}, pages={("m", mine.dataset): "/all"}
    )
    assert "Looks weak, but not clearly" in page
    assert [f'href="/cases?skill/s{place}"' in page for place in range(3)] == [True] * 3
    assert '<a class="model" href="/all">' in page
    assert "list all 5" in page
    assert page.count("questions of the kind “s4”") == 1


def test_a_model_that_ignores_the_image_is_told_so_first():
    """Its yes bias has the larger excess, but it is a consequence."""
    rows = [
        row("accuracy", 59.0), row("accuracy", 3.0, "answer/no", n=200),
        row("question_bias", 100.0, suite="bias", n=90), row("question_bias", 45.0, suite="bias", n=90, model="oracle"),
    ]  # fmt: skip
    said = found(rows).findings
    assert [finding.topic for finding in said] == ["ignores the image", "says yes"]
    assert said[0].excess < said[1].excess
    rows[2] = row("question_bias", 85.0, suite="bias", n=90)  # it uses the image a little: the order of surprise
    assert topics(rows) == ["says yes", "ignores the image"]


def test_one_sentence_per_topic_and_at_most_seven():
    skills = [row("accuracy", 20.0 + place, f"skill/s{place}", n=200) for place in range(12)]
    rows = [row("accuracy", 94.0), *skills, row("accuracy", 0.0, "negated/yes"), row("accuracy", 5.0, "skill/negation")]
    mine = found(rows)
    assert len(mine.findings) == 7
    assert mine.findings[0].topic == "negation"
    assert [each.group for each in mine.findings[0].also] == ["skill/negation"]
    excess = [each.excess for each in mine.findings]
    assert excess == sorted(excess, reverse=True)


def test_intervals_are_wider_the_more_results_there_are_to_choose_from():
    few = [row("accuracy", 94.0), row("accuracy", 40.0, "negated/yes", n=100)]
    many = few + [row("accuracy", 94.0, f"skill/s{place}") for place in range(90)]
    narrow, wide = found(few).findings[0].bad, found(many).findings[0].bad
    assert wide.low < narrow.low < narrow.high < wide.high
    assert found(few).level == 95.0
    assert found(many).level == pytest.approx(100 * (1 - 0.05 * 7 / found(many).tested))


def test_the_total_leads_and_its_worst_part_is_named():
    rows = [row("image_robustness", 60.0, suite="noise"), row("image_robustness", 30.0, "salt_pepper", suite="noise")]
    (finding,) = found(rows).findings
    assert finding.group == ""
    assert "Worst: salt pepper, 70\xa0%." in finding_context(finding)
    worse = row("image_robustness", 20.0, "speckle", suite="noise", n=6)  # too few cases for a finding of its own
    one = row("image_robustness", 0.0, "poisson", suite="noise", n=1)  # a single case says nothing
    (finding,) = found([*rows, worse, one]).findings
    assert "Worst: speckle, 80\xa0%." in finding_context(finding)  # as the tables show it


def reworded(value, group="", n=400):
    return row("sears_robustness", value, group, suite="sears", n=n)


def test_the_rewording_that_changes_most_answers_is_the_example():
    groups = [reworded(71, "wp-vbz", 14), reworded(35, "colour", 170), reworded(18, "what-noun", 110)]
    (finding,) = found([reworded(43), *groups]).findings
    assert finding.text == "A slight rewording changes 57\xa0% of its answers, most often “colour” for “color”."
    groups[1] = reworded(95, "colour", 170)
    (finding,) = found([reworded(43), *groups]).findings
    assert finding.text.endswith("most often “which” for “what”.")
    (finding,) = found([reworded(10, "wp-vbz")]).findings
    assert finding.text == "The rewording “what's” for “what is” changes 90\xa0% of its answers."


def test_every_rewording_rule_has_words():
    from askance.suites.report_rules.sears import EXAMPLES
    from askance.wording.sears_rules import RULES

    assert set(dict(EXAMPLES)) == set(RULES)


def test_refusals_are_counted_where_a_case_is_one_question():
    rows = [
        row("accuracy", 100.0), row("coverage", 15.0, "refused"),
        row("coverage", 60.0, "refused", suite="bias"),
    ]  # fmt: skip
    (finding,) = found(rows).findings
    assert (finding.suite, finding.topic, finding.case_filter.status) == ("accuracy", "refusals", "refused")


def test_a_loss_in_points_is_said_in_points():
    rows = [row("difference", 30.0, suite="basic_questions", interval=(20.0, 40.0))]
    assert found(rows).findings[0].sentence[1] == "30\xa0points"


def test_rows_without_a_value_or_interval_are_left_out():
    empty = {**row("accuracy", 0.0, "negated/yes"), "value": None, "low": None, "high": None}
    assert topics([row("accuracy", 94.0), empty, {**row("cons", 1.0, suite="carets"), "low": None}]) == []


def test_two_models_with_the_same_results_do_not_differ_and_others_do():
    rows = [row("accuracy", 90.0), row("accuracy", 70.0, "negated/yes")]
    same = rows + [{**each, "model": "other"} for each in rows]
    assert not report.find_differences(same, DECLARED, "m", "other")[0].findings
    better = [*rows, row("accuracy", 95.0, model="other"), row("accuracy", 95.0, "negated/yes", model="other")]
    assert [each.topic for each in report.find_differences(better, DECLARED, "m", "other")[0].findings] == ["negation"]
    assert not report.find_differences(better, DECLARED, "other", "m")[0].findings


def simulated_rows(model, rng, images=60, each=6):
    """The rows of one run of a model that is right in 80 % of the questions, more often about some images."""
    count = images * each
    image = np.repeat(np.arange(images), each)
    right = rng.random(count) < np.clip(0.8 + 0.15 * rng.standard_normal(images), 0, 1)[image]
    tags = [
        [("skill", f"s{rng.integers(12)}"), ("type", f"t{rng.integers(3)}"), ("answer", rng.choice(["yes", "no"]))]
        for _ in range(count)
    ]
    table = pa.table({
        "image": pa.array(image.astype(str)), "holds": pa.array(right), "value": pa.array(right.astype(float)),
        "group": pa.array([""] * count), "tags": pa.array(tags, pa.map_(pa.string(), pa.string())),
    })  # fmt: skip
    made = rates(table, "accuracy", of="value", by=("skill", "type", "answer")).to_pylist()
    return [{**row("accuracy", 0.0, model=model), **each} for each in made]


@pytest.mark.parametrize("seeds", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_two_runs_of_the_same_model_show_no_difference(seeds):
    hits = 0
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        rows = [*simulated_rows("a", rng), *simulated_rows("b", rng)]
        both = report.find_differences(rows, DECLARED, "a", "b") + report.find_differences(rows, DECLARED, "b", "a")
        hits += any(each.findings for each in both)
    assert hits <= 0.05 * seeds


class Foreign(Shelved):
    """A suite of another package, with its own sentence and chart."""

    def __init__(self):
        self.card = Card(
            "counting", 1, "", "counts add up", "", "", "",
            metrics=(Metric("error", "share of sums that are wrong", better="down"),), headline=("error",),
            findings=(FindingRule("sums", "error", "Adds up wrongly in {bad} of cases."),),
            charts=(Chart("dots", "Sums by group", ("error",)),),
        )  # fmt: skip

    def rounds(self, data, limit, seed):
        import msgspec

        for some in super().rounds(data, limit, seed):
            yield [msgspec.structs.replace(case, suite="counting") for case in some]


def test_a_foreign_suite_brings_its_sentences_and_charts_in_the_workspace(tmp_path):
    askance.run([Seeing("wrong", lambda count, seen: count + 1)], Shelf(30), [Foreign()], out=tmp_path)
    space = Workspace.for_reading(tmp_path)
    rows, declared = report.table_to_rows(report.current_metrics(space)), report.declared_metrics(space)
    assert [finding.text for finding in report.all_findings(rows, declared)] == [
        "Adds up wrongly in 100\xa0% of cases."
    ]
    assert "Sums by group" in report.render_report_page(rows, [], "t", declared=declared)


def test_a_suite_without_sentences_is_in_the_findings_and_the_overview_all_the_same(tmp_path):
    """Sentences that are added later reach results whose cases are cached."""
    suite, model = Foreign(), Seeing("wrong", lambda count, seen: count + 1)
    with_rules, suite.card = suite.card, dataclasses.replace(suite.card, findings=(), charts=())
    askance.run([model], Shelf(30), [suite], out=tmp_path)
    space = Workspace.for_reading(tmp_path)
    rows, declared = report.table_to_rows(report.current_metrics(space)), report.declared_metrics(space)
    assert [finding.text for finding in report.all_findings(rows, declared)] == [
        "Has 100\xa0% of errors in the suite counting (error)."
    ]
    page = report.render_report_page(rows, [], "t", declared=declared)
    assert "Where each model fails" in page
    assert "No weakness" not in page
    suite.card = with_rules
    askance.run([model], Shelf(30), [suite], out=tmp_path)
    declared = report.declared_metrics(Workspace.for_reading(tmp_path))
    assert [finding.text for finding in report.all_findings(rows, declared)] == [
        "Adds up wrongly in 100\xa0% of cases."
    ]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: FindingRule("t", "m", "{value} of"), "use only {bad}, {name} and {example}"),
        (lambda: FindingRule("", "m", "{bad}"), "give it a topic"),
        (lambda: Chart("pie", "t", ("m",)), "kind is 'pie'"),
        (lambda: FindingRule("t", "m", "It changes {bad}, most often {example}."), "give it examples"),
        (lambda: Chart("plane", "t", ("m",)), "name two for a plane"),
        (lambda: Card("s", 1, "", "", "", "", "", metrics=(Metric("x", ""),), charts=(Chart("dots", "t", ("y",)),)),
         "a chart names the metric 'y'"),
        (lambda: Card("s", 1, "", "", "", "", "", metrics=(Metric("x", ""),), noise_floor="y"),
         "the card names the metric 'y'"),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_refused_with_one_line(made, said):
    with pytest.raises(UserError) as error:
        made()
    assert said in str(error.value)


def test_a_corrected_sentence_of_a_built_in_suite_is_used_for_earlier_runs():
    from dataclasses import replace

    from askance.report.metric_declarations import workspace_declarations
    from askance.suites import SUITES

    old = replace(SUITES["sears"].card, findings=(FindingRule("wording", "sears_robustness", "Old: {bad}."),))
    assert workspace_declarations([], [old])["sears"].findings == SUITES["sears"].card.findings
    foreign = replace(old, version=99)
    assert workspace_declarations([], [foreign])["sears"].findings == old.findings
