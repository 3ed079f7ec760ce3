"""Every row says whether it is partial, and which sample it rests on."""

import askance
import pytest
from askance import report
from askance.core import Card, Case, Query, Stimulus, query_key
from askance.metrics import rates
from askance.store import Workspace
from toy import ToyData, ToyModel


def rest(done, model="toy"):
    """What the rows of a model rest on: (partial, judged, wanted), the same in all of them."""
    rows = [row for row in done.metrics.to_pylist() if row["model"] == model]
    (found,) = {(row["partial"], row["judged"], row["wanted"]) for row in rows}
    return found


def sample(tmp_path, name="toy", suite="accuracy", data=None, **settings):
    """The sample that a model is given by a run."""
    done = askance.run(ToyModel(name, name), data or ToyData(30), [suite], out=tmp_path, **settings)
    (found,) = {row["sample"] for row in done.metrics.to_pylist() if row["model"] == name}
    assert found
    return found


def test_a_run_out_of_budget_is_partial_until_it_is_finished(tmp_path):
    done = askance.run(ToyModel(), ToyData(30), out=tmp_path, budget=16)
    assert rest(done) == (True, 16, 30)
    assert "(n = 16, no limit, seed 0, partial: 16 of 30 cases judged)" in repr(done)
    assert "<td>16 of 30 cases judged</td>" in done._repr_html_()
    assert len(report.partial_and_sample_notes(report.table_to_rows(report.current_metrics(done.space)))) == 1
    done = askance.run(ToyModel(), ToyData(30), out=tmp_path)
    assert rest(done) == (False, 30, 30)
    assert "accuracy.accuracy ↑ 100.00 (n = 30, no limit, seed 0)" in repr(done)
    assert report.partial_and_sample_notes(report.table_to_rows(report.current_metrics(done.space))) == []


def test_the_number_of_cases_of_an_adaptive_suite_is_known_when_it_is_finished(tmp_path):
    for budget, judged in ((5, 5), (7, 12)):  # in the first round, and in the second
        done = askance.run(ToyModel(), ToyData(10), [Doubting()], out=tmp_path, budget=budget)
        assert rest(done) == (True, judged, None)
    assert rest(askance.run(ToyModel(), ToyData(10), [Doubting()], out=tmp_path)) == (False, 15, 15)


class Doubting:
    """Asks every question once, and again whatever was answered yes."""

    card = Card("doubting", 1, "", "", "", "", "", adaptive=True)

    def rounds(self, data, limit, seed):
        first = {item.id: Query(Stimulus(item.image, item.question)) for item in data.items(limit, seed)}
        answers = yield [Case.of("doubting", name, {"a": query}, "stable") for name, query in first.items()]
        again = {name: query for name, query in first.items() if answers[query_key(query)].text == "yes"}
        yield [
            Case.of("doubting", f"again-{name}", {"a": Query(query.stimulus, draw=1)}, "stable")
            for name, query in again.items()
        ]

    def metrics(self, verdicts):
        return rates(verdicts, "same")


class Twice:
    """Makes every case twice."""

    card = Card("twice", 1, "", "", "", "", "")

    def rounds(self, data, limit, seed):
        case = Case.of("twice", "one", {"a": Query(Stimulus("toy-1-00000", "Is it number 1?"))}, "stable")
        yield [case, case]

    def metrics(self, verdicts):
        return rates(verdicts, "same")


def test_a_case_made_twice_is_wanted_once(tmp_path):
    assert rest(askance.run(ToyModel(), ToyData(3), [Twice()], out=tmp_path)) == (False, 1, 1)


def test_samples_are_equal_where_the_cases_are(tmp_path):
    first = sample(tmp_path)
    assert sample(tmp_path, "other") == first
    assert sample(tmp_path, "third", limit=30) == first  # all that there is, with and without a limit
    assert sample(tmp_path / "elsewhere", "fourth") == first
    assert sample(tmp_path, "fifth", limit=20) != first
    assert sample(tmp_path, "sixth", data=ToyData(30, version="2")) != first


def test_the_seed_decides_the_sample(tmp_path):
    rows = askance.run("oracle", limit=12, seed=0, out=tmp_path / "a").metrics.to_pylist()
    other = askance.run("oracle", limit=12, seed=1, out=tmp_path / "b").metrics.to_pylist()
    assert rows[0]["sample"] != other[0]["sample"]
    assert [(row["limit"], row["seed"]) for row in (rows[0], other[0])] == [(12, 0), (12, 1)]


def test_models_that_support_less_have_the_same_sample(tmp_path):
    models = [ToyModel(), ToyModel("noisy", "noisy", frozenset({"text", "draws", "noise:vision.out"}))]
    done = askance.run(models, ToyData(6), ["noise"], out=tmp_path)
    cases = {row["model"]: row["wanted"] for row in done.metrics.to_pylist()}
    assert cases["noisy"] > cases["toy"]
    assert len({row["sample"] for row in done.metrics.to_pylist()}) == 1


def test_models_that_an_adaptive_suite_follows_have_the_same_sample(tmp_path):
    models = [ToyModel(), ToyModel("no", "no", answering=lambda shown: "no")]
    done = askance.run(models, ToyData(10), [Doubting()], out=tmp_path)
    assert len({row["sample"] for row in done.metrics.to_pylist()}) == 1


def test_figures_that_an_older_version_wrote_can_be_read(tmp_path):
    done = askance.run(ToyModel(), ToyData(6), out=tmp_path)
    new = ("partial", "judged", "wanted", "limit", "seed", "sample", "images")
    ((case_set, fingerprint),) = done.pairs
    done.space.write_derived("metrics", case_set, fingerprint, done.metrics.drop_columns(list(new)))
    rows = report.table_to_rows(report.current_metrics(Workspace.for_reading(tmp_path)))
    assert rows
    assert all(row[name] is None for row in rows for name in new)
    assert report.make_leaderboard(rows).rows == [["toy", "100.0 [34–100] n=6", "100.0 (accuracy)"]]


@pytest.mark.parametrize("budget", [1, 29])
def test_partial_is_per_model(tmp_path, budget):
    askance.run(ToyModel(), ToyData(30), out=tmp_path)
    done = askance.run([ToyModel(), ToyModel("late", "late")], ToyData(30), out=tmp_path, budget=budget)
    assert rest(done) == (False, 30, 30)
    assert rest(done, "late") == (True, budget, 30)
