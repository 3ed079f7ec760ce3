"""Suite `carets`: consistency and robustness pairs from scene graphs."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random

import numpy as np
import pyarrow as pa
from askance.core import Box, Card, Case, Dataset, Metric, Scene, UserError
from askance.core.case_explanation import ExplanationLine
from askance.core.dataset import HasClassGroupNames, HasPublishedPairs
from askance.core.suite import Rounds
from askance.metrics import pair_metrics
from askance.metrics.case_scores import PAIR_SCORES
from askance.suites.carets import question_pairs
from askance.suites.carets.cooccurrence import Cooccurrence
from askance.suites.carets.explain_pair import explain_pair
from askance.suites.carets.pair_quotas import TYPES, originals_per_test_and_type
from askance.suites.carets.question_pool import Pool, choose_questions, gather_questions
from askance.suites.carets.scene_facts import SceneFacts
from askance.suites.carets.yes_no_questions import OriginalQuestion
from askance.suites.no_cases_reason import no_usable_scenes_error, with_no_cases_reason
from askance.suites.report_rules.carets import CHARTS, DISPLAYS, FINDINGS, GROUP_TAGS
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

PAIRS_PER_SCENE = 8  # about what a scene gives; decides how many scenes a large run reads
LEAST_SCENES = 60  # so that co-occurrence can be counted
ONE_PAIR_PER_SCENE = 600  # up to this limit a run reads one scene per pair: intervals count images
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
            Metric("acc", "accuracy on both questions of all pairs", better="up", label="accuracy of pairs"),
            Metric("acc_original", "accuracy on the original questions", better="up", label="original right"),
            Metric("acc_perturbed", "accuracy on the changed questions", better="up", label="changed right"),
            Metric(
                "cons",
                "share of answered pairs with consistent answers, including unreadable answers",
                better="up",
                label="consistency",
            ),
            Metric(
                "cons_readable",
                "share of pairs with consistent answers, among pairs with two readable answers",
                label="consistent, if readable",
                better="up",
            ),
            Metric(
                "cons_chance_corrected",
                "cons, corrected for chance agreement; 100 means perfect, 0 means chance",
                label="consistent above chance",
                bounds=(None, 100.0),
                better="up",
            ),
            Metric("cacc", "share of pairs with two correct answers", better="up", label="both right"),
            Metric("yes_rate", "share of yes among the answers to yes/no questions"),
            Metric("no_rate", "share of no among the answers to yes/no questions"),
            Metric("other_rate", "share of other answers to yes/no questions", better="down"),
            Metric("tests", "number of tests in the mean of each total (at most 6)", unit="", bounds=(0, None)),
            Metric("coverage", "share of pairs with two readable answers", better="up"),
        ),
        headline=("cons", "cacc"),
        findings=FINDINGS,
        charts=CHARTS,
        displays=DISPLAYS,
    )

    case_scores = PAIR_SCORES
    group_tags = GROUP_TAGS

    def rounds(self, data: Dataset, limit: int | None, seed: int) -> Rounds:
        """One round: all pairs; a data set that holds published ones gives them itself."""
        if isinstance(data, HasPublishedPairs):
            yield data.pairs(limit, seed)
        else:
            yield with_no_cases_reason(self._cases(data, limit, seed), data)

    def metrics(self, verdicts: pa.Table) -> pa.Table:
        """All metrics by test, type and perturbation; the totals are means over the tests."""
        return pair_metrics(verdicts)

    def explain_case(self, case: Case, scene: Scene | None) -> tuple[ExplanationLine, ...]:
        """The fact of the scene graph behind the first answer, and what the change of the question does to it."""
        return explain_pair(case, scene)

    def _cases(self, data: Dataset, limit: int | None, seed: int) -> Iterator[Case]:
        scenes, counts = scene_facts(data, scenes_needed_for_limit(limit), seed)
        pool = gather_questions(scenes.values(), counts, seed)
        mean = mean_color(data)
        wanted, used = originals_per_test_and_type(limit), set[str]()
        for test, types in TYPES.items():
            rng = Random(f"carets:{seed}:{test}")
            number = 0
            for original in _choose_originals(pool, {type_: wanted[test, type_] for type_ in types}, test, used, rng):
                for case in _make_pair_cases(test, number, original, scenes[original.image], mean, rng):
                    yield case
                    number += 1


def scenes_needed_for_limit(limit: int | None) -> int | None:
    """How many scenes a run reads; None: all."""
    return None if limit is None else max(LEAST_SCENES, limit // PAIRS_PER_SCENE, min(limit, ONE_PAIR_PER_SCENE))


def scene_facts(data: Dataset, most: int | None, seed: int) -> tuple[dict[str, SceneFacts], Cooccurrence]:
    """The facts of at most so many scenes, and which names occur together in them."""
    words = ontology()
    relatives = RelatedNames(words.objects)
    counts = Cooccurrence(words, relatives, data.groups if isinstance(data, HasClassGroupNames) else None)
    scenes = {}
    for image in data.images(most, seed):
        scene = data.scene(image)
        if scene is not None and scene.boxed:
            scenes[image] = SceneFacts(image, scene, words, relatives)
    if not scenes:
        raise no_usable_scenes_error(data)
    counts.count_scenes(scenes.values())
    return scenes, counts


def _choose_originals(
    pool: Pool, wanted: Mapping[str, int], test: str, used: set[str], rng: Random
) -> Iterator[OriginalQuestion]:
    """The originals of a test, type by type; the images of all that are chosen are added to `used`."""
    for type_, count in wanted.items():
        name = "ontological" if test == "ontological" else type_
        chosen = choose_questions(pool.get(name, []), count, name, rng, used)
        used.update(original.image for original in chosen)
        yield from chosen


def _make_pair_cases(
    test: str, number: int, original: OriginalQuestion, facts: SceneFacts, mean: str, rng: Random
) -> Iterator[Case]:
    if test != "visual":
        make = {"rephrase": question_pairs.make_rephrase_pair,
                "order": question_pairs.make_order_pair,
                "ontological": question_pairs.make_ontology_pair,
                "negation": question_pairs.make_negation_pair,
                "antonym": question_pairs.make_antonym_pair}[test]  # fmt: skip
        yield question_pairs.make_pair_case(test, number, original, make(original, rng), f"{test}/{original.type}")
        return
    keep = original.keep or _random_boxes(original, facts, rng)
    for offset, (kind, sides) in enumerate(question_pairs.make_visual_pairs(original, keep, mean, rng).items()):
        yield question_pairs.make_pair_case(test, number + offset, original, sides, f"{test}/{kind}")


def _random_boxes(original: OriginalQuestion, facts: SceneFacts, rng: Random) -> tuple[Box, ...]:
    """Random boxes, where a question speaks of nothing that is there."""
    count = min(len(facts.boxes_for_any_region), 2 if original.type in ("Q2", "Q3") else 1)
    return tuple(rng.sample(facts.boxes_for_any_region, count))


def mean_color(data: Dataset) -> str:
    """The channel mean of a fixed sample of the data set's images: the same for every seed and limit."""
    means = []
    for image in data.images(MEAN_PICTURES, 0):
        with suppress(UserError):  # an image that cannot be read adds nothing
            means.append(data.load_image(image).pixels.reshape(-1, 3).mean(axis=0))
    return ",".join(str(round(value)) for value in np.mean(means, axis=0)) if means else NO_PICTURES
