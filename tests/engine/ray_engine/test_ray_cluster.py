"""The Ray engine on real Ray: one node in the quick test, two nodes in the slow ones."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from ray_nodes import WORKER, TwoNodes, processes, start_python, wait_until
from ray_tables import check_equal

pytest.importorskip("ray", reason="needs pip install 'askance[ray]'")
TESTS = Path(__file__).parents[2]


RAN = subprocess.CompletedProcess[str]


def askance(*arguments: object, cwd: Path, **environment: str) -> RAN:
    """Run a command in a process of its own, with the modules of the tests."""
    running = start_python("-m", "askance", *map(str, arguments), cwd=cwd, **environment)
    output, errors = running.communicate()
    return subprocess.CompletedProcess([], running.returncode, output, errors)


def on_both(nodes: TwoNodes, folder: Path, *run: str, tolerance: float = 0.0) -> tuple[RAN, RAN]:
    """The same run on the local engine and on both nodes; the tables are equal."""
    on_ray = ("--engine", "ray", "--ray-address", nodes.address, "--workers", "2")
    local = askance("run", *run, "--out", "local", cwd=folder)
    done = askance("run", *run, "--out", "ray", *on_ray, cwd=folder)
    assert (done.returncode, done.stdout) == (local.returncode, local.stdout), done.stderr
    check_equal(folder / "ray", folder / "local", tolerance)
    return local, done


def test_one_machine_from_the_command_line(tmp_path):
    """A cluster for this run alone: the same tables, no line of Ray's own, nothing left running."""
    run = ("run", "-m", "builtin:cnn-lstm", "-s", "accuracy", "--limit", "60")
    local = askance(*run, "--out", "local", cwd=tmp_path)
    done = askance(*run, "--out", "ray", "--engine", "ray", "--workers", "1", cwd=tmp_path, RAY_ADDRESS="")
    assert (local.returncode, done.returncode) == (0, 0), done.stderr
    assert done.stdout == local.stdout
    assert done.stderr.splitlines() == local.stderr.replace("local", "ray").splitlines()
    check_equal(tmp_path / "ray", tmp_path / "local")


def test_an_address_without_a_cluster_is_one_line(tmp_path):
    done = askance("run", "-m", "oracle", "--engine", "ray", "--ray-address", "127.0.0.1:1", "--out", "a", cwd=tmp_path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "no connection to the Ray cluster '127.0.0.1:1'" in done.stderr


@pytest.fixture(scope="module")
def nodes():
    made = TwoNodes()
    yield made
    made.close()
    wait_until(lambda: not any(name.startswith(WORKER) for _, _, name in processes()))


@pytest.mark.slow
@pytest.mark.parametrize("model", ["builtin:cnn-lstm", "builtin:transformer", "oracle"])
def test_two_nodes(nodes, tmp_path, model):
    _, done = on_both(nodes, tmp_path, "-m", model, "-s", "accuracy", "-s", "repeat", "--limit", "120")
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["llava", "vilt"])
def test_two_nodes_with_a_hugging_face_model(nodes, tmp_path, architecture):
    pytest.importorskip("transformers", reason="needs pip install 'askance[hf]'")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import hf_checkpoints, torch; torch.manual_seed(0);"
        "from pathlib import Path; hf_checkpoints.BUILDERS[sys.argv[2]](Path('tiny'))"
    )
    building = start_python("-c", code, str(TESTS / "models" / "hf"), architecture, cwd=tmp_path)
    _, errors = building.communicate()
    assert building.returncode == 0, errors
    args = "dtype=float32,max_new_tokens=4" if architecture == "llava" else "dtype=float32"
    run = ("-m", "hf:tiny", "-s", "accuracy", "-s", "repeat", "--limit", "60", "--model-args", args)
    # A probability depends on its batch in the seventh digit, also from one local run to the next.
    on_both(nodes, tmp_path, *run, tolerance=1e-4)


@pytest.mark.slow
def test_both_nodes_have_workers_that_end_with_the_driver(nodes, tmp_path):
    running = start_python(
        "-m", "askance", "run", "-m", "python:ray_models:slow", "-s", "accuracy", "--limit", "400", "--out", "ray",
        "--engine", "ray", "--ray-address", nodes.address, "--workers", "2", cwd=tmp_path,
    )  # fmt: skip
    try:
        wait_until(lambda: len(nodes.workers()) == 2)
        workers = nodes.workers()
        assert {parent for pid, parent, _ in processes() if pid in workers} == set(nodes.raylets())
    finally:
        running.kill()
        running.communicate()
    wait_until(lambda: not nodes.workers())


@pytest.mark.slow
def test_a_model_that_cannot_be_loaded_is_one_line(nodes, tmp_path):
    command = ("run", "-m", "python:ray_models:Unloadable", "-s", "accuracy", "--limit", "20", "--out", "ray")
    done = askance(*command, "--engine", "ray", "--ray-address", nodes.address, cwd=tmp_path)
    assert done.returncode == 1
    assert "unloadable: weights.bin is damaged: download it again" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.slow
def test_a_query_that_ends_the_process_fails_alone(nodes, tmp_path):
    code = """
import sys, askance
from askance.engine import RayOptions
from ray_models import exits
from toy import ToyData
engine = RayOptions(sys.argv[1], workers=2)
done = askance.run(exits, ToyData(60), ["accuracy"], out="run", batch_size=8, engine=engine)
print(done.done.outcome.made, done.done.outcome.failed)
"""
    running = start_python("-c", code, nodes.address, cwd=tmp_path)
    output, errors = running.communicate()
    assert output.split() == ["60", "1"], errors


@pytest.mark.slow
def test_images_travel_to_workers_that_cannot_read_them(nodes, tmp_path):
    code = """
import sys, threading, askance
from askance.engine import RayOptions
from ray_models import brightness
from toy import ToyData
data = ToyData(60)
data.lock = threading.Lock()  # cannot be pickled
for out, engine in ("local", "local"), ("ray", RayOptions(sys.argv[1], workers=2)):
    askance.run(brightness, data, ["accuracy"], out=out, batch_size=8, engine=engine)
print(len(data.decoded))
"""
    running = start_python("-c", code, nodes.address, cwd=tmp_path)
    output, errors = running.communicate()
    assert running.returncode == 0, errors
    assert int(output) >= 40, "the driver has not loaded the 20 images for both engines"
    check_equal(tmp_path / "ray", tmp_path / "local")


@pytest.mark.slow
def test_ctrl_c_stores_what_is_finished_and_the_run_resumes(nodes, tmp_path):
    command = (
        "run", "-m", "python:ray_models:slow", "-s", "accuracy", "--limit", "200", "--out", "ray", "--batch-size", "8",
        "--engine", "ray", "--ray-address", nodes.address, "--workers", "2",
    )  # fmt: skip
    running = start_python("-m", "askance", *command, cwd=tmp_path)
    wait_until(lambda: any((tmp_path / "ray" / "answers").glob("*.jsonl")))
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate()
    assert running.returncode == 130, errors
    made = int(re.search(r"(\d+) calls made", errors)[1])
    assert 0 < made < 200
    done = askance(*command, cwd=tmp_path)
    assert done.returncode == 0
    assert f"{200 - made} calls made, {made} cached" in done.stderr
