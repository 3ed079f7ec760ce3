"""What `metamorphic` asks: only what a perfect observer answers without breaking a relation, in the paper's mixture."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from askance.core import Answer, ModelInput, Query, Scene, SceneObject, Stimulus
from askance.datasets import open_dataset
from askance.models.faults import FAULTS
from askance.models.oracle import answer_from_scene
from askance.suites.metamorphic.askable_scene import AskableScene
from askance.suites.metamorphic.class_rules import ClassRules
from askance.suites.metamorphic.cooccurrence import Cooccurrence
from askance.suites.metamorphic.question_sampling import (
    AHEAD,
    PAIR_SHARES,
    SINGLE_SHARES,
    CaseMixture,
    MixturesByKind,
    sample_pairs,
    sample_singles,
)
from askance.suites.metamorphic.question_texts import (
    COUNTS,
    KINDS,
    REVERSALS,
    QuestionTarget,
    SingleTarget,
    TargetPair,
    any_question_text,
    count_question_text,
    none_question_text,
)
from askance.suites.metamorphic.vocabulary import ACTIONS, COLORS, HUMANS, NOT_BEFORE_NOUNS, NOT_OF_BABIES, PIED
from askance.wording.ontology import ontology
from askance.wording.ontology.related_names import RelatedNames

WORDS = ontology()
SORTS = ClassRules(WORDS, RelatedNames(WORDS.objects))
BOX = (10, 10, 80, 80)


def thing(name: str, *values: str, **more: object) -> SceneObject:
    """A thing as GQA lists it: all attributes in one list."""
    made: dict[str, object] = {"box": BOX, "attributes": {"": values} if values else {}} | more
    return SceneObject(str(next(NUMBERS)), name, **made)  # type: ignore[arg-type]


NUMBERS = iter(range(10**9))


def askable(*things: SceneObject, unclear: tuple[str, ...] = ()) -> AskableScene:
    """What a scene of these things offers."""
    return AskableScene(Scene("s", 640, 480, things, unclear=unclear), SORTS)


def names(found: AskableScene) -> list[str]:
    """The classes that are counted."""
    return [class_rule.name for class_rule in found.counted]


def apart(one: str, other: str) -> bool:
    """Whether two classes may be counted together."""
    first, second = SORTS.class_rule(one), SORTS.class_rule(other)
    assert first is not None
    assert second is not None
    return SORTS.can_be_counted_apart(first, second)


def cooccurrence(*askables: AskableScene) -> Cooccurrence:
    """What these scenes teach."""
    return Cooccurrence.from_scenes(askables, SORTS)


@pytest.fixture(scope="module")
def stickers() -> list[tuple[Scene, AskableScene]]:
    """Scenes of the built-in world."""
    data = open_dataset("stickers")
    scenes = [scene for image in data.images(190, 3) if (scene := data.scene(image)) is not None]
    return [(scene, AskableScene(scene, SORTS)) for scene in scenes]


def drawn(scenes: list[tuple[Scene, AskableScene]], seed: int = 0) -> Iterator[tuple[Scene, TargetPair | SingleTarget]]:
    """Pairs and singles of both kinds from every scene."""
    known, mixtures, rng = cooccurrence(*(found for _, found in scenes)), MixturesByKind(), Random(seed)
    for scene, found in scenes:
        for kind in KINDS:
            for pair in sample_pairs(found, kind, 12, mixtures.pairs[kind], known, rng):
                yield scene, pair
            for single in sample_singles(found, kind, 4, mixtures.singles[kind], known, rng):
                yield scene, single


def said(question: str, scene: Scene, model: object = answer_from_scene) -> str:
    """A model's answer to a question about a scene."""
    answer = model(ModelInput(Query(Stimulus("i", question)), scene=scene))  # type: ignore[operator]
    assert isinstance(answer, Answer)
    assert answer.status == "ok", answer.reason
    assert answer.text is not None
    return answer.text


# ---- the paper's tables


def test_the_pools_are_those_of_the_paper() -> None:
    assert (len(HUMANS), len(COLORS), len(ACTIONS)) == (7, 13, 48)
    assert NOT_BEFORE_NOUNS < ACTIONS
    assert all(WORDS.category(color) for color in COLORS)
    assert all(WORDS.action_category(action) for action in ACTIONS)


# ---- the oracle on the built-in world


def test_the_oracle_keeps_every_relation_and_agrees_on_what_is_there(
    stickers: list[tuple[Scene, AskableScene]],
) -> None:
    count: Counter[str] = Counter()
    for scene, one in drawn(stickers):
        if isinstance(one, SingleTarget):
            phrasing = count["single"] % len(REVERSALS)
            any_, none = any_question_text(one.target, phrasing), none_question_text(one.target, phrasing)
            assert (said(any_, scene), said(none, scene)) == (("yes", "no") if one.present else ("no", "yes")), any_
            count["single"] += 1
            continue
        phrasing = count["pair"] % len(COUNTS)
        both, back = (one.first, one.second), (one.second, one.first)
        asked = [count_question_text(targets, phrasing) for targets in (both, back, both[:1], both[1:])]
        whole, swapped, first, second = (int(said(question, scene)) for question in asked)
        assert whole == swapped == first + second, asked
        assert {0: "none", 1: "one", 2: "both"}[(first > 0) + (second > 0)] == one.case, asked
        count["pair"] += 1
        count[f"{one.kind} {one.case}"] += 1
    assert count["pair"] >= 2000
    assert count["single"] >= 1000
    assert min(count[f"{kind} {case}"] for kind in KINDS for case in ("none", "one", "both")) >= 10


def test_the_faults_fall_where_they_must(stickers: list[tuple[Scene, AskableScene]]) -> None:
    zero, deaf, order = (FAULTS[name].answer for name in ("counts-zero", "ignores-negation", "order-sensitive"))
    for scene, one in drawn(stickers[:12]):
        if isinstance(one, SingleTarget):
            for phrasing in range(len(REVERSALS)):
                any_, none = any_question_text(one.target, phrasing), none_question_text(one.target, phrasing)
                assert said(any_, scene, deaf) == said(none, scene, deaf) == said(any_, scene)
        else:
            for phrasing in range(len(COUNTS)):
                question, swapped = (
                    count_question_text(targets, phrasing)
                    for targets in ((one.first, one.second), (one.second, one.first))
                )
                assert said(question, scene, order) != said(swapped, scene, order)
                assert said(question, scene, zero) == "0"


def test_the_same_seed_draws_the_same(stickers: list[tuple[Scene, AskableScene]]) -> None:
    once, again, other = ([one for _, one in drawn(stickers[:20], seed)] for seed in (1, 1, 2))
    assert once == again != other


def test_nothing_is_drawn_twice_from_a_scene(stickers: list[tuple[Scene, AskableScene]]) -> None:
    seen: set[tuple[str, frozenset[QuestionTarget], bool]] = set()
    for scene, one in drawn(stickers):
        targets = frozenset((one.first, one.second)) if isinstance(one, TargetPair) else frozenset((one.target,))
        key = (scene.id, targets, isinstance(one, TargetPair))
        assert key not in seen
        seen.add(key)


def test_people_get_actions_and_all_others_colors(stickers: list[tuple[Scene, AskableScene]]) -> None:
    for _, one in drawn(stickers):
        for target in (one.first, one.second) if isinstance(one, TargetPair) else (one.target,):
            assert (target.property is not None) == (one.kind == "property")
            if target.property is not None:
                is_human = target.name in HUMANS
                assert target.property in (ACTIONS if is_human else COLORS)
                assert target.category in (("pose", "action") if is_human else ("color",))


# ---- the mixture


def test_the_mixture_is_met_within_one_percent(stickers: list[tuple[Scene, AskableScene]]) -> None:
    found, mixtures = Counter[str](), MixturesByKind()
    known, rng = cooccurrence(*(offered for _, offered in stickers)), Random(0)
    for _ in range(12):
        for _, offered in stickers:
            for kind in KINDS:
                found.update(
                    f"{kind} {one.case}" for one in sample_pairs(offered, kind, 4, mixtures.pairs[kind], known, rng)
                )
                found.update(
                    f"{kind} {one.present}"
                    for one in sample_singles(offered, kind, 3, mixtures.singles[kind], known, rng)
                )
    for kind in KINDS:
        for shares in (PAIR_SHARES, SINGLE_SHARES):
            total = sum(found[f"{kind} {case}"] for case, _ in shares)
            assert total >= 1000
            for case, share in shares:
                assert found[f"{kind} {case}"] / total == pytest.approx(share, abs=0.01)


def test_no_case_runs_ahead_where_another_is_not_to_be_had() -> None:
    mixture = CaseMixture(PAIR_SHARES)
    while "one" in mixture.cases_by_need() or "none" in mixture.cases_by_need():
        mixture.count_case(next(case for case in mixture.cases_by_need() if case != "both"))
    assert mixture.given["both"] == 0
    assert mixture.total <= 3 * AHEAD + 3
    assert mixture.cases_by_need() == ["both"]


# ---- what may be counted


@pytest.mark.parametrize("name", ["grass", "water", "scissors", "pants", "glasses", "people", "trees", "clouds",
                                  "crowd", "herd", "road", "tennis court", "sky", "head", "wolves"])  # fmt: skip
def test_what_is_no_counted_unit_is_not_counted(name: str) -> None:
    assert names(askable(thing(name), thing("cow"))) == ["cow"]


def test_a_class_is_not_counted_beside_a_box_of_many_of_it() -> None:
    assert names(askable(thing("tree"), thing("trees"), thing("dog"))) == ["dog"]
    assert names(askable(thing("man"), thing("people"), thing("dog"))) == ["dog"]
    assert names(askable(thing("wolf"), thing("wolves"), thing("cow"))) == ["cow"]


def test_only_what_is_surely_seen_is_present() -> None:
    assert names(askable(thing("dog", visible=0.4), thing("cat", box=(0, 0, 100, 12)), thing("cow"))) == ["cow"]
    assert names(askable(thing("dog"), thing("cow"), unclear=("dog",))) == ["cow"]
    assert names(askable(thing("wheel", part_of="0"), thing("cow"))) == ["cow"]
    assert names(AskableScene(Scene("s", 9, 9, (thing("dog"), thing("cow"))), SORTS, frozenset({"cow"}))) == ["cow"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("dog", "animal"), ("couch", "sofa"), ("man", "player"), ("car", "truck"), ("car", "wheel"), ("cup", "mug"),
     ("building", "window"), ("toy", "bear"), ("lamp post", "lamp"), ("wine glass", "bottle"), ("stop sign", "sign"),
     ("person", "shirt"), ("bear", "teddy bear")],
)  # fmt: skip
def test_what_can_be_one_thing_or_its_part_is_no_pair(one: str, other: str) -> None:
    assert not apart(one, other)
    assert not apart(other, one)
    assert askable(thing(one), thing(other)).object_pairs() == []


@pytest.mark.parametrize(
    ("one", "other"), [("dog", "cat"), ("person", "giraffe"), ("man", "woman"), ("car", "bicycle"), ("cup", "table")]
)
def test_what_excludes_each_other_is_a_pair(one: str, other: str) -> None:
    assert apart(one, other)
    assert len(askable(thing(one), thing(other)).object_pairs()) == 1


# ---- properties


def values(found: AskableScene) -> set[frozenset[str]]:
    """The property pairs that are both there."""
    return {frozenset((one[1], other[1])) for _, one, other in found.property_pairs()}


def test_two_properties_of_a_pair_exclude_each_other() -> None:
    assert values(askable(thing("car", "red"), thing("car", "blue"))) == {frozenset(("red", "blue"))}
    assert values(askable(thing("dog", "black"), thing("dog", "dark"))) == set()
    assert values(askable(thing("car", "gold"), thing("car", "yellow"))) == set()
    assert values(askable(thing("man", "standing"), thing("man", "sitting"))) == {frozenset(("standing", "sitting"))}
    assert values(askable(thing("man", "smiling"), thing("man", "standing"))) == set()
    assert values(askable(thing("man", "riding"), thing("man", "sitting"))) == set()


def test_a_thing_with_both_properties_spoils_the_pair() -> None:
    assert values(askable(thing("car", "red"), thing("car", "white"), thing("car", "red", "white"))) == set()
    assert values(askable(thing("car", "red"), thing("car", "white"), thing("truck", "red", "white"))) == set()


def test_what_is_patterned_or_many_colored_spoils_all_colors_of_its_class() -> None:
    for word in ("striped", "multicolored"):
        assert WORDS.category(word) in ("pattern", "coloring")
        assert values(askable(thing("car", "red"), thing("car", "white"), thing("car", word))) == set()
    for word in ("blue and white", "multi-color", "red/white"):
        assert values(askable(thing("car", "red"), thing("car", "white"), thing("car", "red", word))) == set()


def test_other_names_of_a_thing_are_not_called_absent() -> None:
    pillow = SceneObject("1", "pillow", (0, 0, 90, 90), also=("bag",))
    made = AskableScene(Scene("x", 99, 99, (pillow,)), SORTS)
    for name, is_absent in (("bag", False), ("backpack", False), ("zebra", True)):
        class_rule = SORTS.class_rule(name)
        assert class_rule is not None
        assert made.is_class_absent(class_rule) == is_absent


def test_a_name_bars_however_it_is_written() -> None:
    def barred(word: str, name: str) -> bool:
        class_rule = SORTS.class_rule(name)
        assert class_rule is not None
        return bool(SORTS.names_not_deniable_beside(word) & class_rule.bit)

    for word, name in (
        ("tennis-racket", "tennis racket"), ("surf-board", "surfboard"), ("old tennis-racket", "tennis racket"),
        ("guitar-player", "guitar"), ("pizza slice tray", "pizza"),
    ):  # fmt: skip
        assert barred(word, name)
        assert not barred(word, "zebra")
    many, one = SORTS.class_rule("tennis-rackets"), SORTS.class_rule("tennis-racket")
    assert many is not None and one is not None  # noqa: PT018
    assert (many.is_many, one.is_many) == (True, False)


def test_what_is_always_of_several_colors_is_asked_for_none() -> None:
    for name in PIED:
        assert (class_rule := SORTS.class_rule(name)) is not None
        assert class_rule.name in PIED
        assert SORTS.askable_values(class_rule) == ()
        assert not SORTS.may_ask_value(class_rule, ("color", "white"))


def test_babies_do_what_babies_do() -> None:
    baby, man = SORTS.class_rule("baby"), SORTS.class_rule("man")
    assert baby is not None and man is not None  # noqa: PT018
    assert {word for _, word in SORTS.askable_values(man)} - {
        word for _, word in SORTS.askable_values(baby)
    } == NOT_OF_BABIES


def test_other_words_for_a_class_are_that_class() -> None:
    found = askable(thing("tv", "black"), thing("television", "white"))
    assert names(found) == ["television"]
    assert values(found) == {frozenset(("black", "white"))}


def test_people_have_no_colors_and_things_no_actions() -> None:
    assert values(askable(thing("man", "white"), thing("man", "black"))) == set()
    assert values(askable(thing("horse", "standing"), thing("horse", "running"))) == set()
    assert values(askable(thing("skier", "jumping"), thing("skier", "standing"))) == {
        frozenset(("jumping", "standing"))
    }


def test_other_spellings_count_as_the_word_of_the_pool() -> None:
    assert values(askable(thing("car", "grey"), thing("car", "blue"))) == {frozenset(("gray", "blue"))}
    assert values(askable(thing("man", "laying"), thing("man", "standing"))) == {frozenset(("lying", "standing"))}
    sorted_out = thing("man", attributes={"pose": ("lying",), "action": ("sleeping",)})
    assert values(askable(sorted_out, thing("man", attributes={"action": ("running",)}))) == {
        frozenset(("lying", "running")),
        frozenset(("sleeping", "running")),
    }


def absent_values(found: AskableScene, name: str) -> set[str]:
    """The properties that a class surely has not."""
    trait = next(trait for trait in found.class_properties if trait.class_rule.name == name)
    return {word for _, word in trait.absent_values(SORTS.askable_values(trait.class_rule), SORTS)}


def test_an_absent_property_is_ruled_out_on_every_thing() -> None:
    assert {"blue", "green", "white"} <= absent_values(askable(thing("cup", "red")), "cup")
    assert absent_values(askable(thing("cup", "red")), "cup").isdisjoint({"red", "dark", "orange", "brown"})
    assert "blue" not in absent_values(askable(thing("cup", "red"), thing("mug", "blue")), "cup")
    assert "blue" not in absent_values(askable(thing("cup", "red"), thing("cup", "blue", visible=0.1)), "cup")
    assert absent_values(askable(thing("cup", "red"), thing("cup")), "cup") == set()
    assert "sitting" in absent_values(askable(thing("man", "standing")), "man")
    assert "smiling" not in absent_values(askable(thing("man", "standing")), "man")


def test_what_others_wear_or_have_unlisted_is_not_called_absent() -> None:
    assert "blue" in absent_values(askable(thing("shirt", "red")), "shirt")
    assert absent_values(askable(thing("shirt", "red"), thing("man", "standing")), "shirt") == set()


# ---- what is absent


def absences(found: AskableScene, *others: AskableScene) -> set[str]:
    """The classes that are called absent, of those in other scenes."""
    known, rng = cooccurrence(found, *others), Random(0)
    drawn_names = [known.draw_absent_class(found, rng, counted=False) for _ in range(300)]
    return {class_rule.name for class_rule in drawn_names if class_rule is not None}


def test_an_absent_class_is_no_kin_part_or_suggestion_of_what_is_there() -> None:
    others = [
        askable(thing(name)) for name in ("dog", "puppy", "animal", "car", "wheel", "tree", "grass", "sky", "road")
    ]
    assert absences(askable(thing("dog")), *others) == {"car", "wheel", "tree"}
    assert absences(askable(thing("car")), *others) == {"animal", "dog", "puppy", "tree"}
    assert absences(askable(thing("dog"), unclear=("tree",)), *others) == {"car", "wheel"}
    assert absences(askable(thing("dog", visible=0.1)), *others) == {"car", "wheel", "tree"}
    assert absences(askable(thing("pickup truck")), *others) == {"animal", "dog", "puppy", "tree"}


def test_an_unclear_class_does_not_bar_its_members() -> None:
    assert "dog" in absences(askable(thing("man"), unclear=("animal",)), askable(thing("dog")))


def test_an_empty_scene_offers_nothing() -> None:
    empty = askable()
    known, mixtures, rng = cooccurrence(empty), MixturesByKind(), Random(0)
    for kind in KINDS:
        assert list(sample_pairs(empty, kind, 5, mixtures.pairs[kind], known, rng)) == []
        assert list(sample_singles(empty, kind, 5, mixtures.singles[kind], known, rng)) == []


# ---- real scene graphs


@pytest.mark.parametrize("name", ["gqa", "visual_genome"])
def test_real_scene_graphs_give_pairs_that_exclude_each_other(name: str, real_data: Path) -> None:
    data = open_dataset(f"{name}:{real_data / name}")
    scenes = [scene for image in data.images() if (scene := data.scene(image)) is not None]
    found = [one for _, one in drawn([(scene, AskableScene(scene, SORTS)) for scene in scenes])]
    together = [(one.first, one.second) for one in found if isinstance(one, TargetPair) and one.kind == "object"]
    assert len(together) >= 30
    for one, other in together:
        assert WORDS.kin(one.name, other.name) is None
        assert WORDS.part_whole(one.name, other.name) is None
    assert all(WORDS.noun(target.name).count == "c" for both in together for target in both)  # type: ignore[union-attr]
    for scene in scenes:
        traits = AskableScene(scene, SORTS).class_properties
        assert all(
            WORDS.excludes(
                one[1], other[1], "action" if trait.class_rule.is_human else "attribute", trait.class_rule.name
            )
            for trait in traits
            for one, other in combinations(trait.seen, 2)
            if trait.are_on_different_objects(one[1], other[1], SORTS)
        )
