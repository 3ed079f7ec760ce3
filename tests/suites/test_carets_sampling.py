"""Choice questions are sampled with the paper's weights at its size; the mask color is the data set's."""

from collections import Counter
from random import Random

import numpy as np
from askance.stickers.dataset import Stickers
from askance.suites.carets.question_pool import choose_questions
from askance.suites.carets.suite import mean_color
from askance.suites.carets.yes_no_questions import OriginalQuestion

COLORS = {"white": 7000, "black": 4000, "brown": 2000, "blue": 1500, "green": 900, "red": 600, "tan": 90, "teal": 10}
MATERIALS = {"wood": 900, "metal": 600, "glass": 60, "paper": 6}


def pool() -> list[OriginalQuestion]:
    """Colors and materials with counts as at 10,000 scenes: a few values are nearly all."""
    values = [("color", *each) for each in COLORS.items()] + [("material", *each) for each in MATERIALS.items()]
    made = [
        OriginalQuestion("x", "Q6", False, {}, value, (), ("a", "b", "c"), {"class": group, "choices": "3"})
        for group, value, count in values
        for _ in range(count)
    ]
    return Random(5).sample(made, len(made))


def exact_shares(originals: list[OriginalQuestion], wanted: int, repeats: int) -> dict[str, float]:
    """The shares of an independent implementation: NumPy's sequential weighted draw without replacement."""
    classes = Counter(one.tags["class"] for one in originals)
    answers = Counter(one.answer for one in originals)
    weights = np.array([1 / (classes[one.tags["class"]] * answers[one.answer]) for one in originals])
    rng, found = np.random.default_rng(1), Counter[str]()
    for _ in range(repeats):
        drawn = rng.choice(len(originals), wanted, replace=False, p=weights / weights.sum())
        found.update(originals[index].answer for index in drawn)
    return {answer: count / found.total() for answer, count in found.items()}


def test_rare_classes_and_answers_are_drawn_with_exact_weights_at_the_papers_size() -> None:
    originals, wanted, repeats = pool(), 1500, 20
    exact, found = exact_shares(originals, wanted, repeats), Counter[str]()
    for seed in range(repeats):
        found.update(one.answer for one in choose_questions(originals, wanted, "Q6", Random(seed)))
    shares = {answer: count / found.total() for answer, count in found.items()}
    assert abs(found.total() - wanted * repeats) == 0
    for answer, share in exact.items():
        error = (share * (1 - share) / (wanted * repeats)) ** 0.5
        assert abs(shares.get(answer, 0) - share) < 6 * error + 0.002, (answer, shares.get(answer), share)


def test_an_odd_question_has_two_choices_or_three() -> None:
    two = [OriginalQuestion("x", "Q6", False, {}, "a", (), ("a", "b"), {"class": "color"})] * 9
    three = [OriginalQuestion("x", "Q6", False, {}, "a", (), ("a", "b", "c"), {"class": "color"})] * 9
    counts = Counter(len(choose_questions([*two, *three], 1, "Q6", Random(seed))[0].options) for seed in range(200))
    assert min(counts[2], counts[3]) > 60


def test_where_a_question_stands_in_the_pool_does_not_matter() -> None:
    originals = [
        OriginalQuestion(str(at), "Q6", False, {}, "white", (), ("a", "b", "c"), {"class": "color"})
        for at in range(6000)
    ]
    places = [int(one.image) for one in choose_questions(originals, 600, "Q6", Random(0))]
    assert abs(np.mean(places) - 3000) < 250  # the keys that underflowed put all of them at the end


def test_the_mask_color_depends_on_the_data_alone() -> None:
    colors = {mean_color(Stickers()) for _ in range(2)}
    assert len(colors) == 1

    class Seeded(Stickers):
        def images(self, limit=None, seed=0):
            self.seeds.append(seed)
            return super().images(limit, seed)

    data = Seeded()
    data.seeds = []
    mean_color(data)
    assert data.seeds == [0]
