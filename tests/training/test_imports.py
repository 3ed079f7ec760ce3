"""Training runs where neither the command line nor the tables are installed, such as a bare GPU machine."""

import subprocess
import sys

ABSENT = ("click", "rich", "pyarrow", "duckdb", "cv2", "pycocotools")
MODULES = (
    "batches",
    "checkpoints",
    "corpus",
    "onnx_export",
    "held_out",
    "recipe",
    "samples",
    "accuracy",
    "start_weights",
    "training_loop",
)


def test_training_needs_no_tables_and_no_command_line():
    code = f"""
import sys
sys.modules.update(dict.fromkeys({ABSENT}))
import {", ".join(f"askance.training.{name}" for name in MODULES)}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_samples_and_corpora_need_no_torch():
    code = """
import sys
sys.modules.update(dict.fromkeys(("torch", "onnx", "safetensors")))
import askance.training.folder_check, askance.training.corpus, askance.training.recipe, askance.training.samples
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
