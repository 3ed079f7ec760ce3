"""`list models` and `doctor -m` say how large a model is, and what it is."""

import json

import pytest
from askance.cli.main import main
from askance.core.onnx_parameters import onnx_parameters
from askance.models import open_model
from askance.models.builtin import NAMES, WEIGHTS

NETWORKS = sorted(WEIGHTS.rglob("*.onnx"))


def call(capfd, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    out, err = capfd.readouterr()
    return ended.value.code or 0, out, err


@pytest.mark.parametrize("path", NETWORKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_parameters_of_a_network_are_those_that_onnx_counts(path):
    onnx = pytest.importorskip("onnx", reason="pip install 'askance[train]'")
    floats = {onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16}
    tensors = [each for each in onnx.load(path).graph.initializer if each.data_type in floats]
    assert onnx_parameters(path) == sum(onnx.numpy_helper.to_array(each).size for each in tensors)


@pytest.mark.parametrize("data", [b"not a network", b"\x3a\xff\x01short", b"\xff" * 40])
def test_a_file_that_is_no_network_has_no_parameters(tmp_path, data):
    (tmp_path / "a.onnx").write_bytes(data)
    with pytest.raises(ValueError, match="ONNX file"):
        onnx_parameters(tmp_path / "a.onnx")


def test_list_shows_the_parameters_of_built_in_networks(capfd):
    _, out, _ = call(capfd, "list", "models")
    line = next(line for line in out.splitlines() if line.startswith("builtin:transformer"))
    assert line.endswith("(3.6M parameters)")
    rows = {row["name"]: row for row in json.loads(call(capfd, "list", "models", "--json")[1])}
    sizes = {name: rows[f"builtin:{name}"]["parameters"] for name in NAMES}
    assert sizes == {name: open_model(f"builtin:{name}").parameters for name in NAMES}
    assert sizes["blind"] == 177_213
    assert "parameters" not in rows["oracle"]


def test_doctor_says_what_a_built_in_network_is(capfd):
    code, out, _ = call(capfd, "doctor", "-m", "builtin:blind", "--json")
    facts = json.loads(out)[-1]
    assert (code, facts["what"], facts["parameters"]) == (0, "model", 177_213)
    assert "text" in facts["supports"]
