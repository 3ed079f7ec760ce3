"""Trains the shipped question generator on stickers, its baselines, and tuned ones; made for one GPU.

python -m scripts.train_inverse WORK OUT draw --scenes 40000
python -m scripts.train_inverse WORK OUT supervised full:6 answer-only:3
python -m scripts.train_inverse WORK OUT legality
python -m scripts.train_inverse WORK OUT tune transformer:1200 transformer:600:G
"""

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from askance.inverse.question_words import QuestionVocabulary
from askance.models.builtin import WEIGHTS
from askance.models.true_answers import true_answers
from askance.stickers.dataset import Stickers
from askance.stickers.generate_items import generate_items
from askance.training.corpus import SceneLabels, draw_images
from askance.training.inverse.corpus import (
    QuestionRows,
    build_question_vocabulary,
    encode_pictures,
    question_rows,
)
from askance.training.samples import Sample, most_common_answer
from askance.wording.understand import understand
from scripts import train_builtin

DRAWS, CHUNK, TEST = 4, 40, 2000
SAMPLED = 60_000  # questions of the generator that the legality network is shown
REWARDS = {"": (True, True), "G": (False, False), "GL": (True, False)}  # legality, diversity


def _say(line: str) -> None:
    print(line, flush=True)


def _job(job: tuple[str, list[str]]) -> tuple[list[list[Sample]], np.ndarray, np.ndarray]:
    """Some scenes with all their questions and true answers, and drawn."""
    split, images = job
    world, found = Stickers(split), []
    for image in images:
        scene, index = world.scene(image), int(image.split(":")[2])
        mine = {}
        for draw in range(DRAWS if split == "train" else 1):
            for item in generate_items(scene, image, split if draw == 0 else f"{split}+{draw}", index):
                form = understand(item.question)
                if form is not None and (true := true_answers(form, scene)):
                    mine[item.question] = Sample(image, item.question, most_common_answer(true[:1]))
        for sample in train_builtin._counted(scene, image, Random(image)) if split == "train" else ():
            mine[sample.question] = sample
        found.append(list(mine.values()))
    name = "stickers" if split == "test" else f"stickers:{split}"
    return found, *draw_images(name, train_builtin.shared.told, [(image, ()) for image in images])


def draw(work: Path, scenes: int) -> None:
    """The scenes of both splits with their questions, as arrays in a folder."""
    began = time.time()
    train_builtin.shared = train_builtin.asking()
    with ProcessPoolExecutor(os.cpu_count() or 2, get_context("fork")) as pool:
        for split, number in (("train", scenes), ("test", TEST if scenes > TEST else scenes)):
            images = list(Stickers(split).images(number))
            jobs = [(split, images[at : at + CHUNK]) for at in range(0, len(images), CHUNK)]
            parts = list(pool.map(_job, jobs))
            samples = [sample for found, _, _ in parts for mine in found for sample in mine]
            if split == "train":
                vocabulary = build_question_vocabulary(samples)
                (work / "vocabulary.json").write_bytes(msgspec.json.encode(vocabulary))
                (work / "told.json").write_bytes(msgspec.json.encode(train_builtin.shared.told))
            rows = question_rows(vocabulary, samples, images)
            folder = work / split
            folder.mkdir(parents=True, exist_ok=True)
            np.save(folder / "pictures.npy", np.concatenate([pictures for _, pictures, _ in parts]))
            np.save(folder / "things.npy", np.concatenate([things for _, _, things in parts]))
            for name in ("image", "answer", "tokens"):
                np.save(folder / f"{name}.npy", getattr(rows, name))
            (folder / "images.json").write_text(json.dumps(images))
            known = f"{len(vocabulary.words)} words, {len(vocabulary.answers)} answers"
            _say(f"{split}: {len(images)} scenes, {len(rows.image)} of {len(samples)} questions, {known}, "
                 f"{time.time() - began:.0f} s")  # fmt: skip


class Work:
    """What `draw` wrote, with features on the device."""

    def __init__(self, work: Path):
        import torch
        from askance.training.inverse.supervised import Seen
        from askance.training.start_weights import restore_network

        self.work, self.device = work, torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.vocabulary = msgspec.json.decode((work / "vocabulary.json").read_bytes(), type=QuestionVocabulary)
        self.told = msgspec.json.decode((work / "told.json").read_bytes(), type=SceneLabels)
        self.pictures = {split: np.load(work / split / "pictures.npy", mmap_mode="r") for split in ("train", "test")}
        eye = restore_network(WEIGHTS / "transformer", self.pictures["train"]).to(self.device)
        self.seen = {
            split: Seen(encode_pictures(eye, self.pictures[split], self.device), eye.grid) for split in self.pictures
        }
        self.size = eye.size
        self.rows = {
            split: QuestionRows(self.vocabulary, *(np.load(work / split / f"{name}.npy") for name in ("image", "answer", "tokens")))
            for split in self.pictures
        }  # fmt: skip

    def concepts(self):
        """The predictor, trained or read, and the slots that it finds."""
        import torch
        from askance.training.inverse.concepts import ConceptPredictor
        from askance.training.inverse.supervised import SupervisedPlan, find_slots, train_concepts
        from safetensors.torch import load_file, save_file

        file, seen = self.work / "concepts.safetensors", self.seen["train"]
        if file.is_file():
            predictor = ConceptPredictor(seen.features.shape[-1], self.told, seen.grid)
            predictor.load_state_dict(load_file(file))
            predictor = predictor.to(self.device).eval().requires_grad_(False)
        else:
            things = np.load(self.work / "train" / "things.npy")
            predictor = train_concepts(SupervisedPlan(), seen, things, self.told, self.size, _say)
            save_file({name: each.contiguous() for name, each in predictor.state_dict().items()}, file)
        for each in self.seen.values():
            each.slots = find_slots(predictor, each.features)
        _say(f"slots: {float((self.seen['test'].slots.certainty > 0.3).float().sum(1).mean()):.2f} objects per image")
        torch.cuda.empty_cache()
        return predictor


def supervised(work: Work, out: Path, names: list[str]) -> None:
    """Train generators, VARIANT:EPOCHS each."""
    import torch
    from askance.training.inverse.supervised import SupervisedPlan, train_generator
    from safetensors.torch import save_file

    work.concepts()
    for name in names:
        variant, _, epochs = name.partition(":")
        rows = 1024 if variant == "attention" else 2048
        plan = SupervisedPlan(variant, epochs=int(epochs or 6), rows=rows)
        folder = work.work / "checkpoints" / variant
        folder.mkdir(parents=True, exist_ok=True)
        torch.set_float32_matmul_precision("high")
        generator, progress = train_generator(
            plan, work.rows["train"], work.seen["train"], work.told, folder, _say,
            check=(work.rows["test"], work.seen["test"]),
        )  # fmt: skip
        save_file(
            {key: each.contiguous() for key, each in generator.state_dict().items()}, out / f"{variant}.safetensors"
        )
        save_file(
            {key: each.contiguous() for key, each in generator.state_dict().items()},
            work.work / f"{variant}.safetensors",
        )
        (out / f"{variant}.json").write_bytes(msgspec.json.encode({"plan": plan, "progress": progress}))


def load_generator(work: Work, variant: str):
    """A generator that `supervised` trained."""
    from askance.training.inverse.supervised import SupervisedPlan, build_generator
    from safetensors.torch import load_file

    features = work.seen["train"].features.shape[-1]
    generator = build_generator(SupervisedPlan(variant), work.rows["train"], work.told, features)
    generator.load_state_dict(load_file(work.work / f"{variant}.safetensors"), strict=False)
    return generator.to(work.device)


def legality(work: Work, out: Path, steps: int = 4000) -> None:
    """Train the legality network on the real questions against perturbed ones and samples of the generator."""
    import torch
    from askance.inverse.question_words import LENGTH
    from askance.training.inverse.legality import train_legality
    from safetensors.torch import save_file

    if work.seen["train"].slots is None:
        work.concepts()
    generator, rng = load_generator(work, "full").eval(), np.random.default_rng(0)
    rows, sampled = work.rows["train"], []
    for at in range(0, SAMPLED, 4096):
        chosen = rng.integers(len(rows.image), size=4096)
        image = torch.from_numpy(rows.image[chosen].astype(np.int64)).to(work.device)
        answer = torch.from_numpy(rows.answer[chosen].astype(np.int64)).to(work.device)
        with torch.no_grad():
            memory = generator.remember(work.seen["train"].of("full", image), len(image))
            z = torch.randn(len(image), generator.variant.latent, device=work.device)
            heat = 1.0 + 0.5 * (at // 4096 % 3)  # hotter draws have more errors
            sampled.append(generator.sample(answer, memory, z, LENGTH, heat).cpu().numpy())
    real = np.unique(rows.tokens, axis=0).astype(np.int64)
    rng.shuffle(real)
    _say(f"{len(real)} distinct real questions")
    network, figures = train_legality(
        real, np.concatenate(sampled), len(work.vocabulary.words), work.device, _say, steps
    )
    for folder in (out, work.work):
        save_file(
            {key: each.contiguous() for key, each in network.state_dict().items()}, folder / "legality.safetensors"
        )
    (out / "legality.json").write_text(json.dumps(figures))


def tune(work: Work, out: Path, names: list[str]) -> None:
    """Tune the full generator to built-in models, MODEL:STEPS[:REWARDS] each."""
    from askance.training.inverse.builtin_reward import BuiltinReward
    from askance.training.inverse.legality import LegalityNetwork
    from askance.training.inverse.policy_gradient import TuningPlan, tune_generator
    from safetensors.torch import load_file, save_file

    if work.seen["train"].slots is None:
        work.concepts()
    judge = LegalityNetwork(len(work.vocabulary.words))
    judge.load_state_dict(load_file(work.work / "legality.safetensors"))
    judge = judge.to(work.device).eval().requires_grad_(False)
    for name in names:
        model, steps, *rest = name.split(":")
        legal, diverse = REWARDS[rest[0] if rest else ""]
        plan = TuningPlan(steps=int(steps), legality=legal, diversity=diverse)
        generator = load_generator(work, "full")
        reward = BuiltinReward(WEIGHTS / model, work.vocabulary, work.pictures["train"], work.device)
        folder = work.work / "checkpoints" / name.replace(":", "-")
        folder.mkdir(parents=True, exist_ok=True)
        progress = tune_generator(plan, generator, judge, reward, work.rows["train"], work.seen["train"], folder, _say)
        made = f"tuned-{model}{'-' + rest[0] if rest else ''}"
        save_file({key: each.contiguous() for key, each in generator.state_dict().items() if not key.startswith("image.")},
                  out / f"{made}.safetensors")  # fmt: skip
        (out / f"{made}.json").write_bytes(msgspec.json.encode({"plan": plan, "progress": progress}))


def main() -> None:
    """Run one or more stages: a stage's name, then its arguments, then perhaps `--` and the next stage."""
    options = argparse.ArgumentParser()
    options.add_argument("work", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("stages", nargs=argparse.REMAINDER)
    given = options.parse_args()
    for folder in (given.work, given.out):
        folder.mkdir(parents=True, exist_ok=True)
    work: Work | None = None
    for stage in " ".join(given.stages).split(" + "):
        name, *rest = stage.split()
        began = time.time()
        if name == "draw":
            draw(given.work, int(rest[0]))
        else:
            work = work or Work(given.work)
            {"supervised": lambda w, o, r: supervised(w, o, r), "tune": tune,
             "legality": lambda w, o, r: legality(w, o, *map(int, r))}[name](work, given.out, rest)  # fmt: skip
        _say(f"{stage}: {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
