"""A model for easy-vqa, with and without the negated questions, and negation pairs asked of both through the engine.

python scripts/train_easy_vqa.py pack                         the package's files as .carry/easy_vqa.zip
python scripts/train_easy_vqa.py train OUT [attention:8 …]    trains on a machine that has only that file; tars to OUT
python scripts/train_easy_vqa.py ask FOLDER …                 the figures of trained models, as a table for the docs
"""

import argparse
import json
import os
import re
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from askance.core import Card, Case, Query, Stimulus
from askance.datasets import open_dataset
from askance.datasets.easy_vqa import easy_vqa_package_folder

PACK = Path(".carry") / "easy_vqa.zip"
WORK = Path("/tmp/askance-easy-vqa")
NEGATED = re.compile(r"\b(not|no)\b")
# a plain question of the data set → its negations there, and some that it does not have
NEGATIONS = {
    "is there a {}?": {"known": "is there not a {}?", "new": "is there no {}?"},
    "is there a {} in the image?": {"known": "is there not a {} in the image?", "new": "is there no {} in the image?"},
    "does the image contain a {}?": {
        "known": "does the image not contain a {}?", "new": "does the image contain no {}?"
    },
    "is a {} present?": {"known": "is no {} present?", "new": "is a {} not present?"},
}  # fmt: skip


def pack() -> None:
    """All files of the package in one."""
    root = easy_vqa_package_folder()
    PACK.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(PACK, "w") as file:
        for path in sorted(root.rglob("*")):
            if path.suffix in (".json", ".png"):
                file.write(path, path.relative_to(root))
    print(f"{PACK}: {PACK.stat().st_size / 1e6:.1f} MB")


def unpack() -> tuple[str, str]:
    """The data set, and a copy whose training questions are never negated; returns their folders."""
    whole, plain = WORK / "whole", WORK / "plain"
    if not plain.exists():
        with zipfile.ZipFile(PACK) as file:
            file.extractall(whole)
            file.extractall(plain)
        questions = plain / "train" / "questions.json"
        kept = [record for record in json.loads(questions.read_text()) if not NEGATED.search(record[0])]
        questions.write_text(json.dumps(kept))
    return str(whole), str(plain)


class Saying:
    """Prints what is said, and the pace of a training now and then."""

    def stage(self, what: str) -> Callable[[int, int], None]:
        """Tells the pace of the first fifty steps."""
        began = time.time()

        def at(done: int, total: int) -> None:
            if done == min(50, total):
                print(f"{what}: {done} of {total} in {time.time() - began:.1f} s", flush=True)

        return at

    def say(self, line: str) -> None:
        """One line."""
        print(line, flush=True)


def train(out: Path, models: list[str]) -> None:
    """Each model twice: on all questions, and on those that are not negated."""
    from askance.training.recipe import TrainingRecipe
    from askance.training.recipe import train_model as trained

    out.mkdir(parents=True, exist_ok=True)
    for folder in unpack():
        for each in models:
            model, _, epochs = each.partition(":")
            name = f"{model}-{Path(folder).name}"
            data = f"easy_vqa:{folder}"
            recipe = TrainingRecipe(model, f"{data}#train", epochs=int(epochs or 8), check=f"{data}#test", images=16)
            card = trained(recipe, WORK / name, os.cpu_count() or 1, Saying())
            print(f"{name}: {card['check']} in {card['seconds']} s, ONNX differs by {card['onnx_difference']:.2g}")
            with tarfile.open(out / f"{name}.tar.gz", "w:gz") as file:
                file.add(WORK / name, arcname=name)


def pairs() -> Iterator[tuple[str, str, str, str, str, str]]:
    """Image, group, plain question, answer, negated question, answer; of test questions that the data set has."""
    forms = {re.compile(re.escape(form).replace(r"\{\}", "(.+)")): many for form, many in NEGATIONS.items()}
    for item in open_dataset("easy_vqa").items():
        answer = item.answers[0]
        found = [(match[1], many) for form, many in forms.items() if (match := form.fullmatch(item.question))]
        if answer in ("yes", "no") and found and not NEGATED.search(item.question):
            shape, many = found[-1]
            other = "no" if answer == "yes" else "yes"
            for group, form in many.items():
                yield item.image, group, item.question, answer, form.format(shape), other


class Negation:
    """A suite as carets' negation is, in the words of easy-vqa."""

    card = Card(
        name="easy-negation", version=1, paper="CARETS", claim="a negation flips the answer", cost="2 calls a pair",
        deviations="in easy-vqa's words", expected="a model that reads negation: 100", headline=("cacc",),
    )  # fmt: skip

    def rounds(self, data, limit, seed):
        """One round of all pairs."""
        yield (
            Case.of(
                "easy-negation", f"{group}-{number}",
                {"original": Query(Stimulus(image, plain)), "perturbed": Query(Stimulus(image, negated))},
                "opposite", group=group, reads="yesno",
                expected={"original": (answer,), "perturbed": (other,)},
            )
            for number, (image, group, plain, answer, negated, other) in enumerate(pairs())
        )  # fmt: skip

    def metrics(self, verdicts):
        """The figures of pairs."""
        from askance.metrics.pair_metrics import pair_metrics

        return pair_metrics(verdicts)


def ask(folders: list[str], out: str) -> None:
    """Accuracy on the test split and the negation pairs, as a Markdown table."""
    import askance

    names = ("acc", "cons", "cacc")
    print("| model | accuracy | " + " | ".join(f"{group} {n}" for group in ("known", "new") for n in names) + " |")
    print("|---" * 8 + "|")
    for folder in folders:
        run = askance.run(f"builtin:{folder}", "easy_vqa", ["accuracy", Negation()], out=out)
        found = {(row["metric"], row["group"]): row["value"] for row in run.metrics.to_pylist()}
        values = [found["accuracy", ""], *(found[n, group] for group in ("known", "new") for n in names)]
        print(f"| {Path(folder).name} | " + " | ".join(f"{value:.2f}" for value in values) + " |")


def main() -> None:
    """Pack, train or ask."""
    options = argparse.ArgumentParser()
    options.add_argument("what", choices=["pack", "train", "ask"])
    options.add_argument("rest", nargs="*")
    given = options.parse_args()
    if given.what == "pack":
        pack()
    elif given.what == "train":
        train(Path(given.rest[0]), given.rest[1:] or ["attention:8", "cnn-lstm:12"])
    else:
        ask(given.rest, "askance-runs/easy-vqa")


if __name__ == "__main__":
    main()
