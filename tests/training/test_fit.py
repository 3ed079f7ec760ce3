"""The loop: batches hold every question, a network learns, and a training cut short ends as an uninterrupted one."""

import numpy as np
import pytest
import torch
from askance.datasets import open_dataset
from askance.training.accuracy import measure_accuracies
from askance.training.batches import BatchLoader
from askance.training.corpus import build_vocabulary, collect_scene_labels, make_corpus
from askance.training.samples import samples_from_dataset
from askance.training.training_loop import TrainingPlan, train_network

from colors import write_colors

CPU = torch.device("cpu")
FEW = {"images": 2, "questions": 5}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Small pictures: a step takes a hundredth of a second."""
    folder = tmp_path_factory.mktemp("corpus")
    data = write_colors(folder / "data", size=(64, 64))
    samples = list(samples_from_dataset(open_dataset(data), None, 0))
    return make_corpus(
        folder / "made", samples, data, build_vocabulary(samples, 1, 1), collect_scene_labels(()), 1, size=(64, 64)
    )


@pytest.mark.parametrize("questions", [2, 5, 8])
def test_every_question_is_checked_once(corpus, questions):
    rows = []
    for batch in BatchLoader(corpus, CPU).batches_in_order(4, questions):
        there = batch.weight > 0
        rows += zip(map(tuple, batch.tokens[there][:, :8].tolist()), batch.answer[there].tolist(), strict=True)
    assert sorted(rows) == sorted(zip(map(tuple, corpus.tokens[:, :8].tolist()), corpus.answer.tolist(), strict=True))


def test_an_epoch_of_a_small_corpus_has_a_step(corpus):
    shelf = BatchLoader(corpus, CPU)
    batches = list(shelf.shuffled_batches(100, 5, np.random.default_rng(0)))
    assert len(batches) == shelf.batches_per_epoch(100, 5) == 1
    assert len(batches[0].pixels) == len(corpus.pictures)


def test_a_network_learns_colors_and_a_blind_one_cannot(corpus, tmp_path):
    figures = {}
    for model in ("cnn-lstm", "blind"):
        (tmp_path / model).mkdir()
        trained = train_network(
            TrainingPlan(model, epochs=24, images=6, questions=5, rate=3e-3), corpus, None, tmp_path / model
        )
        figures[model] = measure_accuracies(trained.network, BatchLoader(corpus, CPU), 6, 5)
        losses = [row["loss"] for row in trained.progress.history]
        assert losses[-1] < losses[0] / 1.5
    assert figures["cnn-lstm"]["accuracy"] >= 90
    assert figures["blind"]["number"] == 100
    assert figures["blind"]["other"] <= 34
    assert figures["blind"]["accuracy"] < figures["cnn-lstm"]["accuracy"]


class Stop(Exception):  # noqa: N818  it is no error
    """The user's Ctrl-C."""


def _same(one, other):
    return max(float((a.float() - b.float()).abs().max()) for a, b in zip(one.values(), other.values(), strict=True))


@pytest.mark.parametrize("model", ["blind", "attention"])
@pytest.mark.parametrize("where", ["between epochs", "within one"])
def test_a_training_cut_short_ends_as_an_uninterrupted_one(corpus, tmp_path, model, where):
    plan = TrainingPlan(model, epochs=3, seed=3, **FEW)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    whole.mkdir()
    cut.mkdir()
    wanted = train_network(plan, corpus, corpus, whole)

    def after_the_first(line):
        raise Stop

    def in_the_second(step, steps):
        if step == 5:  # of three an epoch
            raise Stop

    stopping = {"tell": after_the_first} if where == "between epochs" else {"watch": in_the_second}
    with pytest.raises(Stop):
        train_network(plan, corpus, corpus, cut, **stopping)
    got = train_network(plan, corpus, corpus, cut)
    assert _same(wanted.network.state_dict(), got.network.state_dict()) <= 1e-6
    assert got.progress.epoch == 3
    losses = [[row["loss"] for row in each.progress.history] for each in (got, wanted)]
    assert losses[0] == pytest.approx(losses[1])


def test_another_seed_gives_other_weights(corpus, tmp_path):
    states = []
    for seed in (0, 1):
        folder = tmp_path / str(seed)
        folder.mkdir()
        states.append(
            train_network(TrainingPlan("blind", epochs=1, seed=seed, **FEW), corpus, None, folder).network.state_dict()
        )
    assert _same(*states) > 1e-3


def test_scenes_teach_the_transformer(tmp_path):
    world = open_dataset("stickers:train")
    samples = list(samples_from_dataset(world, 8, 0))
    told = collect_scene_labels(world.scene(image) for image in world.images(5))
    corpus = make_corpus(tmp_path, samples, "stickers:train", build_vocabulary(samples, 1, 1), told, 1)
    plans = [TrainingPlan("transformer", epochs=1, images=2, questions=4, teach=teach) for teach in (0.0, 0.5)]
    losses = []
    for plan in plans:
        folder = tmp_path / str(plan.teach)
        folder.mkdir()
        losses.append(train_network(plan, corpus, None, folder).progress.history[0]["loss"])
    assert losses[1] > losses[0]
