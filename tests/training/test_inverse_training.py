"""Training and tuning of question generators on a few images: rewards, resuming, export, bad input."""

import msgspec
import numpy as np
import pytest
import torch
from askance.core import Answer, UserError
from askance.core.progress import NoProgress
from askance.inverse.generator import TrainedGenerator
from askance.inverse.open_generator import SHIPPED
from askance.models import open_model
from askance.stickers.dataset import Stickers
from askance.training.inverse import policy_gradient, recipe
from askance.training.inverse.legality import perturb_tokens
from askance.training.inverse.model_reward import ModelReward
from askance.training.inverse.networks import VARIANTS, kl_divergence
from askance.training.inverse.opening_shares import OpeningShares
from askance.training.inverse.policy_gradient import first_of_duplicates
from askance.training.inverse.restore_generator import restore_generator
from askance.training.inverse.scene_reward import SceneReward


def test_of_duplicates_the_most_likely_wins_and_of_equals_the_first():
    tokens = torch.tensor([[[4, 5], [4, 5], [6, 5], [4, 5], [6, 5]]])
    likelihood = torch.tensor([[-3.0, -1.0, -2.0, -1.0, -2.0]])
    assert first_of_duplicates(tokens, likelihood).tolist() == [[False, True, True, False, False]]


def test_openings_that_are_drawn_too_often_are_worth_less():
    often, seldom = [2, 10, 11, 12, 13], [2, 20, 21, 22, 13]
    tokens = torch.tensor([often] * 9 + [seldom])
    shares = OpeningShares()
    factors = shares(tokens, 0.3)
    assert factors[:9].tolist() == pytest.approx([1 / 3] * 9)  # nine tenths of the draws earn three tenths
    assert factors[9] == 1
    assert shares(tokens, 1.0).tolist() == [1] * 10
    again = OpeningShares()
    again.load_state_dict(shares.state_dict())  # a checkpoint keeps them
    assert torch.equal(again(tokens, 0.3), shares(tokens, 0.3))


def test_the_divergence_is_that_of_torch():
    center, spread = torch.randn(7, 3), torch.rand(7, 3) + 0.1
    normal = torch.distributions.Normal
    wanted = torch.distributions.kl_divergence(normal(center, spread), normal(torch.zeros(7, 3), torch.ones(7, 3)))
    assert torch.allclose(kl_divergence(center, spread), wanted, atol=1e-5)


def test_perturbed_questions_differ_and_keep_their_form():
    real = np.zeros((300, 22), np.int64)
    real[:, :8] = [2, 10, 11, 12, 13, 14, 15, 3]
    made = perturb_tokens(real, 40, np.random.default_rng(0))
    assert (made != real).any(-1).mean() > 0.95
    assert (made[:, 0] == 2).all()
    assert ((made == 3).sum(-1) == 1).all()


def test_the_exported_generator_is_the_restored_one(tmp_path):
    """ONNX and torch give one likelihood, so tuning begins where the shipped generator is."""
    start, shipped = restore_generator(SHIPPED["inverse"]), TrainedGenerator(SHIPPED["inverse"])
    world = Stickers("test")
    image = next(world.images(1))
    memory = shipped.sessions.memory(image, world.load_image(image))
    tokens = shipped.vocabulary.encode(["Is there a cat in the picture?", "What color is the dog?"])
    z = np.ones((2, shipped.files.about.latent), np.float32)
    got = shipped.likelihood_given_z(tokens, "yes", memory, z)
    slots = torch.from_numpy(memory).expand(2, -1, -1)
    answer = torch.full((2,), shipped.answer_number("yes"))
    kept = policy_gradient.Memory(slots, slots[:, 0])
    with torch.no_grad():
        wanted = start.generator.eval().word_likelihoods(torch.from_numpy(tokens), answer, kept, torch.from_numpy(z))
    assert got == pytest.approx(wanted.sum(-1).numpy(), abs=1e-3)


def test_a_question_is_worth_most_where_the_answer_is_wrong():
    world, files = Stickers("test"), TrainedGenerator(SHIPPED["inverse"])
    image = next(world.images(1))
    scene, words = world.scene(image), files.vocabulary
    name = next(thing.name for thing in scene.things if f"{thing.name}" in words.word_numbers and not thing.part_of)
    reward = SceneReward({0: msgspec.json.encode(scene)}, words, 1)
    tokens = words.encode([f"Is there a {name} in the picture?"] * 2 + ["What color is the zebra?"])
    answers = np.array([files.answer_number(each) for each in ("no", "yes", "red")])
    worth = reward.factors(np.zeros(3, np.int64), answers, tokens)
    assert worth.tolist() == pytest.approx(
        [1.0, 0.05, 0.0 if "zebra" not in {t.name for t in scene.things} else worth[2]]
    )


def tuning(folder, steps, monkeypatch, every=2, drift=0.1):
    monkeypatch.setattr(recipe, "TuningPlan", lambda **given: policy_gradient.TuningPlan(**{**given, "every": every}))
    made = recipe.TuningRecipe("builtin:blind", "inverse", "stickers:train", 24, steps, 2, 3, drift=drift)
    return recipe.tune_question_generator(made, folder, 1, NoProgress())


def test_a_killed_tuning_ends_with_the_same_weights(tmp_path, monkeypatch):
    whole = tuning(tmp_path / "whole", 4, monkeypatch)
    real, calls = policy_gradient.save_checkpoint, []

    def stop_after_the_first(*given):
        real(*given)
        calls.append(1)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(policy_gradient, "save_checkpoint", stop_after_the_first)
    with pytest.raises(KeyboardInterrupt):
        tuning(tmp_path / "cut", 4, monkeypatch)
    resumed = tuning(tmp_path / "cut", 4, monkeypatch)
    assert resumed["files"] == whole["files"]  # digests of the networks
    assert [len(each["history"]) for each in (whole, resumed)] == [2, 2]
    assert not (tmp_path / "cut" / "checkpoint.safetensors").exists()
    assert tuning(tmp_path / "cut", 4, monkeypatch)["files"] == whole["files"]  # it is tuned already


def test_a_high_price_of_drift_keeps_a_tuned_generator_near_its_origin(tmp_path, monkeypatch):
    cheap, dear = (
        tuning(tmp_path / str(price), 6, monkeypatch, every=3, drift=price)["history"][-1]["drift"]
        for price in (0.001, 1000.0)
    )
    assert 0 <= dear < cheap


@pytest.mark.parametrize("variant", ["answer-only", "attention"])
def test_a_baseline_is_trained_and_asks(tmp_path, variant):
    made = recipe.GeneratorRecipe(variant, "stickers:train", 60, 1, 16)
    card = recipe.train_question_generator(made, tmp_path / "out", 1, NoProgress())
    world = Stickers("test")
    image = next(world.images(1))
    generator = TrainedGenerator(tmp_path / "out")
    assert card["latent"] == VARIANTS[variant].latent == 0
    drawn = generator.draw_questions(image, world.load_image(image), "yes", 12, 0)
    whole = [each for each in drawn if is_kept_by(generator.vocabulary, each.question)]
    texts = [each.question for each in whole]
    again = generator.score_questions(image, world.load_image(image), "yes", texts, 0)
    assert [total for total, _ in again] == pytest.approx([each.log_likelihood for each in whole], abs=1e-2)


def is_kept_by(vocabulary, question):
    """Whether a question, of random words here, is the same after it was split and joined again."""
    return vocabulary.decode(vocabulary.encode([question])[0]) == question


def test_data_without_scenes_is_refused_in_one_line(tmp_path):
    (tmp_path / "q.jsonl").write_text('{"image": "a.png", "question": "Is it red?", "answer": "yes"}\n')
    from PIL import Image

    Image.new("RGB", (32, 32)).save(tmp_path / "a.png")
    made = recipe.GeneratorRecipe("full", f"jsonl:{tmp_path / 'q.jsonl'}", None, 1, 16)
    with pytest.raises(UserError, match="has no scenes"):
        recipe.train_question_generator(made, tmp_path / "out", 1, NoProgress())


def test_a_model_that_refuses_everything_is_one_line():
    world, files = Stickers("test"), TrainedGenerator(SHIPPED["inverse"])

    class Refusing:
        name, fingerprint, supports, needs = "no", "no", frozenset({"text"}), frozenset()

        def answer(self, shown):
            return [Answer(status="refused", reason="I will not") for _ in shown]

    reward = ModelReward(Refusing(), world, list(world.images(1)), files.vocabulary)
    tokens = torch.from_numpy(files.vocabulary.encode(["Is it red?"]))[None]
    with pytest.raises(UserError, match="answers none of 1 questions"):
        reward.score(np.zeros(1, np.int64), torch.tensor([0]), tokens)


def test_the_reward_of_a_model_with_scores_is_its_probability():
    world, files = Stickers("test"), TrainedGenerator(SHIPPED["inverse"])
    reward = ModelReward(open_model("builtin:blind"), world, list(world.images(1)), files.vocabulary)
    tokens = torch.from_numpy(files.vocabulary.encode(["Is there a cat in the picture?"] * 2)).reshape(2, 1, -1)
    answers = torch.tensor([files.answer_number("yes"), files.answer_number("no")])
    found, _ = reward.score(np.zeros(2, np.int64), answers, tokens)
    assert 0.9 < float(found.sum()) <= 1.001
