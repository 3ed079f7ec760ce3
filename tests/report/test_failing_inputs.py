"""Failing inputs as training data: every failing case of a model, true answers where truth is complete, pictures."""

import json

import askance
import numpy as np
import pyarrow.parquet as pq
import pytest
from askance.core import Card, Case, Query, Step, Stimulus, UserError
from askance.datasets import open_dataset
from askance.edits import edit_image, steps
from askance.metrics import metamorphic_metrics
from askance.report.failure_rows import FailureFilter, failure_rows, write_failures
from askance.store import Workspace
from PIL import Image


class Halves:
    """Counts of what a few sticker pictures show, whole and with the left half covered; which must not be equal."""

    card = Card("metamorphic", 1, "", "", "", "", "")

    def rounds(self, data, limit, seed):
        images = list(data.images(6, seed))
        yield [self._case(image, thing.name) for image in images for thing in data.scene(image).things[:2]]

    def _case(self, image, thing):
        text = f"How many {thing}s are there?"
        asks = {"first": Query(Stimulus(image, text)),
                "second": Query(Stimulus(image, text, steps("remove", box="0,0,240,360")))}  # fmt: skip
        name, tags = f"{image}-{thing}", {"class": thing}
        return Case.of("metamorphic", name, asks, "equal", group="remove/partition", reads="number", tags=tags)

    def metrics(self, verdicts):
        return metamorphic_metrics(verdicts)


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    done = askance.run(["oracle", "defective:off-by-one"], "stickers", [Halves()], out=folder)
    return done.space


def failed(space, model):
    verdicts = space.read_derived_tables("verdicts").to_pylist()
    return {row["name"] for row in verdicts if row["model"] == model and row["holds"] is False}


def test_every_failing_case_is_there_with_answers_and_truth(space, tmp_path):
    path = tmp_path / "failing.jsonl"
    assert write_failures(failure_rows(space, FailureFilter("defective:off-by-one")), path) > 0
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    decided = {row["name"] for row in rows}
    assert decided == failed(space, "defective:off-by-one")
    for row in rows:
        assert (row["model"], row["suite"], row["relation"]) == ("defective:off-by-one", "metamorphic", "equal")
        for ask in row["asks"]:
            assert [str(int(ask["answer"]) - 1)] == ask["true"]
            assert ask["picture"] is None
            assert row["tags"]["class"] in row["name"]
    assert [ask["edits"] for ask in rows[0]["asks"]] == [[], ["remove(box=0,0,240,360)"]]


def test_a_row_says_what_a_card_shows(space):
    row = next(iter(failure_rows(space, FailureFilter("defective:off-by-one"))))
    clean, covered = row["asks"]
    assert row["rule"] == "The two answers must be equal."
    assert row["finding"] == f"The model answers “{clean['answer']}” and “{covered['answer']}”."
    assert [ask["label"] for ask in row["asks"]] == ["first", "second"]
    assert [ask["grade"] for ask in row["asks"]] == ["wrong", "wrong"]
    assert [ask["reading"] for ask in row["asks"]] == [clean["answer"], covered["answer"]]
    assert [ask["changed_words"] for ask in row["asks"]] == [[], []]
    assert clean["plain_edits"] == []
    assert covered["plain_edits"][0].startswith("covered by a white patch: ")


def test_parquet_holds_the_same(space, tmp_path):
    lines, table = tmp_path / "a.jsonl", tmp_path / "a.parquet"
    assert write_failures(failure_rows(space, FailureFilter()), lines) == write_failures(
        failure_rows(space, FailureFilter()), table
    )
    rows = pq.read_table(table).to_pylist()
    for one, other in zip(rows, map(json.loads, lines.read_text().splitlines()), strict=True):
        assert {each["tag"]: each["value"] for each in one.pop("tags")} == other.pop("tags")
        assert one == other


def test_pictures_are_as_they_were_shown(space, tmp_path):
    rows = list(failure_rows(space, FailureFilter("oracle", "metamorphic"), tmp_path / "pictures"))
    data = open_dataset("stickers")
    names = set()
    for ask in (ask for row in rows for ask in row["asks"]):
        chain = tuple(Step(name, tuple(map(tuple, args)), version) for name, args, version in json.loads(ask["steps"]))
        want = edit_image(data.load_image(ask["image"]), chain).pixels
        assert np.array_equal(np.asarray(Image.open(tmp_path / "pictures" / ask["picture"])), want)
        names.add(ask["picture"])
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == names
    assert len(names) < 2 * len(rows)  # two questions about one picture share it


@pytest.mark.parametrize(
    ("wanted", "line"),
    [(FailureFilter("orcale"), "--model orcale: did you mean oracle?"),
     (FailureFilter("off-by-one"), "--model off-by-one: did you mean defective:off-by-one?"),
     (FailureFilter("zzz"), "--model zzz: this workspace has defective:off-by-one, oracle"),
     (FailureFilter(suite="carets"), "--suite carets: this workspace has metamorphic")],
)  # fmt: skip
def test_an_unknown_name_is_one_line(space, wanted, line):
    with pytest.raises(UserError, match=line):
        list(failure_rows(space, wanted))


def test_a_workspace_without_results_says_so(tmp_path):
    askance.run("oracle", "stickers", ["metamorphic"], limit=2, out=tmp_path / "w", dry_run=True)
    with pytest.raises(UserError, match="w has no finished results yet: run `askance run … --out "):
        list(failure_rows(Workspace.for_reading(tmp_path / "w"), FailureFilter()))


def test_a_model_without_results_of_a_suite_is_one_line(tmp_path):
    for model, suite in (("oracle", "accuracy"), ("defective:off-by-one", "metamorphic")):
        space = askance.run(model, "stickers", [suite], limit=2, out=tmp_path).space
    line = "oracle has no finished results of metamorphic: run this suite, or choose one that it has: accuracy"
    with pytest.raises(UserError, match=line):
        list(failure_rows(space, FailureFilter("oracle", "metamorphic")))


def test_another_ending_is_one_line(space, tmp_path):
    with pytest.raises(UserError, match=r"ends in \.jsonl or \.parquet"):
        write_failures(failure_rows(space, FailureFilter()), tmp_path / "a.csv")
