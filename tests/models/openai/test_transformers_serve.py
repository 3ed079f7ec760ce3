"""A real server: `transformers serve` with a tiny LLaVA; its answers are those of `hf:` on the same folder.

It needs `pip install 'transformers[serving]' accelerate`, here or for the Python that ASKANCE_SERVE_PYTHON names.
"""

import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import askance
import numpy as np
import pytest
from askance.core import ImageData, ModelInput, Query, Stimulus
from askance.models import open_model
from askance.models.cut_answers import CUT_REASON, NOTHING_BUT_REASONING

HF = Path(__file__).parents[1] / "hf"
NEEDED = ("fastapi", "uvicorn", "accelerate", "transformers")
SERVE = "import sys; sys.argv[0] = 'transformers'; from transformers.cli.transformers import main; main()"
ARGS = {"max_new_tokens": "6"}

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not (HF / "hf_checkpoints.py").is_file(), reason="hf: is not part of this version"),
    pytest.mark.skipif(
        not os.environ.get("ASKANCE_SERVE_PYTHON") and not all(map(importlib.util.find_spec, NEEDED)),
        reason="needs pip install 'transformers[serving]' accelerate",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    sys.path.insert(0, str(HF))
    import hf_checkpoints

    made = tmp_path_factory.mktemp("llava")
    hf_checkpoints.BUILDERS["llava"](made)
    return made


@pytest.fixture(scope="module")
def url(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    python = os.environ.get("ASKANCE_SERVE_PYTHON", sys.executable)
    options = ["serve", str(folder), "--port", str(port), "--device", "cpu", "--dtype", "float32"]
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen([python, "-c", SERVE, *options], env=environment, stderr=subprocess.DEVNULL)
    try:
        _wait(f"http://127.0.0.1:{port}/health", process)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


def _wait(url, process):
    """Until something answers, whatever it says."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            try:
                urllib.request.urlopen(url, timeout=2).close()
            except urllib.error.HTTPError:
                return
            return
        time.sleep(0.2)
    pytest.fail(f"the server did not start (exit code {process.poll()})")


def texts(run):
    """The answers; a server says of six blank tokens that no answer came, which `hf:` reads as an empty text."""
    rows = run.answers.to_pylist()
    assert {row["reason"] for row in rows} <= {"", None, NOTHING_BUT_REASONING, CUT_REASON}
    return {row["query_key"]: row["text"] or "" for row in rows}


def test_answers_through_the_server_are_those_of_the_folder(folder, url, tmp_path):
    suites = ["accuracy", "noise"]  # images as they are, and edited
    served = askance.run(open_model(f"openai:{folder}@{url}", ARGS), "stickers", suites, limit=12, out=tmp_path / "a")
    args = {**ARGS, "dtype": "float32", "device": "cpu"}
    loaded = askance.run(open_model(f"hf:{folder}", args), "stickers", suites, limit=12, out=tmp_path / "b")
    assert len(set(texts(served).values())) > 10
    common = texts(served).keys() & texts(loaded).keys()
    assert len(common) > 50
    assert {key: texts(served)[key] for key in common} == {key: texts(loaded)[key] for key in common}


def test_turns_and_questions_without_an_image_too(folder, url):
    picture = ImageData(np.random.default_rng(0).integers(0, 255, (48, 64, 3), dtype=np.uint8))
    turns = (("Is there a dog?", "yes"), ("Is it brown?", "no"))
    inputs = [
        ModelInput(Query(Stimulus("a", "What color is it?", turns=turns)), picture=picture),
        ModelInput(Query(Stimulus(None, "What color is the sky?"))),
    ]
    server = open_model(f"openai:{folder}@{url}", ARGS)
    server.prepare(lambda line: None)
    local = open_model(f"hf:{folder}", {**ARGS, "dtype": "float32", "device": "cpu"})
    assert [answer.text for answer in server.answer(inputs)] == [answer.text for answer in local.answer(inputs)]
