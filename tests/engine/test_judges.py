"""Judges: the calls of a second model are planned, stored under its fingerprint, resumed and counted."""

from pathlib import Path

import askance
import pytest
from askance.core import Card, Case, ModelInput, Query, Stimulus, UserError, query_key
from askance.engine.judging import parse_answers
from askance.metrics import rates
from askance.relations import judge_case
from askance.store import Workspace, connect
from toy import ToyData, ToyModel

COUNT = 12
CHILD = f"""
import sys
sys.path[:0] = [sys.argv[3], sys.argv[4]]
from pathlib import Path
import askance
from toy import ToyData, ToyModel
from test_judges import Judged
judge = ToyModel("judge", "judge-1", log=Path(sys.argv[2]), pause=0.3)
askance.run(ToyModel(), ToyData({COUNT}), [Judged(judge)], out=sys.argv[1], batch_size=1)
"""


class Judged:
    """Asks every question, then the judge; in the end every question has a case that holds if both say the same."""

    def __init__(self, judge, name="judged"):
        self.card = Card(name, 1, "", "", "", "1 call", "", adaptive=True)
        self._judge = judge

    def judge_model(self):
        return self._judge

    def rounds(self, data, limit, seed):
        items = list(data.items(limit, seed))
        mine = {item.id: Query(Stimulus(item.image, item.question)) for item in items}
        theirs = {item.id: Query(Stimulus(item.image, item.question), to="judge") for item in items}
        name = self.card.name
        yield [Case.of(name, f"first-{each}", {"a": query}, "stable", group="first") for each, query in mine.items()]
        answers = yield [Case.of(name, f"judge-{each}", {"a": query}, "stable") for each, query in theirs.items()]
        yield [
            Case.of(
                name, each, {"a": mine[each]}, "truth", group="last",
                expected={"a": (answers[query_key(theirs[each])].text or "",)},
            )
            for each in mine
        ]  # fmt: skip

    def metrics(self, verdicts):
        return rates(verdicts, "agreement")


def a_judge(**parts):
    return ToyModel("judge", "judge-1", **parts)


def run(judge, out, model=None, **options):
    return askance.run(model or ToyModel(), ToyData(COUNT), [Judged(judge)], out=out, batch_size=1, **options)


def stored(out, fingerprint):
    rows = connect(Workspace.for_reading(out)).execute("select query_key, fingerprint from answers").fetchall()
    return [bytes(key) for key, whose in rows if whose == fingerprint]


def names(done):
    return {row["name"] for row in done.verdicts.to_pylist()}


def test_the_judge_is_asked_once_and_its_answers_are_stored_under_its_fingerprint(tmp_path):
    judge = a_judge(answering=lambda shown: "yes")
    done = run(judge, tmp_path)
    assert len(judge.asked) == len(set(judge.asked)) == COUNT
    assert len(stored(tmp_path, "judge-1")) == len(stored(tmp_path, "toy-1")) == COUNT
    assert done.done.outcome.made == 2 * COUNT
    last = {row["name"]: row["holds"] for row in done.verdicts.to_pylist() if row["group"] == "last"}
    assert sum(last.values()) == COUNT // 2  # the judge always says yes
    assert not any(name.startswith("judge-") for name in names(done))  # what the judge is asked has no verdict
    assert {row["model"] for row in done.metrics.to_pylist()} == {"toy"}
    (record,) = Workspace.for_reading(tmp_path).runs()
    assert [each["name"] for each in record["judges"]] == ["judge"]


def test_the_same_run_again_asks_nobody(tmp_path):
    first = run(a_judge(), tmp_path)
    judge, model = a_judge(), ToyModel()
    again = run(judge, tmp_path, model)
    assert (judge.asked, model.asked, again.done.cached) == ([], [], 2 * COUNT)
    assert again.metrics.to_pylist() == first.metrics.to_pylist()
    assert again.verdicts.to_pylist() == first.verdicts.to_pylist()


def test_sharing_calls_changes_no_verdict(tmp_path):
    answering = {"subject": lambda shown: "yes" if "1" in shown.query.stimulus.question else "no"}
    answering["judge"] = lambda shown: "no" if "2" in shown.query.stimulus.question else "yes"
    models = {to: ToyModel(to, to, answering=said) for to, said in answering.items()}
    rounds, known, plain = Judged(None).rounds(ToyData(COUNT), None, 0), {}, {}
    cases = next(rounds)
    while cases is not None:
        for case in cases:
            answers = {role: models[query.to].answer([ModelInput(query)])[0] for role, query in case.asks}
            known |= {query_key(query): answers[role] for role, query in case.asks}
            if case.asks[0][1].to == "subject":
                plain[case.name] = judge_case(case, parse_answers(case, answers), answers).holds
        try:
            cases = rounds.send(known)
        except StopIteration:
            cases = None
    done = run(models["judge"], tmp_path, models["subject"])
    assert {row["name"]: row["holds"] for row in done.verdicts.to_pylist()} == plain


def test_the_budget_counts_the_judge_and_what_it_leaves_is_asked_later(tmp_path):
    judge = a_judge()
    stopped = run(judge, tmp_path, budget=COUNT + 5)
    assert (stopped.done.outcome.stopped, len(judge.asked)) == ("budget", 5)
    done = run(judge, tmp_path)
    assert (done.done.outcome.stopped, done.done.outcome.made, done.done.cached) == (None, COUNT - 5, COUNT + 5)
    assert len(judge.asked) == len(set(judge.asked)) == COUNT


def test_a_dry_run_counts_the_judge_once_its_questions_are_known(tmp_path):
    first = run(a_judge(), tmp_path, dry_run=True)
    assert first.done.left_by_model == (COUNT, 0)
    run(a_judge(), tmp_path, budget=COUNT + 5)
    judge = a_judge()
    later = run(judge, tmp_path, dry_run=True)
    assert (later.done.left_by_model, judge.asked) == ((0, COUNT - 5), [])


def test_models_and_suites_share_the_answers_of_a_judge(tmp_path):
    judge, same = a_judge(), a_judge()
    models = [ToyModel("a", "a"), ToyModel("b", "b")]
    suites = [Judged(judge), Judged(same, "other")]
    askance.run(models, ToyData(COUNT), suites, out=tmp_path)
    assert len(judge.asked) + len(same.asked) == COUNT


def test_a_model_can_judge_itself(tmp_path):
    done = run(ToyModel(), tmp_path)
    assert all(row["holds"] for row in done.verdicts.to_pylist())
    assert len(stored(tmp_path, "toy-1")) == 2 * COUNT  # what a judge is asked is another query


def test_a_failing_judge_is_asked_again_by_the_next_run(tmp_path):
    def fails(shown):
        raise RuntimeError("no")

    failing = a_judge(answering=fails)
    run(failing, tmp_path)
    assert len(failing.batches) == COUNT  # in one run, once
    assert len(run(a_judge(), tmp_path).verdicts) == 2 * COUNT


def test_until_asks_the_judge_too(tmp_path):
    judge = a_judge()
    suites = ["accuracy", Judged(judge)]  # the rule is of another suite: an adaptive one cannot stop early
    done = askance.run(ToyModel(), ToyData(COUNT), suites, out=tmp_path, until="accuracy.accuracy=1")
    assert len(judge.asked) == COUNT
    assert sum(row["suite"] == "judged" for row in done.verdicts.to_pylist()) == 2 * COUNT


def test_a_killed_run_repeats_no_call_of_the_judge(processes, tmp_path):
    out, log = tmp_path / "run", tmp_path / "log"
    (tmp_path / "child.py").write_text(CHILD)
    here = Path(__file__).parent
    processes.begin(str(out), str(log), str(here.parent), str(here), script=str(tmp_path / "child.py"), cwd=tmp_path)
    while not (log.exists() and len(log.read_text().splitlines()) >= 3):
        assert not processes.has_ended(0.05), processes.printed()
    processes.kill()
    before = set(stored(out, "judge-1"))
    judge = a_judge()
    done = run(judge, out)
    assert 2 <= len(before) < COUNT
    assert len(before) + len(judge.asked) == COUNT
    whole = run(a_judge(), tmp_path / "whole")
    assert sorted(map(str, done.verdicts.to_pylist())) == sorted(map(str, whole.verdicts.to_pylist()))


class Misaddressed(Judged):
    def __init__(self, *addressees):
        super().__init__(None)
        self.addressees = addressees

    def rounds(self, data, limit, seed):
        asks = {f"role {to}": Query(Stimulus("toy-1-00000", "Is it?"), to=to) for to in self.addressees}
        yield [Case.of("judged", "x", asks, "stable")]


@pytest.mark.parametrize(
    ("addressees", "line"),
    [
        (("judge",), "case x: its queries are to the judge, but the suite has none"),
        (("subject", "judge"), "case x: its queries are to judge and subject: write one case for each"),
        (("writer",), "case x: its queries are to writer"),
    ],
)
def test_a_query_that_nobody_can_answer_is_one_line(addressees, line, tmp_path):
    with pytest.raises(UserError, match=line):
        askance.run(ToyModel(), ToyData(COUNT), [Misaddressed(*addressees)], out=tmp_path)
