"""`doctor -m hf:FOLDER` says what a checkpoint is."""

import json
import shutil
from pathlib import Path

import pytest
from askance.cli.main import main
from askance.models import open_model


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


def test_doctor_says_the_same_of_a_checkpoint_that_cannot_be_loaded(built, tmp_path, capfd):
    """All of it is in config.json and in the headers of the safetensors files."""
    folder = Path(shutil.copytree(built("llava"), tmp_path / "llava"))
    whole = open_model(f"hf:{folder}").parameters
    (folder / "tokenizer.json").write_text("{")
    code, out, _ = call(capfd, "doctor", "-m", f"hf:{folder}", "--json")
    facts = json.loads(out)[-1]
    assert code == 1
    assert (facts["kind"], facts["architecture"]) == ("chat", "LlavaForConditionalGeneration")
    assert (facts["parameters"], facts["precision"]) == (whole, "float32")
    assert facts["sharing"].startswith("the image prefix is computed once")
    code, out, _ = call(capfd, "doctor", "-m", f"hf:{folder}")
    for line in ("ok   kind: chat", f"ok   parameters: {whole:,}", "ok   sharing: the image prefix"):
        assert line in out
