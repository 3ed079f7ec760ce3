"""Each fault falls on the questions inside its group, and on no others."""

import re
import time

import numpy as np
import pytest
from askance.core import Answer, Choose, Model, ModelInput, Query, Scene, Score, Stimulus, UserError, query_key
from askance.core.image import Pixels
from askance.models.conformance import check_conformance
from askance.models.defective import FAULTS, Defective
from askance.models.noise_estimate import NOISY, estimate_noise_level, is_noisy
from askance.models.oracle import matches_any_answer
from askance.wording.understand import CountQuestion, YesNoQuestion, understand
from msgspec.structs import replace

from models.scenes import ROOM, STREET, ask
from models.test_oracle import ROOM_ANSWERS, STREET_ANSWERS, rows

NAMES = [
    "blind",
    "question-deaf",
    "yes-bias",
    "no-bias",
    "ignores-negation",
    "order-sensitive",
    "first-choice",
    "hypernym-blind",
    "color-blind",
    "counts-zero",
    "off-by-one",
    "noise-sensitive",
    "paraphrase-sensitive",
    "context-dependent",
    "distracted",
    "echoes",
    "refuses",
    "crashes",
    "slow",
    "verbose",
]

# fault | question about the street | its answer
TABLE = """
blind | Is there a horse in the picture? | yes
blind | How many dogs are there? | 1
blind | What color is the truck? | red
blind | What is on the bench? | dog
blind | Is the truck red or blue? | blue
blind | What is the weather like? | sunny
question-deaf | Is there a dog? | man
question-deaf | How many dogs are there? | man
yes-bias | Is there a horse? | yes
yes-bias | Is there no dog? | yes
yes-bias | Is the car red or blue? | red
yes-bias | How many dogs are there? | 2
no-bias | Is there a dog? | no
no-bias | What color is the car? | red
ignores-negation | Is there no dog? | yes
ignores-negation | Is the picture free of horses? | no
ignores-negation | Is it false that there is a dog? | yes
ignores-negation | Is the car not red? | yes
ignores-negation | Is there neither a dog nor a cat? | yes
ignores-negation | Is there a dog? | yes
ignores-negation | How many dogs are there? | 2
order-sensitive | Is there a dog and a cat? | no
order-sensitive | Is there a cat and a dog? | yes
order-sensitive | Is the car red or blue? | blue
order-sensitive | Is the car blue or red? | red
order-sensitive | How many dogs and cats are there? | 4
order-sensitive | How many cats and dogs are there? | 3
order-sensitive | Are there more dogs than cats? | no
order-sensitive | Are there fewer cats than dogs? | yes
order-sensitive | Are the truck and the car the same color? | yes
order-sensitive | Are the car and the truck the same color? | no
order-sensitive | Is there a dog? | yes
first-choice | Is the car blue or red? | blue
first-choice | Is the car red or blue? | red
first-choice | Is the animal on the bench a dog, a cow or a cat? | dog
first-choice | Is this indoors or outdoors? | indoors
first-choice | Is there a horse or a dog? | yes
hypernym-blind | Is there an animal? | no
hypernym-blind | How many animals are there? | 0
hypernym-blind | Are there no animals? | yes
hypernym-blind | Is there a dog? | yes
hypernym-blind | Who is holding the ball? | man
color-blind | What color is the car? | gray
color-blind | Is the car red? | no
color-blind | Is the car red or blue? | gray
color-blind | Is there a red car? | no
color-blind | Is the car gray? | yes
color-blind | How many dogs are there? | 2
color-blind | What pattern does the hat have? | striped
counts-zero | How many dogs are there? | 0
counts-zero | How many wheels does the car have? | 0
counts-zero | Are there more dogs than cats? | yes
off-by-one | How many dogs are there? | 3
off-by-one | How many horses are there? | 1
off-by-one | Are there two dogs? | yes
paraphrase-sensitive | Is there a dog in the picture? | yes
paraphrase-sensitive | Can you see a dog? | no
paraphrase-sensitive | How many dogs can you see? | 3
paraphrase-sensitive | What color is the car? | red
context-dependent | Is there a dog? | yes
distracted | How many dogs are there? | 2
distracted | How many dogs are there? Is there a horse? What color is the car? | red
distracted | What color is the car? Count the dogs. | 2
paraphrase-sensitive | What color is the car? Can you see a dog? | red
first-choice | Is the car blue or red? Is this indoors or outdoors? | blue
refuses | Is there a dog? | yes
refuses | Is there a dog? Is there a man? | yes
slow | How many dogs are there? | 2
"""


def said(fault: str, question: str, scene: Scene = STREET) -> str | None:
    """What a defective model answers to one question."""
    return Defective(fault).answer([ask(question, scene)])[0].text


def test_the_table_is_whole() -> None:
    assert list(FAULTS) == NAMES
    assert all(fault.about for fault in FAULTS.values())


@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_answers(line: str) -> None:
    fault, question, expected = (cell.strip() for cell in line.split("|"))
    assert said(fault, question) == expected


@pytest.mark.parametrize("fault", NAMES)
def test_it_is_a_model_with_a_fingerprint_of_its_own(fault: str) -> None:
    model: Model = Defective(fault)
    assert model.name == f"defective:{fault}"
    assert model.fingerprint.startswith(f"defective:{fault}:")
    assert model.needs == FAULTS[fault].needs


@pytest.mark.parametrize("fault", [name for name in NAMES if name != "crashes"])
def test_it_conforms(fault: str) -> None:
    assert check_conformance(Defective(fault)) == []


def test_an_unknown_fault_is_an_error() -> None:
    with pytest.raises(UserError, match="yes-bias"):
        Defective("evil")


def test_blind_needs_nothing() -> None:
    shown = ask("Is there a dog?", None)
    assert Defective("blind").needs == frozenset()
    assert Defective("blind").answer([shown])[0].text == "yes"


HIDDEN = {STREET.id: replace(STREET, background=0.5), ROOM.id: replace(ROOM, background=0.5)}
ALL = [(question, answer, STREET) for question, answer in rows(STREET_ANSWERS)]
ALL += [(question, answer, ROOM) for question, answer in rows(ROOM_ANSWERS)]


def test_a_wrong_answer_is_wrong_and_of_the_right_kind() -> None:
    for question, answer, scene in ALL:
        wrong = said("context-dependent", question, HIDDEN[scene.id])
        form = understand(question)
        assert wrong is not None, question
        assert not matches_any_answer(wrong, (answer,)), question
        if isinstance(form, YesNoQuestion):
            assert wrong in ("yes", "no")
        if isinstance(form, CountQuestion):
            assert wrong.isdigit()


def test_wrong_choices_and_scores() -> None:
    model = Defective("context-dependent")
    chosen = model.answer([ask("What color is the car?", HIDDEN["street"], readout=Choose(("red", "blue")))])[0]
    assert chosen.text == "blue"
    for answer, score in (("red", 0.0), ("blue", 1.0)):
        found = model.answer([ask("What color is the car?", HIDDEN["street"], readout=Score(answer))])[0]
        assert found.score == score


def test_context_dependent_needs_nine_tenths() -> None:
    assert said("context-dependent", "Is there a dog?", replace(STREET, background=0.95)) == "yes"
    assert said("context-dependent", "Is there a dog?", replace(STREET, background=0.8)) == "no"


@pytest.mark.parametrize("question", ["Is the man standing?", "How many people are there?", "What do the girls hold?"])
def test_refuses(question: str) -> None:
    refused = Defective("refuses").answer([ask(question)])[0]
    assert (refused.status, refused.text) == ("refused", None)


def test_crashes_on_a_tenth_and_takes_the_batch_with_it() -> None:
    queries = [ask("Is there a dog?", draw=draw) for draw in range(300)]
    bad = [shown for shown in queries if query_key(shown.query)[0] < 26]
    assert 10 <= len(bad) <= 60
    good = [shown for shown in queries if shown not in bad]
    assert {a.text for a in Defective("crashes").answer(good)} == {"yes"}
    with pytest.raises(RuntimeError):
        Defective("crashes").answer([good[0], bad[0]])


def test_slow() -> None:
    start = time.perf_counter()
    Defective("slow").answer([ask("Is there a dog?")] * 2)
    assert time.perf_counter() - start >= 0.04


WORDS = ("zero", "one", "two", "three", "four")


def test_verbose_is_never_wrong() -> None:
    model = Defective("verbose")
    for question, answer, scene in ALL:
        texts = {model.answer([ask(question, scene, draw=draw)])[0].text or "" for draw in range(6)}
        for text in texts:
            words = re.findall(r"[a-z]+|\d+", text.lower())
            wanted = [answer.lower()] + ([WORDS[int(answer)]] if answer.isdigit() else [])
            assert any(set(want.split()) <= set(words) for want in wanted), (question, text)
            assert text[0].isupper()
            assert text.endswith(".")
            if answer in ("yes", "no") and words[0] in ("yes", "no"):
                assert words[0] == answer, (question, text)


def test_verbose_varies() -> None:
    model = Defective("verbose")
    texts = {model.answer([ask("How many dogs are there?", draw=draw)])[0].text for draw in range(12)}
    assert "I can see two dogs here." in texts
    assert len(texts) > 1


def drawing(seed: int) -> Pixels:
    """Flat areas with edges, a gradient sky, and stripes, as in a vector drawing."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((180, 240, 3), np.uint8)
    picture[:90] = np.linspace(160, 230, 90, dtype=np.uint8)[:, None, None]
    picture[90:] = rng.integers(0, 256, 3)
    for _ in range(25):
        x, y = rng.integers(0, 200), rng.integers(0, 140)
        picture[y : y + rng.integers(5, 60), x : x + rng.integers(5, 60)] = rng.integers(0, 256, 3)
    picture[100:150:4, 20:80] = 255
    return picture


def noisy(picture: Pixels, variance: float) -> Pixels:
    noise = np.random.default_rng(1).normal(0, variance**0.5, picture.shape)
    return np.asarray(np.clip(picture / 255 + noise, 0, 1) * 255, np.uint8)


def blurred(picture: Pixels) -> Pixels:
    wide = picture.astype(np.float64)
    return np.asarray((np.roll(wide, 1, 0) + wide + np.roll(wide, 1, 1) + np.roll(wide, (1, 1), (0, 1))) / 4, np.uint8)


@pytest.mark.parametrize("seed", range(4))
def test_noise_is_seen_and_edges_and_blur_are_not(seed: int) -> None:
    clean = drawing(seed)
    assert estimate_noise_level(clean) < NOISY / 3
    assert not is_noisy(blurred(clean))
    for variance in (0.01, 0.025, 0.05):
        assert estimate_noise_level(noisy(clean, variance)) > 1.5 * NOISY


def test_noise_sensitive() -> None:
    model = Defective("noise-sensitive")
    query = Query(Stimulus("image", "Is there a dog?"))
    clean = drawing(0)
    found: list[Answer] = list(
        model.answer(
            [
                ModelInput(query, clean, STREET),
                ModelInput(query, noisy(clean, 0.01), STREET),
                ModelInput(query, None, STREET),
            ]
        )
    )
    assert [a.text for a in found] == ["yes", "no", None]
    assert found[2].status == "failed"


@pytest.mark.parametrize("fault", ["yes-bias", "no-bias", "color-blind", "first-choice", "order-sensitive", "verbose"])
def test_the_rest_stays_right(fault: str) -> None:
    """A fault leaves counts of one plain class, places and words on signs alone."""
    for question in ("How many dogs are there?", "Where is this?", "What does the sign say?"):
        expected = dict(rows(STREET_ANSWERS))[question]
        text = said(fault, question) or ""
        assert expected.lower() in text.lower() or "two" in text
