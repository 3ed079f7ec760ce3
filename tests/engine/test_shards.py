"""Shards of a run and their merge: the same tables as one run; what is missing, doubled or different is named."""

import dataclasses
import shutil

import askance
import pytest
from askance import report
from askance.cli.main import main
from askance.core import Answer, Card, Case, Query, Stimulus, UserError, query_key
from askance.core.shard import Shard, parse_shard
from askance.engine import merge_workspaces
from askance.metrics import rates
from askance.report.workspace_check import check_workspace
from askance.store import Workspace, connect
from toy import ToyData, ToyModel

from workspace_tables import check_equal

COUNT = 8


class Doubting:
    """Asks every question once; whatever was answered yes is asked again in other words."""

    card = Card("doubting", 1, "", "", "", "", "", adaptive=True, by_image=True)

    def rounds(self, data, limit, seed):
        items = list(data.items(limit, seed))
        first = {item.id: Query(Stimulus(item.image, item.question)) for item in items}
        answers = yield [
            Case.of("doubting", name, {"a": query}, "stable", group="first") for name, query in first.items()
        ]
        said = {item.id: answers.get(query_key(first[item.id])) for item in items}
        yield [
            Case.of("doubting", f"again-{item.id}", {"a": Query(Stimulus(item.image, f"Surely? {item.question}"))},
                    "stable", group="second")
            for item in items
            if said[item.id] is not None and said[item.id].text == "yes"
        ]  # fmt: skip

    def metrics(self, verdicts):
        return rates(verdicts, "asked")


class Whole(Doubting):
    """As above, but without the promise that images are independent."""

    card = dataclasses.replace(Doubting.card, name="whole", by_image=False)


SUITES = ["accuracy", "repeat", Doubting()]


def models():
    return [ToyModel(), ToyModel("sceptic", "sceptic-1", answering=lambda shown: "no")]


def run_shards(folder, count=COUNT, **more):
    """The folders of all shards."""
    for number in range(1, count + 1):
        askance.run(models(), ToyData(60), SUITES, out=folder / f"s{number}", shard=f"{number}/{count}", **more)
    return [folder / f"s{number}" for number in range(1, count + 1)]


@pytest.fixture(scope="module")
def shards(tmp_path_factory):
    return run_shards(tmp_path_factory.mktemp("shards"))


@pytest.fixture(scope="module")
def one_run(tmp_path_factory):
    out = tmp_path_factory.mktemp("one")
    askance.run(models(), ToyData(60), SUITES, out=out)
    return out


def test_merged_shards_are_one_run(shards, one_run, tmp_path):
    done = askance.merge(shards, tmp_path / "merged", suites=[Doubting()])
    check_equal(tmp_path / "merged", one_run)
    assert done.sources == COUNT
    assert done.overlapping == 0
    [record] = Workspace.for_reading(tmp_path / "merged").runs()
    [wanted] = Workspace.for_reading(one_run).runs()
    assert record | {"date": ""} == wanted | {"date": ""}
    again = models()
    askance.run(again, ToyData(60), SUITES, out=tmp_path / "merged")
    assert [model.asked for model in again] == [[], []]


@pytest.mark.parametrize("suite", ["implications:depth=2", "implications:start=openings"])
def test_the_implications_of_merged_shards_are_those_of_one_run(suite, tmp_path):
    """What follows from the answers about one image does not depend on other images."""
    about = "builtin:blind", "stickers", [suite]
    askance.run(*about, limit=12, out=tmp_path / "one")
    for number in (1, 2, 3):
        askance.run(*about, limit=12, out=tmp_path / f"s{number}", shard=f"{number}/3")
    askance.merge([tmp_path / f"s{number}" for number in (1, 2, 3)], tmp_path / "merged")
    check_equal(tmp_path / "merged", tmp_path / "one")


def test_shards_share_no_call_and_lack_none(shards, one_run):
    def calls(root):
        return connect(Workspace.for_reading(root)).execute("select call_key from answers").fetchall()

    found = [key for folder in shards for key in calls(folder)]
    assert len(found) == len(set(found))
    assert set(found) == set(calls(one_run))
    assert sum(bool(calls(folder)) for folder in shards) > COUNT / 2


def test_shards_in_one_folder_are_a_run(one_run, tmp_path):
    for number in (1, 2):
        askance.run(models(), ToyData(60), SUITES, out=tmp_path / "s", shard=f"{number}/2")
    askance.merge([tmp_path / "s"], tmp_path / "merged", suites=[Doubting()])
    check_equal(tmp_path / "merged", one_run)


def test_shards_of_a_run_that_is_there_as_a_whole_are_not_missing(one_run, tmp_path):
    for shard in ("1/3", "2/3", None):
        askance.run(models(), ToyData(60), SUITES, out=tmp_path / "s", shard=shard)
    askance.merge([tmp_path / "s"], tmp_path / "merged", suites=[Doubting()])
    check_equal(tmp_path / "merged", one_run)
    assert len(Workspace.for_reading(tmp_path / "merged").runs()) == 1


def test_an_unfinished_whole_run_does_not_stand_for_its_shards(tmp_path):
    askance.run(models(), ToyData(60), ["accuracy"], out=tmp_path / "s", shard="1/3")
    askance.run(models(), ToyData(60), ["accuracy"], out=tmp_path / "s", budget=60)
    with pytest.raises(UserError, match=r"^2 shards are missing: 2/3, 3/3: run"):
        askance.merge([tmp_path / "s"], tmp_path / "merged")


def test_the_report_of_a_shard_says_how_it_becomes_whole(shards, one_run, tmp_path, capfd):
    fix = "join all shards with `askance merge`"
    for form in ("table", "md", "html"):
        with pytest.raises(SystemExit):
            main(["report", str(shards[0]), "--format", form])
        said = capfd.readouterr()
        assert fix in (said.out + said.err).replace("&#39;", "'")
        assert "repeat that run" not in said.out + said.err
    assert report.is_shard(Workspace.for_reading(shards[0]))
    assert not report.is_shard(Workspace.for_reading(one_run))


@pytest.mark.parametrize(
    ("choose", "line"),
    [
        (lambda s: [*s[:2], *s[3:]], r"^1 shard is missing: 3/8: run"),
        (lambda s: s[4:], r"^4 shards are missing: 1/8, 2/8, 3/8, 4/8: run"),
        (lambda s: [*s, s[1]], r"s2 is named twice"),
    ],
)
def test_a_missing_or_doubled_shard_is_named(shards, tmp_path, choose, line):
    with pytest.raises(UserError, match=line):
        askance.merge(choose(shards), tmp_path / "merged", suites=[Doubting()])
    assert list(tmp_path.iterdir()) == []


def test_a_copied_shard_is_named(shards, tmp_path):
    shutil.copytree(shards[1], tmp_path / "copy")
    with pytest.raises(UserError, match=r"^shard 2/8 is in .*s2 and in .*copy: name one of them$"):
        askance.merge([*shards, tmp_path / "copy"], tmp_path / "merged", suites=[Doubting()])


def test_shards_of_different_runs_are_named(shards, tmp_path):
    askance.run(models(), ToyData(60), SUITES, out=tmp_path / "other", shard="2/8", limit=30)
    sources = [shards[0], tmp_path / "other", *shards[2:]]
    with pytest.raises(UserError, match=r"s1 and .*other are shards of different runs: their --limit differ \(none"):
        askance.merge(sources, tmp_path / "merged", suites=[Doubting()])
    askance.run(models(), ToyData(60), SUITES, out=tmp_path / "seven", shard="2/7")
    with pytest.raises(UserError, match=r"of different runs: of 8 shards and of 7"):
        askance.merge([shards[0], tmp_path / "seven"], tmp_path / "merged", suites=[Doubting()])


def test_an_unfinished_shard_is_named_and_can_be_merged_as_it_is(shards, tmp_path):
    askance.run(models(), ToyData(60), SUITES, out=tmp_path / "s2", shard="2/8", budget=3)
    sources = [shards[0], tmp_path / "s2", *shards[2:]]
    with pytest.raises(UserError, match=r"^shard 2/8 in .*s2 is not finished: run its `askance run` command again"):
        askance.merge(sources, tmp_path / "merged", suites=[Doubting()])
    askance.merge(sources, tmp_path / "merged", suites=[Doubting()], partial=True)
    rows = askance.open_run(tmp_path / "merged").metrics.to_pylist()
    assert {row["partial"] for row in rows if row["suite"] == "accuracy"} == {True}


def test_equal_answers_are_kept_once_and_different_ones_are_an_error(tmp_path, one_run):
    askance.run(models(), ToyData(60), SUITES, out=tmp_path / "same")
    said = []
    done = askance.merge([one_run, tmp_path / "same"], tmp_path / "merged", suites=[Doubting()], say=said.append)
    check_equal(tmp_path / "merged", one_run)
    assert done.overlapping == done.answers
    assert said == [f"{done.answers} answers are in more than one workspace; each is kept once"]
    liar = ToyModel(answering=lambda shown: "maybe")
    askance.run(liar, ToyData(60), ["accuracy"], out=tmp_path / "liar")
    with pytest.raises(UserError, match=r"^60 calls have different answers: toy answers '(yes|no)' in .*'maybe' in .*"):
        askance.merge([one_run, tmp_path / "liar"], tmp_path / "two", suites=[Doubting()])
    askance.merge([one_run, tmp_path / "liar"], tmp_path / "two", suites=[Doubting()], keep_first=True)
    check_equal(tmp_path / "two", one_run)


def test_runs_of_different_models_are_merged(tmp_path):
    for model in models():
        askance.run(model, ToyData(30), ["accuracy"], out=tmp_path / model.name)
    askance.run(models(), ToyData(30), ["accuracy"], out=tmp_path / "both")
    askance.merge([tmp_path / "toy", tmp_path / "sceptic"], tmp_path / "merged")
    check_equal(tmp_path / "merged", tmp_path / "both")
    assert len(Workspace.for_reading(tmp_path / "merged").runs()) == 2


def test_a_folder_with_other_results_is_refused(shards, one_run, tmp_path):
    with pytest.raises(UserError, match="has other results or files: choose a new folder for -o"):
        askance.merge(shards, one_run, suites=[Doubting()])
    with pytest.raises(UserError, match="s1 is both a source and the result"):
        askance.merge(shards, shards[0], suites=[Doubting()])
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="file is a file"):
        askance.merge(shards, tmp_path / "file", suites=[Doubting()])
    with pytest.raises(UserError, match="is not a workspace"):
        askance.merge([tmp_path], tmp_path / "merged")


@pytest.mark.parametrize("at", ["merge_case_sets", "write_marker"])
def test_an_interrupted_merge_loses_nothing(shards, one_run, tmp_path, at, monkeypatch):
    def interrupt(*arguments, **more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(merge_workspaces, at, interrupt)
        patched.setattr(merge_workspaces.shutil, "rmtree", lambda *arguments, **more: None)  # as kill -9 leaves it
        with pytest.raises(KeyboardInterrupt):
            askance.merge(shards, tmp_path / "merged", suites=[Doubting()])
    assert not (tmp_path / "merged").exists()
    askance.merge(shards, tmp_path / "merged", suites=[Doubting()])
    check_equal(tmp_path / "merged", one_run)
    assert [path.name for path in tmp_path.iterdir()] == ["merged"]


def test_own_suites_must_be_given(shards, tmp_path):
    with pytest.raises(UserError, match="suite doubting cannot be opened by its name: give it with `-s python"):
        askance.merge(shards, tmp_path / "merged")


def test_what_cannot_be_split_is_refused(tmp_path):
    with pytest.raises(UserError, match="suite whole cannot be split by --shard: its next cases may depend on all"):
        askance.run(ToyModel(), ToyData(), [Whole()], out=tmp_path, shard="1/2")
    with pytest.raises(UserError, match="--shard does not go with --until"):
        askance.run(ToyModel(), ToyData(), ["accuracy"], out=tmp_path, shard="1/2", until="accuracy.accuracy=2")


@pytest.mark.parametrize("text", ["0/8", "9/8", "1/0", "1", "a/b", "1/2/3", "-1/2", "1/99999999", "²/8", ""])
def test_bad_shards_are_one_line(text):
    with pytest.raises(UserError, match=r"^--shard "):
        parse_shard(text)


def test_a_shard_is_written_as_it_is_read():
    assert parse_shard(" 2/8 ") == Shard(2, 8)
    assert str(Shard(2, 8)) == "2/8"


def test_a_finished_shard_is_in_order(shards):
    assert check_workspace(shards[2]) == []


def test_temporary_failures_do_not_hide_answers(tmp_path):
    """A call that failed for the moment in one workspace and was answered in another is answered."""

    class Failing(ToyModel):
        def answer(self, shown):
            return [Answer(status="failed", reason="busy", temporary=True) for _ in shown]

    askance.run(Failing(), ToyData(9), ["accuracy"], out=tmp_path / "a")
    askance.run(ToyModel(), ToyData(9), ["accuracy"], out=tmp_path / "b")
    askance.merge([tmp_path / "a", tmp_path / "b"], tmp_path / "merged")
    [value] = [row["value"] for row in askance.open_run(tmp_path / "merged").metrics.to_pylist()
               if (row["metric"], row["group"]) == ("accuracy", "")]  # fmt: skip
    assert value == 100
