"""A basic-question data set: the same whatever stops the build, and never mixed from two settings."""

import fcntl
import json
import os
import shutil
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
from askance.ranking.question_files import MainQuestion
from askance.ranking.question_pool import split_words
from askance.ranking.question_set import (
    build_question_set,
    prepare_pool_for,
    question_set_digest,
    question_set_schema,
    read_question_set,
    worst_gap,
)
from askance.ranking.ranker import TOP, Ranking, top_scores

POOL = [f"Is the {color} {thing} {place}?" for color in ("red", "blue", "old") for thing in ("car", "dog", "box", "hat")
        for place in ("here", "there", "big")]  # fmt: skip
THINGS = ("red car", "blue dog", "old hat", "red car", "box", "dog", "hat", "car")
MAIN = [MainQuestion(f"Where is the {thing}?", f"picture-{i}", f"item-{i}") for i, thing in enumerate(THINGS)]


@dataclass(frozen=True)
class Toy:
    """Likeness is the share of common words; every ranking is noted in a file, and may take its time."""

    log: Path | None = None
    pause: float = 0.0
    fingerprint: str = "toy/1"
    gap: float = float("nan")
    name: str = "toy"

    def for_pool(self, pool):
        return ToyRanks(self, [set(split_words(question)) for question in pool])


@dataclass(frozen=True)
class ToyRanks:
    ranker: Toy
    pool: list

    def rank(self, main, top=TOP):
        if self.ranker.log is not None:
            with self.ranker.log.open("a") as file:
                file.write("".join(f"{question}\n" for question in main))
        time.sleep(self.ranker.pause)
        said = [set(split_words(question)) for question in main]
        rows = [top_scores(np.array([len(one & each) / len(one | each) for each in self.pool]), top) for one in said]
        places, scores = (np.stack(each) for each in zip(*rows, strict=True))
        return Ranking(places, scores, np.full(len(main), self.ranker.gap))


def parts(folder):
    return sorted(path.name for path in folder.glob("part-*.parquet"))


def test_every_main_question_has_its_best_in_order(tmp_path):
    built = build_question_set(tmp_path / "set", MAIN, POOL, Toy(), top=5, block=3)
    table = read_question_set(tmp_path / "set")
    assert table.schema.equals(question_set_schema())
    assert len(table) == built.about.sizes["rows"] == len(MAIN) * 5
    rows = table.to_pylist()
    for place, main in enumerate(MAIN):
        mine = rows[place * 5 : place * 5 + 5]
        assert [row["rank"] for row in mine] == [1, 2, 3, 4, 5]
        assert {(row["main_id"], row["main"], row["image"], row["item"]) for row in mine} == {
            (place, main.question, main.image, main.item)
        }
        said = set(split_words(main.question))
        scores = [len(said & set(split_words(each))) / len(said | set(split_words(each))) for each in POOL]
        assert [row["score"] for row in mine] == sorted(scores, reverse=True)[:5]
        assert [scores[POOL.index(row["basic"])] for row in mine] == [row["score"] for row in mine]
        assert {row["gap"] for row in mine} == {None}


def test_a_question_asked_twice_is_ranked_once(tmp_path):
    built = build_question_set(tmp_path / "set", MAIN, POOL, Toy(tmp_path / "log"), block=2)
    ranked = (tmp_path / "log").read_text().splitlines()
    assert sorted(ranked) == sorted({main.question for main in MAIN})
    assert (built.about.sizes["distinct"], built.about.sizes["parts"], built.made) == (7, 4, 4)


def test_the_block_does_not_change_the_set(tmp_path):
    tables = []
    for block in (1, 3, 100):
        build_question_set(tmp_path / str(block), MAIN, POOL, Toy(), block=block)
        tables.append(read_question_set(tmp_path / str(block)))
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])


def test_main_questions_are_never_basic_questions(tmp_path):
    build_question_set(tmp_path / "set", MAIN, [*POOL, "where is the BOX", "Where is the dog ?"], Toy(), top=100)
    basic = set(read_question_set(tmp_path / "set")["basic"].to_pylist())
    assert basic == set(POOL)


def test_gaps_are_kept(tmp_path):
    build_question_set(tmp_path / "set", MAIN, POOL, Toy(gap=0.25))
    assert set(read_question_set(tmp_path / "set")["gap"].to_pylist()) == {0.25}
    assert worst_gap(tmp_path / "set") == 0.25


def test_a_small_pool_gives_shorter_rows(tmp_path):
    built = build_question_set(tmp_path / "set", MAIN, POOL[:4], Toy())
    assert built.about.sizes["width"] == 4
    assert set(read_question_set(tmp_path / "set")["rank"].to_pylist()) == {1, 2, 3, 4}


def test_main_questions_without_words_are_left_out_and_counted(tmp_path):
    built = build_question_set(tmp_path / "set", [MainQuestion("?"), MainQuestion("Is it?")], POOL, Toy(), top=2)
    assert built.about.sizes["without_words"] == 1
    assert read_question_set(tmp_path / "set")["main_id"].to_pylist() == [1, 1]
    with pytest.raises(UserError, match="no main question with words"):
        build_question_set(tmp_path / "none", [MainQuestion("?")], POOL, Toy())


def test_what_is_left_of_no_pool():
    with pytest.raises(UserError, match="holds no question"):
        prepare_pool_for([], ["a"])
    with pytest.raises(UserError, match="holds no yes/no question"):
        prepare_pool_for(["How old is it?"], ["a"], "yes/no")
    with pytest.raises(UserError, match=r"every question of the pool is a main question too \(2\)"):
        prepare_pool_for(["A b?", "c", "a  b"], ["a b", "C?"])


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
    build_question_set(tmp_path, **usual)
    before = {name: (tmp_path / name).read_bytes() for name in parts(tmp_path)}
    with pytest.raises(UserError, match=message):
        build_question_set(tmp_path, **(usual | change))
    assert {name: (tmp_path / name).read_bytes() for name in parts(tmp_path)} == before


def part(folder, number):
    """The file of that part."""
    return next(folder.glob(f"part-{number:05d}-*.parquet"))


def flip(path, place=-200):
    """Flip one bit of a file, where the data lie unless a place is named."""
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def test_missing_and_damaged_parts_are_made_again_and_no_others(tmp_path):
    build_question_set(tmp_path / "set", MAIN, POOL, Toy(), block=2)
    whole = read_question_set(tmp_path / "set")
    times = {name: (tmp_path / "set" / name).stat().st_mtime_ns for name in parts(tmp_path / "set")}
    part(tmp_path / "set", 1).unlink()
    with pytest.raises(UserError, match=r"1 of 4 parts are missing \(part 1, …\): run the same askance"):
        read_question_set(tmp_path / "set")
    damaged = part(tmp_path / "set", 3)
    damaged.write_bytes(b"PAR1 cut short")
    said = []
    built = build_question_set(tmp_path / "set", MAIN, POOL, Toy(tmp_path / "log"), block=2, say=said.append)
    assert built.made == 2
    assert said == [f"{tmp_path / 'set'}: 1 part is damaged or without a digest ({damaged.name}): ranking again"]
    assert len((tmp_path / "log").read_text().splitlines()) == 3
    assert read_question_set(tmp_path / "set").equals(whole)
    assert parts(tmp_path / "set") == sorted(times)
    for number in (0, 2):
        kept = part(tmp_path / "set", number)
        assert kept.stat().st_mtime_ns == times[kept.name]


@pytest.mark.parametrize("place", [4, 100, -300, -20])
def test_a_flipped_bit_is_noticed_wherever_it_is(tmp_path, place):
    build_question_set(tmp_path, MAIN, POOL, Toy(gap=0.5), block=2)
    whole, content = read_question_set(tmp_path), question_set_digest(tmp_path)
    flip(part(tmp_path, 2), place)
    for read in (read_question_set, question_set_digest, worst_gap):
        with pytest.raises(UserError, match=r"part-00002-.*: damaged \(its digest does not match\): run the same"):
            read(tmp_path)
    assert build_question_set(tmp_path, MAIN, POOL, Toy(gap=0.5), block=2).made == 1
    assert read_question_set(tmp_path).equals(whole)
    assert question_set_digest(tmp_path) == content


def test_a_part_of_another_set_or_another_number_is_noticed(tmp_path):
    for name, pool in (("set", POOL), ("other", POOL[1:])):
        build_question_set(tmp_path / name, MAIN, pool, Toy(), block=2)
    whole = read_question_set(tmp_path / "set")
    mine, foreign = part(tmp_path / "set", 1), part(tmp_path / "other", 1)
    assert mine.name != foreign.name
    for data in (foreign.read_bytes(), part(tmp_path / "set", 0).read_bytes()):
        mine.write_bytes(data)
        with pytest.raises(UserError, match=r"part-00001-.*: damaged"):
            read_question_set(tmp_path / "set")
    mine.unlink()
    shutil.copy(foreign, tmp_path / "set")  # under its own name, which fits its bytes
    with pytest.raises(UserError, match=r"part-00001-.*: damaged"):
        read_question_set(tmp_path / "set")
    assert build_question_set(tmp_path / "set", MAIN, POOL, Toy(), block=2).made == 1
    shutil.copy(foreign, tmp_path / "set")  # beside the right one it changes nothing
    assert read_question_set(tmp_path / "set").equals(whole)


def test_a_damaged_about_is_written_again(tmp_path):
    build_question_set(tmp_path, MAIN, POOL, Toy(), block=2)
    whole, about = read_question_set(tmp_path), (tmp_path / "about.json").read_text()
    for spoilt in (about.replace('"distinct": 7', '"distinct": 8'), about[:-40], about.replace('"digest"', '"bigest"')):
        assert spoilt != about
        (tmp_path / "about.json").write_text(spoilt)
        with pytest.raises(UserError, match=r"about\.json: .*: run the same askance questions build again"):
            read_question_set(tmp_path)
        said = []
        assert build_question_set(tmp_path, MAIN, POOL, Toy(), block=2, say=said.append).made == 0
        assert said == [f"{tmp_path / 'about.json'}: damaged or without a digest: written again"]
        assert (tmp_path / "about.json").read_text() == about
        assert read_question_set(tmp_path).equals(whole)


def test_a_damaged_about_does_not_give_the_folder_to_another_set(tmp_path):
    build_question_set(tmp_path, MAIN, POOL, Toy(), block=2)
    before = parts(tmp_path)
    for spoil in (lambda path: path.write_text("{"), Path.unlink):
        spoil(tmp_path / "about.json")
        with pytest.raises(UserError, match=r"holds parts of a set but no about\.json that is whole"):
            build_question_set(tmp_path, MAIN[1:], POOL, Toy(), block=2)
    assert parts(tmp_path) == before
    assert build_question_set(tmp_path, MAIN, POOL, Toy(), block=2).made == 0


def test_a_set_of_an_older_version_is_ranked_again(tmp_path):
    """It has no digests, so that nothing tells whether it is whole."""
    build_question_set(tmp_path, MAIN, POOL, Toy(), block=2)
    whole, about = read_question_set(tmp_path), json.loads((tmp_path / "about.json").read_text())
    about.pop("digest")
    (tmp_path / "about.json").write_text(json.dumps(about))
    for number in range(4):
        part(tmp_path, number).rename(tmp_path / f"part-{number:05d}.parquet")
    with pytest.raises(UserError, match=r"about\.json: has no digest .*: run the same askance questions build again"):
        read_question_set(tmp_path)
    with pytest.raises(UserError, match="with top 21, not 3"):
        build_question_set(tmp_path, MAIN, POOL, Toy(), block=2, top=3)
    said = []
    assert build_question_set(tmp_path, MAIN, POOL, Toy(), block=2, say=said.append).made == 4
    assert "4 parts are damaged or without a digest (part-00000.parquet, …): ranking again" in said[-1]
    assert read_question_set(tmp_path).equals(whole)
    assert len(parts(tmp_path)) == 4


def test_a_finished_set_is_not_ranked_again(tmp_path):
    build_question_set(tmp_path / "set", MAIN, POOL, Toy())
    assert build_question_set(tmp_path / "set", MAIN, POOL, Toy(tmp_path / "log")).made == 0
    assert not (tmp_path / "log").exists()


def test_what_is_no_set_is_told():
    with pytest.raises(UserError, match=r"is no basic-question data set .*askance questions build"):
        read_question_set(Path(__file__).parent)


def test_two_builds_do_not_write_into_one_folder(tmp_path):
    with (tmp_path / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(UserError, match="another build is writing"):
            build_question_set(tmp_path, MAIN, POOL, Toy())
    build_question_set(tmp_path, MAIN, POOL, Toy())


def test_about_says_what_it_was_made_of(tmp_path):
    build_question_set(tmp_path, MAIN, POOL, Toy(), settings={"penalty": 1e-6}, sources={"main": "a.txt"})
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
from askance.ranking.question_set import build_question_set
print("ready", flush=True)
build_question_set(Path(sys.argv[1]), many(), POOL, Toy(Path(sys.argv[2]), pause=0.02), block=4)
"""


def many():
    """200 main questions, of which 100 are distinct."""
    return [MainQuestion(f"Where is the {number % 100} car?") for number in range(200)]


def test_a_build_killed_again_and_again_ends_in_the_same_set(tmp_path):
    build_question_set(tmp_path / "whole", many(), POOL, Toy(), block=4)
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
    assert read_question_set(out).equals(read_question_set(tmp_path / "whole"))
    assert len(log.read_text().splitlines()) <= 100 + 4 * kills  # a kill costs at most the block it fell into
    assert not list(out.glob(".*.tmp"))


def test_an_interrupt_leaves_whole_parts(tmp_path):
    def stage(what):
        def progress(done, total):
            if done >= 6:
                raise KeyboardInterrupt

        return progress

    with pytest.raises(KeyboardInterrupt):
        build_question_set(tmp_path, MAIN, POOL, Toy(), block=2, stage=stage)
    assert [name[:10] for name in parts(tmp_path)] == [f"part-{number:05d}" for number in range(3)]
    assert build_question_set(tmp_path, MAIN, POOL, Toy(), block=2).made == 1
