"""The built-in encoder: nothing to install, word order counts, and a vector does not depend on its batch."""

import subprocess
import sys

import numpy as np
import pytest
from askance.core import UserError
from askance.ranking.encoders import DEFAULT, builtin, open_encoder
from askance.suites import SUITES

ASKED = "Is the cat to the left of the dog?"
SWAPPED = "Is the dog to the left of the cat?"
REWORDED = "Is this cat to the left of this dog?"
TEXTS = [ASKED, "", "What?", "Is it " + "very " * 40 + "big?", *(f"How many {n} are there?" for n in range(3000))]


@pytest.fixture(scope="module")
def encoder():
    return open_encoder("builtin")


def test_it_is_the_default_and_the_suites_need_nothing_else():
    assert DEFAULT == "builtin"
    assert SUITES["basic_questions"].lacks() is None
    code = (
        "import sys; from askance.ranking.encoders import open_encoder; open_encoder().encode(['What is it?']);"
        "print([name for name in ('wordllama', 'tokenizers', 'torch', 'onnxruntime') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_unit_rows_and_zeros_without_words(encoder):
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dimension) == (len(TEXTS), 256)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    assert lengths[1] == 0
    assert np.allclose(np.delete(lengths, 1), 1, atol=1e-5)
    assert encoder.encode([]).shape == (0, 256)


def test_case_punctuation_and_the_batch_do_not_matter(encoder):
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS[:40]])
    assert np.abs(alone - encoder.encode(TEXTS)[:40]).max() < 1e-5
    assert np.abs(encoder.encode(["how OLD is the car"]) - encoder.encode(["How old is the car?"])).max() < 1e-6


@pytest.mark.parametrize(
    ("asked", "reworded", "other"),
    [
        (ASKED, REWORDED, SWAPPED),
        ("Is the man behind the horse?", "Is this man behind the horse?", "Is the horse behind the man?"),
        ("What is the boy holding?", "What's the boy holding?", "What is holding the boy?"),
    ],
)
def test_another_order_is_another_question(encoder, asked, reworded, other):
    first, same, different = encoder.encode([asked, reworded, other])
    assert first @ same > first @ different + 0.05


def test_near_questions_are_near(encoder):
    main, *others = encoder.encode(["How old is the car?", "How old is this vehicle?", "Is the pizza hot?"])
    assert main @ others[0] > 0.6 > 0.3 > main @ others[1]


def test_the_weights_are_small_and_part_of_the_fingerprint(encoder, tmp_path, monkeypatch):
    assert builtin.WEIGHTS.stat().st_size < 2_500_000
    other = tmp_path / builtin.WEIGHTS.name
    other.write_bytes(builtin.WEIGHTS.read_bytes() + b"0")
    before = encoder.fingerprint
    monkeypatch.setattr(builtin, "WEIGHTS", other)
    assert builtin.open_builtin("").fingerprint != before


def test_damaged_weights_and_settings_are_one_line(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="builtin:128: this encoder has no settings: write builtin"):
        open_encoder("builtin:128")
    broken = tmp_path / "question_encoder.npz"
    broken.write_bytes(b"PK")
    monkeypatch.setattr(builtin, "WEIGHTS", broken)
    with pytest.raises(UserError, match=r"question_encoder\.npz: cannot be read .*: install Askance again"):
        builtin.open_builtin("").encode(["What?"])
