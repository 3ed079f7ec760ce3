"""From the name of a data set to a folder with a generator: `askance inverse train` and `askance inverse tune`."""

import platform
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from askance.core import Dataset, UserError, digest_value
from askance.core.digest import file_digest
from askance.core.model import Prepared as PreparedModel
from askance.core.plural import plural
from askance.core.progress import Progress, WorkProgress
from askance.core.unknown_names import unknown_name_error
from askance.datasets import open_dataset
from askance.inverse.generator_folder import CARD, GeneratorFiles
from askance.inverse.open_generator import generator_folder
from askance.models import open_model
from askance.models.builtin import WEIGHTS
from askance.models.builtin.model_folder import ModelFiles
from askance.training.corpus import Corpus, SceneLabels, build_vocabulary, collect_scene_labels, make_corpus
from askance.training.inverse.concepts import ConceptPredictor
from askance.training.inverse.corpus import (
    QuestionRows,
    build_question_vocabulary,
    encode_pictures,
    question_rows,
)
from askance.training.inverse.legality import LegalityNetwork, train_legality
from askance.training.inverse.model_reward import ModelReward
from askance.training.inverse.networks import VARIANTS, Generator
from askance.training.inverse.onnx_export import export_generator
from askance.training.inverse.policy_gradient import Judge, Tuning, TuningPlan, tune_generator
from askance.training.inverse.restore_generator import restore_generator
from askance.training.inverse.scene_reward import SceneReward
from askance.training.inverse.supervised import (
    Seen,
    SupervisedPlan,
    draw_questions,
    find_slots,
    train_concepts,
    train_generator,
)
from askance.training.samples import EVERY, Sample, samples_from_dataset
from askance.training.start_weights import restore_network
from askance.training.training_folder import ASIDE, CHECKPOINT, CORPUS, TRAINING, claim_training_folder

EYE = "transformer"  # the built-in model whose image features are used
MANY = 10_000  # questions from which on a word must occur three times
SAMPLED = 20_000  # generated questions that the legality network is shown


class GeneratorRecipe(msgspec.Struct, frozen=True):
    """All that decides a supervised training."""

    variant: str
    data: str
    limit: int | None = None
    epochs: int = 6
    rows: int = 512  # questions per step
    legality_steps: int = 2000
    seed: int = 0


class TuningRecipe(msgspec.Struct, frozen=True):
    """All that decides a tuning."""

    model: str
    generator: str
    data: str
    limit: int = 5000  # questions, whose images and answers are used
    steps: int = 200
    pairs: int = 16
    draws: int = 8
    adversarial: bool = True  # reward wrong answers, by the scene
    drift: float = 0.1  # the price of a nat of KL between the generator and the one that it was tuned from
    seed: int = 0


@dataclass(slots=True)
class Prepared:
    """Questions and image features, on the device of the training."""

    corpus: Corpus
    rows: QuestionRows
    images: list[str]
    seen: Seen
    size: tuple[int, int]


def train_question_generator(recipe: GeneratorRecipe, folder: Path, workers: int, watch: Progress) -> dict[str, Any]:
    """Train, or go on training, a generator in a folder; returns its card."""
    if recipe.variant not in VARIANTS:
        raise unknown_name_error("generator to train", recipe.variant, list(VARIANTS))
    data = open_dataset(recipe.data)
    training = digest_value((recipe, data.fingerprint)).hex()
    if claim_training_folder(folder, training, watch.say, CARD):
        watch.say(f"{folder}: is trained already")
        return GeneratorFiles(folder).card
    samples = list(samples_from_dataset(data, recipe.limit or EVERY, recipe.seed))
    watch.say(f"{plural(len(samples), 'question')} of {data.name}")
    told = _scene_labels(recipe.variant, data, recipe.seed)
    made = _prepare(folder, recipe.data, samples, told, workers, watch)
    plan = SupervisedPlan(recipe.variant, epochs=recipe.epochs, rows=recipe.rows, seed=recipe.seed)
    predictor = _train_predictor(plan, made, told, watch)
    generator, progress = train_generator(plan, made.rows, made.seen, told, folder, watch.say, training)
    legality, figures = _train_legality(recipe, generator, made, watch) if predictor else (None, {})
    about = {"recipe": recipe, "questions": len(made.rows.image), "pictures": len(made.images), "labels": told,
             "history": progress.history, "seconds": round(progress.seconds, 1), "legality": figures}  # fmt: skip
    return _export(generator, predictor, legality, made, folder, training, recipe.variant, about)


def tune_question_generator(recipe: TuningRecipe, folder: Path, workers: int, watch: Progress) -> dict[str, Any]:
    """Tune, or go on tuning, a generator to a model, in a folder; returns its card."""
    data, model = open_dataset(recipe.data), open_model(recipe.model)
    start = restore_generator(generator_folder(recipe.generator))
    training = digest_value((recipe, data.fingerprint, model.fingerprint, start.files.digest)).hex()
    if claim_training_folder(folder, training, watch.say, CARD):
        watch.say(f"{folder}: is tuned already")
        return GeneratorFiles(folder).card
    if isinstance(model, PreparedModel):
        model.prepare(watch.say)
    samples = list(samples_from_dataset(data, recipe.limit, recipe.seed))
    made = _prepare(folder, recipe.data, samples, SceneLabels(), workers, watch, start.files.vocabulary.answers)
    rows = question_rows(start.files.vocabulary, samples, made.images)
    device = made.seen.features.device
    made.seen.slots = find_slots(start.predictor.to(device), made.seen.features)
    judge: Judge | None = None
    if recipe.adversarial:
        judge = SceneReward(_encoded_scenes(data, made.images), start.files.vocabulary, 1)
    plan = TuningPlan(
        steps=recipe.steps, pairs=recipe.pairs, draws=recipe.draws, anchor=recipe.drift, every=20, seed=recipe.seed
    )
    reward = ModelReward(model, data, made.images, start.files.vocabulary)
    tuning = Tuning(plan, start.generator.to(device), start.legality.to(device), reward, rows, made.seen, judge)
    progress = tune_generator(tuning, folder, watch.say, training)
    about = {"recipe": recipe, "tuned_for": recipe.model, "labels": start.card.labels, "history": progress.history,
             "seconds": round(progress.seconds, 1)}  # fmt: skip
    made.rows = rows
    return _export(start.generator, start.predictor, start.legality, made, folder, training, "full", about)


def _scene_labels(variant: str, data: Dataset, seed: int) -> SceneLabels:
    """What scenes say; a generator that looks for objects cannot be trained without scenes."""
    if VARIANTS[variant].image != "concepts":
        return SceneLabels()
    told = collect_scene_labels(scene for image in data.images(1500, seed) if (scene := data.scene(image)) is not None)
    if len(told.names) < 2:
        raise UserError(f"{data.name}: has no scenes, which the full generator learns objects from: train attention")
    return told


def _prepare(
    folder: Path, data: str, samples: Sequence[Sample], told: SceneLabels, workers: int, watch: Progress,
    answers: Sequence[str] = (),
) -> Prepared:  # fmt: skip
    """Draw or decode the images, encode them, and number the questions."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    least = 3 if len(samples) >= MANY else 1
    vocabulary = build_question_vocabulary(samples, least)
    draw = WorkProgress(watch).start_stage("images")
    size = ModelFiles(WEIGHTS / EYE).about.size
    shared = build_vocabulary(samples, least, least), told, workers
    corpus = make_corpus(folder / CORPUS, samples, data, *shared, draw, True, size, watch.say)
    eye = restore_network(WEIGHTS / EYE, corpus.pictures).to(device)
    images = list(dict.fromkeys(sample.image for sample in samples))
    seen = Seen(encode_pictures(eye, corpus.pictures, device), eye.grid)
    kept = [sample for sample in samples if not answers or sample.answer in set(answers)]
    return Prepared(corpus, question_rows(vocabulary, kept, images), images, seen, size)


def _train_predictor(
    plan: SupervisedPlan, made: Prepared, told: SceneLabels, watch: Progress
) -> ConceptPredictor | None:
    if VARIANTS[plan.variant].image != "concepts":
        return None
    predictor = train_concepts(plan, made.seen, made.corpus.things, told, made.size, watch.say)
    made.seen.slots = find_slots(predictor, made.seen.features)
    return predictor


def _train_legality(
    recipe: GeneratorRecipe, generator: Generator, made: Prepared, watch: Progress
) -> tuple[LegalityNetwork, dict[str, float]]:
    sampled = draw_questions(
        generator, made.rows, made.seen, min(SAMPLED, 4 * len(made.rows.image)), (1.0, 1.5, 2.0), recipe.seed
    )
    real = np.unique(made.rows.tokens, axis=0).astype(np.int64)
    np.random.default_rng(recipe.seed).shuffle(real)
    words, device = len(made.rows.vocabulary.words), made.seen.features.device
    return train_legality(real, sampled, words, device, watch.say, recipe.legality_steps, seed=recipe.seed)


def _encoded_scenes(data: Dataset, images: Sequence[str]) -> dict[int, bytes]:
    scenes = {number: data.scene(image) for number, image in enumerate(images)}
    if any(scene is None for scene in scenes.values()):
        raise UserError(
            f"{data.name}: has images without a scene, so wrong answers are not known: add --reward beliefs"
        )
    return {number: msgspec.json.encode(scene) for number, scene in scenes.items()}


def _export(
    generator: Generator, predictor: ConceptPredictor | None, legality: LegalityNetwork | None, made: Prepared,
    folder: Path, training: str, variant: str, about: dict[str, Any],
) -> dict[str, Any]:  # fmt: skip
    """Write the networks and the card, then remove what only the training needed."""
    features = made.seen.features.shape[-1]
    card = {
        "variant": variant, TRAINING: training, "grid": made.seen.grid, "features": features,
        "machine": torch.cuda.get_device_name() if torch.cuda.is_available() else platform.machine(),
        "torch": str(torch.__version__), **about,
    }  # fmt: skip
    if VARIANTS[variant].image != "none":
        card |= {"eye": EYE, "eye_digest": file_digest(WEIGHTS / EYE / "see.onnx")}
    vocabulary = made.rows.vocabulary
    export_generator(generator, predictor, legality, made.seen.grid, features, folder, vocabulary, card)
    shutil.rmtree(folder / CORPUS)
    (folder / ASIDE).unlink(missing_ok=True)
    (folder / CHECKPOINT).unlink()  # the last thing: without it, a training with a card has ended
    return GeneratorFiles(folder).card
