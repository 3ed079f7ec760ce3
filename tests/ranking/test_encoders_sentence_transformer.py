"""sentence-transformers on a tiny network with random weights, against transformers alone, one question at a time."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from askance.core import UserError
from askance.ranking.encoders import open_encoder
from askance.ranking.encoders import sentence_transformer as module

WORDS = ["what", "color", "is", "the", "cat", "?", "red", "on", "a", "big", "dog", "and", "how", "old", "car", "this"]
QUESTIONS = [
    "What color is the cat?",
    "Is the dog red",
    "?",
    "How old is this car of the dog on the big red cat and a dog?",
]


@pytest.fixture(autouse=True, scope="module")
def _is_installed():
    """Imported where it is needed: that takes seconds."""
    pytest.importorskip("sentence_transformers")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder as sentence-transformers saves one: BERT of 2 layers, then the mean over the words."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizerFast

    folder = tmp_path_factory.mktemp("models") / "tiny"
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]) + "\n")
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=len(WORDS) + 5, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
        initializer_range=0.5,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    (folder / "1_Pooling").mkdir()
    pooling = {"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    modules = [("", "Transformer"), ("1_Pooling", "Pooling")]
    rows = [
        {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for i, (path, kind) in enumerate(modules)
    ]
    (folder / "modules.json").write_text(json.dumps(rows))
    return folder


@pytest.fixture
def copy(folder, tmp_path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def test_vectors_are_the_means_of_the_words(folder):
    import torch
    from transformers import AutoModel, AutoTokenizer

    encoder = open_encoder(f"st:{folder}")
    vectors = encoder.encode(QUESTIONS)
    assert vectors.shape == (4, encoder.dimension) == (4, 32)
    assert vectors.dtype == np.float32
    model, tokenizer = AutoModel.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    for question, vector in zip(QUESTIONS, vectors, strict=True):
        with torch.inference_mode():
            mean = model(**tokenizer(question, return_tensors="pt")).last_hidden_state[0].mean(dim=0).double().numpy()
        assert np.abs(vector - mean / np.linalg.norm(mean)).max() < 1e-5
    assert np.abs(vectors[0] - vectors[1]).max() > 1e-2


def test_nothing_depends_on_the_batch(folder):
    encoder = open_encoder(f"st:{folder}")
    many = encoder.encode(QUESTIONS * 40)  # more than one pass
    for i, question in enumerate(QUESTIONS):
        assert np.abs(many[i::4] - encoder.encode([question])).max() < 1e-5
    assert encoder.encode([]).shape == (0, 32)
    assert np.isfinite(encoder.encode([""])).all()


def test_the_fingerprint_knows_the_files_and_not_where_they_are(folder, copy):
    assert open_encoder(f"st:{copy}").fingerprint == open_encoder(f"st:{folder}").fingerprint
    pooling = copy / "1_Pooling" / "config.json"
    pooling.write_text(pooling.read_text().replace("true", "false"))
    assert open_encoder(f"st:{copy}").fingerprint != open_encoder(f"st:{folder}").fingerprint


def test_programs_in_a_folder_are_not_run(copy, tmp_path):
    rows = json.loads((copy / "modules.json").read_text())
    rows[1]["type"] = "own_code.Pooling"
    (copy / "modules.json").write_text(json.dumps(rows))
    (copy / "own_code.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Pooling: pass\n")
    with pytest.raises(UserError, match=r"cannot be loaded by sentence-transformers: .*own_code\.Pooling") as error:
        open_encoder(f"st:{copy}").encode(QUESTIONS)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "ran").exists()


def test_pickled_weights_are_refused(copy):
    (copy / "model.safetensors").rename(copy / "pytorch_model.bin")
    with pytest.raises(UserError, match=r"holds no \.safetensors weights"):
        open_encoder(f"st:{copy}")


def test_damaged_weights(copy):
    (copy / "model.safetensors").write_bytes(b"rubbish")
    with pytest.raises(UserError, match=r"cannot be loaded by sentence-transformers") as error:
        open_encoder(f"st:{copy}").encode(QUESTIONS)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("rest", ["", "./nowhere", "/no/where/at/all", "a b"])
def test_no_such_folder(rest):
    with pytest.raises(UserError, match=r"no such folder: name one that holds modules\.json, or a hub id"):
        open_encoder(f"st:{rest}")


@pytest.mark.parametrize("package", ["sentence_transformers", "torch"])
def test_missing_packages(monkeypatch, package):
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == package else "there")
    with pytest.raises(UserError, match=rf"need {package}: .*pip install .*\[sentence-transformers\]'"):
        open_encoder("st:somewhere")


PROGRAM = """
import sys
from askance.core import UserError
from askance.ranking.encoders import open_encoder
try:
    encoder = open_encoder(sys.argv[1])
    print(encoder.name, encoder.folder, "torch" in sys.modules)
except UserError as error:
    print("line:", error)
"""


def offline(spec: str, home: Path) -> str:
    """What a process that may not call the hub prints."""
    environment = os.environ | {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, spec], env=environment, capture_output=True, text=True, check=True, cwd=home
    )
    return done.stdout


def test_a_hub_id_is_found_in_the_hubs_own_cache(folder, tmp_path):
    snapshot = tmp_path / "hub" / "models--some--tiny" / "snapshots" / ("a" * 40)
    shutil.copytree(folder, snapshot)
    (tmp_path / "hub" / "models--some--tiny" / "refs").mkdir()
    (tmp_path / "hub" / "models--some--tiny" / "refs" / "main").write_text("a" * 40)
    assert offline("st:some/tiny", tmp_path) == f"st:some/tiny {snapshot} False\n"


def test_a_hub_id_that_cannot_be_fetched_gets_one_line(tmp_path):
    said = offline("st:some/other", tmp_path)
    assert said.startswith("line: st:some/other: is not in the hub's cache (")
    assert said.count("\n") == 1


def test_weights_in_a_pickle_count_and_notes_do_not(folder, copy):
    before = open_encoder(f"st:{folder}").fingerprint
    (copy / "README.md").write_text("a note")
    (copy / ".cache").mkdir()
    (copy / ".cache" / "time").write_text("now")
    assert open_encoder(f"st:{copy}").fingerprint == before
    (copy / "2_Dense").mkdir()
    (copy / "2_Dense" / "pytorch_model.bin").write_bytes(b"weights")
    assert open_encoder(f"st:{copy}").fingerprint != before
