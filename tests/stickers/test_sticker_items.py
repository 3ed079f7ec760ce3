"""Items of the built-in world: balanced, complete, and with ten answers each."""

import re
from collections import Counter, defaultdict

import pytest
from askance.core import Item, Scene
from askance.stickers.build_scene import build_scene
from askance.stickers.generate_items import MAKERS, generate_items
from askance.stickers.question_wordings import WORDINGS
from askance.wording.world_nouns import GROUPS, NOUNS


@pytest.fixture(scope="module")
def asked() -> list[tuple[Scene, Item]]:
    pairs = []
    for index in range(300):
        scene = build_scene("test", index).scene
        pairs += [(scene, item) for item in generate_items(scene, "image", "test", index)]
    return pairs


def _truth(item: Item) -> str:
    return Counter(item.answers).most_common(1)[0][0]


def test_about_twelve_items_a_scene(asked: list[tuple[Scene, Item]]) -> None:
    assert len(asked) >= 300 * 11
    assert len({item.id for _, item in asked}) == len(asked)
    assert all(re.fullmatch(r"test-\d{6}-\d\d", item.id) for _, item in asked)


def test_every_skill_is_asked(asked: list[tuple[Scene, Item]]) -> None:
    assert {dict(item.tags)["skill"] for _, item in asked} == set(MAKERS)


def test_every_form_has_a_plain_wording_and_two_others() -> None:
    assert all(len(wordings) >= 3 for wordings in WORDINGS.values())
    assert all(len(set(wordings)) == len(wordings) for wordings in WORDINGS.values())


def test_tags_are_complete(asked: list[tuple[Scene, Item]]) -> None:
    for _, item in asked:
        tags = dict(item.tags)
        assert {"skill", "type", "wording"} <= set(tags)
        truth = _truth(item)
        kind = "yes/no" if truth in ("yes", "no") else "number" if truth.isdigit() else "other"
        assert tags["type"] == kind
        assert tags.get("answer") == (truth if kind == "yes/no" else None)
        assert ("options" in tags) == (" or " in item.question and kind == "other")
        if tags["skill"] in ("negation",):
            assert tags["negated"] == "yes"


def test_ten_answers_of_which_most_are_true(asked: list[tuple[Scene, Item]]) -> None:
    for _, item in asked:
        assert len(item.answers) == 10
        assert Counter(item.answers).most_common(1)[0][1] >= 7


def test_yes_and_no_are_balanced_within_every_skill(asked: list[tuple[Scene, Item]]) -> None:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for _, item in asked:
        tags = dict(item.tags)
        if "answer" in tags:
            counts[tags["skill"]][tags["answer"]] += 1
    total = sum(counts.values(), Counter())
    assert 0.47 < total["yes"] / total.total() < 0.53
    for skill, count in counts.items():
        slack = 2.6 * (0.25 / count.total()) ** 0.5 + 0.03
        assert abs(count["yes"] / count.total() - 0.5) < slack, (skill, count)


def test_plain_and_other_wordings_are_balanced(asked: list[tuple[Scene, Item]]) -> None:
    plain = sum(dict(item.tags)["wording"] == "plain" for _, item in asked)
    assert 0.45 < plain / len(asked) < 0.55


def test_counts_vary(asked: list[tuple[Scene, Item]]) -> None:
    numbers = Counter(_truth(item) for _, item in asked if dict(item.tags)["skill"] == "count")
    assert set("012345678") <= set(numbers)
    assert max(numbers.values()) < 0.35 * numbers.total()


def test_the_true_option_is_at_every_position(asked: list[tuple[Scene, Item]]) -> None:
    first = Counter()
    for _, item in asked:
        if dict(item.tags).get("options") == "2" and dict(item.tags)["skill"] == "choice":
            options = item.question.rstrip("?")
            first[options.endswith(_truth(item))] += 1
    assert 0.4 < first[True] / first.total() < 0.6


def test_words_agree_with_their_articles(asked: list[tuple[Scene, Item]]) -> None:
    for _, item in asked:
        assert not re.search(r"\ba [aeiou]|\ban [^aeiou]|\s{2}|\{", item.question), item.question
        assert item.question[0].isupper()
        assert item.question[-1] in "?."


def test_garments_are_never_counted_nor_denied_beside_people(asked: list[tuple[Scene, Item]]) -> None:
    for scene, item in asked:
        if "garment" not in item.question:
            continue
        people = any(thing.name in ("man", "woman", "boy", "girl") for thing in scene.things)
        assert not re.search(r"How many|number|Count|the garment", item.question)
        affirmed = (_truth(item) == "yes") != ("negated" in dict(item.tags))
        assert affirmed or not people


def test_only_parts_in_their_true_number_are_asked_for(asked: list[tuple[Scene, Item]]) -> None:
    parts = [item for _, item in asked if dict(item.tags)["skill"] == "part"]
    assert parts
    for item in parts:
        assert re.search(
            r"wheels.*(cycle|vehicle)|ears.*(rabbit|animal)|wings.*(duck|owl|parrot|butterfly|bird|animal)",
            item.question,
        )
        assert _truth(item) == "2"


def test_wordings_that_nobody_uses_are_gone(asked: list[tuple[Scene, Item]]) -> None:
    odd = r"color does|the state of|action is|What person|starry|see as many|the (garment|container|tool|furniture)\b"
    assert [item.question for _, item in asked if re.search(odd, item.question)] == []


def test_what_is_denied_is_not_there_even_hidden(asked: list[tuple[Scene, Item]]) -> None:
    for scene, item in asked:
        denied = re.fullmatch(r"Is there an? ([a-z ]+) in the picture\?", item.question)
        if not denied or _truth(item) != "no" or denied[1] not in (*NOUNS, *GROUPS):
            continue
        for thing in scene.things:
            noun = NOUNS.get(thing.name)
            assert noun is None or denied[1] not in (thing.name, *noun.groups, *noun.maybe, *noun.synonyms)
