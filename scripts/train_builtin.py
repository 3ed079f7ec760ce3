"""Trains the built-in models on stickers: draws the scenes, asks, trains within a time, exports; made for one GPU.

python scripts/train_builtin.py WORK OUT --scenes 60000 --models transformer:360,attention:90
python scripts/train_builtin.py WORK OUT --retrain 150      the transformer again, with and without carets' questions
"""

import argparse
import json
import os
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from askance.core import Scene, digest
from askance.models.builtin.vocabulary import Vocabulary
from askance.models.true_answers import true_answers
from askance.stickers.dataset import WORLD, Stickers
from askance.stickers.generate_items import generate_items
from askance.suites.carets import Carets
from askance.suites.metamorphic.askable_scene import AskableScene
from askance.suites.metamorphic.class_rules import ClassRules
from askance.suites.metamorphic.cooccurrence import Cooccurrence
from askance.suites.metamorphic.question_sampling import MixturesByKind, sample_pairs, sample_singles
from askance.suites.metamorphic.question_texts import KINDS, any_question_text, count_question_text, none_question_text
from askance.training.corpus import (
    Corpus,
    SceneLabels,
    build_vocabulary,
    collect_scene_labels,
    draw_images,
    make_corpus,
    open_corpus,
)
from askance.training.held_out import is_question_held_out
from askance.training.samples import Sample, most_common_answer
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames
from askance.wording.understand import understand

DRAWS = 4  # times twelve items a training scene
CHUNK = 40  # scenes a job; fewer than the world keeps built, so that drawing and asking build each once
LEARNED_PHRASINGS = (0, 2, 3, 5)  # of COUNTS; the others are kept out
LEARNED_REVERSALS = (0, 2)
LEARNED_TEMPLATES = 90  # of 256: the share of carets' templates that the first training sees
CARETS_PAIRS = 72_000
SETTINGS = {
    "transformer": {"images": 128, "questions": 24, "rate": 1.2e-3},
    "attention": {"images": 128, "questions": 24, "rate": 1e-3, "teach": 0.0},
    "cnn-lstm": {"images": 128, "questions": 24, "rate": 1e-3, "teach": 0.0},
    "blind": {"images": 128, "questions": 24, "rate": 1e-3, "teach": 0.0},
}


@dataclass(slots=True)
class Asking:
    """What the workers share: names and values, and what goes with what."""

    told: SceneLabels
    class_rules: ClassRules
    cooccurrence: Cooccurrence


shared: Asking  # set before the workers are forked


def asking(scenes: int = 600) -> Asking:
    """Look at some scenes for what there is in the world."""
    world = Stickers("train")
    words = ontology()
    class_rules = ClassRules(words, RelatedNames(words.objects))
    looked = [scene for image in world.images(scenes) if (scene := world.scene(image)) is not None]
    return Asking(
        collect_scene_labels(looked),
        class_rules,
        Cooccurrence.from_scenes([AskableScene(scene, class_rules) for scene in looked], class_rules),
    )


def _counted(scene: Scene, image: str, rng: Random) -> Iterator[Sample]:
    """Questions of `metamorphic` about a scene, in the phrasings that are learned, with the oracle's answers."""
    askable, mixtures = AskableScene(scene, shared.class_rules), MixturesByKind()
    asked = []
    for kind in KINDS:
        for pair in sample_pairs(askable, kind, 3, mixtures.pairs[kind], shared.cooccurrence, rng):
            phrasing = rng.choice(LEARNED_PHRASINGS)
            targets = (pair.first, pair.second)
            asked += [count_question_text(targets, phrasing), count_question_text((rng.choice(targets),), phrasing)]
        for single in sample_singles(askable, kind, 1, mixtures.singles[kind], shared.cooccurrence, rng):
            ask = rng.choice((any_question_text, none_question_text))
            asked.append(ask(single.target, rng.choice(LEARNED_REVERSALS)))
    for question in asked:
        form = understand(question)
        if form is not None:
            yield Sample(image, question, most_common_answer(true_answers(form, scene)[:1]))


def _job(job: tuple[str, list[str]]) -> tuple[list[list[Sample]], list[list[str]], np.ndarray, np.ndarray]:
    """Some scenes asked and drawn; training scenes are asked more, without what is kept out."""
    split, images = job
    world = Stickers(split)
    found, skills = [], []
    for image in images:
        scene, index = world.scene(image), int(image.split(":")[2])
        mine: list[Sample] = []
        marks: list[str] = []
        for draw in range(DRAWS if split == "train" else 1):
            for item in generate_items(scene, image, split if draw == 0 else f"{split}+{draw}", index):
                sample = Sample(image, item.question, most_common_answer(item.answers))
                if split != "train" or not is_question_held_out(sample.question, sample.answer):
                    mine.append(sample)
                    marks.append(dict(item.tags)["skill"])
        if split == "train":
            mine += _counted(scene, image, Random(image))
        found.append(mine)
        skills.append(marks)
    name = "stickers" if split == "test" else f"stickers:{split}"
    return found, skills, *draw_images(name, shared.told, [(image, ()) for image in images])


def ask_carets(file: Path) -> None:
    """Write carets' pairs about training scenes; runs beside the drawing."""
    cases = next(Carets().rounds(Stickers("train"), CARETS_PAIRS, 0))
    with file.with_suffix(".tmp").open("wb") as out:
        for case in cases:
            expected, tags = dict(case.expected), dict(case.tags)
            for role, query in case.asks:
                template = tags["template" if role == "original" else "other_template"]
                learned = role == "original" and digest(template.encode())[0] < LEARNED_TEMPLATES
                sample = Sample(query.stimulus.image or "", query.stimulus.question, most_common_answer(expected[role]),
                                query.stimulus.edits)  # fmt: skip
                out.write(msgspec.json.encode((learned, sample)) + b"\n")
    file.with_suffix(".tmp").replace(file)


def split_corpus(split: str, scenes: int, pool: ProcessPoolExecutor) -> list:
    """Draw and ask the first scenes of a split; the arrays are kept in memory until the lexicon is known."""
    images = list(Stickers(split).images(scenes))
    jobs = [(split, images[at : at + CHUNK]) for at in range(0, len(images), CHUNK)]
    samples, skills, pictures, things = [], [], [], []
    for found, marks, drawn, told in pool.map(_job, jobs):
        samples += found
        skills += marks
        pictures.append(drawn)
        things.append(told)
    return [images, samples, skills, np.concatenate(pictures), np.concatenate(things)]


def save(
    folder: Path,
    lexicon: Vocabulary,
    told: SceneLabels,
    samples: list[list[Sample]],
    pictures: np.ndarray,
    things: np.ndarray,
) -> Corpus:
    """A corpus from what the workers gave."""
    folder.mkdir(parents=True, exist_ok=True)
    flat = [sample for mine in samples for sample in mine]
    np.save(folder / "pictures.npy", pictures)
    np.save(folder / "things.npy", things)
    np.save(folder / "tokens.npy", lexicon.encode_questions([each.question for each in flat]).astype(np.int16))
    np.save(folder / "image.npy", np.repeat(np.arange(len(samples), dtype=np.int32), [len(mine) for mine in samples]))
    np.save(folder / "answer.npy", np.array([lexicon.answer_numbers.get(each.answer, -1) for each in flat], np.int32))
    (folder / "lexicon.json").write_bytes(msgspec.json.encode(lexicon))
    (folder / "told.json").write_bytes(msgspec.json.encode(told))
    return open_corpus(folder)


def draw_all(work: Path, scenes: int, workers: int) -> None:
    """Three corpora: train and test, and carets' pairs as `more`; what is there already stays."""
    global shared
    if (work / "done").is_file():
        return
    began = time.time()
    shared = asking()
    _say(f"looked at the world, {time.time() - began:.0f} s")
    fork = get_context("fork")
    side = fork.Process(target=ask_carets, args=(work / "carets.jsonl",))
    side.start()
    with ProcessPoolExecutor(workers, fork) as pool:
        images, samples, _, pictures, things = split_corpus("train", scenes, pool)
        _say(f"{len(images)} scenes, {sum(map(len, samples))} questions, {time.time() - began:.0f} s")
        _, test_samples, skills, test_pictures, test_things = split_corpus("test", 2000, pool)
    side.join()
    pairs = [msgspec.json.decode(line, type=tuple[bool, Sample]) for line in (work / "carets.jsonl").open("rb")]
    place = {image: at for at, image in enumerate(images)}
    learned = Counter()
    for is_learned, sample in pairs:
        if is_learned and not sample.edits and sample.image in place:
            samples[place[sample.image]].append(sample)
            learned[sample.question] += 1
    more = list({(each.image, each.question, each.edits): each for _, each in pairs}.values())
    _say(f"carets: {len(more)} questions, {learned.total()} of them learned at first, {time.time() - began:.0f} s")
    lexicon = build_vocabulary([*(sample for mine in samples for sample in mine), *more])
    save(work / "train", lexicon, shared.told, samples, pictures, things)
    save(work / "test", lexicon, shared.told, test_samples, test_pictures, test_things)
    (work / "skills.json").write_text(json.dumps([skill for marks in skills for skill in marks]))
    make_corpus(work / "more", more, "stickers:train", lexicon, shared.told, workers)
    (work / "done").touch()
    known = f"{len(lexicon.words)} words, {len(lexicon.answers)} answers"
    _say(f"{known}, world {WORLD}, {time.time() - began:.0f} s")


def joined(one: Corpus, other: Corpus) -> Corpus:
    """Two corpora of one lexicon as one."""
    names = ("pictures", "tokens", "answer", "things")
    both = [np.concatenate([getattr(one, name), getattr(other, name)]) for name in names]
    image = np.concatenate([one.image, other.image + len(one.pictures)])
    return Corpus(one.lexicon, one.told, both[0], both[1], image, both[2], both[3])


def _say(line: str) -> None:
    print(line, flush=True)


def train_one(
    name: str, kind: str, seconds: float, train: Corpus, test: Corpus, work: Path, out: Path, start=None, rate=None
) -> None:
    """Train one model within a time (epochs told from the first steps), export it, and pack it."""
    import torch
    from askance.training.onnx_export import export_onnx
    from askance.training.training_loop import TrainingPlan, train_network
    from safetensors.torch import save_file

    folder = work / "checkpoints" / name
    folder.mkdir(parents=True, exist_ok=True)
    settings = SETTINGS[kind] | ({"rate": rate} if rate else {})
    probe = _epoch_seconds(kind, train)
    epochs = max(2, int((seconds - 15) / probe))
    _say(f"{name}: {probe:.1f} s an epoch, {epochs} epochs")
    trained = train_network(TrainingPlan(kind, epochs=epochs, **settings), train, test, folder, start=start, tell=_say)
    save_file({k: v.contiguous() for k, v in trained.network.state_dict().items()}, work / f"{name}.safetensors")
    card = {
        "model": kind, "world": WORLD, "pictures": len(train.pictures), "questions": len(train.answer),
        "epochs": trained.progress.epoch, "steps": trained.progress.step, "seconds": round(trained.progress.seconds),
        "machine": torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU",
        "torch": str(torch.__version__), "seed": 0, "history": list(trained.progress.history),
        "skills": by_skill(trained.network, test, work),
    }  # fmt: skip
    _say(f"{name} {card['skills']}")
    far = export_onnx(trained.network, work / "onnx" / name, train.lexicon, card)
    _say(f"{name}: exported, largest difference {far:.2g}")
    with tarfile.open(out / f"{name}.tar.gz", "w:gz") as pack:
        pack.add(work / "onnx" / name, arcname=name)


def by_skill(network, test: Corpus, work: Path) -> dict[str, float]:
    """The share of right answers for each skill, told with the network in one precision on the CPU's device or GPU."""
    import torch

    skills = np.array(json.loads((work / "skills.json").read_text()))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network, right = network.to(device), np.zeros(len(skills), bool)
    with torch.no_grad():
        for at in range(0, len(test.pictures), 50):
            rows = np.flatnonzero((test.image >= at) & (test.image < at + 50))
            here = torch.from_numpy(np.array(test.pictures[at : at + 50])).to(device).permute(0, 3, 1, 2).float() / 255
            grid = network.encode_image(here)[torch.from_numpy(test.image[rows] - at).long().to(device)]
            tokens = torch.from_numpy(test.tokens[rows].astype(np.int64)).to(device)[:, None]
            drops = [torch.ones(len(rows), 1, size, device=device) for size in network.drops]
            said = network.score_answers(grid, network.words(tokens), (tokens != 0).float(), drops)[:, 0].argmax(-1)
            right[rows] = said.cpu().numpy() == test.answer[rows]
    network.cpu()
    return {"all": round(float(100 * right.mean()), 2)} | {
        str(skill): round(float(100 * right[skills == skill].mean()), 1) for skill in np.unique(skills)
    }


def _epoch_seconds(kind: str, train: Corpus) -> float:
    """How long an epoch takes, from the second of two short ones that are thrown away."""
    import tempfile

    from askance.training.training_loop import TrainingPlan, train_network

    most = SETTINGS[kind]["images"] * 12
    few = int(np.searchsorted(train.image, most))
    part = Corpus(train.lexicon, train.told, train.pictures[:most], train.tokens[:few], train.image[:few],
                  train.answer[:few], train.things[:most])  # fmt: skip
    ends: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        plan = TrainingPlan(kind, epochs=3, **SETTINGS[kind])
        train_network(plan, part, None, Path(folder), tell=lambda line: ends.append(time.time()))
    return (ends[2] - ends[1]) * len(train.image) / max(1, few)


def main() -> None:
    """Draw, train, export."""
    options = argparse.ArgumentParser()
    options.add_argument("work", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--scenes", type=int, default=60_000)
    options.add_argument("--models", default="", help="NAME:SECONDS,…")
    options.add_argument("--retrain", type=float, default=0, help="seconds for each of the two")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    given.work.mkdir(parents=True, exist_ok=True)
    draw_all(given.work, given.scenes, os.cpu_count() or 2)
    train, test = open_corpus(given.work / "train"), open_corpus(given.work / "test")
    for part in filter(None, given.models.split(",")):
        name, seconds = part.split(":")
        train_one(name, name, float(seconds), train, test, given.work, given.out)
    if given.retrain:
        from safetensors.torch import load_file

        start = load_file(given.work / "transformer.safetensors")
        both = joined(train, open_corpus(given.work / "more"))
        for name, corpus in (("retrained", both), ("control", train)):
            train_one(name, "transformer", given.retrain, corpus, test, given.work, given.out, start, 5e-4)


if __name__ == "__main__":
    main()
