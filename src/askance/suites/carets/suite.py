"""Suite `carets`: consistency and robustness pairs from scene graphs."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import numpy as np
import pyarrow as pa
from askance.core import Box, Card, Case, Dataset, Metric, UserError
from askance.core.dataset import NamesOfClasses, PublishedPairs
from askance.core.suite import Rounds
from askance.metrics import pair_metrics
from askance.suites.carets import pairs
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.facts import Facts
from askance.suites.carets.originals import Original
from askance.suites.carets.pool import Pool, choose, gather
from askance.suites.carets.quotas import TYPES, quotas
from askance.suites.no_cases_reason import no_scenes, with_no_cases_reason
from askance.wording.ontology import ontology
from askance.wording.ontology.relatives import Relatives

PAIRS_PER_SCENE = 8  # about what a scene gives; decides how many scenes a small run reads
MEAN_PICTURES = 40
NO_PICTURES = "124,116,104"  # the usual channel mean of photographs, where no image can be read


class Carets:
    """Six tests, seven question types; a pair differs in one object only."""

    card = Card(
        name="carets",
        version=2,
        paper="CARETS (Jimenez, Russakovsky, Narasimhan 2022), papers/000",
        claim=(
            "rewording, word order, a hypernym or a hidden background does not change the answer; a negation or an"
            " antonym reverses it"
        ),
        deviations=(
            "own templates; choices excluded by our ontology; referring phrases are unique; absence is claimed only"
            " where annotation is dense; antonym originals are half yes, and no pair of opposites is more than 15 %;"
            " plain equality for consistency"
        ),
        cost="2 calls per pair, or fewer if pairs share a question",
        expected="oracle 100 in all; the paper's best model: consistency 83.8 rephrase, 71.0 order, 28.1 negation",
        metrics=(
            Metric("acc", "accuracy on both questions of all pairs", better="up"),
            Metric("acc_original", "accuracy on the original questions", better="up"),
            Metric("acc_perturbed", "accuracy on the changed questions", better="up"),
            Metric(
                "cons", "share of answered pairs with consistent answers, including unreadable answers", better="up"
            ),
            Metric(
                "cons_readable",
                "share of pairs with consistent answers, among pairs with two readable answers",
                better="up",
            ),
            Metric(
                "cons_chance_corrected",
                "cons, corrected for chance agreement; 100 means perfect, 0 means chance",
                bounds=(None, 100.0),
                better="up",
            ),
            Metric("cacc", "share of pairs with two correct answers", better="up"),
            Metric("yes_rate", "share of yes among the answers to yes/no questions"),
            Metric("no_rate", "share of no among the answers to yes/no questions"),
            Metric("other_rate", "share of other answers to yes/no questions", better="down"),
            Metric("tests", "number of tests in the mean of each total (at most 6)", unit="", bounds=(0, None)),
            Metric("coverage", "share of pairs with two readable answers", better="up"),
        ),
        headline=("cons", "cacc"),
    )

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: all pairs; a data set that holds published ones gives them itself."""
        if isinstance(data, PublishedPairs):
            yield data.pairs(limit, seed)
        else:
            yield with_no_cases_reason(self._cases(data, limit, seed), data)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """All metrics by test, type and perturbation; the totals are means over the tests."""
        return pair_metrics(verdicts)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        scenes, counts = scene_facts(data, limit, seed)
        pool = gather(scenes.values(), counts, seed)
        mean = mean_color(data)
        for test, types in TYPES.items():
            rng = Random(f"carets:{seed}:{test}")
            number = 0
            for original in _chosen(pool, test, types, limit, rng):
                for case in _pairs(test, number, original, scenes[original.image], mean, rng):
                    yield case
                    number += 1


def scene_facts(data: Dataset, limit: int | None, seed: int) -> tuple[dict[str, Facts], Cooccurrence]:
    words = ontology()
    relatives = Relatives(words.objects)
    counts = Cooccurrence(words, relatives, data.groups if isinstance(data, NamesOfClasses) else None)
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


def _chosen(pool: Pool, test: str, types: tuple[str, ...], limit: int | None, rng: Random) -> Iterator[Original]:
    wanted = quotas(limit)
    for type_ in types:
        name = "ontological" if test == "ontological" else type_
        yield from choose(pool.get(name, []), wanted[test, type_], name, rng)


def _pairs(test: str, number: int, original: Original, facts: Facts, mean: str, rng: Random) -> Iterator[Case]:
    if test != "visual":
        make = {"rephrase": pairs.rephrase, "order": pairs.order, "ontological": pairs.ontology_pair,
                "negation": pairs.negation, "antonym": pairs.antonym}[test]  # fmt: skip
        yield pairs.case_of(test, number, original, make(original, rng), f"{test}/{original.type}")
        return
    keep = original.keep or _anywhere(original, facts, rng)
    for offset, (kind, sides) in enumerate(pairs.visual(original, keep, mean, rng).items()):
        yield pairs.case_of(test, number + offset, original, sides, f"{test}/{kind}")


def _anywhere(original: Original, facts: Facts, rng: Random) -> tuple[Box, ...]:
    """Random boxes, where a question speaks of nothing that is there."""
    count = min(len(facts.boxes), 2 if original.type in ("Q2", "Q3") else 1)
    return tuple(rng.sample(facts.boxes, count))


def mean_color(data: Dataset) -> str:
    """The channel mean of a fixed sample of the data set's images: the same for every seed and limit."""
    means = []
    for image in data.images(MEAN_PICTURES, 0):
        with suppress(UserError):  # an image that cannot be read adds nothing
            means.append(data.picture(image).pixels.reshape(-1, 3).mean(axis=0))
    return ",".join(str(round(value)) for value in np.mean(means, axis=0)) if means else NO_PICTURES
