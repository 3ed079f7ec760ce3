"""--model-args and checkpoints: mistakes are one line; what decides the answers is in the fingerprint."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from askance.core import UserError
from askance.models import open_model
from askance.models.hf import load
from askance.models.hf.options import parse_options
from hf_asked import asked


@pytest.fixture
def copied(built, tmp_path):
    def copy(name="llava"):
        return Path(shutil.copytree(built(name), tmp_path / f"{name}-copy"))

    return copy


def edit(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def error_of(*args, **kwargs):
    with pytest.raises(UserError) as caught:
        load(*args, **kwargs)
    line = str(caught.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"dtyp": "float32"}, "did you mean dtype"),
        ({"dtype": "int8"}, "dtype=int8: write one of auto, float32, bfloat16, float16"),
        ({"device": "gpu"}, "device=gpu: write auto, cpu, cuda"),
        ({"attn": "fast"}, "attn=fast"),
        ({"max_new_tokens": "0"}, "max_new_tokens=0"),
        ({"trust_remote_code": "1"}, "write true or false"),
    ],
)
def test_mistakes_in_model_args_are_one_line(given, expected):
    with pytest.raises(UserError, match="--model-args") as caught:
        parse_options(given)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names(built, tmp_path):
    folder = built("llava")
    assert open_model(f"hf:{folder}").name == f"hf:{folder}"
    assert "no such folder" in error_of("no-such-folder", {})
    assert "no config.json" in error_of(str(tmp_path), {})


def test_hub_id_that_is_not_cached_is_not_fetched_offline(monkeypatch, tmp_path):
    import huggingface_hub.constants as constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    line = error_of("some-org/some-model", {})
    assert "some-org/some-model" in line
    assert "HF_HUB_OFFLINE" in line


def test_hub_id_in_the_cache_is_opened_without_network(built, monkeypatch, tmp_path):
    snapshot = tmp_path / "models--some-org--some-model" / "snapshots" / "abc"
    shutil.copytree(built("llava"), snapshot)
    refs = tmp_path / "models--some-org--some-model" / "refs"
    refs.mkdir()
    (refs / "main").write_text("abc")
    import askance.core.hub_download as hub
    import huggingface_hub

    fetch = huggingface_hub.snapshot_download
    monkeypatch.setattr(
        huggingface_hub, "snapshot_download", lambda *args, **kwargs: fetch(*args, cache_dir=tmp_path, **kwargs)
    )
    monkeypatch.setattr(hub, "download", lambda *args: pytest.fail("downloads"))
    model = load("some-org/some-model", {})
    assert model.name == "hf:some-org/some-model"
    assert model.checkpoint.folder == snapshot


def test_the_size_is_said_before_a_download(monkeypatch, tmp_path, capsys):
    import huggingface_hub
    import huggingface_hub.constants as constants

    class File:
        def __init__(self, name, size):
            self.rfilename, self.size = name, size

    class Info:
        siblings = (File("model.safetensors", 3_000_000_000), File("config.json", 10), File("model.bin", 10**12))

    order = []
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", lambda *args, **kwargs: Info())

    def download(*args, **kwargs):
        if kwargs.get("local_files_only"):
            raise huggingface_hub.errors.LocalEntryNotFoundError("not here")
        order.append(capsys.readouterr().err)
        return str(tmp_path)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    error_of("some-org/some-model", {})  # an empty folder
    assert order == [order[0]]
    assert "downloading 3.0 GB" in order[0]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        ("GatedRepoError", 403, "only to users who accept its terms: https://huggingface.co/some-org/some-model"),
        ("RepositoryNotFoundError", 404, "neither a folder here nor a model of the hub: the hub's words"),
        ("RepositoryNotFoundError", 401, "nor a model of the hub: the hub's words (if the model is private"),
        ("HfHubHTTPError", 401, "the hub refuses access (HTTP 401): the hub's words: log in"),
        ("HfHubHTTPError", 403, "the hub refuses access (HTTP 403)"),
        ("HfHubHTTPError", 429, "the hub cannot answer now (HTTP 429): the hub's words: try again later"),
        ("HfHubHTTPError", 503, "the hub cannot answer now (HTTP 503): the hub's words: try again later"),
    ],
)
def test_a_refused_download_says_why(monkeypatch, error, status, said):
    import huggingface_hub
    import huggingface_hub.constants as constants

    class Response:
        status_code, headers, request = status, {}, None

    def fail(*args, **kwargs):
        raise getattr(huggingface_hub.errors, error)("the hub's words\nmore", response=Response())

    def is_not_cached(*args, **kwargs):
        raise huggingface_hub.errors.LocalEntryNotFoundError("not here")

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", fail)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", is_not_cached)
    line = error_of("some-org/some-model", {})
    assert said in line
    assert ("neither a folder" in line) == (error == "RepositoryNotFoundError")


def test_the_kind_comes_from_the_configuration_not_from_the_name(built, tmp_path):
    folder = Path(shutil.copytree(built("vilt"), tmp_path / "Qwen2.5-VL-7B-Instruct"))
    assert load(str(folder), {}).checkpoint.kind.family == "classifier"
    chat = Path(shutil.copytree(built("llava"), tmp_path / "blip-vqa"))
    assert load(str(chat), {}).checkpoint.kind.family == "chat"
    (chat / "chat_template.jinja").unlink()
    assert "has no chat template" in error_of(str(chat), {})
    edit(chat / "tokenizer_config.json", chat_template="{{ messages }}")
    assert load(str(chat), {}).checkpoint.kind.is_chat
    edit(chat / "config.json", architectures=[])
    assert "names no architecture" in error_of(str(chat), {})


def test_pickles_only_when_asked(copied):
    torch = pytest.importorskip("torch")
    from safetensors.torch import load_file

    folder = copied()
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert "weights=bin" in error_of(str(folder), {})
    model = load(str(folder), {"weights": "bin", "max_new_tokens": "4"})
    assert model.answer(asked(1, 1, turns=False))[0].status == "ok"
    assert model.parameters is None


def test_a_pickle_that_runs_code_is_refused(copied, tmp_path):
    import pickle

    folder = copied()
    (folder / "model.safetensors").unlink()
    ran = tmp_path / "ran"
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(_Runs(str(ran)), protocol=2))
    model = load(str(folder), {"weights": "bin"})
    with pytest.raises(UserError, match="cannot be loaded"):
        model.prepare(lambda line: None)
    assert not ran.exists()


class _Runs:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (Path(self.path),)


def test_remote_code_is_not_run(copied, tmp_path):
    folder, ran = copied(), tmp_path / "ran"
    (folder / "own.py").write_text(f"open({str(ran)!r}, 'w').close()\n")
    edit(folder / "config.json", auto_map={"AutoModelForImageTextToText": "own.Model"}, model_type="own-kind")
    model = load(str(folder), {})
    with pytest.raises(UserError, match="cannot be loaded") as caught:
        model.prepare(lambda line: None)
    assert "\n" not in str(caught.value)
    assert not ran.exists()


def test_incomplete_weights_are_one_line(copied):
    from safetensors.torch import load_file, save_file

    folder = copied()
    weights = load_file(folder / "model.safetensors")
    lost = next(name for name in weights if "layers.1" in name)
    save_file({name: value for name, value in weights.items() if name != lost}, folder / "model.safetensors")
    with pytest.raises(UserError, match="weights lack 1 parts"):
        load(str(folder), {}).prepare(lambda line: None)


def test_a_device_that_is_not_there_and_a_model_that_does_not_fit_are_one_line(built, monkeypatch):
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        with pytest.raises(UserError, match="finds no CUDA device"):
            load(str(built("llava")), {"device": "cuda"}).prepare(lambda line: None)

    def full(self, *args, **kwargs):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.\nMore")

    monkeypatch.setattr(torch.nn.Module, "to", full)
    with pytest.raises(UserError, match="does not fit on cpu: CUDA out of memory") as caught:
        load(str(built("llava")), {"device": "cpu"}).prepare(lambda line: None)
    assert "\n" not in str(caught.value)


def test_what_decides_the_answers_is_in_the_fingerprint(copied, built):
    from hf_checkpoints import llava

    folder = copied()
    first = load(str(folder), {}).fingerprint
    assert load(str(folder), {}).fingerprint == first
    assert load(str(built("llava")), {}).fingerprint == first  # another place, the same content
    for args in ({"dtype": "bfloat16"}, {"instruction": "Be brief."}, {"system": "Hi."}, {"max_new_tokens": "3"}):
        assert load(str(folder), args).fingerprint != first
    assert load(str(folder), {"device": "cpu", "batch_size": "3", "share": "none"}).fingerprint == first
    template = (folder / "chat_template.jinja").read_text()
    (folder / "chat_template.jinja").write_text(template + " ")
    assert load(str(folder), {}).fingerprint != first
    (folder / "chat_template.jinja").write_text(template)
    assert load(str(folder), {}).fingerprint == first
    llava(folder, seed=1)  # another checkpoint in the same folder
    assert load(str(folder), {}).fingerprint != first


def test_digests_of_large_files_are_remembered(tmp_path, monkeypatch):
    from askance.models.hf import file_digests

    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "cache"))
    large = tmp_path / "model.safetensors"
    large.write_bytes(b"a" * file_digests.LARGE)
    first = file_digests.digests_of(tmp_path, [large])
    monkeypatch.setattr(file_digests, "file_digest", lambda path: pytest.fail("read again"))
    assert file_digests.digests_of(tmp_path, [large]) == first
    monkeypatch.undo()
    monkeypatch.setenv("ASKANCE_CACHE", str(tmp_path / "cache"))
    large.write_bytes(b"b" * file_digests.LARGE)
    assert file_digests.digests_of(tmp_path, [large]) != first


def test_opening_a_model_does_not_import_torch(built):
    code = (
        "import sys\n"
        "from askance.models import open_model\n"
        f"model = open_model('hf:{built('llava')}')\n"
        "model.fingerprint, model.supports, model.parameters, model.sharing\n"
        "assert not {'torch', 'transformers', 'duckdb', 'pyarrow'} & set(sys.modules), sorted(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_parameters_are_counted_from_the_files(opened):
    for name in ("llava", "blip", "qwen3_vl"):
        model = opened(name)
        assert model.parameters == model.load().loaded.parameters()


def test_a_broken_chat_template_is_one_line(copied):
    folder = copied()
    (folder / "chat_template.jinja").write_text("{{ raise_exception('no messages of this kind') }}")
    with pytest.raises(UserError, match="no messages of this kind"):
        load(str(folder), {}).prepare(lambda line: None)


def test_a_value_in_quotes_may_contain_commas():
    from askance.cli.name_completion import parse_key_values

    given = parse_key_values('dtype=float32,instruction="Be brief, please.",system=a "b" c,top=2')
    assert given == {"dtype": "float32", "instruction": "Be brief, please.", "system": 'a "b" c', "top": "2"}
    assert parse_key_values('a="b') == {"a": '"b'}


def test_instruction_and_system(built):
    folder = str(built("llava"))
    one = asked(1, 1, turns=True)[0]

    def prompt(**args):
        model = load(folder, args)
        return model.load().encoder.prompter.text(one.query, True)

    assert "What color is the car?\nAnswer the question" in prompt()
    assert "What color is the car?\nBe brief." in prompt(instruction="Be brief.")
    assert "Q: What color is the car? A:" in prompt(instruction="Q: {question} A:")
    assert prompt(instruction="").count("\n") < prompt().count("\n")
    assert prompt(system="You are terse.").startswith("<|im_start|>system\nYou are terse.")


@pytest.mark.parametrize("name", ["qwen2_5_vl", "internvl", "llava_onevision"])
def test_models_with_a_video_processor_load_where_torchvision_is_installed(built, monkeypatch, name):
    """With torchvision, transformers looks for a video processor that works with Pillow, and there is none."""
    from transformers.utils import import_utils

    monkeypatch.setattr(import_utils, "is_torchvision_available", lambda: True)
    model = load(str(built(name)), {"max_new_tokens": "2"})
    assert [answer.status for answer in model.answer(asked(1, 1, turns=False))] == ["ok"]
