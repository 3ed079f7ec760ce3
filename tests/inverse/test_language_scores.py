"""The language scores of a corpus are those of the COCO caption evaluation (pycocoevalcap)."""

import io
import shutil
from collections import defaultdict

import numpy as np
import pytest
from askance.inverse.language_scores import LANGUAGE_SCORES, caption_words, language_scores
from askance.inverse.open_generator import open_question_model
from askance.ranking.rankers.meteor.corpus import corpus_meteor
from askance.stickers.dataset import Stickers
from askance.wording.most_common_answer import most_common_answer

COUNT = 500


def question_pairs(real_data, count):
    """Questions, each with one to three references: others that begin alike, and some exact ones."""
    asked = sorted(set((real_data / "vqa" / "v1_questions.txt").read_text().splitlines()[:6_000]))
    rng = np.random.default_rng(3)
    places = rng.choice(len(asked) - 4, count, replace=False)
    tested = [asked[place] for place in places]
    wanted = [[asked[place + step] for step in rng.permutation(4)[: rng.integers(1, 4)]] for place in places]
    return tested, wanted


def reference_scores(tested, wanted):
    pytest.importorskip("pycocoevalcap", reason="the reference is not installed (pycocoevalcap)")
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.rouge.rouge import Rouge

    results, truths = as_captions(tested, wanted)
    bleu = Bleu(4).compute_score(truths, results, verbose=0)[0]
    found = {f"BLEU-{order}": value for order, value in enumerate(bleu, 1)}
    return found | {
        "CIDEr": Cider().compute_score(truths, results)[0],
        "ROUGE-L": Rouge().compute_score(truths, results)[0],
    }


def as_captions(tested, wanted):
    join = lambda text: " ".join(caption_words(text))  # noqa: E731
    results = {place: [join(question)] for place, question in enumerate(tested)}
    return results, {place: [join(one) for one in each] for place, each in enumerate(wanted)}


def test_scores_are_the_references(real_data):
    tested, wanted = question_pairs(real_data, COUNT)
    ours = language_scores(tested, wanted)
    for name, value in reference_scores(tested, wanted).items():
        assert ours[name] == pytest.approx(value, rel=1e-9), name
    assert list(ours) == list(LANGUAGE_SCORES)


@pytest.fixture(scope="module")
def generated():
    """Questions that the shipped generator draws for images and answers, with the annotated ones as references."""
    data, generator = Stickers(), open_question_model("inverse")
    tested, wanted = [], []
    for image in data.images(120):
        asked = defaultdict(list)
        for item in data.items_of_image(image):
            asked[most_common_answer(item.answers)].append(item.question)
        picture = data.load_image(image)
        for answer in sorted(set(asked) & set(generator.vocabulary.answers)):
            tested.append(generator.draw_questions(image, picture, answer, 1, 0)[0].question)
            wanted.append(asked[answer])
    return tested[:COUNT], wanted[:COUNT]


def jar_score(tested, wanted):
    if shutil.which("java") is None:
        pytest.skip("Java is not here, so the reference METEOR cannot run")
    meteor = pytest.importorskip("pycocoevalcap.meteor.meteor", reason="the reference is not installed")
    results, truths = as_captions(tested, wanted)
    program = meteor.Meteor()
    try:
        return program.compute_score(truths, results)[0]
    finally:
        program.meteor_p.kill()
        program.meteor_p.communicate()  # closes its pipes
        program.meteor_p.stdin = io.BytesIO()  # its __del__ closes it again


def own_score(tested, wanted):
    words = [caption_words(question) for question in tested]
    return corpus_meteor(words, [[caption_words(one) for one in each] for each in wanted], "jar")


@pytest.mark.slow  # the table of paraphrases is read twice
def test_meteor_is_the_jars(real_data):
    tested, wanted = question_pairs(real_data, COUNT)
    assert own_score(tested, wanted) == pytest.approx(jar_score(tested, wanted), rel=1e-9)


@pytest.mark.slow
def test_scores_of_generated_questions_are_the_references(generated):
    assert len(generated[0]) == COUNT
    ours = language_scores(*generated)
    for name, value in reference_scores(*generated).items():
        assert ours[name] == pytest.approx(value, rel=1e-9), name
    assert own_score(*generated) == pytest.approx(jar_score(*generated), rel=1e-9)


def test_meteor_takes_the_best_reference():
    one = corpus_meteor([["a", "red", "car"]], [[["a", "dog"], ["a", "red", "car"]]])
    assert one == corpus_meteor([["a", "red", "car"]], [[["a", "red", "car"]]]) == 1
    assert corpus_meteor([["cat"]], [[["dog"]]]) == corpus_meteor([[]], [[["dog"]]]) == 0


def test_a_corpus_is_no_mean_of_sentences():
    """Statistics are added up: a long question weighs more than a short one."""
    long = ["red", "car", "near", "green", "trees", "and", "houses"]
    assert corpus_meteor([long, ["cat"]], [[long], [["dog"]]]) > 0.8


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What's the man's color?", ["what", "'s", "the", "man", "'s", "color"]),
        ("Isn't it 4:30?", ["is", "n't", "it", "4:30"]),
        (
            "Is the t-shirt red, or (maybe) blue?",
            ["is", "the", "t-shirt", "red", "or", "-lrb-", "maybe", "-rrb-", "blue"],
        ),
    ],
)
def test_words_of_the_caption_evaluation(text, words):
    assert caption_words(text) == words
