"""Encoders: one table, and WordLlama, which needs nothing from elsewhere."""

import logging
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from askance.core import UserError
from askance.ranking.encoders import ENCODERS, open_encoder
from askance.ranking.encoders import wordllama as module
from askance.ranking.encoders.unit_rows import unit_rows

QUESTIONS = ["How old is the car?", "How old is this car?", "Is the cat asleep?", "Which colour has the very big bus?"]
TEXTS = [
    *QUESTIONS,
    "猫は？ 🐈",
    "x",
    " ",
    "What's that, 3:45?! " * 20,
    *(f"Is {n} more than {n * n}?" for n in range(300)),
]
PAGE = Path(__file__).parent.parent.parent / "docs" / "encoders.md"


def test_every_encoder_is_described():
    page = PAGE.read_text()
    assert [name for name, kind in ENCODERS.items() if f"| `{kind.form}` |".replace("|ORG", "\\|ORG") not in page] == []


def test_unknown_name():
    with pytest.raises(UserError, match=r"unknown encoder 'wordlama': did you mean wordllama"):
        open_encoder("wordlama")


def test_unit_rows():
    rows = unit_rows(np.array([[3, 4], [0, 0]], np.float32))
    assert rows.dtype == np.float32
    assert np.allclose(rows, [[0.6, 0.8], [0, 0]])


def test_wordllama_means_what_the_words_mean():
    encoder = open_encoder("wordllama")
    vectors = encoder.encode(QUESTIONS)
    assert encoder.name == "wordllama:256"
    assert vectors.shape == (len(QUESTIONS), encoder.dimension) == (4, 256)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    likeness = vectors @ vectors[0]
    assert likeness[1] > 0.9 > likeness[2:].max()


@pytest.mark.parametrize("size", [64, 256])
def test_wordllama_is_what_its_package_says(size, monkeypatch):
    monkeypatch.setattr(logging, "basicConfig", lambda **settings: None)  # its import would set up the root logger
    from wordllama import WordLlama

    package = Path(module.find_spec("wordllama").submodule_search_locations[0])
    theirs = WordLlama.load(cache_dir=package, trunc_dim=size, disable_download=True)
    ours = open_encoder(f"wordllama:{size}").encode(TEXTS)
    assert np.allclose(ours, theirs.embed(TEXTS, norm=True), atol=1e-6)


def test_wordllama_does_not_depend_on_the_batch():
    encoder = open_encoder("wordllama")
    together = encoder.encode(QUESTIONS * 50)
    alone = np.concatenate([encoder.encode([question]) for question in QUESTIONS])
    assert np.array_equal(together[:4], alone)
    assert np.array_equal(together[196:], alone)


def test_wordllama_on_odd_texts():
    encoder = open_encoder("wordllama")
    vectors = encoder.encode(["", " ", "?", "猫は？", "🐈", "\x00"])
    assert np.isfinite(vectors).all()
    assert not vectors[0].any()
    assert np.allclose(np.linalg.norm(vectors[1:], axis=1), 1, atol=1e-6)
    assert not encoder.encode([""]).any()
    assert encoder.encode([]).shape == (0, 256)


def test_wordllama_fingerprint():
    assert open_encoder("wordllama").fingerprint == open_encoder("wordllama:256").fingerprint
    assert open_encoder("wordllama:64").fingerprint != open_encoder("wordllama:256").fingerprint


def test_wordllama_fingerprint_knows_the_weights(tmp_path):
    for name in (module.WEIGHTS, module.TOKENS):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("one")
    before = module.WordLlama(tmp_path, 256).fingerprint
    (tmp_path / module.WEIGHTS).write_text("two")
    assert module.WordLlama(tmp_path, 256).fingerprint != before


def test_wordllama_damaged(tmp_path, monkeypatch):
    """The package as pip left it, with one bit of its weights flipped."""
    installed = Path(module.find_spec("wordllama").submodule_search_locations[0])
    for name in (module.WEIGHTS, module.TOKENS):
        (tmp_path / "wordllama" / name).parent.mkdir(parents=True)
        shutil.copy(installed / name, tmp_path / "wordllama" / name)
    record = next(installed.parent.glob("wordllama-*.dist-info"))
    shutil.copytree(record, tmp_path / record.name)
    (tmp_path / "wordllama" / "__init__.py").touch()
    monkeypatch.delitem(sys.modules, "wordllama", raising=False)  # else its first place is found
    monkeypatch.syspath_prepend(tmp_path)
    assert open_encoder("wordllama").fingerprint
    for name in (module.WEIGHTS, module.TOKENS):
        path = tmp_path / "wordllama" / name
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        with pytest.raises(UserError, match=rf"{path.name}: damaged .*: pip install --force-reinstall wordllama"):
            open_encoder("wordllama")
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    assert open_encoder("wordllama").fingerprint


def test_wordllama_unknown_dimension():
    with pytest.raises(UserError, match=r"wordllama:512: no such dimension: choose one of 64, 128, 256"):
        open_encoder("wordllama:512")


def test_wordllama_missing(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"needs the package wordllama: .*pip install .*\[questions\]'"):
        open_encoder("wordllama")


def test_wordllama_opens_no_socket_and_leaves_the_loggers_alone():
    program = """
import logging, sys
def refuse(event, args):
    if event.startswith("socket."):
        raise RuntimeError(f"{event} {args}")
sys.addaudithook(refuse)
from askance.ranking.encoders import open_encoder
print(open_encoder('wordllama').encode(["Is it red?"]).shape, logging.getLogger().handlers, logging.getLogger().level)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == f"(1, 256) [] {logging.WARNING}\n"
