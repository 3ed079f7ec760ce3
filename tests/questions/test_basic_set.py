"""A basic-question data set: the same whatever stops the build, and never mixed from two settings."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from askance.core import UserError
from askance.questions.basic_set import build, pool_for, read_about, read_set, schema, worst_gap
from askance.questions.files import Main
from askance.questions.pool import words
from askance.questions.ranking import TOP, Ranking, best

POOL = [f"Is the {color} {thing} {place}?" for color in ("red", "blue", "old") for thing in ("car", "dog", "box", "hat")
        for place in ("here", "there", "big")]  # fmt: skip
THINGS = ("red car", "blue dog", "old hat", "red car", "box", "dog", "hat", "car")
MAIN = [Main(f"Where is the {thing}?", f"picture-{i}", f"item-{i}") for i, thing in enumerate(THINGS)]


@dataclass(frozen=True)
class Toy:
    """Likeness is the share of common words; every ranking is noted in a file, and may take its time."""

    log: Path | None = None
    pause: float = 0.0
    fingerprint: str = "toy/1"
    gap: float = float("nan")
    name: str = "toy"

    def over(self, pool):
        return ToyRanks(self, [set(words(question)) for question in pool])


@dataclass(frozen=True)
class ToyRanks:
    ranker: Toy
    pool: list

    def rank(self, main, top=TOP):
        if self.ranker.log is not None:
            with self.ranker.log.open("a") as file:
                file.write("".join(f"{question}\n" for question in main))
        time.sleep(self.ranker.pause)
        said = [set(words(question)) for question in main]
        rows = [best(np.array([len(one & each) / len(one | each) for each in self.pool]), top) for one in said]
        places, scores = (np.stack(each) for each in zip(*rows, strict=True))
        return Ranking(places, scores, np.full(len(main), self.ranker.gap))


def parts(folder):
    return sorted(path.name for path in folder.glob("part-*.parquet"))


def test_every_main_question_has_its_best_in_order(tmp_path):
    built = build(tmp_path / "set", MAIN, POOL, Toy(), top=5, block=3)
    table = read_set(tmp_path / "set")
    assert table.schema.equals(schema())
    assert len(table) == built.about.sizes["rows"] == len(MAIN) * 5
    rows = table.to_pylist()
    for place, main in enumerate(MAIN):
        mine = rows[place * 5 : place * 5 + 5]
        assert [row["rank"] for row in mine] == [1, 2, 3, 4, 5]
        assert {(row["main_id"], row["main"], row["image"], row["item"]) for row in mine} == {
            (place, main.question, main.image, main.item)
        }
        said = set(words(main.question))
        scores = [len(said & set(words(each))) / len(said | set(words(each))) for each in POOL]
        assert [row["score"] for row in mine] == sorted(scores, reverse=True)[:5]
        assert [scores[POOL.index(row["basic"])] for row in mine] == [row["score"] for row in mine]
        assert {row["gap"] for row in mine} == {None}


def test_a_question_asked_twice_is_ranked_once(tmp_path):
    built = build(tmp_path / "set", MAIN, POOL, Toy(tmp_path / "log"), block=2)
    ranked = (tmp_path / "log").read_text().splitlines()
    assert sorted(ranked) == sorted({main.question for main in MAIN})
    assert (built.about.sizes["distinct"], built.about.sizes["parts"], built.made) == (7, 4, 4)


def test_the_block_does_not_change_the_set(tmp_path):
    tables = []
    for block in (1, 3, 100):
        build(tmp_path / str(block), MAIN, POOL, Toy(), block=block)
        tables.append(read_set(tmp_path / str(block)))
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])


def test_main_questions_are_never_basic_questions(tmp_path):
    build(tmp_path / "set", MAIN, [*POOL, "where is the BOX", "Where is the dog ?"], Toy(), top=100)
    basic = set(read_set(tmp_path / "set")["basic"].to_pylist())
    assert basic == set(POOL)


def test_gaps_are_kept(tmp_path):
    build(tmp_path / "set", MAIN, POOL, Toy(gap=0.25))
    assert set(read_set(tmp_path / "set")["gap"].to_pylist()) == {0.25}
    assert worst_gap(tmp_path / "set") == 0.25


def test_a_small_pool_gives_shorter_rows(tmp_path):
    built = build(tmp_path / "set", MAIN, POOL[:4], Toy())
    assert built.about.sizes["width"] == 4
    assert set(read_set(tmp_path / "set")["rank"].to_pylist()) == {1, 2, 3, 4}


def test_main_questions_without_words_are_left_out_and_counted(tmp_path):
    built = build(tmp_path / "set", [Main("?"), Main("Is it?")], POOL, Toy(), top=2)
    assert built.about.sizes["without_words"] == 1
    assert read_set(tmp_path / "set")["main_id"].to_pylist() == [1, 1]
    with pytest.raises(UserError, match="no main question with words"):
        build(tmp_path / "none", [Main("?")], POOL, Toy())


def test_what_is_left_of_no_pool():
    with pytest.raises(UserError, match="holds no question"):
        pool_for([], ["a"])
    with pytest.raises(UserError, match="holds no yes/no question"):
        pool_for(["How old is it?"], ["a"], "yes/no")
    with pytest.raises(UserError, match=r"every question of the pool is a main question too \(2\)"):
        pool_for(["A b?", "c", "a  b"], ["a b", "C?"])


CHANGES = [
    ({"top": 3}, "with top 21, not 3"),
    ({"block": 5}, "with block 3, not 5"),
    ({"kind": "yes/no"}, "with kind general, not yes/no"),
    ({"settings": {"penalty": 1e-5}}, "with penalty 1e-06, not 1e-05"),
    ({"settings": {}}, "with penalty 1e-06, not none"),
    ({"given": POOL[1:]}, "from other questions in the pool"),
    ({"main": MAIN[1:]}, "from other main questions"),
    ({"ranker": Toy(fingerprint="toy/2")}, "by other weights or another version"),
    ({"ranker": Toy(name="tin")}, "with ranker toy, not tin"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_another_setting_is_refused_by_name(tmp_path, change, message):
    usual = {"main": MAIN, "given": POOL, "ranker": Toy(), "block": 3, "settings": {"penalty": 1e-6}}
    build(tmp_path, **usual)
    before = {name: (tmp_path / name).read_bytes() for name in parts(tmp_path)}
    with pytest.raises(UserError, match=message):
        build(tmp_path, **(usual | change))
    assert {name: (tmp_path / name).read_bytes() for name in parts(tmp_path)} == before


def test_missing_and_damaged_parts_are_made_again_and_no_others(tmp_path):
    build(tmp_path / "set", MAIN, POOL, Toy(), block=2)
    whole = read_set(tmp_path / "set")
    times = {name: (tmp_path / "set" / name).stat().st_mtime_ns for name in parts(tmp_path / "set")}
    (tmp_path / "set" / "part-00001.parquet").unlink()
    with pytest.raises(UserError, match=r"1 of 4 parts are missing \(part-00001.parquet"):
        read_set(tmp_path / "set")
    (tmp_path / "set" / "part-00003.parquet").write_bytes(b"PAR1 cut short")
    built = build(tmp_path / "set", MAIN, POOL, Toy(tmp_path / "log"), block=2)
    assert built.made == 2
    assert len((tmp_path / "log").read_text().splitlines()) == 3
    assert read_set(tmp_path / "set").equals(whole)
    for name in ("part-00000.parquet", "part-00002.parquet"):
        assert (tmp_path / "set" / name).stat().st_mtime_ns == times[name]


def test_a_finished_set_is_not_ranked_again(tmp_path):
    build(tmp_path / "set", MAIN, POOL, Toy())
    assert build(tmp_path / "set", MAIN, POOL, Toy(tmp_path / "log")).made == 0
    assert not (tmp_path / "log").exists()


def test_damage_is_told(tmp_path):
    with pytest.raises(UserError, match=r"is no basic-question data set .*askance questions build"):
        read_set(tmp_path)
    build(tmp_path / "set", MAIN, POOL, Toy())
    (tmp_path / "set" / "part-00000.parquet").write_bytes(b"PAR1 cut short")
    with pytest.raises(UserError, match=r"part-00000.parquet: damaged"):
        read_set(tmp_path / "set")
    (tmp_path / "set" / "about.json").write_text("{")
    with pytest.raises(UserError, match=r"about.json: damaged"):
        read_about(tmp_path / "set")
    (tmp_path / "set" / "about.json").unlink()
    with pytest.raises(UserError, match=r"holds parts of a set but no about.json"):
        build(tmp_path / "set", MAIN, POOL, Toy())


def test_two_builds_do_not_write_into_one_folder(tmp_path):
    with (tmp_path / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(UserError, match="another build is writing"):
            build(tmp_path, MAIN, POOL, Toy())
    build(tmp_path, MAIN, POOL, Toy())


def test_about_says_what_it_was_made_of(tmp_path):
    build(tmp_path, MAIN, POOL, Toy(), settings={"penalty": 1e-6}, sources={"main": "a.txt"})
    about = json.loads((tmp_path / "about.json").read_text())
    assert about["settings"]["ranker"] == "toy"
    assert about["settings"]["penalty"] == 1e-6
    assert about["settings"]["fingerprint"] == "toy/1"
    assert about["sources"] == {"main": "a.txt"}
    assert about["sizes"]["pool"] == len(POOL)
    assert "askance" in about["versions"]


CHILD = """
import sys
sys.path.insert(0, sys.argv[3])
from pathlib import Path
from test_basic_set import POOL, Toy, many
from askance.questions.basic_set import build
print("ready", flush=True)
build(Path(sys.argv[1]), many(), POOL, Toy(Path(sys.argv[2]), pause=0.02), block=4)
"""


def many():
    """200 main questions, of which 100 are distinct."""
    return [Main(f"Where is the {number % 100} car?") for number in range(200)]


def test_a_build_killed_again_and_again_ends_in_the_same_set(tmp_path):
    build(tmp_path / "whole", many(), POOL, Toy(), block=4)
    out, log, seen, kills = tmp_path / "set", tmp_path / "log", {}, 0
    for _ in range(20):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(out), str(log), str(Path(__file__).parent)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout.readline() == "ready\n"
        goal = len(parts(out)) + 7
        while child.poll() is None and len(parts(out)) < goal:
            time.sleep(0.001)
        if child.poll() is None:
            os.kill(child.pid, signal.SIGKILL)
            kills += 1
        child.wait()
        child.stdout.close()
        for name in parts(out):
            now = (out / name).stat().st_mtime_ns
            assert seen.setdefault(name, now) == now, "a part was written twice"
            assert pq.read_metadata(out / name).num_rows == 4 * 2 * TOP  # and it is whole
        if child.returncode == 0:
            break
    assert kills >= 3
    assert child.returncode == 0
    assert read_set(out).equals(read_set(tmp_path / "whole"))
    assert len(log.read_text().splitlines()) <= 100 + 4 * kills  # a kill costs at most the block it fell into
    assert not list(out.glob(".*.tmp"))


def test_an_interrupt_leaves_whole_parts(tmp_path):
    def stage(what):
        def watch(done, total):
            if done >= 6:
                raise KeyboardInterrupt

        return watch

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path, MAIN, POOL, Toy(), block=2, stage=stage)
    assert parts(tmp_path) == [f"part-{number:05d}.parquet" for number in range(3)]
    assert build(tmp_path, MAIN, POOL, Toy(), block=2).made == 1
