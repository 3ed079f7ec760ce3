"""Write the logs in tests/logs/peers anew, by running the tools themselves on ten questions with fixed answers.

Each tool runs in an environment of its own (torch: the CPU build), in a folder outside of the repository:

    pip install inspect_ai                      python scripts/peer_logs.py inspect
    pip install lmms-eval                       python scripts/peer_logs.py lmms-eval
    pip install ms-vlmeval                      python scripts/peer_logs.py vlmevalkit

ms-vlmeval is the release of VLMEvalKit on PyPI, by ModelScope. Nothing is downloaded by the tools.
"""

import base64
import csv
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

PEERS = Path(__file__).parent.parent / "tests" / "logs" / "peers"
ROWS = [json.loads(line) for line in (PEERS / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
ANSWERS = {
    "q1": "red", "q2": "The shape is blue.", "q3": "red", "q4": "yes", "q5": "Yes, there is one.", "q6": "no",
    "q7": "no", "q8": "3", "q9": "A", "q10": "vertical",
}  # fmt: skip
REPEATED = {"q3": ["red", "green", "red"]}  # the only answer that changes between epochs
POST_PROMPT = "\nAnswer the question using a single word or phrase."


def inspect() -> None:
    """A log with images as .eval, one with three epochs, and the first one as .json."""
    import inspect_ai
    from inspect_ai import Epochs, Task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import includes
    from inspect_ai.solver import generate

    def sample(row: dict[str, Any]) -> Sample:
        asked = [ContentText(text=_with_options(row)), ContentImage(image=str(PEERS / row["image"]))]
        return Sample(
            id=row["id"], input=[ChatMessageUser(content=asked)], target=row["answers"], choices=row.get("options")
        )

    def answered(text: str) -> ModelOutput:
        usage = ModelUsage(input_tokens=9, output_tokens=1, total_tokens=10)  # else a tokenizer is downloaded
        return ModelOutput.from_content("mockllm/model", text).model_copy(update={"usage": usage})

    def run(name: str, form: str, epochs: int, rows: list[dict[str, Any]]) -> None:
        # One sample at a time: outputs are given in order.
        outputs = [
            answered(REPEATED.get(row["id"], [ANSWERS[row["id"]]] * epochs)[k]) for k in range(epochs) for row in rows
        ]
        model = get_model("mockllm/model", custom_outputs=outputs)
        task = Task(name="shapes", dataset=MemoryDataset([sample(row) for row in rows]), solver=generate(),
                    scorer=includes())  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            (log,) = inspect_ai.eval(
                task, model=model, log_dir=folder, log_format=form, display="none", epochs=Epochs(epochs),
                max_samples=1, max_connections=1,
            )  # fmt: skip
            assert log.status == "success", log.error
            Path(log.location).replace(PEERS / name)

    run("inspect.eval", "eval", 1, ROWS)
    run("inspect_epochs.eval", "eval", 3, ROWS[:3])  # few, for small files
    run("inspect.json", "json", 1, ROWS[:2])


def _with_options(row: dict[str, Any]) -> str:
    listed = "".join(f"\n{letter}. {option}" for letter, option in zip("ABC", row.get("options", ()), strict=False))
    return f"{row['question']}{listed}"


TASK = """\
dataset_path: json
dataset_kwargs:
  data_files: {data}
task: shapes
test_split: train
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.doc_to_text
doc_to_target: target
generation_kwargs:
  max_new_tokens: 16
process_results: !function utils.process_results
metric_list:
  - metric: exact
    aggregation: mean
    higher_is_better: true
"""
UTILS = """\
from PIL import Image
def doc_to_visual(doc): return [Image.open(doc["file"]).convert("RGB")]
def doc_to_text(doc): return doc["prompt"]
def process_results(doc, results): return {"exact": float(results[0] == doc["target"])}
"""


def lmms_eval() -> None:
    """The samples of a local task, as `--log_samples` writes them."""
    _tolerate_torchvision()
    from lmms_eval.models.simple.dummy import Dummy

    def generate_until(self: Any, requests: list[Any]) -> list[str]:
        return [ANSWERS[ROWS[request.args[3]]["id"]] for request in requests]  # args[3] is the doc_id

    Dummy.generate_until = generate_until
    with tempfile.TemporaryDirectory() as folder:
        data, tasks, out = Path(folder, "data.jsonl"), Path(folder, "tasks"), Path(folder, "out")
        docs = [
            {"prompt": _with_options(row) + POST_PROMPT, "target": row["answers"][0], "file": str(PEERS / row["image"])}
            for row in ROWS
        ]
        data.write_text("".join(json.dumps(doc) + "\n" for doc in docs), encoding="utf-8")
        tasks.mkdir()
        (tasks / "shapes.yaml").write_text(TASK.format(data=data), encoding="utf-8")
        (tasks / "utils.py").write_text(UTILS, encoding="utf-8")
        sys.argv = ["lmms_eval", "--model", "dummy", "--tasks", "shapes", "--include_path", str(tasks),
                    "--batch_size", "1", "--log_samples", "--output_path", str(out)]  # fmt: skip
        from lmms_eval.__main__ import cli_evaluate

        cli_evaluate()
        (samples,) = out.rglob("*_samples_shapes.jsonl")
        lines = samples.read_text(encoding="utf-8").replace(f"{PEERS}/", "")  # no paths of this machine
        (PEERS / "lmms_eval_samples_shapes.jsonl").write_text(lines, encoding="utf-8")


def vlmevalkit() -> None:
    """Predictions of a custom VQA data set as .xlsx and .tsv, and of a custom multiple-choice one as .xlsx."""
    _tolerate_torchvision()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LMUData"] = folder  # noqa: SIM112  as VLMEvalKit spells it
        _write_tables(Path(folder))
        from vlmeval.dataset import build_dataset
        from vlmeval.inference import infer_data_job

        class Fixed:
            is_api = True

            def generate(self, message: list[dict[str, str]], dataset: str) -> str:
                text, image = message[-1]["value"], Path(message[0]["value"])
                row = next(row for row in ROWS if row["question"] in text and _is_same(PEERS / row["image"], image))
                if row["id"] == "q10":
                    return "Failed to obtain answer via API."  # what its API models return after all tries
                return ANSWERS[row["id"]]

        for name, form in (("Shapes", "xlsx"), ("Shapes", "tsv"), ("ShapesChoice", "xlsx")):
            os.environ["PRED_FORMAT"] = form
            infer_data_job(Fixed(), folder, "fixed", build_dataset(name), api_nproc=1)
            Path(folder, f"fixed_{name}.{form}").replace(PEERS / f"fixed_{name}.{form}")


def _is_same(one: Path, other: Path) -> bool:
    from PIL import Image

    return Image.open(one).convert("RGB").tobytes() == Image.open(other).convert("RGB").tobytes()


def _write_tables(folder: Path) -> None:
    """The questions as VLMEvalKit's tables; an image in base64."""
    for name, chosen in (("Shapes", False), ("ShapesChoice", True)):
        rows = [(number, row) for number, row in enumerate(ROWS, 1) if ("options" in row) == chosen]
        with (folder / f"{name}.tsv").open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, delimiter="\t")
            table.writerow(["index", "image", "question", *("ABC" if chosen else ""), "answer"])
            for number, row in rows:
                image = base64.b64encode((PEERS / row["image"]).read_bytes()).decode()
                options, answer = row.get("options", []), row["answers"][0]
                letter = "ABC"[options.index(answer)] if options else answer
                table.writerow([number, image, row["question"], *options, letter])


def _tolerate_torchvision() -> None:
    """The PyPI build of torchvision does not find its operators in the CPU build of torch; none is needed here."""
    import torch.library

    usual = torch.library.register_fake

    def register_fake(op: Any, *more: Any, **named: Any) -> Any:
        return (lambda function: function) if str(op).startswith("torchvision::") else usual(op, *more, **named)

    torch.library.register_fake = register_fake


if __name__ == "__main__":
    {"inspect": inspect, "lmms-eval": lmms_eval, "vlmevalkit": vlmevalkit}[sys.argv[1]]()
