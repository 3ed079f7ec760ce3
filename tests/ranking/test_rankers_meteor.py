"""METEOR: the stemmer, the matchers and the scores are those of meteor-1.5.jar."""

import shutil
import subprocess

import numpy as np
import pytest
from askance.core.errors import UserError
from askance.ranking.question_pool import normalised_text
from askance.ranking.rankers import open_ranker
from askance.ranking.rankers.meteor import MeteorRanker
from askance.ranking.rankers.meteor.stem import stem
from askance.ranking.rankers.meteor.tables import FUNCTION_WORDS, MeteorTables, meteor_jar_path, read_meteor_jar

from meteor_reference import running

WORDS = ["is", "the", "cat", "cats", "sitting", "sits", "what", "on", "a", "big", "large", "auto", "car", "cars"]


@pytest.fixture(scope="module")
def reference():
    """A way to run the jar with other flags."""
    pytest.importorskip("pycocoevalcap", reason="the reference is not installed (pycocoevalcap)")
    if shutil.which("java") is None:
        pytest.skip("Java is not here, so the reference METEOR cannot run")
    return running


LONG = " ".join(WORDS[place * place % len(WORDS)] for place in range(60))


def drawn(seed, count, longest):
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(1, longest + 1))) for _ in range(count)]


def asked(real_data, start, stop):
    return (real_data / "vqa" / "v1_questions.txt").read_text().splitlines()[start:stop]


def agree(ranker, flags, pool, mains, running):
    """Every score of every question of the pool is the jar's."""
    ranks = ranker.for_pool(pool)
    with running(flags) as program:
        for main in mains:
            expected = program.scores([normalised_text(question) for question in pool], normalised_text(main))
            np.testing.assert_allclose(ranks.scores(main), expected, rtol=1e-9, atol=1e-12, err_msg=main)


def own_flags(folder):
    (folder / "words").write_text("\n".join(sorted(FUNCTION_WORDS)) + "\n")
    return ("-l", "en", "-m", "exact stem", "-w", "1.0 0.6", "-s", str(folder / "words"))


JAR_FLAGS = ("-l", "en", "-m", "exact stem synonym", "-w", "1.0 0.6 0.8")


def mixed():
    """Random sentences of three lengths, one longer than bits can tell apart, and equal ones with repeated words."""
    pool = [*drawn(1, 60, 3), *drawn(2, 60, 7), *drawn(3, 60, 12)]
    return pool, [*pool[58:64], *drawn(4, 4, 3), *drawn(5, 4, 7), *drawn(6, 4, 12), *drawn(7, 1, 1), LONG]


def test_own_tables_score_as_the_jar_with_the_same_words(reference, tmp_path):
    agree(MeteorRanker(), own_flags(tmp_path), *mixed(), reference)


@pytest.mark.slow
def test_the_jars_tables_score_as_the_jar_without_paraphrases(reference):
    agree(MeteorRanker("jar"), JAR_FLAGS, *mixed(), reference)


@pytest.mark.slow
def test_real_questions_score_as_the_jar(reference, real_data):
    pool, mains = asked(real_data, 0, 500), [*asked(real_data, 900, 904), *asked(real_data, 3, 4)]
    agree(MeteorRanker("jar"), JAR_FLAGS, pool, mains, reference)


def test_without_pycocoevalcap_the_tables_are_missed(monkeypatch):
    monkeypatch.setattr("askance.ranking.rankers.meteor.tables.find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"meteor-1.5.jar is not here: .*pip install .*\[coco-metrics\]'"):
        open_ranker("meteor", tables="jar").for_pool(["How old is the truck?"])


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *[("sitting", "sit"), ("sits", "sit"), ("happily", "happili"), ("skies", "sky"), ("hopping", "hop")],
        *[("generously", "generous"), ("communities", "communiti"), ("relational", "relat"), ("dogs'", "dog")],
        *[("agreed", "agre"), ("feed", "feed"), ("ties", "tie"), ("cries", "cri"), ("gas", "gas"), ("is", "is")],
        *[("yellow", "yellow"), ("played", "play"), ("rolling", "roll"), ("hoping", "hope"), ("earrings", "earring")],
    ],
)
def test_stems(word, expected):
    assert stem(word) == expected


@pytest.mark.slow
def test_stems_are_the_jars(reference):
    tables = read_meteor_jar(meteor_jar_path())
    known = sorted({*list(tables.bases), *(word for word in tables.synsets if word.isascii() and word.isalpha())})
    command = [shutil.which("java"), "-cp", str(meteor_jar_path()), "Stemmer", "en"]
    done = subprocess.run(command, input="\n".join(known) + "\n", capture_output=True, text=True, check=True)
    assert [
        (word, theirs) for word, theirs in zip(known, done.stdout.split(), strict=True) if stem(word) != theirs
    ] == []


def test_meanings_are_those_of_a_word_and_its_bases():
    known = MeteorTables(
        synsets={"car": frozenset({1}), "spoon": frozenset(), "spoonful": frozenset({2}), "goose": frozenset({3})},
        bases={"geese": ("goose",)},
    )
    assert [known.synsets_of(word) for word in ("cars", "spoonsful", "geese", "ass", "xs", "car")] == [
        *[frozenset({1}), frozenset({2}), frozenset({3}), frozenset(), frozenset(), frozenset({1})]
    ]


def test_the_jar_counts_by_its_content(tmp_path, monkeypatch):
    path = tmp_path / "meteor.jar"
    monkeypatch.setattr("askance.ranking.rankers.meteor.ranker.meteor_jar_path", lambda: path)
    prints = []
    for content in (b"one", b"two"):
        path.write_bytes(content)
        prints.append(MeteorRanker("jar").fingerprint)
    assert len(set(prints)) == 2
    assert MeteorRanker().fingerprint == "meteor/1 tables=own"
