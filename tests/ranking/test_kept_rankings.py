"""Rankings in the cache: the same as ranked anew, gone on with after a stop, made again when damaged."""

import numpy as np
import pytest
from askance.core import UserError
from askance.core.progress import send_progress_to
from askance.ranking import ranking_cache
from askance.ranking.ranker import Ranking
from askance.ranking.rankers import open_ranker
from askance.ranking.ranking_cache import cached_ranking

POOL = [f"Is the {look} {thing} here?" for look in ("red", "big", "old", "wet") for thing in ("cat", "car", "cup")]
MAIN = [f"Where is the {thing} of {number}?" for thing in ("cat", "car", "cup") for number in range(4)]


class Counting:
    """A ranker that tells which main questions it was asked."""

    def __init__(self, fingerprint="one"):
        self.name, self.fingerprint = "counting", fingerprint
        self.asked = []
        self._ranker = open_ranker("bleu-1")

    def for_pool(self, pool):
        self._ranks = self._ranker.for_pool(pool)
        return self

    def rank(self, main, top=21):
        self.asked += main
        return self._ranks.rank(main, top)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path))
    monkeypatch.setattr(ranking_cache, "BLOCK", 5)
    return tmp_path / "rankings"


def same(one: Ranking, other: Ranking) -> bool:
    fields = ("places", "scores", "gaps")
    return all(np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in fields)


def test_what_was_ranked_is_not_ranked_again(cache):
    whole = open_ranker("bleu-1").for_pool(POOL).rank(MAIN, 4)
    for asked in (MAIN, []):
        ranker = Counting()
        assert same(cached_ranking(ranker, POOL, MAIN, 4), whole)
        assert ranker.asked == asked
    assert len(list(cache.iterdir())) == 3


@pytest.mark.parametrize("other", [
    {"ranker": Counting("two")}, {"pool": POOL[1:]}, {"pool": POOL[::-1]}, {"top": 3}, {"main": MAIN[::-1]},
])  # fmt: skip
def test_whatever_decides_a_ranking_is_in_its_name(other):
    given = {"ranker": Counting(), "pool": POOL, "main": MAIN, "top": 4}
    cached_ranking(**given)
    asked = given | {"ranker": Counting()} | other
    asked["ranker"].asked.clear()
    found = cached_ranking(**asked)
    assert asked["ranker"].asked == asked["main"]
    assert same(found, open_ranker("bleu-1").for_pool(asked["pool"]).rank(asked["main"], asked["top"]))


def test_a_ranking_that_is_stopped_goes_on(cache):
    def stop(what, done, total):
        if done >= 10:
            raise KeyboardInterrupt

    with send_progress_to(stop), pytest.raises(KeyboardInterrupt):
        cached_ranking(Counting(), POOL, MAIN)
    heard, ranker = [], Counting()
    with send_progress_to(lambda *told: heard.append(told)):
        found = cached_ranking(ranker, POOL, MAIN)
    assert ranker.asked == MAIN[10:]
    assert heard == [(ranking_cache.WHAT, 10, 12), (ranking_cache.WHAT, 12, 12)]
    assert same(found, open_ranker("bleu-1").for_pool(POOL).rank(MAIN))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"nothing of the kind"])
def test_a_damaged_file_is_made_again(cache, content):
    whole = cached_ranking(Counting(), POOL, MAIN)
    damaged = sorted(cache.iterdir())[0]
    damaged.write_bytes(content)
    ranker = Counting()
    assert same(cached_ranking(ranker, POOL, MAIN), whole)
    assert 0 < len(ranker.asked) <= 5
    assert damaged.read_bytes() != content


def test_a_flipped_bit_and_a_foreign_file_are_noticed(cache):
    whole = cached_ranking(Counting(), POOL, MAIN)
    first, second, _ = files = sorted(cache.iterdir())
    content = {path: path.read_bytes() for path in files}
    for place in range(0, len(content[first]), 37):
        first.write_bytes(content[first][:place] + bytes([content[first][place] ^ 4]) + content[first][place + 1 :])
        assert same(cached_ranking(Counting(), POOL, MAIN), whole)
        assert first.read_bytes() == content[first]
    first.write_bytes(content[second])
    assert same(cached_ranking(Counting(), POOL, MAIN), whole)


def test_without_a_cache_folder_nothing_is_kept(cache, monkeypatch):
    monkeypatch.setenv("ASKANCE_CACHE", "")
    for _ in range(2):
        ranker = Counting()
        cached_ranking(ranker, POOL, MAIN)
        assert ranker.asked == MAIN
    assert not cache.exists()


def test_a_folder_that_cannot_be_written_is_told_with_the_fix(cache):
    cache.write_text("in the way")
    with pytest.raises(UserError, match=r"rankings cannot be kept there.*ASKANCE_CACHE"):
        cached_ranking(Counting(), POOL, MAIN)
