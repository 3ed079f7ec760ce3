"""Suite bias: what replaces what, the bound of the search, and the figures of models that ignore a side."""

from dataclasses import dataclass

import askance
import pytest
from askance import report
from askance.core import Item
from askance.suites import SUITES
from askance.suites.bias.replacements import make_replacement_pool, make_sample
from askance.suites.bias.suite import TRIALS
from askance.wording.content_words import content_words
from toy import ToyData, ToyModel

OBJECTS = ("dog", "cat", "car", "tree", "ball", "cup", "bus", "hat")


def items():
    """Eight questions about each of six images; answers differ from image to image."""
    asks = ("Where is the {}?", "What color is the {}?")
    return [
        Item(f"{image}-{thing}", f"image-{image}", asks[image % 2].format(thing),
             (f"answer {image}", "the Shared" if image < 2 else f"other {image}"), (("type", "other"),))
        for image in range(6)
        for thing in OBJECTS
    ]  # fmt: skip


@dataclass
class Things(ToyData):
    """The items above on toy pictures."""

    name: str = "things"

    def items(self, limit=None, seed=0):
        yield from items()[:limit]


def cases(data, limit=None, seed=0):
    return list(next(SUITES["bias"].rounds(data, limit, seed)))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Is there a dog in the picture?", {"dog.n.01"}),
        ("How many dogs can you see?", {"dog.n.01"}),
        ("What color are the buses and the boxes?", content_words("color bus box")),
        ("Isn't the man's shirt red?", content_words("man shirt red")),
        ("What is this?", set()),
    ],
)
def test_what_a_question_names(question, words):
    assert content_words(question) == words


def test_another_image_comes_from_a_sample_without_a_shared_answer():
    by_image = {item.image: item for item in items()}
    for case in cases(Things()):
        (_, original), *trials = case.asks
        if case.group == "question":
            assert len({query.stimulus.image for _, query in trials}) == len(trials) == (4 if case.name < "2" else 5)
            for _, query in trials:
                assert query.stimulus.question == original.stimulus.question
                mine, other = by_image[original.stimulus.image], by_image[query.stimulus.image]
                assert mine.image != other.image
                assert not set(mine.answers) & set(other.answers)


def test_another_question_names_nothing_of_the_first():
    for case in cases(Things()):
        (_, original), *trials = case.asks
        if case.group == "image":
            assert len({query.stimulus.question for _, query in trials}) == len(trials) == TRIALS
            for _, query in trials:
                assert query.stimulus.image == original.stimulus.image
                assert not content_words(query.stimulus.question) & content_words(original.stimulus.question)


def test_replacements_are_drawn_by_the_seed_and_all_are_used():
    assert cases(Things()) == cases(Things())
    assert cases(Things(), seed=1) != cases(Things())
    first = make_sample(items()[0])
    found = {image for seed in range(60) for image in make_replacement_pool(items(), seed).other_images(first, 1)}
    assert found == {"image-2", "image-3", "image-4", "image-5"}


class Counted(frozenset):
    """A set that counts how often it is compared."""

    compared = 0

    def isdisjoint(self, other):
        Counted.compared += 1
        return super().isdisjoint(other)


def test_the_search_ends_and_is_not_repeated_in_vain():
    same = [Item(str(i), f"image-{i}", "Is it?", ("yes",)) for i in range(500)]
    pool = make_replacement_pool(same, 0)
    Counted.compared = 0
    for item in same:
        sample = make_sample(item)
        object.__setattr__(sample, "answers", Counted(sample.answers))
        assert pool.other_images(sample, 5) == []
    assert Counted.compared == len(same)  # once through all of them, not once for each


def test_a_sample_alone_on_its_side_does_not_spoil_the_others():
    """The only other answer stands on the same image as the first sample: the second has it as a replacement."""
    three = [Item("a", "one", "A?", ("yes",)), Item("b", "one", "B?", ("no",)), Item("c", "two", "C?", ("yes",))]
    pool = make_replacement_pool(three, 0)
    assert [pool.other_images(make_sample(item), 5) for item in three] == [[], ["two"], ["one"]]


@dataclass
class Sharing(ToyData):
    """Any two questions share a word, and no word is in half of them: the lines of the Fano plane."""

    name: str = "sharing"

    def items(self, limit=None, seed=0):
        for number, item in enumerate(super().items(limit, seed)):
            yield Item(item.id, item.image, sharing(number), item.answers, item.tags)


def sharing(number):
    named = " ".join(OBJECTS[(number + step) % 7] for step in (0, 1, 3))
    return f"Is it {named} {number}?"


@dataclass
class YesOnly(Sharing):
    """Every question is answered yes."""

    name: str = "yes-only"

    def items(self, limit=None, seed=0):
        for item in super().items(limit, seed):
            yield Item(item.id, item.image, item.question, ("yes",), item.tags)


@pytest.mark.parametrize("data", [Sharing(90), YesOnly(90)])
def test_yes_no_only_data_does_not_hang_and_says_why(data, tmp_path):
    done = askance.run(ToyModel(), data, ["bias"], out=tmp_path)
    why = "failed: no replacement: none of 90 samples has a question that shares no subject or object with: "
    reasons = {row["reason"] for row in done.verdicts.to_pylist() if row["group"] == "image"}
    assert reasons == {f"{why}{sharing(i)}" for i in range(90)}
    lines = report.suite_warnings(done.space, done.pairs)
    assert lines[0].startswith(f"bias (image) of {data.name}: 90 of 90 samples are undecided; no replacement: none of")
    totals = {row["metric"]: row for row in done.metrics.to_pylist() if row["group"] == ""}
    assert (totals["image_bias"]["value"], totals["image_bias"]["undecided"]) == (None, 90)
    if data.name == "sharing":
        assert len(lines) == 1
        assert (totals["question_bias"]["value"], totals["question_bias"]["n"]) == (100, 90)
    else:
        assert lines[1].endswith("none of 90 samples has another image and only answers that are none of: yes")
        assert totals["coverage"]["value"] == 0


def test_the_value_of_a_sample_is_the_share_of_changed_answers(tmp_path):
    def seeing(shown):
        return "red" if shown.query.stimulus.image in ("image-0", "image-2", "image-3") else "blue"

    done = askance.run(ToyModel(answering=seeing), Things(), ["bias"], out=tmp_path)
    for row in done.verdicts.to_pylist():
        said = [answer for _, answer in row["said"]]
        changed = [answer != said[0] for answer in said[1:]]
        assert row["value"] == sum(changed) / len(changed)
        assert row["holds"] is all(changed)
    totals = {row["metric"]: row["value"] for row in done.metrics.to_pylist() if row["group"] == ""}
    lost = [1 - row["value"] for row in done.verdicts.to_pylist() if row["group"] == "question"]
    assert totals["image_bias"] == 100
    assert totals["question_bias"] == pytest.approx(100 * sum(lost) / len(lost))
    assert 20 < totals["question_bias"] < 80


STATEMENTS = [
    f"The {one} is {where} the {other}."
    for one, other in zip(OBJECTS, OBJECTS[1:] + OBJECTS[:1], strict=True)
    for where in ("on", "left of", "facing away from")
]
WORDINGS = ("{}", "Is this statement true of the picture: {}", "Caption: {} Does the caption describe it correctly?")


@pytest.mark.parametrize("wording", WORDINGS)
def test_the_template_of_the_questions_is_no_content(wording):
    """As VSR is asked: one statement a question, and the same words around each."""
    asked = [
        Item(str(place), f"image-{place}", wording.format(text), ("yes" if place % 2 else "no",))
        for place, text in enumerate(STATEMENTS)
    ]
    pool = make_replacement_pool(asked, 0)
    for item, statement in zip(asked, STATEMENTS, strict=True):
        found = pool.other_questions(make_sample(item), TRIALS)
        assert len(found) == TRIALS
        for question in found:
            other = STATEMENTS[[one.question for one in asked].index(question)]
            assert content_words(other).isdisjoint(content_words(statement) - content_words("facing"))


def test_a_template_is_seen_among_ten_questions_at_least_and_in_more_than_a_half():
    def template(questions):
        return make_replacement_pool([Item(text, text, text, ("yes",)) for text in questions], 0).template

    assert template(f"Is the dog beside toy {i}?" for i in range(9)) == frozenset()
    assert template(f"Is the dog beside toy {i}?" for i in range(10)) == content_words("dog toy")
    assert template([f"Is the dog {i}?" if i < 10 else f"Is the cat {i}?" for i in range(20)]) == frozenset()


def test_a_question_that_is_all_template_keeps_its_content():
    texts = ["What color is the dog?", *(f"What color is the dog's {thing}?" for thing in range(12)), "Where is it?"]
    pool = make_replacement_pool([Item(text, text, text, ("yes",)) for text in texts], 0)
    assert set(pool.other_questions(make_sample(pool.samples[0].item), 99)) < set(texts)
    found = pool.other_questions(make_sample(Item("x", "x", "What is the dog's color?", ("red",))), 99)
    assert "What color is the dog?" not in found


def test_without_known_answers_no_image_replaces_another():
    known, unknown = Item("a", "one", "A?", ("yes",)), Item("b", "two", "B?", ())
    pool = make_replacement_pool([known, unknown, Item("c", "three", "C?", ("no",))], 0)
    assert pool.other_images(make_sample(known), 5) == ["three"]
    assert pool.other_images(make_sample(unknown), 5) == []
