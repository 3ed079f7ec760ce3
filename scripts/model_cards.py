"""Writes docs/model-cards.md, the cards of the built-in models: from their files and from a workspace of their figures.

askance run -m builtin:transformer … -m oracle -s accuracy -s carets … --out DIR
python scripts/model_cards.py DIR
"""

import json
import sys
from pathlib import Path

import askance
import numpy as np
import onnx
from askance.report.derived_tables import current_metrics
from askance.store import Workspace

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = Path(askance.__file__).parent / "models/builtin/weights"
NAMES = ("transformer", "attention", "cnn-lstm", "blind")
HEAD = """# Cards of the built-in models

This page describes the four [built-in models](models/builtin.md): their size, their training, and their results in all suites. The script `scripts/model_cards.py` writes the numbers from the files of the models and from a run of the suites.

**Training data**: the script `scripts/train_builtin.py` trained the models on the train split of [stickers](datasets/stickers.md). The training questions are:

- the questions of the data set, in four random samples per image;
- questions of the suite [metamorphic](suites/metamorphic.md) that count objects or ask whether they are present, in four of its ten wordings;
- the original questions of about a third of the templates of the suite [carets](suites/carets.md).

**Not in the training data** (`training/held_out.py`): the wordings "Would you say …", "Is the picture free of …", "Count the …", "Do you see any …" and "What material …", and about 4 % of all combinations of an attribute and an object.

**Measures**:

- "Equal" is the share of the 24,000 test questions to which the model gives the most common human answer. The cards also show it for each skill (kind of question).
- [VQA accuracy](suites/accuracy.md) gives partial credit for answers that only some people gave.
- The results of the suites come from `askance report`, with seed 0. The numbers of cases are: accuracy 3,000 questions, carets 2,000 pairs, metamorphic 3,000 tests, sears 600, repeat 300, bias 240, uncertainty 150 and noise 120 questions.
- All values are percentages. For carets, `cacc` is the share of pairs with two correct answers. For metamorphic, `error` is the share of tests with contradictory answers. The pages of the suites explain all metrics.

**Text-only baselines**: these methods ignore the image. Compare the other models with them. The first two were measured on 12,000 test questions.

| method | equal | VQA accuracy |
|---|---|---|
| always answer "yes" | 29.2 | 34.5 |
| give the most common training answer to questions with the same first three words | 38.2 | 43.9 |
| `builtin:blind`, which reads the whole question | see [below](#builtinblind) | see [below](#builtinblind) |

**Licence of the weights**: Apache-2.0, the same as the code ([LICENSE](../LICENSE)). The training started from random weights and used only the built-in data set. No other image, text or model was used.
"""

SIDE = """The table compares all models in all suites. A row such as "carets cacc, negation" is the metric `cacc` of the suite `carets` in its group `negation`. The group `pooled` contains the pairs of all tests. [`oracle`](models/oracle.md) reads the annotations of the images, so it shows which result a perfect model has. A dash means that the model does not support this test.

"""


def value(rows: list[dict], model: str, suite: str, metric: str, group: str = "") -> str:
    """A value of a metric, or a dash."""
    found = [
        row
        for row in rows
        if (row["model"], row["suite"], row["metric"], row["group"]) == (model, suite, metric, group)
    ]
    if not found or found[0]["value"] is None:
        return "–"
    return f"{found[0]['value']:.1f}"


def table(head: list[str], lines: list[list[str]]) -> str:
    """A Markdown table."""
    return "\n".join(["| " + " | ".join(each) + " |" for each in (head, ["---"] * len(head), *lines)])


def parameters(name: str) -> int:
    """The numbers that training found."""
    parts = [onnx.load(str(WEIGHTS / name / f"{part}.onnx")) for part in ("see", "words", "say")]
    return sum(int(np.prod(weight.dims)) for part in parts for weight in part.graph.initializer if weight.dims)


def card(name: str, rows: list[dict]) -> str:
    """One model's card."""
    about = json.loads((WEIGHTS / name / "model.json").read_text())
    size = sum(file.stat().st_size for file in (WEIGHTS / name).iterdir()) / 1e6
    model = f"builtin:{name}"
    skills = about["skills"]
    text = [
        f"## builtin:{name}",
        f"**Size**: {parameters(name):,} parameters, {size:.2f} MB. The model knows {len(about['words'])} words"
        f" and {len(about['answers'])} answers.",
        "",
        f"**Training**: {about['pictures']:,} images with {about['questions']:,} questions, {about['epochs']} epochs,"
        f" {about['seconds']} s on one {about['machine']} (torch {about['torch']}), seed {about['seed']}."
        f" The scores of ONNX Runtime and torch differ by at most {about['onnx_difference']:.0e}.",
        "",
        f"**Equal**: {skills['all']:.1f}. By skill: "
        + ", ".join(
            f"{skill} {share:.0f}" for skill, share in sorted(skills.items(), key=lambda one: one[1]) if skill != "all"
        )
        + ".",
        "",
        f"**VQA accuracy**: {value(rows, model, 'accuracy', 'accuracy')}. By answer type: yes/no {value(rows, model, 'accuracy', 'accuracy', 'type/yes-no')},"
        f" number {value(rows, model, 'accuracy', 'accuracy', 'type/number')}, other {value(rows, model, 'accuracy', 'accuracy', 'type/other')}."
        f" By wording: plain {value(rows, model, 'accuracy', 'accuracy', 'wording/plain')}, rephrased {value(rows, model, 'accuracy', 'accuracy', 'wording/rephrased')}.",
        "",
        f"**Weaknesses** that the suites found: {weaknesses(model, rows)}.",
    ]
    return "\n".join(text)


def weaknesses(model: str, rows: list[dict]) -> str:
    """The worst tests or relations of each suite, worst first; `pooled` is not a test."""
    bad = {("carets", "cacc"): False, ("metamorphic", "error"): True}
    found = []
    for (suite, metric), up in bad.items():
        mine = [row for row in rows if (row["model"], row["suite"], row["metric"]) == (model, suite, metric)
                and row["value"] is not None and row["group"] not in ("", "pooled") and "/" not in row["group"] and row["n"] >= 20]  # fmt: skip
        mine.sort(key=lambda row: row["value"], reverse=up)
        found += [f"{suite} {row['group']} {metric} {row['value']:.0f}" for row in mine[:3]]
    return ", ".join(found)


SUITES = (
    ("accuracy", "accuracy"), ("carets", "acc"), ("carets", "cons"), ("carets", "cons_chance_corrected"), ("carets", "cacc"),
    ("metamorphic", "error"), ("metamorphic", "invalid"), ("metamorphic", "dominant_answer"),
    ("bias", "question_bias"), ("bias", "image_bias"), ("noise", "image_robustness"), ("noise", "geometric_robustness"),
    ("noise", "feature_robustness"), ("noise", "question_robustness"), ("sears", "sears_robustness"),
    ("uncertainty", "uncertainty"), ("uncertainty", "entropy"), ("repeat", "agreement"),
)  # fmt: skip


def side_by_side(rows: list[dict], models: list[str]) -> str:
    """All suites' figures of all models, then carets by test and metamorphic by relation."""
    lines = [
        [f"{suite} {metric}", *(value(rows, model, suite, metric) for model in models)] for suite, metric in SUITES
    ]
    for suite, metric in (("carets", "cacc"), ("carets", "cons"), ("metamorphic", "error")):
        groups = sorted({row["group"] for row in rows if row["suite"] == suite and row["metric"] == metric
                         and row["group"] and "/" not in row["group"]})  # fmt: skip
        lines += [
            [f"{suite} {metric}, {group}", *(value(rows, model, suite, metric, group) for model in models)]
            for group in groups
        ]
    return table(["suite and metric", *models], lines)


def main(folder: str) -> None:
    """Write the page."""
    rows = current_metrics(Workspace.for_reading(Path(folder))).to_pylist()
    models = ["oracle", *(f"builtin:{name}" for name in NAMES)]
    parts = [HEAD, *(card(name, rows) for name in NAMES), "## Side by side\n" + SIDE + side_by_side(rows, models)]
    (ROOT / "docs/model-cards.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
