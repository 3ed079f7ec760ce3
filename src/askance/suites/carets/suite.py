"""Suite `carets`: consistency and robustness pairs from scene graphs."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from askance.core import Box, Card, Case, Dataset, UserError
from askance.core.suite import Rounds
from askance.metrics import pair_metrics
from askance.suites.carets import pairs
from askance.suites.carets.facts import Facts
from askance.suites.carets.originals import Original
from askance.suites.carets.pool import Pool, choose, gather
from askance.suites.carets.quotas import TYPES, quotas
from askance.suites.carets.statistics import Statistics
from askance.suites.no_cases import explained, no_scenes
from askance.wording.ontology import ontology
from askance.wording.ontology.relatives import Relatives

PAIRS_PER_SCENE = 12  # about what a scene gives; decides how many scenes a small run looks at
MEAN_PICTURES = 40
NO_PICTURES = "124,116,104"  # the usual channel mean of photographs, where no picture can be read


class Carets:
    """Six tests, seven question types; a pair differs in one thing only."""

    card = Card(
        name="carets",
        version=1,
        paper="CARETS (Jimenez, Russakovsky, Narasimhan 2022), papers/000",
        claim="answers stay the same under rephrasing, order, hypernyms and hidden background, and turn under negation",
        deviations=(
            "own templates; choices excluded by our ontology; referring phrases are unique; antonym originals are half"
            " yes, and no pair of opposites is more than 15 %; plain equality for consistency"
        ),
        cost="2 calls a pair, fewer where pairs share a question",
        expected="oracle 100 in all; the paper's best model: consistency 83.8 rephrase, 71.0 order, 28.1 negation",
        metrics=(
            ("acc", "accuracy over both halves of all pairs"),
            ("acc_original", "accuracy on the original halves"),
            ("acc_perturbed", "accuracy on the perturbed halves"),
            ("cons", "share of pairs whose answers keep the relation"),
            ("cons_chance_corrected", "cons above what chance gives with the model's own answers; 100 is perfect"),
            ("cacc", "share of pairs with both halves right"),
            ("coverage", "share of pairs that could be decided"),
        ),
        headline=("cons", "cacc"),
    )

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: all pairs; a data set that holds published ones gives them itself."""
        published = getattr(data, "pairs", None)
        yield published(limit, seed) if published else explained(self._cases(data, limit, seed), data)

    def metrics(self, verdicts: Any) -> Any:
        """All figures by test, type and perturbation."""
        return pair_metrics(verdicts)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        scenes, counts = _scenes(data, limit, seed)
        pool = gather(scenes.values(), counts, seed)
        mean = _mean_color(data, list(scenes))
        for test, types in TYPES.items():
            dice = Random(f"carets:{seed}:{test}")
            number = 0
            for original in _chosen(pool, test, types, limit, dice):
                for case in _pairs(test, number, original, scenes[original.image], mean, dice):
                    yield case
                    number += 1


def _scenes(data: Dataset, limit: int | None, seed: int) -> tuple[dict[str, Facts], Statistics]:
    words = ontology()
    relatives = Relatives(words.objects)
    counts = Statistics(words, relatives, getattr(data, "groups", None))
    most = None if limit is None else max(60, limit // PAIRS_PER_SCENE)
    scenes = {}
    for image in data.images(most, seed):
        scene = data.scene(image)
        if scene is not None and scene.boxed:
            scenes[image] = Facts(image, scene, words, relatives)
    if not scenes:
        raise no_scenes(data)
    counts.add(scenes.values())
    return scenes, counts


def _chosen(pool: Pool, test: str, types: tuple[str, ...], limit: int | None, dice: Random) -> Iterator[Original]:
    wanted = quotas(limit)
    for type_ in types:
        name = "ontological" if test == "ontological" else type_
        yield from choose(pool.get(name, []), wanted[test, type_], name, dice)


def _pairs(test: str, number: int, original: Original, facts: Facts, mean: str, dice: Random) -> Iterator[Case]:
    if test != "visual":
        make = {"rephrase": pairs.rephrase, "order": pairs.order, "ontological": pairs.ontology_pair,
                "negation": pairs.negation, "antonym": pairs.antonym}[test]  # fmt: skip
        yield pairs.case_of(test, number, original, make(original, dice), f"{test}/{original.type}")
        return
    keep = original.keep or _anywhere(original, facts, dice)
    for offset, kind in enumerate(pairs.PERTURBATIONS):
        sides = pairs.visual(original, keep, kind, mean, dice)
        yield pairs.case_of(test, number + offset, original, sides, f"{test}/{kind}")


def _anywhere(original: Original, facts: Facts, dice: Random) -> tuple[Box, ...]:
    """Random boxes, where a question speaks of nothing that is there."""
    count = min(len(facts.boxes), 2 if original.type in ("Q2", "Q3") else 1)
    return tuple(dice.sample(facts.boxes, count))


def _mean_color(data: Dataset, images: list[str]) -> str:
    """The channel mean of some of the data set's pictures."""
    means = []
    for image in images[:MEAN_PICTURES]:
        try:
            means.append(data.picture(image).pixels.reshape(-1, 3).mean(axis=0))
        except UserError:
            break
    return ",".join(str(round(value)) for value in np.mean(means, axis=0)) if means else NO_PICTURES
