"""The cases of one scene: sampled questions, edited images, and as many cases as the quotas allow."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import TypeVar

from askance.core import Case, Dataset
from askance.core.dataset import CoarseScenes
from askance.suites.metamorphic.askable import AskableScene
from askance.suites.metamorphic.cases import Asked, AskedPair, AskedSingle, CaseWriter, asked_pair, asked_single
from askance.suites.metamorphic.class_rules import ClassRules
from askance.suites.metamorphic.cooccurrence import Cooccurrence
from askance.suites.metamorphic.donors import Pool, has_masks
from askance.suites.metamorphic.edit_effects import EditEffects, QuestionWithEdit
from askance.suites.metamorphic.image_variants import Variant, cut_variants, insert_variants, remove_variants
from askance.suites.metamorphic.object_clusters import ClusteredScene, clustered_scene
from askance.suites.metamorphic.overlapping_names import OverlappingNames
from askance.suites.metamorphic.question_sampling import Mixtures, sample_pairs, sample_singles
from askance.suites.metamorphic.questions import COUNTS, REVERSALS
from askance.suites.metamorphic.quotas import Quotas
from askance.wording.ontology import ontology
from askance.wording.ontology.relatives import Relatives

KEPT = 2_000  # scenes are kept from the first look to the second; to make more of them again costs no memory
LEAST_PAIRS, LEAST_SINGLES = 6, 3  # questions for image relations, where few question tests are wanted
T = TypeVar("T")
Count = tuple[int, int]  # of pairs and of singles
Questions = tuple[list[AskedPair], list[AskedSingle]]


@dataclass(slots=True)
class World:
    """The result of a first pass over all scenes: co-occurrence counts, and objects to insert."""

    data: Dataset
    seed: int
    sorts: ClassRules
    kinship: OverlappingNames
    company: Cooccurrence  # of the scenes
    rough: Cooccurrence  # of the coarse views; the same, where the data set has no other
    pool: Pool = field(default_factory=Pool)
    images: list[str] = field(default_factory=list)  # those that have a scene
    views: dict[str, ClusteredScene] = field(default_factory=dict)  # of the first of them
    masks: bool = False


def prepare_world(data: Dataset, images: Iterable[str], seed: int) -> World:
    """Read every scene once; memory is bounded: counts, a few donors per class, the first views."""
    words = ontology()
    relatives = Relatives(words.objects)
    sorts, kinship = ClassRules(words, relatives), OverlappingNames(words, relatives)
    company = Cooccurrence(sorts)
    rough = Cooccurrence(sorts) if isinstance(data, CoarseScenes) else company
    world = World(data, seed, sorts, kinship, company, rough)
    for image in images:
        coarse = clustered_scene(data, image, kinship)
        if coarse is None:
            continue
        world.images.append(image)
        world.pool.add(image, coarse)
        if len(world.views) < KEPT:
            world.views[image] = coarse
        company.add(AskableScene(coarse.fine, sorts))
        if rough is not company:
            rough.add(AskableScene(coarse.scene, sorts))
    world.masks = has_masks(data, world.pool)
    return world


class Writer:
    """Writes the cases scene by scene; mixtures, quotas and case numbers continue over all scenes."""

    def __init__(self, world: World, quotas: Quotas, suite: str, fill: str):
        self.world, self.quotas, self.suite, self.fill = world, quotas, suite, fill
        self.numbers: Counter[str] = Counter()
        self.fine, self.rough = Mixtures(), Mixtures()

    def cases(self, image: str) -> Iterator[Case]:
        """The cases of one scene."""
        world = self.world
        coarse = world.views.get(image) or clustered_scene(world.data, image, world.kinship)
        assert coarse is not None
        rng = Random(f"metamorphic:{world.seed}:{image}")
        want = self.quotas.deal(rng)
        scribe = CaseWriter(self.suite, image, self.numbers)
        count = max(LEAST_PAIRS, want["partition"], want["reorder"]), max(LEAST_SINGLES, want["reversion"])
        drawn = _drawn(AskableScene(coarse.fine, world.sorts), count, world.company, self.fine, rng)
        made = _of_questions(scribe, drawn, want, rng)
        if any(want[name] for name in want if name not in made):
            asked = self._for_images(coarse, drawn if coarse.fine is coarse.scene else ([], []), count, rng)
            made |= self._of_images(scribe, coarse, asked, want, rng)
        for name, found in made.items():
            self.quotas.took(name, len(found))
            yield from found

    def _for_images(self, coarse: ClusteredScene, drawn: Questions, count: Count, rng: Random) -> list[Asked]:
        """The questions about clusters alone, and others in place of those that are about something else."""
        world = self.world
        pairs_, singles_ = _about(coarse, drawn)
        missing = count[0] - len(pairs_), count[1] - len(singles_)
        if any(missing):
            only = frozenset(world.kinship.usual(name) for name in coarse.by_name if coarse.may_ask(name))
            more = _drawn(AskableScene(coarse.scene, world.sorts, only), missing, world.rough, self.rough, rng)
            more_pairs, more_singles = _about(coarse, more)
            pairs_, singles_ = pairs_ + more_pairs, singles_ + more_singles
        of_pairs, of_singles = (one.all for one in pairs_), (one.all for one in singles_)
        found = chain(chain.from_iterable(of_pairs), chain.from_iterable(of_singles))
        return list({one.text: one for one in found}.values())  # two pairs may share a class, and so a question

    def _of_images(
        self, scribe: CaseWriter, coarse: ClusteredScene, asked: list[Asked], want: dict[str, int], rng: Random
    ) -> dict[str, list[Case]]:
        world = self.world
        cut = cut_variants(coarse) if want["cut"] else []
        insert: list[Variant] = []
        if want.get("insert", 0) + want.get("insert+", 0):
            insert = insert_variants(scribe.image, coarse, world.pool, world.seed, rng)
        remove = remove_variants(coarse, self.fill) if want["remove"] + want["remove+"] else []
        fitting = EditEffects(asked, world.kinship, world.sorts)
        made = {
            "cut": [scribe.cut(*fit) for fit in _some(fitting.same(cut), want["cut"], rng)],
            "remove": [scribe.same(*fit) for fit in _some(fitting.same(remove), want["remove"], rng)],
            "remove+": [scribe.plus(*fit) for fit in _some(fitting.plus(remove), want["remove+"], rng)],
        }
        if "insert" in want:
            made["insert"] = [scribe.same(*fit) for fit in _some(fitting.same(insert), want["insert"], rng)]
            made["insert+"] = [scribe.plus(*fit) for fit in _some(fitting.plus(insert), want["insert+"], rng)]
        return made


def _drawn(offer: AskableScene, count: Count, company: Cooccurrence, mixtures: Mixtures, rng: Random) -> Questions:
    """Pairs and singles of a scene, half of them with properties as far as it has them."""
    many, few = count
    half = (many + (rng.random() < 0.5)) // 2
    found = list(sample_pairs(offer, "property", half, mixtures.pairs["property"], company, rng))
    found += sample_pairs(offer, "object", many - len(found), mixtures.pairs["object"], company, rng)
    half = (few + (rng.random() < 0.5)) // 2
    lone = list(sample_singles(offer, "property", half, mixtures.singles["property"], company, rng))
    lone += sample_singles(offer, "object", few - len(lone), mixtures.singles["object"], company, rng)
    return (
        [asked_pair(pair, rng.randrange(len(COUNTS))) for pair in found],
        [asked_single(single, rng.randrange(len(REVERSALS))) for single in lone],
    )


def _of_questions(scribe: CaseWriter, drawn: Questions, want: dict[str, int], rng: Random) -> dict[str, list[Case]]:
    """The question relations, over a sample of what was drawn; partition and reorder ask of the same pairs."""
    found = _by_turns([one for one in drawn[0] if one.pair.kind == "property"], drawn[0], rng)
    lone = _by_turns([one for one in drawn[1] if one.single.kind == "property"], drawn[1], rng)
    return {
        "partition": [scribe.partition(one) for one in found[: want["partition"]]],
        "reorder": [scribe.reorder(one) for one in found[: want["reorder"]]],
        "reversion": [scribe.reversion(one) for one in lone[: want["reversion"]]],
    }


def _by_turns(scarce: list[T], found: list[T], rng: Random) -> list[T]:
    """All of them shuffled, the scarce ones and the others by turns, as long as there are both."""
    others = rng.sample([one for one in found if one not in scarce], len(found) - len(scarce))
    scarce = rng.sample(scarce, len(scarce))
    one, other = (scarce, others) if rng.random() < 0.5 else (others, scarce)
    both = min(len(one), len(other))
    return [*chain.from_iterable(zip(one, other, strict=False)), *one[both:], *other[both:]]


def _about(coarse: ClusteredScene, drawn: Questions) -> Questions:
    """Those questions whose classes are clusters and nothing else."""

    def fits(asked: tuple[Asked, ...]) -> bool:
        return all(coarse.may_ask(target.name) for target in asked[0].targets)

    return [one for one in drawn[0] if fits(one.all)], [one for one in drawn[1] if fits(one.all)]


def _some(found: list[QuestionWithEdit], count: int, rng: Random) -> list[QuestionWithEdit]:
    return rng.sample(found, min(count, len(found)))
