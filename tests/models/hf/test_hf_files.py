"""Which files of a checkpoint count, which are downloaded, and options that a checkpoint cannot honour."""

import shutil
from pathlib import Path

import askance
import huggingface_hub
import pytest
from askance.core import UserError
from askance.core.hub_download import HubFiles
from askance.models.hf import load
from askance.models.hf.hub import hub_files
from askance.models.hf.options import Options, parse_options
from hf_asked import asked


@pytest.fixture
def copied(built, tmp_path):
    def copy(name="llava"):
        return Path(shutil.copytree(built(name), tmp_path / f"{name}-copy"))

    return copy


@pytest.fixture(scope="module")
def sharded(built, tmp_path_factory):
    """A checkpoint whose weights are in several files."""
    from transformers import AutoModelForImageTextToText

    folder = Path(shutil.copytree(built("llava"), tmp_path_factory.mktemp("sharded") / "model"))
    (folder / "model.safetensors").unlink()
    AutoModelForImageTextToText.from_pretrained(built("llava")).save_pretrained(folder, max_shard_size="100KB")
    assert len(list(folder.glob("*.safetensors"))) > 2
    return folder


def error_of(*args):
    with pytest.raises(UserError) as caught:
        load(*args)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def put_in_cache(monkeypatch, source, cache, leave_out):
    """A snapshot in the hub's cache without some files."""
    import huggingface_hub.constants as constants

    repository = cache / "models--some-org--some-model"
    snapshot = repository / "snapshots" / ("a" * 40)
    shutil.copytree(source, snapshot)
    for name in leave_out:
        (snapshot / name).unlink()
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("a" * 40)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(cache))
    kept = huggingface_hub.snapshot_download
    fetched = []

    def download(*args, local_files_only=False, **kwargs):
        if local_files_only:
            return kept(*args, local_files_only=True, cache_dir=cache, **kwargs)
        fetched.append(args)
        for name in leave_out:
            shutil.copy(source / name, snapshot)
        return str(snapshot)

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", lambda *args, **kwargs: Nothing())
    return fetched


class Nothing:
    siblings = ()


@pytest.mark.parametrize("lost", ["a part", "a part and the index", "tokenizer", "preprocessor", "nothing"])
def test_an_interrupted_download_is_completed(sharded, monkeypatch, tmp_path, lost):
    parts = sorted(path.name for path in sharded.glob("*.safetensors"))
    leave_out = {
        "a part": parts[2:],
        "a part and the index": [*parts[2:], "model.safetensors.index.json"],
        "tokenizer": [path.name for path in sharded.glob("tokenizer*")],
        "preprocessor": [path.name for path in sharded.glob("*processor_config.json")],
        "nothing": [],
    }[lost]
    fetched = put_in_cache(monkeypatch, sharded, tmp_path, leave_out)
    model = load("some-org/some-model", {"max_new_tokens": "3"})
    assert len(fetched) == (lost != "nothing")
    assert model.parameters == load(str(sharded), {}).parameters
    assert model.answer(asked(1, 1, turns=False))[0].status == "ok"


def test_weights_that_nobody_wants_are_not_missed(tmp_path):
    """A sentence encoder with an index of pickles, which are not downloaded, is complete."""
    (tmp_path / "model.safetensors").write_text("")
    (tmp_path / "pytorch_model.bin.index.json").write_text('{"weight_map": {"a": "pytorch_model-00001-of-00002.bin"}}')
    assert HubFiles(("*.json", "*.safetensors"), ("*.safetensors",)).are_complete(tmp_path)
    assert not HubFiles(("*.json", "*.safetensors", "*.bin"), ("*.safetensors",)).are_complete(tmp_path)


def test_a_folder_without_one_part_of_its_weights_is_one_line(sharded, tmp_path):
    folder = Path(shutil.copytree(sharded, tmp_path / "copy"))
    lost = sorted(folder.glob("*.safetensors"))[1]
    lost.unlink()
    assert f"{lost.name} is missing" in error_of(str(folder), {})


def test_copies_of_the_weights_are_neither_counted_nor_digested_nor_downloaded(copied):
    folder = copied()
    model = load(str(folder), {})
    expected = model.parameters, model.fingerprint
    shutil.copy(folder / "model.safetensors", folder / "consolidated.safetensors")
    again = load(str(folder), {})
    assert (again.parameters, again.fingerprint) == expected
    files = hub_files(Options())
    names = ["model.safetensors", "consolidated.safetensors", "original/consolidated.00.safetensors"]
    wanted = huggingface_hub.utils.filter_repo_objects(
        names, allow_patterns=list(files.wanted), ignore_patterns=list(files.unwanted)
    )
    assert list(wanted) == names[:1]


def test_code_in_subfolders_and_further_templates_are_in_the_fingerprint(copied):
    folder = copied()
    trusting, plain = load(str(folder), {"trust_remote_code": "true"}).fingerprint, load(str(folder), {}).fingerprint
    (folder / "package").mkdir()
    (folder / "package" / "own.py").write_text("1")
    assert load(str(folder), {}).fingerprint == plain  # not run
    assert load(str(folder), {"trust_remote_code": "true"}).fingerprint != trusting
    (folder / "additional_chat_templates").mkdir()
    (folder / "additional_chat_templates" / "default.jinja").write_text("X")
    assert load(str(folder), {}).fingerprint != plain


def test_the_font_of_pix2struct_is_in_the_fingerprint(built, monkeypatch, tmp_path):
    from PIL import ImageFont

    first = load(str(built("pix2struct")), {}).fingerprint
    assert load(str(built("pix2struct")), {}).fingerprint == first
    (tmp_path / "Arial.TTF").write_bytes(ImageFont.load_default(36).font_bytes + b"\0")
    found = str(tmp_path / "Arial.TTF")
    monkeypatch.setattr(huggingface_hub, "try_to_load_from_cache", lambda *args: found)
    assert load(str(built("pix2struct")), {}).fingerprint != first


def test_options_that_a_checkpoint_cannot_honour_are_one_line(built):
    for name in ("paligemma", "vilt"):
        assert "has no chat template" in error_of(str(built(name)), {"system": "Be brief."})
    assert "is a folder" in error_of(str(built("llava")), {"revision": "v1"})


def test_top_of_a_classifier(built):
    shown = asked(1, 1, turns=False)
    found = {top: load(str(built("vilt")), {"top": top}).answer(shown)[0].top for top in ("1", "3", "20")}
    assert [len(top) for top in found.values()] == [1, 3, 8]  # it has 8 answers
    assert found["3"] == found["20"][:3]
    plain, five = load(str(built("vilt")), {}), load(str(built("vilt")), {"top": "5"})
    assert len(plain.answer(shown)[0].top) == 5
    assert plain.fingerprint == five.fingerprint


@pytest.mark.parametrize("device", ["auto:1", "cuda:", "cpu:3", "mps:0", "cuda:x"])
def test_devices_that_are_none_are_one_line(device):
    with pytest.raises(UserError, match="write auto, cpu, cuda, cuda:1"):
        parse_options({"device": device})


def test_a_device_number_that_is_too_large_is_one_line(built, monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(UserError, match="the last CUDA device is cuda:1"):
        load(str(built("llava")), {"device": "cuda:2"}).load()


@pytest.fixture
def empty_cache(monkeypatch, tmp_path):
    """A hub that cannot be reached, and a cache without models; returns the requests that were made."""
    import httpx
    import huggingface_hub.constants as constants

    requests = []

    def refuse(*args, **kwargs):
        requests.append(args)
        raise httpx.ConnectError("[Errno -2] Name or service not known")

    kept = huggingface_hub.snapshot_download
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", refuse)
    monkeypatch.setattr(
        huggingface_hub, "snapshot_download", lambda *args, **kwargs: kept(*args, cache_dir=tmp_path, **kwargs)
    )
    return requests


def test_a_hub_that_cannot_be_reached_is_one_line(empty_cache):
    line = error_of("some-org/some-model", {})
    assert "hf:some-org/some-model: cannot be downloaded: [Errno -2] Name or service not known" in line
    assert empty_cache


def test_a_dry_run_downloads_nothing(empty_cache, tmp_path, capsys):
    from askance.cli.main import main

    with pytest.raises(UserError, match="a dry run downloads nothing"):
        askance.run("hf:some-org/some-model", suites="accuracy", limit=3, dry_run=True)
    with pytest.raises(SystemExit):
        main(["run", "-m", "hf:some-org/some-model", "-s", "accuracy", "--dry-run", "--out", str(tmp_path / "out")])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "a dry run downloads nothing" in lines[0]
    assert empty_cache == []
    error_of("some-org/some-model", {})  # outside of a dry run it would be downloaded
    assert len(empty_cache) == 1
