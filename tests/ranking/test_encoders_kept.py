"""Vectors are kept, gone on with, and made but once."""

import threading
import time

import numpy as np
import pytest
from askance.core import UserError
from askance.ranking.encoders import vector_cache as module
from askance.ranking.encoders.vector_cache import cached_vectors

QUESTIONS = [f"Is it {number}?" for number in range(23)]


class Counting:
    """An encoder that counts what it is asked, and stops after so many questions."""

    name, dimension = "counting", 3

    def __init__(self, stops_after=1000, fingerprint="one", pause=0.0):
        self.fingerprint, self.stops_after, self.pause, self.asked = fingerprint, stops_after, pause, []

    def encode(self, questions):
        time.sleep(self.pause)
        if len(self.asked) + len(questions) > self.stops_after:
            raise KeyboardInterrupt
        self.asked += questions
        return np.array([[len(text), hash_of(text), 0.5] for text in questions], np.float32)


def hash_of(text):
    return sum(i * ord(letter) for i, letter in enumerate(text))


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 5)


def truth():
    return np.concatenate([Counting().encode([question]) for question in QUESTIONS])


def test_made_once_then_mapped(tmp_path):
    encoder, seen = Counting(), []
    first = cached_vectors(encoder, QUESTIONS, tmp_path, lambda done, all_: seen.append((done, all_)))
    assert seen == [(0, 23), (5, 23), (10, 23), (15, 23), (20, 23), (23, 23)]
    again = cached_vectors(encoder, tuple(QUESTIONS), tmp_path)
    assert encoder.asked == QUESTIONS
    for vectors in (first, again):
        assert isinstance(vectors, np.memmap)
        assert not vectors.flags.writeable
        assert vectors.dtype == np.float32
        assert np.array_equal(vectors, truth())
    assert [path.suffix for path in tmp_path.iterdir()] == [".npy"]
    assert np.array_equal(np.load(next(tmp_path.iterdir())), truth())  # a plain file of numpy


def test_another_encoder_or_other_questions_have_another_file(tmp_path):
    for encoder, questions in [
        (Counting(), QUESTIONS),
        (Counting(fingerprint="two"), QUESTIONS),
        (Counting(), QUESTIONS[::-1]),
        (Counting(), QUESTIONS[:-1]),
    ]:
        cached_vectors(encoder, questions, tmp_path)
        assert encoder.asked == questions
    assert len(list(tmp_path.glob("*.npy"))) == 4


@pytest.mark.parametrize("torn", [0, 7, 12, 3 * 12 + 1])
def test_one_cut_short_is_gone_on_with(tmp_path, torn):
    with pytest.raises(KeyboardInterrupt):
        cached_vectors(Counting(stops_after=12), QUESTIONS, tmp_path)
    assert not list(tmp_path.glob("*.npy"))
    (part,) = tmp_path.glob("*.part")
    data = part.read_bytes()
    part.write_bytes(data[: len(data) - torn])  # as if it had been killed while it wrote
    encoder, seen = Counting(), []
    vectors = cached_vectors(encoder, QUESTIONS, tmp_path, lambda done, all_: seen.append(done))
    begun = 10 if not torn else 5
    assert encoder.asked == QUESTIONS[begun:]
    assert seen[0] == begun
    assert np.array_equal(vectors, truth())
    assert [path.suffix for path in tmp_path.iterdir()] == [".npy"]


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", b"\x93NUMPY\x01\x00"])
def test_a_damaged_beginning_is_begun_anew(tmp_path, rubbish):
    with pytest.raises(KeyboardInterrupt):
        cached_vectors(Counting(stops_after=12), QUESTIONS, tmp_path)
    next(tmp_path.glob("*.part")).write_bytes(rubbish)
    assert np.array_equal(cached_vectors(Counting(), QUESTIONS, tmp_path), truth())


@pytest.mark.parametrize("cut", [0, 4, 200])
def test_a_damaged_file_is_made_again(tmp_path, cut):
    cached_vectors(Counting(), QUESTIONS, tmp_path)
    (path,) = tmp_path.glob("*.npy")
    path.write_bytes(path.read_bytes()[:cut])
    assert np.array_equal(cached_vectors(Counting(), QUESTIONS, tmp_path), truth())


def flip(path, place):
    data = bytearray(path.read_bytes())
    data[place] ^= 16
    path.write_bytes(data)


def test_a_flipped_bit_is_noticed_wherever_it_is(tmp_path):
    cached_vectors(Counting(), QUESTIONS, tmp_path)
    (path,) = tmp_path.glob("*.npy")
    for place in range(0, path.stat().st_size, 13):
        flip(path, place)
        encoder = Counting()
        assert np.array_equal(cached_vectors(encoder, QUESTIONS, tmp_path), truth())
        assert encoder.asked == QUESTIONS


def test_the_vectors_of_other_questions_of_the_same_number_are_noticed(tmp_path):
    cached_vectors(Counting(), QUESTIONS, tmp_path)
    (mine,) = tmp_path.glob("*.npy")
    cached_vectors(Counting(), QUESTIONS[::-1], tmp_path / "other")
    next((tmp_path / "other").glob("*.npy")).replace(mine)
    assert np.array_equal(cached_vectors(Counting(), QUESTIONS, tmp_path), truth())


def test_a_bit_that_flips_between_a_kill_and_the_next_run_is_noticed(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        cached_vectors(Counting(stops_after=17), QUESTIONS, tmp_path)
    flip(next(tmp_path.glob("*.part")), -70)  # in the second of three blocks
    encoder = Counting()
    assert np.array_equal(cached_vectors(encoder, QUESTIONS, tmp_path), truth())
    assert encoder.asked == QUESTIONS[5:]


def test_two_at_once_make_it_once(tmp_path):
    encoders = [Counting(pause=0.02), Counting(pause=0.02)]
    found = []
    threads = [
        threading.Thread(target=lambda e=e: found.append(cached_vectors(e, QUESTIONS, tmp_path))) for e in encoders
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(encoder.asked) for encoder in encoders) == [0, len(QUESTIONS)]
    assert all(np.array_equal(vectors, truth()) for vectors in found)


def test_the_folder_is_that_of_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "cache"))
    cached_vectors(Counting(), QUESTIONS)
    assert len(list((tmp_path / "cache" / "vectors").glob("*.npy"))) == 1


def test_without_a_cache_nothing_is_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("ASKANCE_CACHE", "")
    monkeypatch.chdir(tmp_path)
    encoder = Counting()
    for _ in range(2):
        assert np.array_equal(cached_vectors(encoder, QUESTIONS), truth())
    assert len(encoder.asked) == 2 * len(QUESTIONS)
    assert not list(tmp_path.iterdir())


def test_no_questions(tmp_path):
    assert cached_vectors(Counting(), [], tmp_path).shape == (0, 3)
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"vectors cannot be kept there .*: make room, or set ASKANCE_CACHE"):
        cached_vectors(Counting(), QUESTIONS, tmp_path / "file")


class Wrong(Counting):
    def __init__(self, made):
        super().__init__()
        self.made = made

    def encode(self, questions):
        return self.made(len(questions))


@pytest.mark.parametrize(
    ("made", "line"),
    [
        (lambda n: np.full((n, 3), np.nan, np.float32), r"counting: gave no finite vector for 'Is it 0\?'"),
        (lambda n: np.zeros((n, 2), np.float32), r"counting: gave \(5, 2\) for 5 questions"),
    ],
)
def test_wrong_vectors_are_not_kept(tmp_path, made, line):
    with pytest.raises(UserError, match=line):
        cached_vectors(Wrong(made), QUESTIONS, tmp_path)
    assert not list(tmp_path.glob("*.npy"))
