"""The shipped generator: draws, best questions, likelihoods, and what it says of bad input."""

import shutil

import numpy as np
import pytest
from askance.core import UserError
from askance.inverse.beam_search import search_beams
from askance.inverse.generator import LENGTH_POWER, TrainedGenerator
from askance.inverse.generator_folder import WEIGHTS, GeneratorFiles, write_generator_card
from askance.inverse.open_generator import SHIPPED, open_question_model
from askance.inverse.question_truth import is_answer_true
from askance.inverse.question_words import LENGTH, QuestionVocabulary, join_words, split_question
from askance.stickers.dataset import Stickers

IMAGE = next(Stickers("test").images(1))


@pytest.fixture(scope="module")
def picture():
    return Stickers("test").load_image(IMAGE)


@pytest.fixture(scope="module")
def generator():
    return open_question_model("inverse")


@pytest.mark.parametrize("text", ["What is the woman's bag: red, green or pink?", "Count the dogs.", "Isn't it red?"])
def test_a_question_is_read_and_written_again(text):
    assert join_words(split_question(text)) == text


def test_the_numbers_of_a_question_have_a_start_and_an_end():
    words = QuestionVocabulary(("<pad>", "<unknown>", "<start>", "<end>", "is", "it", "?"), ("yes",))
    assert words.encode(["Is it?", "Is that?"])[:, :6].tolist() == [[2, 4, 5, 6, 3, 0], [2, 4, 1, 6, 3, 0]]
    assert words.decode(words.encode(["Is it?"])[0]) == "Is it?"
    assert words.encode(["is " * 50]).shape == (1, LENGTH + 2)


def test_draws_depend_on_the_seed_only(generator, picture):
    drawn = generator.draw_questions(IMAGE, picture, "yes", 30, 0)
    assert drawn == open_question_model("inverse").draw_questions(IMAGE, picture, "yes", 30, 0)
    assert drawn != generator.draw_questions(IMAGE, picture, "yes", 30, 1)
    assert len({each.question for each in drawn}) >= 10
    assert all(each.log_likelihood < 0 < each.words for each in drawn)


def test_true_questions_are_more_likely_than_false_ones(generator, picture):
    names = {thing.name for thing in Stickers("test").scene(IMAGE).things}
    absent = next(name for name in ("zebra", "piano", "helicopter", "elephant") if name not in names)
    present = next(name for name in sorted(names) if name in generator.vocabulary.word_numbers)
    texts = [f"Is there a {present} in the picture?", f"Is there a {absent} in the picture?"]
    (first, _), (second, _) = generator.score_questions(IMAGE, picture, "yes", texts, 0)
    assert first > second
    (first, _), (second, _) = generator.score_questions(IMAGE, picture, "no", texts, 0)
    assert first < second


def test_best_questions_without_the_check_are_distinct_and_ordered_by_likelihood(picture):
    assert open_question_model("inverse:unchecked").fingerprint != open_question_model("inverse").fingerprint
    found = open_question_model("inverse:unchecked").best_questions(IMAGE, picture, "red", 5, 0)
    assert len({each.question for each in found}) == len(found) == 5
    values = [each.log_likelihood / each.words**LENGTH_POWER for each in found]
    assert values == sorted(values, reverse=True)


def test_the_check_moves_questions_with_another_answer_back(generator, picture):
    plain = open_question_model("inverse:unchecked").best_questions(IMAGE, picture, "red", 40, 0)
    checked = generator.best_questions(IMAGE, picture, "red", 40, 0)
    assert {each.question for each in checked} == {each.question for each in plain}
    scene = Stickers("test").scene(IMAGE)
    assert is_answer_true(checked[0].question, "red", scene)
    assert not is_answer_true(plain[0].question, "red", scene)  # the color of an object that is not red


def test_only_a_full_generator_of_the_built_in_world_is_checked(tmp_path, generator):
    assert generator.answer_check is not None
    assert open_question_model("inverse:transformer").answer_check is None
    folder = shutil.copytree(SHIPPED["inverse"], tmp_path / "elsewhere")
    card = {key: value for key, value in GeneratorFiles(folder).card.items() if key not in ("digest", "files", "world")}
    write_generator_card(folder, card)
    assert TrainedGenerator(folder).answer_check is None


def test_an_answer_that_the_checking_model_does_not_know_changes_nothing(generator, picture):
    texts = ["What color is the box?", "What color is the cup?"]
    first, second = generator.answer_check.bonuses(IMAGE, picture, "no such answer", texts)
    assert first == second


def test_beam_search_finds_the_best_of_a_known_chain():
    """Three words; the greedy first word leads to a worse question than the second choice."""
    table = {2: {4: 0.6, 5: 0.4}, 4: {3: 0.5, 6: 0.5}, 5: {3: 1.0}, 6: {3: 1.0}}

    def step(words, hidden, cell, rows):
        scores = np.full((len(words), 7), -np.inf, np.float32)
        for row, word in enumerate(words):
            for following, share in table[int(word)].items():
                scores[row, following] = np.log(share)
        return scores, hidden, cell

    found = {tuple(text): likelihood for text, likelihood in search_beams(step, np.zeros((1, 2), np.float32), 3)}
    assert found[5, 3] == pytest.approx(np.log(0.4), abs=1e-6)
    assert max(found, key=found.__getitem__) == (5, 3)
    assert found[4, 3] == found[4, 6, 3] == pytest.approx(np.log(0.3), abs=1e-6)


def test_legality_distinguishes_questions_from_heaps_of_words(generator):
    legal = generator.legality(["Is there a cat in the picture?", "there cat a Is picture in the?"])
    assert legal[0] > 0.9 > 0.1 > legal[1]


def test_an_unknown_answer_is_one_line(generator, picture):
    with pytest.raises(ValueError, match=r"'zebbra' is not one of the .* answers .* did you mean zebra"):
        generator.draw_questions(IMAGE, picture, "zebbra", 1, 0)


def test_the_shipped_generators_take_at_most_six_megabytes():
    assert sum(file.stat().st_size for file in WEIGHTS.rglob("*") if file.is_file()) <= 6_000_000
    assert {folder.name for folder in WEIGHTS.iterdir()} == {folder.name for folder in SHIPPED.values()}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / "decode.onnx").write_bytes(b"x"), r"decode.onnx: damaged"),
        (lambda folder: (folder / "decode.onnx").unlink(), r"decode.onnx: is missing"),
        (lambda folder: (folder / "generator.json").write_text("{}"), r"generator.json: damaged"),
        (lambda folder: (folder / "generator.json").unlink(), r"generator.json: cannot be read"),
    ],
)
def test_a_damaged_folder_is_one_line(tmp_path, damage, message):
    folder = shutil.copytree(SHIPPED["inverse"], tmp_path / "copy")
    damage(folder)
    with pytest.raises(UserError, match=message) as caught:
        TrainedGenerator(folder)
    assert "\n" not in str(caught.value)


def _fewer_words(folder, card):
    card["words"] = card["words"][:-3]


def _more_answers(folder, card):
    card["answers"] = [*card["answers"], "lemur"]


def _no_network(folder, card):
    (folder / "decode.onnx").write_bytes(b"no network")


def _another_network(folder, card):
    (folder / "begin.onnx").write_bytes((folder / "encode.onnx").read_bytes())


@pytest.mark.parametrize(
    ("change", "answer", "message"),
    [
        (_fewer_words, "yes", r"decode.onnx: does not fit generator.json \(it has .* words, and .* lists"),
        (_more_answers, "lemur", r"begin.onnx: does not fit generator.json"),
        (_no_network, "yes", r"decode.onnx: cannot be loaded"),
        (_another_network, "yes", r"begin.onnx: does not fit generator.json"),
    ],
)
def test_a_folder_of_another_version_is_one_line(tmp_path, picture, change, answer, message):
    folder = shutil.copytree(SHIPPED["inverse"], tmp_path / "copy")
    card = {key: value for key, value in GeneratorFiles(folder).card.items() if key != "digest"}
    change(folder, card)
    write_generator_card(folder, card)
    with pytest.raises(UserError, match=message) as caught:
        TrainedGenerator(folder).draw_questions(IMAGE, picture, answer, 2, 0)
    assert "\n" not in str(caught.value)


def test_the_tuned_generator_takes_what_it_shares_from_its_base(picture):
    tuned = open_question_model("inverse:transformer")
    assert not (SHIPPED["inverse:transformer"] / "see.onnx").exists()
    assert tuned.files.about.tuned_for == "builtin:transformer"
    assert tuned.draw_questions(IMAGE, picture, "yes", 5, 0)
    assert tuned.fingerprint != open_question_model("inverse").fingerprint
