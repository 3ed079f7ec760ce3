"""The built-in tagger: words as spaCy splits them, tags as spaCy gives them, and nothing to install."""

import subprocess
import sys
from pathlib import Path

import pytest
from askance.wording import builtin_tagger
from askance.wording.builtin_tagger import load_builtin_tagger
from askance.wording.part_of_speech_tags import TAGGERS, tag_question, tag_questions, tagger_fingerprint
from askance.wording.question_words import find_words
from askance.wording.sears_rules import may_any_rule_apply, rewrite_by_rules

REAL = Path(__file__).parents[3] / "shared" / "data" / "vqa"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What's that?", ["What", "'s", "that", "?"]),
        ("Why isn't it 10:30 o'clock?", ["Why", "is", "n't", "it", "10:30", "o'clock", "?"]),
        ("Is the t-shirt red/blue?", ["Is", "the", "t", "-", "shirt", "red", "/", "blue", "?"]),
        ("I cannot see...", ["I", "can", "not", "see", "..."]),
        ("the men’s U.S. flag", ["the", "men", "’s", "U.S.", "flag"]),
        ("whats this", ["what", "s", "this"]),
        ("", []),
    ],
)
def test_words(question, words):
    found = list(find_words(question))
    assert [word for word, _, _ in found] == words
    assert all(question[start:end] == word for word, start, end in found)


@pytest.mark.parametrize("tagger", TAGGERS)
@pytest.mark.parametrize(
    ("question", "tags"),
    [
        ("What is the man holding?", "WP VBZ DT NN VBG ."),
        ("What color are the dogs?", "WDT NN VBP DT NNS ."),
        ("Where is the brown dog?", "WRB VBZ DT JJ NN ."),
        ("Is there a cat on the table?", "VBZ EX DT NN IN DT NN ."),
        ("How many people can you see?", "WRB JJ NNS MD PRP VB ."),
    ],
)
def test_tags(question, tags, tagger):
    assert " ".join(word.tag for word in tag_question(question, tagger)) == tags


def test_a_question_is_tagged_alike_alone_and_among_others():
    questions = ["What is this?", "", "Who's there?", "  ", *(f"Are there {n} dogs?" for n in range(300))]
    assert list(tag_questions(questions)) == [tag_question(question) for question in questions]


def test_a_word_never_seen_is_tagged_by_its_letters():
    assert [word.tag for word in tag_question("Is the man snorfling the two brindlewicks?")][3:7:3] == ["VBG", "NNS"]


def test_the_weights_are_small_and_part_of_the_fingerprint(tmp_path, monkeypatch):
    assert builtin_tagger.WEIGHTS.stat().st_size <= 300_000
    before = tagger_fingerprint("builtin")
    other = tmp_path / "weights.npz"
    other.write_bytes(builtin_tagger.WEIGHTS.read_bytes() + b"0")
    monkeypatch.setattr(builtin_tagger, "WEIGHTS", other)
    builtin_tagger.builtin_tagger_fingerprint.cache_clear()
    try:
        assert tagger_fingerprint("builtin") != before
    finally:
        builtin_tagger.builtin_tagger_fingerprint.cache_clear()
    assert tagger_fingerprint("spacy").startswith("spacy/3.")


def test_it_imports_no_package_of_an_extra():
    code = (
        "import sys; from askance.wording.part_of_speech_tags import tag_question; tag_question('What is it?');"
        "print([name for name in ('spacy', 'torch', 'onnxruntime') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def _shared_rewritings(questions):
    """The share of questions that both taggers rewrite alike, among those that a rule may apply to."""
    asked = [question for question in questions if may_any_rule_apply(question)]
    made = [list(map(rewrite_by_rules, asked, tag_questions(asked, tagger))) for tagger in TAGGERS]
    return sum(one == other for one, other in zip(*made, strict=True)) / len(asked)


def test_on_the_built_in_world_it_rewrites_as_spacy_does():
    from askance.datasets import open_dataset

    questions = dict.fromkeys(item.question for item in open_dataset("stickers").items(1500, 1))
    assert _shared_rewritings(questions) >= 0.99


@pytest.mark.slow
@pytest.mark.skipif(not REAL.exists(), reason="the real questions are not part of the repository")
def test_on_real_questions_that_it_was_not_trained_on_it_agrees_with_spacy():
    sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
    from question_splits import is_held_out

    held_out = [line for line in (REAL / "v1_questions.txt").read_text().splitlines() if is_held_out(line)]
    held_out = list(dict.fromkeys(held_out))[:6000]
    equal = words = 0
    for one, other in zip(*(tag_questions(held_out, tagger) for tagger in TAGGERS), strict=True):
        spans = {(word.start, word.end): word.tag for word in other}
        words += len(one)
        equal += sum(spans.get((word.start, word.end)) == word.tag for word in one)
    assert equal / words >= 0.97
    assert _shared_rewritings(held_out) >= 0.98


def test_the_tags_are_stored_beside_the_weights():
    tagger = load_builtin_tagger()
    assert len(set(tagger.tags)) == len(tagger.tags) == len(tagger.last_bias)
    assert {"WP", "WRB", "WDT", "VBZ", "NN", "NNS", "JJ", "IN", "."} <= set(tagger.tags)
