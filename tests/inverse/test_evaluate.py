"""The figures of question models on pools, Table 2, the human study, and the command."""

import json

import numpy as np
import pytest
from askance.annotation.annotate import answer_task
from askance.annotation.queue_files import write_queue
from askance.annotation.tasks import Queue, Task
from askance.cli import inverse_evaluation
from askance.cli.main import main
from askance.core import Answer, UserError
from askance.inverse import open_generator
from askance.inverse.evaluate import PoolSet, evaluate_model, evaluation_rows
from askance.inverse.gameability import ivqa_gameability_rows, vqa_gameability_rows
from askance.inverse.human_study import human_rows, pearson, read_human_scores, study_tasks
from askance.inverse.question_pools import make_pools
from askance.inverse.training_questions import question_prior
from askance.stickers.dataset import Stickers
from small_world import ScoringModel, pool_maker, small_table


@pytest.fixture(scope="module")
def pools():
    return PoolSet.collect(make_pools(pool_maker(), 25))


def knows_all():
    """A model that generates and ranks the annotated questions."""
    table = small_table()
    true = {(row.image, row.answer, row.question) for row in table.rows}
    first = {(row.image, row.answer): row.question for row in table.rows}
    return ScoringModel(lambda *asked: float(asked in true), lambda image, answer: first[image, answer], "knows-all")


def figures(rows):
    return {(row["metric"], row["group"]): row["value"] for row in rows}


def test_a_model_that_knows_all(pools):
    rows = evaluation_rows(evaluate_model(knows_all(), Stickers(), pools.pools), Stickers())
    found = figures(rows)
    assert found["acc@1", ""] == found["acc@3", ""] == found["first", "GT"] == found["true", ""] == 100
    assert (found["ROUGE-L", ""], found["BLEU-1", ""]) == pytest.approx((1, 1))
    assert found["first_per_word", "GT"] == 100
    assert {row["n"] for row in rows} == {25}


def test_a_model_without_preference(pools):
    rows = evaluation_rows(evaluate_model(ScoringModel(lambda *_: 0.0), Stickers(), pools.pools), Stickers())
    chance = 100 * np.mean([pool.kinds.count("GT") / 24 for pool in pools.pools])
    assert figures(rows)["acc@1", ""] == pytest.approx(chance)
    assert figures(rows)["first", "PP"] == pytest.approx(25)


def test_unknown_answers_are_undecided(pools):
    def score(image, answer, question):
        if answer == pools.pools[0].answer:
            raise ValueError("not in the vocabulary")
        return 0.0

    unknown = sum(pool.answer == pools.pools[0].answer for pool in pools.pools)
    rows = evaluation_rows(evaluate_model(ScoringModel(score), Stickers(), pools.pools), Stickers())
    assert {(row["n"], row["undecided"]) for row in rows} == {(25 - unknown, unknown)}


class AlwaysNo:
    name, fingerprint, supports, needs = "always-no", "no", frozenset({"text"}), frozenset()

    def answer(self, shown):
        return [Answer(text="no") if "red" not in one.query.stimulus.question else Answer("failed") for one in shown]


def test_gameability(pools):
    rows = vqa_gameability_rows(Stickers(), small_table(), {"language": [AlwaysNo()]}, 60)
    prior, language = rows
    assert (prior["group"], prior["model"]) == ("VQA/prior", "always 'yes'")
    assert language["group"] == "VQA/language"
    assert (language["n"] + language["undecided"], language["undecided"] > 0) == (60, True)
    assert 0 < language["value"] < 100
    ranked = evaluation_rows(evaluate_model(knows_all(), Stickers(), pools.pools), Stickers())
    (row,) = ivqa_gameability_rows(ranked, {"knows-all": "language+vision"})
    assert (row["group"], row["value"]) == ("iVQA/language+vision", 100)


def test_human_study(pools, tmp_path):
    models = [knows_all(), ScoringModel(lambda *_: 0.0, name="same"), ScoringModel(lambda *_: 0.0, name="other")]
    found = [evaluate_model(model, Stickers(), pools.pools) for model in models]
    tasks = study_tasks(found, "stickers", 10)
    assert len(tasks) == 20  # the two models with equal questions share a task
    assert {tuple(json.loads(task["tags"]["models"])) for task in tasks} == {("knows-all",), ("same", "other")}
    path = tmp_path / "scores.jsonl"
    path.write_text("".join(
        json.dumps({"score": "4" if "knows" in task["tags"]["models"] else "1", "tags": task["tags"]}) + "\n"
        for task in tasks
    ))  # fmt: skip
    scores = read_human_scores(str(path))
    rows = [row for one in found for row in evaluation_rows(one, Stickers())]
    human = human_rows(scores, rows)
    assert {row["model"]: row["value"] for row in human if row["metric"] == "human"} == {
        "knows-all": 4, "same": 1, "other": 1,
    }  # fmt: skip
    assert figures(human)["human_correlation", "acc@1"] == pytest.approx(1)
    path.write_text('{"score": 7, "tags": {"models": "[]"}}\n')
    with pytest.raises(UserError, match="line 1: field score: 7 is not from 0 to 4"):
        read_human_scores(str(path))


def test_scores_of_a_queue(tmp_path):
    task = Task("t", "Is it red?", answer="yes", tags={"models": '["one", "two"]'})
    write_queue(tmp_path, Queue("ivqa", "score", 1, (task,)))
    with pytest.raises(UserError, match="has no scores yet"):
        read_human_scores(f"{tmp_path}#ivqa")
    answer_task(tmp_path, "ivqa", "Ann", "t", {"score": "3"}, "", print)
    assert read_human_scores(f"{tmp_path}#ivqa") == {"one": [3], "two": [3]}


def test_pearson():
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=9), rng.normal(size=9)
    assert pearson(one, other) == pytest.approx(np.corrcoef(one, other)[0, 1])
    assert pearson([1, 1, 1], [1, 2, 3]) is None


@pytest.fixture
def small_command(monkeypatch, pools):
    monkeypatch.setattr(inverse_evaluation, "collect_pools", lambda data, limit, seed: pools)
    monkeypatch.setattr(open_generator, "_training_questions", small_table)
    monkeypatch.setattr("askance.inverse.labelled_questions.training_table", small_table)
    monkeypatch.setattr(inverse_evaluation, "VQA_MODELS", {"language": ("builtin:blind",)})


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(["inverse", *arguments])
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


def test_the_command(small_command, capsys, tmp_path, pools):
    code, out, _ = run(capsys, "eval", "-g", "prior", "--limit", "25", "--json")
    rows = json.loads(out)
    assert code == 0
    assert {row["group"] for row in rows if row["metric"] == "gameability"} == {
        "iVQA/prior",
        "VQA/prior",
        "VQA/language",
    }
    expected = evaluation_rows(evaluate_model(question_prior(small_table()), Stickers(), pools.pools), Stickers())
    assert [row for row in rows if row["metric"] != "gameability"] == expected
    file = tmp_path / "pools.jsonl"
    assert run(capsys, "pools", "-o", str(file))[1].startswith(f"25 pools in {file}\n")
    code, out, _ = run(capsys, "eval", "-g", "prior", "--no-vqa", "--pools", str(file), "--format", "latex")
    assert code == 0
    assert r"\label{tab:ivqa-figure-5}" in out
    code, out, _ = run(capsys, "eval", "-g", "prior", "--no-vqa", "--pools", str(file))
    assert "Table 1" in out


def test_errors_are_one_line(small_command, capsys, tmp_path):
    for arguments, said in [
        (["eval", "-g", "nothing"], "unknown generator"),
        (["eval", "-g", "prior", "--baselines", str(tmp_path)], "has none of the folders answer-only"),
        (["eval", "-g", "prior", "--human", str(tmp_path / "no.jsonl")], "no.jsonl"),
    ]:
        code, _, err = run(capsys, *arguments)
        assert code != 0
        assert said in err
        assert len(err.strip().splitlines()) == 1
