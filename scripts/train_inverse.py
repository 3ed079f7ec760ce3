"""Trains the shipped question generator on stickers, its baselines, and tuned ones; made for one GPU.

python -m scripts.train_inverse WORK OUT draw 40000
python -m scripts.train_inverse WORK OUT supervised full:7 answer-only:3 + legality 3000 + tune transformer:300:G
python -m scripts.train_inverse WORK OUT legality 3000 tuned-transformer-G + tune transformer:800:A
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
ROWS = ("image", "answer", "tokens")
SAMPLED = 60_000  # questions of the generator that the legality network is shown
TUNED = 8000  # images that a generator is tuned on
REWARDS = {"A": (True, True), "GLD": (True, True), "GL": (True, False), "G": (False, False)}  # legality, diversity


def _say(line: str) -> None:
    print(line, flush=True)


def _job(job: tuple[str, list[str]]) -> tuple[list[list[Sample]], list[bytes], np.ndarray, np.ndarray]:
    """Some scenes with all their questions and true answers, and drawn."""
    split, images = job
    world, found, scenes = Stickers(split), [], []
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
        scenes.append(msgspec.json.encode(scene))
    name = "stickers" if split == "test" else f"stickers:{split}"
    return found, scenes, *draw_images(name, train_builtin.shared.told, [(image, ()) for image in images])


def draw(work: Path, scenes: int) -> None:
    """The scenes of both splits with their questions, as arrays in a folder."""
    began = time.time()
    train_builtin.shared = train_builtin.asking()
    with ProcessPoolExecutor(os.cpu_count() or 2, get_context("fork")) as pool:
        for split, number in (("train", scenes), ("test", TEST if scenes > TEST else scenes)):
            images = list(Stickers(split).images(number))
            jobs = [(split, images[at : at + CHUNK]) for at in range(0, len(images), CHUNK)]
            parts = list(pool.map(_job, jobs))
            samples = [sample for found, *_ in parts for mine in found for sample in mine]
            if split == "train":
                vocabulary = build_question_vocabulary(samples)
                (work / "vocabulary.json").write_bytes(msgspec.json.encode(vocabulary))
                (work / "told.json").write_bytes(msgspec.json.encode(train_builtin.shared.told))
            rows = question_rows(vocabulary, samples, images)
            folder = work / split
            folder.mkdir(parents=True, exist_ok=True)
            np.save(folder / "pictures.npy", np.concatenate([part[2] for part in parts]))
            np.save(folder / "things.npy", np.concatenate([part[3] for part in parts]))
            for name in ROWS:
                np.save(folder / f"{name}.npy", getattr(rows, name))
            (folder / "images.json").write_text(json.dumps(images))
            scenes = [scene for part in parts for scene in part[1]][:TUNED]
            (folder / "scenes.msgpack").write_bytes(msgspec.msgpack.encode(scenes))
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
            split: QuestionRows(self.vocabulary, *(np.load(work / split / f"{name}.npy") for name in ROWS))
            for split in self.pictures
        }

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
        save(generator, variant, out, work.work)
        (out / f"{variant}.json").write_bytes(msgspec.json.encode({"plan": plan, "progress": progress}))


def load_generator(work: Work, variant: str):
    """A generator that `supervised` trained."""
    from askance.training.inverse.supervised import SupervisedPlan, build_generator
    from safetensors.torch import load_file

    features = work.seen["train"].features.shape[-1]
    kind = "full" if variant.startswith("tuned") else variant
    generator = build_generator(SupervisedPlan(kind), work.vocabulary, work.told, features)
    generator.load_state_dict(load_file(work.work / f"{variant}.safetensors"), strict=False)
    return generator.to(work.device)


def legality(work: Work, out: Path, names: list[str]) -> None:
    """Train the legality network on real questions against perturbed ones and samples of generators (STEPS, names)."""
    from askance.training.inverse.legality import train_legality
    from askance.training.inverse.supervised import draw_questions

    steps, *others = names
    rows, rng = work.rows["train"], np.random.default_rng(0)
    drawn_for = rows, work.seen["train"], SAMPLED
    sampled = [draw_questions(load_generator(work, "full"), *drawn_for, (1.0, 1.5, 2.0))]
    sampled += [draw_questions(load_generator(work, name), *drawn_for) for name in others]
    real = np.unique(rows.tokens, axis=0).astype(np.int64)
    rng.shuffle(real)
    _say(f"{len(real)} distinct real questions")
    network, figures = train_legality(
        real, np.concatenate(sampled), len(work.vocabulary.words), work.device, _say, int(steps)
    )
    save(network, "legality", out, work.work)
    (out / "legality.json").write_text(json.dumps(figures))


def save(network, name: str, *folders: Path) -> None:
    """The weights of a network, in each of some folders."""
    from safetensors.torch import save_file

    for folder in folders:
        save_file(
            {key: each.contiguous() for key, each in network.state_dict().items()}, folder / f"{name}.safetensors"
        )


def tune(work: Work, out: Path, names: list[str]) -> None:
    """Tune the full generator to built-in models, MODEL:STEPS:REWARDS each."""
    from askance.training.inverse.builtin_reward import BuiltinReward
    from askance.training.inverse.legality import LegalityNetwork
    from askance.training.inverse.policy_gradient import Tuning, TuningPlan, tune_generator
    from askance.training.inverse.scene_reward import SceneReward
    from safetensors.torch import load_file

    referee = LegalityNetwork(len(work.vocabulary.words))
    referee.load_state_dict(load_file(work.work / "legality.safetensors"))
    referee = referee.to(work.device).eval().requires_grad_(False)
    rows = work.rows["train"]
    some = rows.image < TUNED
    rows = QuestionRows(rows.vocabulary, rows.image[some], rows.answer[some], rows.tokens[some])
    scenes = msgspec.msgpack.decode((work.work / "train" / "scenes.msgpack").read_bytes(), type=list[bytes])
    judge = SceneReward(dict(enumerate(scenes)), work.vocabulary)
    for name in names:
        model, steps, kind = name.split(":")
        legal, diverse = REWARDS[kind]
        plan = TuningPlan(steps=int(steps), legality=legal, diversity=diverse)
        generator = load_generator(work, "full")
        reward = BuiltinReward(WEIGHTS / model, work.vocabulary, work.pictures["train"], work.device)
        folder = work.work / "checkpoints" / name.replace(":", "-")
        folder.mkdir(parents=True, exist_ok=True)
        seen = work.seen["train"]
        tuning = Tuning(plan, generator, referee, reward, rows, seen, judge if kind == "A" else None)
        progress = tune_generator(tuning, folder, _say)
        save(generator, f"tuned-{model}-{kind}", out, work.work)
        (out / f"tuned-{model}-{kind}.json").write_bytes(msgspec.json.encode({"plan": plan, "progress": progress}))


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
            if work is None:
                work = Work(given.work)
                save(work.concepts(), "concepts", given.out)
            {"supervised": supervised, "tune": tune, "legality": legality}[name](work, given.out, rest)
        _say(f"{stage}: {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
