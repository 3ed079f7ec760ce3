"""askance questions: a table for people, rows for programs, a set that goes on where it was stopped."""

import json
import subprocess
import sys

import pytest
from askance.cli.main import main
from askance.ranking.question_set import read_question_set

CAR = "How old is the car?"
POOL = ["How old is the truck?", "How old is this car?", CAR, "What color is the car?", "Is the car red?",
        "how old is the car", "Where is the [old] car?", "???"]  # fmt: skip


def call(capfd, *arguments):
    """Run in this process; returns code, stdout, stderr."""
    with pytest.raises(SystemExit) as ended:
        main(["questions", *arguments])
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a pool, main questions and files that are wrong."""
    (tmp_path / "pool.txt").write_text("\n".join(POOL))
    (tmp_path / "empty.txt").write_text("\n\n")
    (tmp_path / "car.txt").write_text(CAR)
    records = [
        {"question": CAR, "image_id": 5, "question_id": 0},
        {"question": "Is it red?", "image_id": 5, "question_id": 1},
    ]
    (tmp_path / "main.json").write_text(json.dumps({"questions": records}))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_rank_shows_a_table_and_one_line(capfd, here):
    code, out, _ = call(capfd, "rank", CAR, "--pool", "pool.txt", "--ranker", "bleu-1", "--top", "3")
    assert code == 0
    lines = [line.split("│")[1:4] for line in out.splitlines() if line.startswith("│")]
    assert [[cell.strip() for cell in cells] for cells in lines] == [
        ["01", "0.800", "How old is the truck?"],
        ["02", "0.800", "How old is this car?"],
        ["03", "0.800", "Where is the [old] car?"],
    ]
    assert "pool 5 questions, 3 dropped · bleu-1 · " in out.splitlines()[-1]


def test_rank_as_json(capfd, here):
    code, out, _ = call(
        capfd, "rank", CAR, "Is it?", CAR, "--pool", "pool.txt", "--ranker", "rouge-l", "--kind", "yes/no", "--json"
    )
    found = json.loads(out)
    assert code == 0
    assert (found["pool"], found["dropped"], found["ranker"], found["kind"]) == (1, 7, "rouge-l", "yes/no")
    assert [(row["main"], row["rank"], row["basic"], row["gap"]) for row in found["rows"]] == [
        (CAR, 1, "Is the car red?", None),
        ("Is it?", 1, "Is the car red?", None),
    ]


def test_raw_leaves_the_main_question_in_the_pool(capfd, here):
    _, out, _ = call(capfd, "rank", CAR, "--pool", "pool.txt", "--ranker", "bleu-1", "--raw")
    assert f'"{CAR}" itself is in the pool: rank 1, score 1.000; the best other rank 3, score 0.800' in out
    assert "the pool is small: each main question has 8 basic questions, not 21" in out
    assert "pool 8 questions, 0 dropped" in out


def test_lasso_without_preprocessing_finds_the_question_itself(capfd, here):
    code, out, _ = call(capfd, "rank", CAR, "--pool", "pool.txt", "--raw", "--json", "--penalty", "1e-4")
    assert code == 0
    first, *rest = json.loads(out)["rows"]
    assert first["basic"].lower().startswith("how old is the car")
    copies = [row["score"] for row in (first, *rest) if row["basic"] in (CAR, "how old is the car")]
    assert sum(copies) == pytest.approx(1, abs=0.02)
    assert all(abs(row["score"]) < 0.02 for row in rest if row["basic"] not in (CAR, "how old is the car"))


def test_lasso_tells_its_gap(capfd, here):
    code, out, _ = call(capfd, "rank", CAR, "--pool", "pool.txt", "--gap", "1e-3", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["encoder"], found["penalty"], found["gap"]) == ("builtin", 1e-6, 1e-3)
    assert all(0 <= row["gap"] <= 1e-3 for row in found["rows"])
    assert [row["score"] for row in found["rows"]] == sorted((row["score"] for row in found["rows"]), reverse=True)


MISTAKES = [
    (["rank", CAR], "Missing option '--pool'"),
    (["rank", "--pool", "pool.txt"], "Missing argument 'QUESTIONS...'"),
    (["rank", "?!", "--pool", "pool.txt", "--ranker", "cider"], "question '?!' has no words"),
    (["rank", CAR, "--pool", "none.txt", "--ranker", "cider"], "none.txt: cannot be read (No such file or directory)"),
    (["rank", CAR, "--pool", "sticker:train", "--ranker", "cider"], "unknown file or data set 'sticker:train'"),
    (["rank", CAR, "--pool", ".", "--ranker", "cider"], ".: is a folder: name a file of questions in it"),
    (["rank", CAR, "--pool", "x" * 5000, "--ranker", "cider"], "unknown file or data set"),
    (["rank", CAR, "--pool", "empty.txt", "--ranker", "cider"], "empty.txt: holds no question"),
    (["rank", CAR, "--pool", "car.txt", "--ranker", "cider"], "every question of the pool is a main question too (1)"),
    (["rank", CAR, "--pool", "car.txt", "--ranker", "cider", "--kind", "yes/no"], "the pool holds no yes/no question"),
    (["rank", CAR, "--pool", "car.txt", "--ranker", "cider", "--kind", "yes/no", "--raw"], "holds no yes/no question"),
    (["rank", CAR, "--pool", "pool.txt", "--ranker", "blue-2"], "unknown ranker 'blue-2': did you mean bleu-2"),
    (["rank", CAR, "--pool", "pool.txt", "--ranker", "cider", "--gap", "0.1"], "--gap goes with --ranker lasso"),
    (["rank", CAR, "--pool", "pool.txt", "--ranker", "cider", "--settled"], "--settled goes with --ranker lasso"),
    (["rank", CAR, "--pool", "pool.txt", "--encoder", "wordlama"], "unknown encoder 'wordlama': did you mean"),
    (["rank", CAR, "--pool", "pool.txt", "--penalty", "nan"], "--penalty nan: is no finite number"),
    (["rank", CAR, "--pool", "pool.txt", "--penalty", "0"], "0.0 is not in the range"),
    (["rank", CAR, "--pool", "pool.txt", "--top", "0"], "0 is not in the range"),
    (["rnk"], "unknown command 'rnk': did you mean rank? (see askance questions --help)"),
    (["build", "--main", "main.json", "--pool", "pool.txt"], "Missing option '-o'"),
    (["build", "--main", "car.txt", "--pool", "pool.txt", "--ranker", "cider", "-o", "/proc/no"], "cannot write /proc"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), MISTAKES)
def test_a_mistake_is_one_clear_line(capfd, here, arguments, message):
    code, out, err = call(capfd, *arguments)
    assert code not in (0, 70)
    assert out == ""
    assert err.startswith("askance: ")
    assert err.count("\n") == 1
    assert message in err


def test_build_writes_a_set_and_goes_on(capfd, here):
    arguments = ("build", "--main", "main.json", "--pool", "pool.txt", "--ranker", "cider", "-o", "set", "--block", "1")
    code, out, err = call(capfd, *arguments)
    assert (code, err) == (0, "")
    assert "2 main questions (2 distinct) · pool 5 questions, 3 dropped · cider" in out
    assert "the pool is small: each main question has 5 basic questions, not 21" in out
    assert "10 rows in set · parts: 2, made now: 2" in out
    whole = read_question_set("set")
    assert {(row["main"], row["image"], row["item"]) for row in whole.to_pylist()} == {
        (CAR, "5", "0"),
        ("Is it red?", "5", "1"),
    }
    damaged = next((here / "set").glob("part-00001-*.parquet"))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    _, out, err = call(capfd, *arguments, "--json")
    found = json.loads(out)
    assert err == f"set: 1 part is damaged or without a digest ({damaged.name}): ranking again\n"
    assert (found["made"], found["parts"], found["rows"], found["gap_reached"]) == (1, 2, 10, None)
    assert read_question_set("set").equals(whole)
    code, out, err = call(capfd, *arguments[:6], "bleu-4", *arguments[7:])
    assert (code, out) == (1, "")
    assert "set: its set was made with ranker cider, not bleu-4" in err


def test_a_raw_set_is_a_set_of_its_own_and_holds_the_main_questions(capfd, here):
    arguments = ("build", "--main", "main.json", "--pool", "pool.txt", "--ranker", "bleu-1", "--top", "2")
    assert call(capfd, *arguments, "-o", "raw", "--raw")[0] == 0
    assert call(capfd, *arguments, "-o", "plain")[0] == 0
    assert CAR in read_question_set("raw")["basic"].to_pylist()
    assert CAR not in read_question_set("plain")["basic"].to_pylist()
    code, _, err = call(capfd, *arguments, "-o", "raw")
    assert code == 1
    assert "raw: its set was made" in err


def test_a_settled_set_is_a_set_of_its_own(capfd, here):
    arguments = ("build", "--main", "main.json", "--pool", "pool.txt", "-o", "set")
    code, out, _ = call(capfd, *arguments, "--settled")
    assert code == 0
    assert "lasso, builtin, penalty 1e-06, gap 0.0001, settled" in out
    code, out, _ = call(capfd, *arguments, "--settled", "--json")
    assert (code, json.loads(out)["made"]) == (0, 0)
    code, _, err = call(capfd, *arguments)
    assert code == 1
    assert "set: its set was made with --settled: give the same settings" in err


def test_a_set_of_a_data_set_names_its_images(capfd, here):
    code, _, _ = call(
        capfd, "build", "--main", "stickers", "--limit", "20", "--pool", "stickers:val", "--pool-limit", "200",
        "--pool", "pool.txt", "--ranker", "bleu-2", "-o", "set", "--json",
    )  # fmt: skip
    assert code == 0
    from askance.datasets import open_dataset

    table = read_question_set("set")
    items = list(open_dataset("stickers").items(20))
    first = {row["main_id"]: row for row in table.to_pylist() if row["rank"] == 1}
    assert [(first[i]["image"], first[i]["item"], first[i]["main"]) for i in range(20)] == [
        (item.image, item.id, item.question) for item in items
    ]
    assert len(table) == 20 * 21


INTERRUPTED_BY_ITSELF = """
import os, signal, sys
from askance.cli.main import main
from askance.ranking import question_set
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background commands ignore Ctrl-C, and so would we
write, number = question_set.write_part, 0
def write_and_interrupt(*arguments):
    global number
    number += 1
    if number == 5 and sys.argv[1] == "before":
        os.kill(os.getpid(), signal.SIGINT)  # what a terminal does at Ctrl-C
    write(*arguments)
    if number == 5 and sys.argv[1] == "after":
        os.kill(os.getpid(), signal.SIGINT)
question_set.write_part = write_and_interrupt
main(sys.argv[2:])
"""


@pytest.mark.parametrize(("when", "kept"), [("before", 4), ("after", 5)])
def test_a_build_that_is_interrupted_says_so_and_goes_on(capfd, here, when, kept):
    """Ctrl-C at the fifth of eight parts, in a process of its own."""
    (here / "many.txt").write_text("\n".join(f"How old is car number {n}?" for n in range(16)))
    command = ["build", "--main", "many.txt", "--pool", "pool.txt", "--ranker", "cider", "--block", "2", "-o"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_BY_ITSELF, when, "questions", *command, "set"],
        cwd=here, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "askance: interrupted: run the same command again to resume\n"
    assert len(list((here / "set").glob("part-*"))) == kept
    code, out, err = call(capfd, *command, "set")
    assert (code, err) == (0, "")
    assert f"parts: 8, made now: {8 - kept}" in out
    call(capfd, *command, "whole")
    assert read_question_set("set").equals(read_question_set("whole"))


def test_the_group_alone_shows_its_help_as_it_is_laid_out(capfd):
    code, _, said = call(capfd)
    assert code == 2
    assert "\nCommands:\n" in said
