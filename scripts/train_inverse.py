"""Trains the shipped question generator on stickers, its baselines, and tuned ones; made for one GPU.

python -m scripts.train_inverse WORK OUT draw 60000 + see
python -m scripts.train_inverse WORK OUT supervised full:6 answer-only:6
python -m scripts.train_inverse WORK OUT legality 3000 + tune transformer:400:G
python -m scripts.train_inverse WORK OUT legality 3000 tuned-transformer-G + tune transformer:400:A
python -m scripts.train_inverse WORK OUT export full:supervised tuned-transformer-A:transformer

The shipped ones: start src/askance/inverse/weights/supervised + draw 38000 + see + supervised full:5 on the networks of
the version before, then tune transformer:450:A:anchor=0.06. On these, with start WEIGHTS + draw 8000 + see: tune
attention:450:A:anchor=0.03 (cnn-lstm, blind); ablation: tune transformer:1440:G transformer:200:GL transformer:200:GLD
(perhaps with :seed=1), then measure tuned-transformer-GL:transformer and the others.

Stages read what earlier ones wrote to WORK, so they may run on several machines or beside each other.
"""

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from askance.inverse.question_words import QuestionVocabulary
from askance.models.builtin import WEIGHTS
from askance.models.builtin.model_folder import ModelFiles
from askance.models.true_answers import true_answers
from askance.stickers.dataset import WORLD, Stickers
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
WORD_SCENES = 4000  # scenes whose questions decide the words and the answers
EYE = "transformer"
ROWS = ("image", "answer", "tokens")
SAMPLED = 60_000  # questions of the generator that the legality network is shown
TUNED = 8000  # images that a generator is tuned on
MEASURED = 200  # pairs of a test image and an answer that `measure` draws 100 questions for
JUDGES = 3  # processes that judge the questions of one tuning
PAPER = {"anchor": 0.0, "illegal": 0.0, "opening": 1.0, "pairs": 128, "draws": 16, "kl": 0.1}  # the paper's reward
REWARDS = {
    "A": {},
    "GLD": PAPER,
    "GL": PAPER | {"diversity": False},
    "G": PAPER | {"diversity": False, "legality": False},
}
LATENT = {"full": {}, "full-z": {"free": 3.2, "groups": 8, "unheard": 0.1, "bag": 0.1}}

shared_vocabulary: QuestionVocabulary  # set before the workers that draw are forked


def _say(line: str) -> None:
    print(line, flush=True)


def _say_of(name: str, line: str) -> None:
    _say(f"{name} {line}")


def _asked(split: str, images: list[str]) -> tuple[list[Sample], list[bytes]]:
    """All questions about some scenes with their true answers, and the scenes."""
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
        found += mine.values()
        scenes.append(msgspec.json.encode(scene))
    return found, scenes


def _job(job: tuple[str, int, list[str], Path]) -> tuple[QuestionRows, list[bytes], np.ndarray]:
    """Some scenes asked and drawn; the pictures are written to their place in the file."""
    split, start, images, file = job
    samples, scenes = _asked(split, images)
    rows = question_rows(shared_vocabulary, samples, images)
    name = "stickers" if split == "test" else f"stickers:{split}"
    pictures, things = draw_images(name, train_builtin.shared.told, [(image, ()) for image in images])
    np.load(file, mmap_mode="r+")[start : start + len(images)] = pictures
    rows = QuestionRows(rows.vocabulary, rows.image + np.int32(start), rows.answer, rows.tokens)
    return rows, scenes, things


def _in_chunks(images: list[str]) -> list[tuple[int, list[str]]]:
    return [(at, images[at : at + CHUNK]) for at in range(0, len(images), CHUNK)]


def _find_words(work: Path, images: list[str]) -> QuestionVocabulary:
    """The words and answers of a part of the training scenes; kept, so that other stages number them alike."""
    file = work / "vocabulary.json"
    if not file.is_file():
        with ProcessPoolExecutor(os.cpu_count() or 2, get_context("fork")) as pool:
            jobs = [pool.submit(_asked, "train", chunk) for _, chunk in _in_chunks(images[:WORD_SCENES])]
            samples = [sample for job in jobs for sample in job.result()[0]]
        file.write_bytes(msgspec.json.encode(build_question_vocabulary(samples)))
    return msgspec.json.decode(file.read_bytes(), type=QuestionVocabulary)


def draw(work: Path, scenes: int) -> None:
    """The scenes of both splits with their questions, as arrays in a folder."""
    global shared_vocabulary
    began, size = time.time(), ModelFiles(WEIGHTS / EYE).about.size
    train_builtin.shared = train_builtin.asking()
    if (labels := work / "told.json").is_file():  # labels of an earlier drawing keep their numbers
        train_builtin.shared.told = msgspec.json.decode(labels.read_bytes(), type=SceneLabels)
    labels.write_bytes(msgspec.json.encode(train_builtin.shared.told))
    numbers = {"train": scenes, "test": min(TEST, scenes)}
    images = {split: list(Stickers(split).images(number)) for split, number in numbers.items()}
    shared_vocabulary = _find_words(work, images["train"])
    words, answers = len(shared_vocabulary.words), len(shared_vocabulary.answers)
    _say(f"{words} words, {answers} answers, {time.time() - began:.0f} s")
    for split, named in images.items():
        folder = work / split
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "pictures.npy"
        np.lib.format.open_memmap(file, "w+", np.uint8, (len(named), size[1], size[0], 3)).flush()
        jobs = [(split, start, chunk, file) for start, chunk in _in_chunks(named)]
        with ProcessPoolExecutor(os.cpu_count() or 2, get_context("fork")) as pool:
            parts = list(pool.map(_job, jobs))
        for name in ROWS:
            np.save(folder / f"{name}.npy", np.concatenate([getattr(rows, name) for rows, *_ in parts]))
        np.save(folder / "things.npy", np.concatenate([things for *_, things in parts]))
        kept = [scene for _, some, _ in parts for scene in some][:TUNED]
        (folder / "scenes.msgpack").write_bytes(msgspec.msgpack.encode(kept))
        questions = sum(len(rows.image) for rows, *_ in parts)
        if split == "train" and not (work / "drawn.json").is_file():
            (work / "drawn.json").write_text(json.dumps({"pictures": len(named), "questions": questions}))
        _say(f"{split}: {len(named)} scenes, {questions} questions, {time.time() - began:.0f} s")


class Work:
    """What `draw` and `see` wrote; features of all cells are computed for the attention baseline only."""

    def __init__(self, work: Path, with_cells: bool = False):
        import torch
        from askance.training.inverse.supervised import Seen

        self.work, self.device = work, torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.vocabulary = msgspec.json.decode((work / "vocabulary.json").read_bytes(), type=QuestionVocabulary)
        self.told = msgspec.json.decode((work / "told.json").read_bytes(), type=SceneLabels)
        self.splits = [split for split in ("train", "test") if (work / split / "pictures.npy").is_file()]
        self.pictures = {split: np.load(work / split / "pictures.npy", mmap_mode="r") for split in self.splits}
        self.rows = {
            split: QuestionRows(self.vocabulary, *(np.load(work / split / f"{name}.npy") for name in ROWS))
            for split in self.splits
        }
        about = ModelFiles(WEIGHTS / EYE).about
        self.size, self.seen = about.size, {}
        for split in self.splits:
            if with_cells:
                self.seen[split] = self._look(split)
            else:
                slots = self._read_slots(split)
                self.seen[split] = Seen(slots.mean[:, None], (1, 1), slots, mean=slots.mean[:, None])

    def _look(self, split: str):
        """The features of all cells of all images."""
        from askance.training.inverse.supervised import Seen
        from askance.training.start_weights import restore_network

        eye = restore_network(WEIGHTS / EYE, self.pictures[split]).to(self.device)
        return Seen(encode_pictures(eye, self.pictures[split], self.device), eye.grid)

    def _read_slots(self, split: str):
        from askance.training.inverse.concepts import Slots
        from safetensors.torch import load_file

        return Slots(**load_file(self.work / split / "slots.safetensors", device=str(self.device)))


def start(folder: Path, out: Path, names: list[str]) -> None:
    """Begin with the networks, words and labels of an exported generator (FOLDER) instead of new ones."""
    from askance.training.inverse.restore_generator import restore_generator
    from safetensors.torch import save_file

    found = restore_generator(Path(names[0]))
    (folder / "vocabulary.json").write_bytes(msgspec.json.encode(found.files.vocabulary))
    (folder / "told.json").write_bytes(msgspec.json.encode(found.card.labels))
    (folder / "legality.json").write_bytes(msgspec.json.encode(found.files.card.get("legality", {})))
    networks = {"start": found.generator, "concepts": found.predictor, "legality": found.legality}
    for name, network in networks.items():
        weights = {each: tensor.contiguous() for each, tensor in network.state_dict().items()}
        save_file(weights, folder / f"{name}.safetensors")


def see(folder: Path, out: Path) -> None:
    """Train the concept predictor, unless the folder has one, and keep the objects that it finds in all images."""
    from askance.training.inverse.concepts import ConceptPredictor
    from askance.training.inverse.supervised import SupervisedPlan, find_slots, train_concepts
    from safetensors.torch import load_file, save_file

    work = Work(folder, with_cells=True)
    file, seen = folder / "concepts.safetensors", work.seen["train"]
    if file.is_file():
        predictor = ConceptPredictor(seen.features.shape[-1], work.told, seen.grid)
        predictor.load_state_dict(load_file(file))
        predictor = predictor.to(work.device).eval().requires_grad_(False)
    else:
        things = np.load(folder / "train" / "things.npy")
        predictor = train_concepts(SupervisedPlan(), seen, things, work.told, work.size, _say)
    save(predictor, "concepts", out, folder)
    (folder / "eye.json").write_text(json.dumps([seen.features.shape[-1], seen.grid]))
    for split in work.splits:
        slots = find_slots(predictor, work.seen[split].features)
        save_file(slots._asdict(), folder / split / "slots.safetensors")
        _say(f"{split}: {float((slots.certainty > 0.3).float().sum(1).mean()):.2f} objects per image")


def supervised(folder: Path, out: Path, names: list[str]) -> None:
    """Train generators, VARIANT:EPOCHS each."""
    import torch
    from askance.training.inverse.supervised import SupervisedPlan, train_generator
    from safetensors.torch import load_file

    for name in names:
        kind, _, epochs = name.partition(":")
        variant = "full" if kind in LATENT else kind
        work = Work(folder, with_cells=variant == "attention")
        plan = SupervisedPlan(variant, epochs=int(epochs or 6), rows=4096, rate=2e-3, **LATENT.get(kind, {}))
        begun = None
        if kind == "full" and (file := folder / "start.safetensors").is_file():
            begun, plan = load_file(file), msgspec.structs.replace(plan, rate=1e-3, kl_warm=0.0)
        checkpoints = folder / "checkpoints" / kind
        checkpoints.mkdir(parents=True, exist_ok=True)
        torch.set_float32_matmul_precision("high")
        say = partial(_say_of, kind)
        generator, progress = train_generator(
            plan, work.rows["train"], work.seen["train"], work.told, checkpoints, say,
            check=(work.rows["test"], work.seen["test"]), start=begun,
        )  # fmt: skip
        save(generator, kind, out, folder)
        write_history(kind, plan, progress, (out, folder))


def write_history(name: str, plan, progress, folders: tuple[Path, ...], **more: str) -> None:
    """How a training went, beside its weights."""
    for folder in folders:
        about = {"plan": plan, "history": progress.history, "seconds": round(progress.seconds, 1), **more}
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(about))


def load_generator(work: Work, name: str):
    """A generator that `supervised` or `tune` trained."""
    from askance.training.inverse.networks import VARIANTS
    from askance.training.inverse.supervised import SupervisedPlan, build_generator
    from safetensors.torch import load_file

    kind = name if name in VARIANTS else "full"
    features, _ = json.loads((work.work / "eye.json").read_text())
    generator = build_generator(SupervisedPlan(kind), work.vocabulary, work.told, features)
    file = work.work / f"{name}.safetensors"
    if name == "full" and not file.is_file():
        file = work.work / "start.safetensors"  # tuned without a supervised training of its own
    generator.load_state_dict(load_file(file), strict=False)
    return generator.to(work.device)


def legality(folder: Path, out: Path, names: list[str]) -> None:
    """Train the legality network on real questions against perturbed ones and samples of generators (STEPS, names)."""
    from askance.training.inverse.legality import train_legality
    from askance.training.inverse.supervised import draw_questions

    steps, *others = names
    work = Work(folder)
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
    save(network, "legality", out, folder)
    for each in (out, folder):
        (each / "legality.json").write_text(json.dumps(figures))


def save(network, name: str, *folders: Path) -> None:
    """The weights of a network, in each of some folders."""
    from safetensors.torch import save_file

    for folder in folders:
        save_file(
            {key: each.contiguous() for key, each in network.state_dict().items()}, folder / f"{name}.safetensors"
        )


def load_legality(work: Work):
    """The network that `legality` trained."""
    from askance.training.inverse.legality import LegalityNetwork
    from safetensors.torch import load_file

    network = LegalityNetwork(len(work.vocabulary.words))
    network.load_state_dict(load_file(work.work / "legality.safetensors"))
    return network.to(work.device).eval().requires_grad_(False)


def tune(folder: Path, out: Path, names: list[str]) -> None:
    """Tune the full generator to built-in models, MODEL:STEPS:REWARDS each, perhaps with :FIELD=VALUE of the plan."""
    from askance.training.inverse.builtin_reward import BuiltinReward
    from askance.training.inverse.policy_gradient import Tuning, TuningPlan, tune_generator
    from askance.training.inverse.scene_reward import SceneReward

    work = Work(folder)
    referee, rows, seen = load_legality(work), work.rows["train"], work.seen["train"]
    some = rows.image < TUNED
    rows = QuestionRows(rows.vocabulary, rows.image[some], rows.answer[some], rows.tokens[some])
    for name in names:
        model, steps, kind, *fields = name.split(":")
        given = dict(field.split("=") for field in fields)
        plan = msgspec.convert({"steps": steps, **REWARDS[kind], **given}, TuningPlan, strict=False)
        judge = None
        if kind == "A":
            scenes = msgspec.msgpack.decode((folder / "train" / "scenes.msgpack").read_bytes(), type=list[bytes])
            judge = SceneReward(dict(enumerate(scenes)), work.vocabulary, JUDGES)
        generator = load_generator(work, "full")
        reward = BuiltinReward(WEIGHTS / model, work.vocabulary, work.pictures["train"], work.device)
        called = "-".join(["tuned", model, kind, *fields]).replace("=", "")
        checkpoints = folder / "checkpoints" / called
        checkpoints.mkdir(parents=True, exist_ok=True)
        tuning = Tuning(plan, generator, referee, reward, rows, seen, judge)
        progress = tune_generator(tuning, checkpoints, partial(_say_of, called))
        save(generator, called, out, folder)
        write_history(called, plan, progress, (out, folder), tuned_for=f"builtin:{model}")


def measure(folder: Path, out: Path, names: list[str]) -> None:
    """Legal draws, unique questions and the mean score of tuned generators on test images, NAME:MODEL each."""
    import torch
    from askance.inverse.question_words import LENGTH
    from askance.inverse.recogniser import is_well_formed
    from askance.training.inverse.builtin_reward import BuiltinReward
    from askance.training.inverse.networks import Memory

    work = Work(folder)
    referee, rows, seen = load_legality(work), work.rows["test"], work.seen["test"]
    chosen = np.random.default_rng(0).choice(len(rows.image), MEASURED, replace=False)
    for name in names:
        called, _, model = name.partition(":")
        generator = load_generator(work, called).eval()
        reward = BuiltinReward(WEIGHTS / model, work.vocabulary, work.pictures["test"], work.device)
        legal, unique, means, scores = [], [], [], []
        torch.manual_seed(0)
        for at in chosen:
            image = torch.tensor([int(rows.image[at])], device=work.device)
            answer = torch.tensor([int(rows.answer[at])], device=work.device)
            once = generator.remember(seen.of("full", image), 1)
            memory = Memory(*(each.repeat_interleave(100, 0) for each in once))
            z = torch.randn(100, generator.variant.latent, device=work.device)
            tokens = generator.sample(answer.repeat(100), memory, z, LENGTH)
            goal, _ = reward.score(image.cpu().numpy(), answer, tokens[None])
            likely = (torch.sigmoid(referee(tokens)) > 0.3).tolist()
            texts = [work.vocabulary.decode(row) for row in tokens.cpu().numpy()]
            good = {text: is_well_formed(text) for text, is_likely in zip(texts, likely, strict=True) if is_likely}
            found = {text: value for text, value in zip(texts, goal[0].tolist(), strict=True) if good.get(text)}
            legal.append(sum(good.get(text, False) for text in texts) / 100)
            unique.append(len(found))
            scores += found.values()
            means += [float(np.mean(list(found.values())))] if found else []
        figures = {"legal": np.mean(legal), "unique": np.mean(unique), "score": np.mean(means), "all": np.mean(scores)}
        _say(f"measured {called} " + " ".join(f"{key} {value:.4f}" for key, value in figures.items()))


def export(folder: Path, out: Path, names: list[str]) -> None:
    """Write generators as ONNX folders under OUT, NAME:FOLDER each; tuned ones share networks of `supervised`."""
    from askance.core.digest import file_digest
    from askance.training.inverse.concepts import ConceptPredictor
    from askance.training.inverse.networks import VARIANTS
    from askance.training.inverse.onnx_export import export_generator
    from safetensors.torch import load_file

    work = Work(folder)
    eye, (features, grid) = WEIGHTS / EYE / "see.onnx", json.loads((folder / "eye.json").read_text())
    for name in names:
        kind, _, target = name.partition(":")
        variant = kind if kind in VARIANTS else "full"
        predictor = None
        if VARIANTS[variant].image == "concepts":
            predictor = ConceptPredictor(features, work.told, tuple(grid))
            predictor.load_state_dict(load_file(folder / "concepts.safetensors"))
        card = {"variant": variant, "grid": grid, "features": features, "labels": work.told, "world": WORLD,
                "machine": "NVIDIA H200", "licence": "Apache-2.0", "eye": EYE, "eye_digest": file_digest(eye),
                **msgspec.json.decode((folder / "drawn.json").read_bytes()),
                **msgspec.json.decode((folder / f"{kind}.json").read_bytes())}  # fmt: skip
        is_tuned = kind.startswith("tuned")
        if is_tuned:
            card |= {"base": "../supervised"}
        referee = None
        if variant == "full":
            referee = load_legality(work)
            card["legality"] = json.loads((folder / "legality.json").read_text())
        far = export_generator(
            load_generator(work, kind), predictor, referee, tuple(grid), features, out / target, work.vocabulary, card
        )
        _say(f"{out / target}: largest difference {far:.2g}")


STAGES = {
    "start": start,
    "supervised": supervised,
    "tune": tune,
    "legality": legality,
    "measure": measure,
    "export": export,
}


def main() -> None:
    """Run one or more stages: a stage's name, then its arguments, then perhaps `+` and the next stage."""
    options = argparse.ArgumentParser()
    options.add_argument("work", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("stages", nargs=argparse.REMAINDER)
    given = options.parse_args()
    for folder in (given.work, given.out):
        folder.mkdir(parents=True, exist_ok=True)
    for stage in " ".join(given.stages).split(" + "):
        name, *rest = stage.split()
        began = time.time()
        if name == "draw":
            draw(given.work, int(rest[0]))
        elif name == "see":
            see(given.work, given.out)
        else:
            STAGES[name](given.work, given.out, rest)
        _say(f"{stage}: {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
