"""The folder of a user who comes from another tool: its logs where the tool writes them, a data set and a model."""

import base64
import json
import shutil
from pathlib import Path

PEERS = Path(__file__).parent / "peers"
MODEL = 'def my_model(image, question):\n    return "yes"\n'


def make_folder(root: Path) -> None:
    """Write everything that the commands of docs/migrate use."""
    placed = {
        "results/fixed/20261118_101500_samples_shapes.jsonl": "lmms_eval_samples_shapes.jsonl",
        "outputs/fixed/fixed_Shapes.xlsx": "fixed_Shapes.xlsx",
        "logs/2026-11-18T10-15-00_shapes_Xf3a.eval": "inspect.eval",
        "questions.jsonl": "questions.jsonl",
    }
    for target, source in placed.items():
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PEERS / source, root / target)
    shutil.copytree(PEERS / "images", root / "images")
    (root / "my_model.py").write_text(MODEL)
    lines = ["index\timage\tquestion\tanswer"]
    for number, line in enumerate((PEERS / "questions.jsonl").read_text().splitlines(), 1):
        row = json.loads(line)
        image = base64.b64encode((PEERS / row["image"]).read_bytes()).decode()
        lines.append(f"{number}\t{image}\t{row['question']}\t{row['answers'][0]}")
    (root / "Shapes.tsv").write_text("\n".join(lines))
