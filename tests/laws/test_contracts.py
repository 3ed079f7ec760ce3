"""Contracts are visible: no guessed attributes outside core/, and no suite's name in engine/ or report/."""

import ast

import pytest
from askance.suites import SUITES

from source_nodes import ROOT, Node, nodes_of, source_nodes

GUESSES = ("getattr", "hasattr")
ALLOWED = {  # what depends on the machine, on another library, or on what a thread or a module has set
    ("cli/process_exit.py", "setitimer"),
    ("cli/serve_command.py", "nice"),
    ("datasets/detectors/huggingface.py", "post_process_object_detection"),
    ("datasets/reading/decode_image.py", "n_frames"),
    ("datasets/reading/decode_image.py", "tag_v2"),
    ("engine/model_call.py", "context"),
    ("models/builtin/onnx_sessions.py", "sched_getaffinity"),
    ("models/hf/encoding.py", "image_token"),  # each architecture of transformers has other fields
    ("models/hf/loading.py", "max_position_embeddings"),
    ("models/hf/packed.py", "get_rope_index"),
    ("models/hf/packed.py", "layer_types"),
    ("models/hf/packed.py", "sliding_window"),
    ("models/hf/packed.py", "use_sliding_window"),
    ("models/state/arrays.py", "Tensor"),
    ("stickers/art/__init__.py", "SHAPES"),
}
PAPERS = "report/paper_tables/"  # writes the tables of four papers, each about certain suites
NOT_A_SUITE = {  # a word that happens to be a suite's name, too
    ("engine/judging.py", "bias"),  # a column of the table of verdicts
    ("report/terminal_board.py", "noise"),  # the first line of the heading `noise floor`
}


def guesses(nodes: list[Node]) -> set[str]:
    """The attributes that are looked up by a literal name."""
    return {
        str(node.args[1].value)
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in GUESSES
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
    }


def literals(source: str) -> set[str]:
    """Every text in a file that is not a docstring."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }


def test_no_attribute_is_guessed_outside_core():
    files = {file.relative_to(ROOT): nodes for file, nodes in source_nodes().items()}
    found = {(at.as_posix(), name) for at, nodes in files.items() if at.parts[0] != "core" for name in guesses(nodes)}
    assert found == ALLOWED  # one that is gone leaves the list


@pytest.mark.parametrize("line", ['getattr(data, "masks", None)', 'hasattr(whatever().it, "masks")'])
def test_a_guess_is_found(line):
    assert guesses(nodes_of(line)) == {"masks"}


@pytest.mark.parametrize("room", ["engine", "report"])
def test_no_suite_is_known_by_name(room):
    files = {file.relative_to(ROOT).as_posix(): file for file in (ROOT / room).rglob("*.py")}
    known = {(path, name) for path, file in files.items() for name in literals(file.read_text()) & set(SUITES)}
    assert any(path.startswith(PAPERS) for path, _ in known) == (room == "report")
    found = {(path, name) for path, name in known if not path.startswith(PAPERS)}
    assert found == {(path, name) for path, name in NOT_A_SUITE if path.startswith(room)}


@pytest.mark.parametrize("room", ["engine", "report"])
def test_no_suite_is_imported(room):
    for file, nodes in source_nodes().items():
        for node in nodes:
            if file.is_relative_to(ROOT / room) and isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("askance.suites."), file.name
