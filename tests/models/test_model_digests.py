"""A model's folder carries digests: what differs from what was exported is refused, an edit is possible."""

import json
import shutil

import networks
import pytest
from askance.cli.main import main
from askance.core import ModelInput, Query, Stimulus, UserError
from askance.models import open_model
from askance.models.builtin import NAMES, WEIGHTS, model_folder
from askance.models.builtin.model_folder import ModelFiles, write_model_card


def flip(path, place):
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("name", ["see.onnx", "words.onnx", "say.onnx", "model.json"])
def test_a_flipped_bit_is_refused_in_one_line(tmp_path, name):
    folder = networks.copied("blind", tmp_path)
    size = (folder / name).stat().st_size
    for place in (size // 3, size // 2):
        flip(folder / name, place)
        with pytest.raises(
            UserError, match=rf"{name}: damaged \(.*\): restore the file, train again, or remove"
        ) as raised:
            open_model(f"builtin:{folder}")
        assert "\n" not in str(raised.value)
        flip(folder / name, place)
    assert open_model(f"builtin:{folder}").fingerprint == networks.model("blind").fingerprint


def test_a_run_with_a_damaged_model_is_one_line(tmp_path, capfd):
    folder = networks.copied("blind", tmp_path)
    flip(folder / "say.onnx", 5000)
    with pytest.raises(SystemExit) as ended:
        main(["run", "-m", f"builtin:{folder}", "-s", "accuracy", "--limit", "2", "--out", str(tmp_path / "w")])
    assert ended.value.code == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"askance: {folder}/say.onnx: damaged (it is not what was exported): ")


def test_the_networks_of_another_model_are_refused(tmp_path):
    folder = networks.copied("blind", tmp_path)
    shutil.copy(networks.folder("attention") / "say.onnx", folder / "say.onnx")
    with pytest.raises(UserError, match=r"say\.onnx: damaged \(it is not what was exported\)"):
        open_model(f"builtin:{folder}")


def test_digests_do_not_vanish_one_by_one(tmp_path):
    """Only a person removes both: damage to one of the two fields is noticed."""
    folder = networks.copied("blind", tmp_path)
    about = json.loads((folder / "model.json").read_text())
    for name in ("files", "digest"):
        (folder / "model.json").write_text(json.dumps({key: about[key] for key in about if key != name}))
        with pytest.raises(UserError, match=r"model\.json: damaged"):
            open_model(f"builtin:{folder}")


def test_an_edited_model_runs_once_its_digests_are_removed_or_made_again(tmp_path):
    folder = networks.copied("blind", tmp_path)
    before = open_model(f"builtin:{folder}")
    about = json.loads((folder / "model.json").read_text())
    about["answers"] = about["answers"][::-1]
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(UserError, match=r'remove "files" and "digest" from model\.json if you have edited it'):
        open_model(f"builtin:{folder}")
    shown = [ModelInput(Query(Stimulus(None, "Is it red?")))]
    (folder / "model.json").write_text(json.dumps({key: about[key] for key in about if key not in ("files", "digest")}))
    edited = open_model(f"builtin:{folder}")
    assert edited.answer(shown)[0].text != before.answer(shown)[0].text
    assert edited.fingerprint != before.fingerprint
    write_model_card(folder, about)
    assert open_model(f"builtin:{folder}").answer(shown) == edited.answer(shown)


def test_blanks_and_the_order_of_fields_are_no_damage(tmp_path):
    folder = networks.copied("blind", tmp_path)
    about = json.loads((folder / "model.json").read_text())
    (folder / "model.json").write_text(json.dumps(dict(reversed(about.items())), indent=3))
    assert open_model(f"builtin:{folder}").files.about == networks.model("blind").files.about


@pytest.mark.skipif(not WEIGHTS.is_dir(), reason="no weights are shipped yet")
def test_a_damaged_package_says_to_install_it_again(tmp_path, monkeypatch):
    shutil.copytree(WEIGHTS, tmp_path / "weights")
    monkeypatch.setattr(model_folder, "_SHIPPED", tmp_path / "weights")
    for name in NAMES:
        ModelFiles(tmp_path / "weights" / name)
        card = tmp_path / "weights" / name / "model.json"
        about = json.loads(card.read_text())
        flip(tmp_path / "weights" / name / "say.onnx", -9)
        with pytest.raises(UserError, match=r"say\.onnx: damaged .*: pip install --force-reinstall askance"):
            ModelFiles(tmp_path / "weights" / name)
        card.write_text(json.dumps({key: about[key] for key in about if key not in ("files", "digest")}))
        with pytest.raises(UserError, match=r"model\.json: damaged .*: pip install --force-reinstall askance"):
            ModelFiles(tmp_path / "weights" / name)
