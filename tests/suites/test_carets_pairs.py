"""The pairs of carets: one thing differs, sizes and balance are as declared."""

import hashlib
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from askance.core import Case, canonical_bytes
from askance.suites.carets.pair_quotas import SIZES, TOTAL, TYPES, originals_per_test_and_type, pairs_per_original
from askance.suites.carets.question_pairs import PERTURBATIONS

from carets_world import cases_of

LIMIT = 1200
OPPOSITE = {"yes": "no", "no": "yes"}
TURNING = ("negation", "antonym")
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module", params=["stickers", "traps", "vocabulary"])
def cases(request: pytest.FixtureRequest) -> Any:
    found = cases_of(request.param, LIMIT)
    if found is None:
        pytest.skip("GQA's vocabulary is not here")
    return found


def tags(case: Case) -> dict[str, str]:
    return dict(case.tags)


def test_a_pair_differs_in_one_thing_only(cases) -> None:
    for case in cases:
        (first, one), (second, other) = case.asks
        assert (first, second) == ("original", "perturbed")
        assert one.stimulus.image == other.stimulus.image
        assert not one.stimulus.edits
        asked_otherwise = one.stimulus.question != other.stimulus.question
        assert asked_otherwise != bool(other.stimulus.edits), case.name
        assert bool(other.stimulus.edits) == (tags(case)["test"] == "visual")
        assert (one.readout, one.condition, one.draw, one.to) == (other.readout, other.condition, other.draw, other.to)


def test_the_relation_follows_from_the_truth(cases) -> None:
    for case in cases:
        (_, (one,)), (_, (other,)) = case.expected
        turns = tags(case)["test"] in TURNING
        assert case.relation == ("opposite" if turns else "equal")
        assert other == (OPPOSITE[one] if turns else one)


def test_tests_have_their_types_and_sizes(cases) -> None:
    found = Counter((tags(case)["test"], tags(case)["type"]) for case in cases)
    wanted = originals_per_test_and_type(LIMIT)
    assert set(found) == {(test, kind) for test, kinds in TYPES.items() for kind in kinds} == set(wanted)
    for (test, kind), count in found.items():
        full = wanted[test, kind] * (len(PERTURBATIONS) if test == "visual" else 1)
        least = 0.8 if kind == "Q4" else 0.9  # the share of a pair of opposites is rounded down
        if test == "ontological":
            least = 0.6  # few classes may be denied in a world of everyday things
        assert full * least <= count <= full, (test, kind)


def test_full_sizes_are_the_papers() -> None:
    assert (TOTAL, sum(SIZES.values())) == (194_136, 89_048)
    for (test, kind), count in originals_per_test_and_type(None).items():
        assert abs(count - SIZES[test] / len(TYPES[test])) < 1, (test, kind)


def test_yes_and_no_are_balanced_in_every_test_and_type(cases) -> None:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for case in cases:
        if case.reads == "yesno":
            found[tags(case)["test"], tags(case)["type"]][tags(case)["answer"]] += 1
    assert len(found) == 3 + 2 + 1 + 4 + 3 + 1
    for (test, kind), answers in found.items():
        assert abs(answers["yes"] - answers["no"]) in (0, pairs_per_original(test)), (
            test,
            kind,
        )  # of originals, one at most


def here(name: str) -> tuple[Case, ...]:
    found = cases_of(name, LIMIT)
    return pytest.skip("GQA's vocabulary is not here") if found is None else found


@pytest.mark.parametrize("name", ["stickers", "traps", "vocabulary"])
def test_no_pair_of_opposites_is_more_than_its_share(name) -> None:
    pairs = Counter(tags(case)["pair"] for case in here(name) if tags(case)["test"] == "antonym")
    assert pairs.total() >= 20
    assert max(pairs.values()) / pairs.total() <= 0.15


@pytest.mark.parametrize("name", ["stickers", "traps", "vocabulary"])
def test_two_and_three_choices_are_about_half_each(name) -> None:
    asked = {(case.asks[0][1].stimulus.image, tags(case)["slots"]): len(case.options) for case in here(name)}
    sizes = Counter(size for size in asked.values() if size)
    assert set(sizes) == {2, 3}
    assert 0.4 < sizes[3] / sizes.total() < 0.6


def test_the_order_test_keeps_the_words_and_moves_them(cases) -> None:
    for case in cases:
        if tags(case)["test"] == "order":
            one, other = (query.stimulus.question for _, query in case.asks)
            assert sorted(bare(one)) == sorted(bare(other))
            assert bare(one) != bare(other)


def bare(question: str) -> list[str]:
    """The words without the forms that agree with what stands next to them, and without punctuation."""
    words = question.lower().replace(",", "").rstrip("?").split()
    return [word for word in words if word not in ("is", "are", "a", "an", "any", "do", "does")]


def test_names_are_distinct_and_groups_are_paths(cases) -> None:
    assert len({case.name for case in cases}) == len(cases)
    kinds = {f"visual/{kind}" for kind in PERTURBATIONS}
    paths = {f"{test}/{kind}" for test, all_kinds in TYPES.items() if test != "visual" for kind in all_kinds}
    assert {case.group for case in cases} == paths | kinds


def test_every_question_is_one_sentence(cases) -> None:
    for case in cases:
        for _, query in case.asks:
            text = query.stimulus.question
            assert text[0].isupper()
            assert text.count("?") == 1
            assert text.endswith("?")
            assert "  " not in text
            assert "_" not in text


def digest(cases: tuple[Case, ...]) -> str:
    return hashlib.sha256(b"".join(map(canonical_bytes, cases))).hexdigest()


@pytest.mark.parametrize("name", ["traps", pytest.param("stickers", marks=pytest.mark.slow)])
def test_same_seed_same_cases_in_another_process(name) -> None:
    imports = "from carets_world import cases_of; from test_carets_pairs import digest"
    code = f"{imports}; print(digest(cases_of('{name}', 200, 7)))"
    paths = os.pathsep.join(str(ROOT / part) for part in (".", "src", "tests", "tests/suites"))
    env = {**os.environ, "PYTHONHASHSEED": "3", "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest(cases_of(name, 200, 7))


def test_another_seed_makes_other_cases() -> None:
    assert digest(cases_of("traps", 200, 7)) != digest(cases_of("traps", 200, 8))
