"""The cases of one scene: sampled questions, edited images, and as many cases as the quotas allow."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import TypeVar

from askance.core import Case, Dataset
from askance.core.dataset import HasCoarseScenes
from askance.suites.metamorphic.askable_scene import AskableScene
from askance.suites.metamorphic.case_writer import (
    CaseWriter,
    MetamorphicQuestion,
    PairQuestions,
    SingleQuestions,
    make_pair_questions,
    make_single_questions,
)
from askance.suites.metamorphic.class_rules import ClassRules
from askance.suites.metamorphic.cooccurrence import Cooccurrence
from askance.suites.metamorphic.donor_pool import DonorPool, has_object_masks
from askance.suites.metamorphic.edit_effects import EditEffects, QuestionWithEdit
from askance.suites.metamorphic.image_variants import ImageVariant, cut_variants, insert_variants, remove_variants
from askance.suites.metamorphic.object_clusters import ClusteredScene, clustered_scene
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.question_sampling import MixturesByKind, sample_pairs, sample_singles
from askance.suites.metamorphic.question_texts import COUNTS, REVERSALS
from askance.suites.metamorphic.relation_quotas import RelationQuotas
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

KEPT = 2_000  # scenes are kept from the first look to the second; to make more of them again costs no memory
LEAST_PAIRS, LEAST_SINGLES = 6, 3  # questions for image relations, where few question tests are wanted
T = TypeVar("T")
Count = tuple[int, int]  # of pairs and of singles
Questions = tuple[list[PairQuestions], list[SingleQuestions]]


@dataclass(slots=True)
class DatasetSurvey:
    """The result of a first pass over all scenes: co-occurrence counts, and objects to insert."""

    data: Dataset
    seed: int
    class_rules: ClassRules
    overlapping_names: OverlappingNames
    cooccurrence: Cooccurrence  # of the scenes
    rough: Cooccurrence  # of the coarse views; the same, where the data set has no other
    pool: DonorPool = field(default_factory=DonorPool)
    images: list[str] = field(default_factory=list)  # those that have a scene
    views: dict[str, ClusteredScene] = field(default_factory=dict)  # of the first of them
    masks: bool = False


def survey_dataset(data: Dataset, images: Iterable[str], seed: int) -> DatasetSurvey:
    """Read every scene once; memory is bounded: counts, a few donors per class, the first views."""
    words = ontology()
    relatives = RelatedNames(words.objects)
    class_rules, overlapping_names = ClassRules(words, relatives), OverlappingNames(words, relatives)
    cooccurrence = Cooccurrence(class_rules)
    rough = Cooccurrence(class_rules) if isinstance(data, HasCoarseScenes) else cooccurrence
    world = DatasetSurvey(data, seed, class_rules, overlapping_names, cooccurrence, rough)
    for image in images:
        coarse = clustered_scene(data, image, overlapping_names)
        if coarse is None:
            continue
        world.images.append(image)
        world.pool.add_donors(image, coarse)
        if len(world.views) < KEPT:
            world.views[image] = coarse
        cooccurrence.count_scene(AskableScene(coarse.fine, class_rules))
        if rough is not cooccurrence:
            rough.count_scene(AskableScene(coarse.scene, class_rules))
    world.masks = has_object_masks(data, world.pool)
    return world


class SceneCaseWriter:
    """Writes the cases scene by scene; mixtures, quotas and case numbers continue over all scenes."""

    def __init__(self, world: DatasetSurvey, quotas: RelationQuotas, suite: str, fill: str):
        self.world, self.quotas, self.suite, self.fill = world, quotas, suite, fill
        self.numbers: Counter[str] = Counter()
        self.fine, self.rough = MixturesByKind(), MixturesByKind()

    def cases_of_image(self, image: str) -> Iterator[Case]:
        """The cases of one scene."""
        world = self.world
        coarse = world.views.get(image) or clustered_scene(world.data, image, world.overlapping_names)
        assert coarse is not None
        rng = Random(f"metamorphic:{world.seed}:{image}")
        want = self.quotas.draw_scene_quotas(rng)
        case_writer = CaseWriter(self.suite, image, self.numbers)
        count = max(LEAST_PAIRS, want["partition"], want["reorder"]), max(LEAST_SINGLES, want["reversion"])
        drawn = _draw_questions(AskableScene(coarse.fine, world.class_rules), count, world.cooccurrence, self.fine, rng)
        made = _cases_of_question_relations(case_writer, drawn, want, rng)
        if any(want[name] for name in want if name not in made):
            asked = self._questions_for_image_relations(
                coarse, drawn if coarse.fine is coarse.scene else ([], []), count, rng
            )
            made |= self._cases_of_image_relations(case_writer, coarse, asked, want, rng)
        for name, found in made.items():
            self.quotas.record_cases(name, len(found))
            yield from found

    def _questions_for_image_relations(
        self, coarse: ClusteredScene, drawn: Questions, count: Count, rng: Random
    ) -> list[MetamorphicQuestion]:
        """The questions about clusters alone, and others in place of those that are about something else."""
        world = self.world
        pairs_, singles_ = _questions_about_clusters_only(coarse, drawn)
        missing = count[0] - len(pairs_), count[1] - len(singles_)
        if any(missing):
            only = frozenset(
                world.overlapping_names.canonical_name(name)
                for name in coarse.clusters_by_name
                if coarse.may_be_counted(name)
            )
            more = _draw_questions(
                AskableScene(coarse.scene, world.class_rules, only), missing, world.rough, self.rough, rng
            )
            more_pairs, more_singles = _questions_about_clusters_only(coarse, more)
            pairs_, singles_ = pairs_ + more_pairs, singles_ + more_singles
        of_pairs, of_singles = (
            (one.questions_for_image_relations for one in pairs_),
            (one.questions_for_image_relations for one in singles_),
        )
        found = chain(chain.from_iterable(of_pairs), chain.from_iterable(of_singles))
        return list({one.text: one for one in found}.values())  # two pairs may share a class, and so a question

    def _cases_of_image_relations(
        self,
        case_writer: CaseWriter,
        coarse: ClusteredScene,
        asked: list[MetamorphicQuestion],
        want: dict[str, int],
        rng: Random,
    ) -> dict[str, list[Case]]:
        world = self.world
        cut = cut_variants(coarse) if want["cut"] else []
        insert: list[ImageVariant] = []
        if want.get("insert", 0) + want.get("insert+", 0):
            insert = insert_variants(case_writer.image, coarse, world.pool, world.seed, rng)
        remove = remove_variants(coarse, self.fill) if want["remove"] + want["remove+"] else []
        edit_effects = EditEffects(asked, world.overlapping_names, world.class_rules)
        made = {
            "cut": [
                case_writer.cut_case(*fit)
                for fit in _sample_up_to(edit_effects.questions_with_unchanged_answer(cut), want["cut"], rng)
            ],
            "remove": [
                case_writer.unchanged_case(*fit)
                for fit in _sample_up_to(edit_effects.questions_with_unchanged_answer(remove), want["remove"], rng)
            ],
            "remove+": [
                case_writer.plus_one_case(*fit)
                for fit in _sample_up_to(edit_effects.questions_with_answer_plus_one(remove), want["remove+"], rng)
            ],
        }
        if "insert" in want:
            made["insert"] = [
                case_writer.unchanged_case(*fit)
                for fit in _sample_up_to(edit_effects.questions_with_unchanged_answer(insert), want["insert"], rng)
            ]
            made["insert+"] = [
                case_writer.plus_one_case(*fit)
                for fit in _sample_up_to(edit_effects.questions_with_answer_plus_one(insert), want["insert+"], rng)
            ]
        return made


def _draw_questions(
    askable: AskableScene, count: Count, cooccurrence: Cooccurrence, mixtures: MixturesByKind, rng: Random
) -> Questions:
    """Pairs and singles of a scene, half of them with properties as far as it has them."""
    many, few = count
    half = (many + (rng.random() < 0.5)) // 2
    found = list(sample_pairs(askable, "property", half, mixtures.pairs["property"], cooccurrence, rng))
    found += sample_pairs(askable, "object", many - len(found), mixtures.pairs["object"], cooccurrence, rng)
    half = (few + (rng.random() < 0.5)) // 2
    lone = list(sample_singles(askable, "property", half, mixtures.singles["property"], cooccurrence, rng))
    lone += sample_singles(askable, "object", few - len(lone), mixtures.singles["object"], cooccurrence, rng)
    return (
        [make_pair_questions(pair, rng.randrange(len(COUNTS))) for pair in found],
        [make_single_questions(single, rng.randrange(len(REVERSALS))) for single in lone],
    )


def _cases_of_question_relations(
    case_writer: CaseWriter, drawn: Questions, want: dict[str, int], rng: Random
) -> dict[str, list[Case]]:
    """The question relations, over a sample of what was drawn; partition and reorder ask of the same pairs."""
    found = _shuffle_and_alternate([one for one in drawn[0] if one.pair.kind == "property"], drawn[0], rng)
    lone = _shuffle_and_alternate([one for one in drawn[1] if one.single.kind == "property"], drawn[1], rng)
    return {
        "partition": [case_writer.partition_case(one) for one in found[: want["partition"]]],
        "reorder": [case_writer.reorder_case(one) for one in found[: want["reorder"]]],
        "reversion": [case_writer.reversion_case(one) for one in lone[: want["reversion"]]],
    }


def _shuffle_and_alternate(scarce: list[T], found: list[T], rng: Random) -> list[T]:
    """All of them shuffled, the scarce ones and the others by turns, as long as there are both."""
    others = rng.sample([one for one in found if one not in scarce], len(found) - len(scarce))
    scarce = rng.sample(scarce, len(scarce))
    one, other = (scarce, others) if rng.random() < 0.5 else (others, scarce)
    both = min(len(one), len(other))
    return [*chain.from_iterable(zip(one, other, strict=False)), *one[both:], *other[both:]]


def _questions_about_clusters_only(coarse: ClusteredScene, drawn: Questions) -> Questions:
    """Those questions whose classes are clusters and nothing else."""

    def fits(asked: tuple[MetamorphicQuestion, ...]) -> bool:
        return all(coarse.may_be_counted(target.name) for target in asked[0].targets)

    return [one for one in drawn[0] if fits(one.questions_for_image_relations)], [
        one for one in drawn[1] if fits(one.questions_for_image_relations)
    ]


def _sample_up_to(found: list[QuestionWithEdit], count: int, rng: Random) -> list[QuestionWithEdit]:
    return rng.sample(found, min(count, len(found)))
