"""The pairs of carets: one thing differs; figures equal a plain implementation; identities hold."""

import hashlib
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from askance.core import Answer, Case, Query, Stimulus, canonical
from askance.engine.judging import read_answers
from askance.metrics import pair_metrics
from askance.relations import judge, role_scores, status_of
from askance.store import TABLES
from askance.suites import SUITES
from askance.suites.carets.pairs import PERTURBATIONS
from askance.suites.carets.quotas import SIZES, TOTAL, TYPES, pairs_of, quotas
from hypothesis import given, settings
from hypothesis import strategies as st

from carets_world import cases_of

LIMIT = 2000
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
    wanted = quotas(LIMIT)
    assert set(found) == {(test, kind) for test, kinds in TYPES.items() for kind in kinds} == set(wanted)
    for (test, kind), count in found.items():
        full = wanted[test, kind] * (len(PERTURBATIONS) if test == "visual" else 1)
        least = 0.8 if kind == "Q4" else 0.9  # the share of a pair of opposites is rounded down
        assert full * least <= count <= full, (test, kind)


def test_full_sizes_are_the_papers() -> None:
    assert (TOTAL, sum(SIZES.values())) == (194_136, 89_048)
    for (test, kind), count in quotas(None).items():
        assert abs(count - SIZES[test] / len(TYPES[test])) < 1, (test, kind)


def test_yes_and_no_are_balanced_in_every_test_and_type(cases) -> None:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for case in cases:
        if case.reads == "yesno":
            found[tags(case)["test"], tags(case)["type"]][tags(case)["answer"]] += 1
    assert len(found) == 3 + 2 + 1 + 4 + 3 + 1
    for (test, kind), answers in found.items():
        assert abs(answers["yes"] - answers["no"]) in (0, pairs_of(test)), (test, kind)  # of originals, one at most


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
    return hashlib.sha256(b"".join(map(canonical, cases))).hexdigest()


@pytest.mark.parametrize("name", ["stickers", "traps"])
def test_same_seed_same_cases_in_another_process(name) -> None:
    imports = "from carets_world import cases_of; from test_carets_pairs import digest"
    code = f"{imports}; print(digest(cases_of('{name}', 200, 7)))"
    paths = os.pathsep.join(str(ROOT / part) for part in (".", "src", "tests", "tests/suites"))
    env = {**os.environ, "PYTHONHASHSEED": "3", "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest(cases_of(name, 200, 7))


def test_another_seed_makes_other_cases() -> None:
    assert digest(cases_of("traps", 200, 7)) != digest(cases_of("traps", 200, 8))


# ---- figures


def verdicts(cases: list[Case], said: list[tuple[str | None, str | None]]) -> pa.Table:
    """The table that the engine would write for these answers; None is a failed call."""
    rows = []
    for place, (case, texts) in enumerate(zip(cases, said, strict=True)):
        failed = Answer(status="failed", reason="no answer")
        asked = zip(case.asks, texts, strict=True)
        answers = {role: failed if text is None else Answer(text=text) for (role, _), text in asked}
        readings = read_answers(case, answers)
        verdict = judge(case, readings, answers)
        heard = [(role, str(one.value)) for role, one in readings.items() if one.value is not None]
        rows.append({
            "case_key": place.to_bytes(16), "model": "m", "dataset": "d", "suite": "carets", "name": case.name,
            "group": case.group, "image": case.asks[0][1].stimulus.image, "tags": case.tags, "holds": verdict.holds,
            "value": verdict.value, "status": status_of(verdict), "reason": verdict.reason, "said": heard,
            "scores": role_scores(case, readings, answers),
        })  # fmt: skip
    return pa.Table.from_pylist(rows, schema=TABLES["verdicts"])


def figures(table: pa.Table) -> dict[tuple[str, str], float | None]:
    return {(row["metric"], row["group"]): row["value"] for row in pair_metrics(table).to_pylist()}


def pair(number: int, test: str, truth: str, options: tuple[str, ...] = ()) -> Case:
    """A bare pair, for figures only."""
    asks = {role: Query(Stimulus(f"i{number % 5}", f"Is it so, {role}?")) for role in ("original", "perturbed")}
    turned = OPPOSITE[truth] if test in TURNING else truth
    return Case.of(
        "carets", f"{test}-{number}", asks, "opposite" if test in TURNING else "equal", group=f"{test}/Q",
        reads="choice" if options else "yesno", options=options,
        expected={"original": (truth,), "perturbed": (turned,)}, tags={"test": test},
    )  # fmt: skip


SAID = st.sampled_from(["yes", "no"])
ANSWERED = st.lists(st.tuples(SAID, SAID, SAID), min_size=1, max_size=60)


@settings(max_examples=60)
@given(st.sampled_from(list(TYPES)), ANSWERED)
def test_consistency_follows_from_accuracies_on_yes_and_no(test, drawn) -> None:
    """CONS = 100 − a₁ − a₂ + 2·C-ACC; where the truth turns, so does the right answer, and the identity is the same."""
    cases = [pair(number, test, truth) for number, (truth, _, _) in enumerate(drawn)]
    found = figures(verdicts(cases, [(one, other) for _, one, other in drawn]))
    for group in ("", test, f"{test}/Q"):
        right = found["acc_original", group], found["acc_perturbed", group]
        assert found["cons", group] == pytest.approx(100 - sum(right) + 2 * found["cacc", group])
        assert found["acc", group] == pytest.approx(sum(right) / 2)


OPTIONS = ("red", "blue", "green")


@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.sampled_from(OPTIONS)] * 3), min_size=1, max_size=60))
def test_with_three_choices_consistency_is_only_bounded(drawn) -> None:
    """Two wrong answers may differ: C-ACC ≤ CONS ≤ 100 − a₁ − a₂ + 2·C-ACC."""
    cases = [pair(number, "order", truth, OPTIONS) for number, (truth, _, _) in enumerate(drawn)]
    found = figures(verdicts(cases, [(one, other) for _, one, other in drawn]))
    most = 100 - found["acc_original", ""] - found["acc_perturbed", ""] + 2 * found["cacc", ""]
    assert found["cacc", ""] - 1e-9 <= found["cons", ""] <= most + 1e-9


def plain_figures(cases: list[Case], said: list[tuple[str | None, str | None]]) -> dict[tuple[str, str], float | None]:
    """The same figures in plain Python, from the truths and the answers alone."""
    rows: dict[str, list[tuple[Case, Any]]] = defaultdict(list)
    for case, texts in zip(cases, said, strict=True):
        test = case.group.split("/")[0]
        for group in ("", test, case.group):
            rows[group].append((case, texts))
        for tag in ("type", "answer", "choices", "relational", "direction"):
            if tag in tags(case):
                rows[f"{tag}/{tags(case)[tag]}"].append((case, texts))
    made: dict[tuple[str, str], float | None] = {}
    for group, members in rows.items():
        made |= {(metric, group): value for metric, value in _plain(members).items()}
    return made


def _plain(members: list[tuple[Case, Any]]) -> dict[str, float | None]:
    first, second, both, holds, chance = [], [], [], [], []
    for case, (one, other) in members:
        (_, (true,)), (_, (turned,)) = case.expected
        if one is not None:
            first.append(one == true)
        if other is not None:
            second.append(other == turned)
        if one is None or other is None:
            continue
        both.append(one == true and other == turned)
        holds.append((one != other) if case.relation == "opposite" else (one == other))
        chance.append((case.relation, one, other))
    cons = mean(holds)
    parts = [len(part) / len(chance) * by_chance(part, turns) for turns, part in split(chance)]
    expected = sum(parts) if parts else None
    made = {"acc_original": mean(first), "acc_perturbed": mean(second), "cacc": mean(both), "cons": cons}
    decided = [(case, said) for case, said in members if None not in said]
    right = [(said[0] == case.expected[0][1][0]) + (said[1] == case.expected[1][1][0]) for case, said in decided]
    made["acc"] = 100 * sum(right) / 2 / len(right) if right else None
    is_defined = cons is not None and expected is not None and expected < 1 - 1e-12
    made["cons_chance_corrected"] = 100 * (cons / 100 - expected) / (1 - expected) if is_defined else None
    return made


def mean(values: list[bool]) -> float | None:
    return 100 * sum(values) / len(values) if values else None


def split(chance: list[tuple[str, str, str]]) -> list[tuple[bool, list[tuple[str, str]]]]:
    turning = [(one, other) for relation, one, other in chance if relation == "opposite"]
    keeping = [(one, other) for relation, one, other in chance if relation == "equal"]
    return [(turns, part) for turns, part in ((True, turning), (False, keeping)) if part]


def by_chance(part: list[tuple[str, str]], turns: bool) -> float:
    """How often two independent answers with these shares agree, or differ where they must."""
    agree = sum(one == other for one, _ in part for _, other in part) / len(part) ** 2
    return 1 - agree if turns else agree


@pytest.mark.parametrize("seed", range(3))
def test_figures_equal_a_plain_implementation(seed) -> None:
    dice = Random(seed)
    cases = dice.sample(list(cases_of("traps", LIMIT) or ()), 300)
    said = [tuple(answered(case, role, dice) for role in (0, 1)) for case in cases]
    found, plain = figures(verdicts(cases, said)), plain_figures(cases, said)
    assert {key for key in found if key[0] != "coverage"} == set(plain)
    assert sum(key[0] == "cons_chance_corrected" for key in plain) > 40
    for key, value in plain.items():
        assert found[key] == pytest.approx(value), key


def answered(case: Case, role: int, dice: Random) -> str | None:
    """A right answer mostly, a wrong one often, none sometimes."""
    (true,) = case.expected[role][1]
    others = [option for option in (case.options or ("yes", "no")) if option != true]
    return dice.choices([true, dice.choice(others), None], [6, 3, 1])[0]


@pytest.mark.parametrize("constant", ["yes", "no"])
def test_a_constant_model_has_no_consistency_above_chance(constant) -> None:
    cases = [case for case in cases_of("traps", LIMIT) or () if case.reads == "yesno"]
    found = figures(verdicts(cases, [(constant, constant)] * len(cases)))
    groups = {group for metric, group in found if metric == "cons"}
    assert {"", *TYPES} <= groups
    corrected = {group: found["cons_chance_corrected", group] for group in groups}
    assert all(value is None or value == pytest.approx(0) for value in corrected.values())
    assert {group for group in TYPES if corrected[group] is None} == set(TYPES) - set(TURNING)
    assert found["cons", "rephrase"] == 100
    assert found["cons", "negation"] == found["cacc", "negation"] == 0


def test_the_truth_has_all_of_it() -> None:
    cases = list(cases_of("traps", LIMIT) or ())
    found = figures(verdicts(cases, [(case.expected[0][1][0], case.expected[1][1][0]) for case in cases]))
    unknown = {key for key, value in found.items() if value is None}
    assert all(found[key] == pytest.approx(100) for key in found.keys() - unknown if key[0] != "coverage")
    one_answer = {(metric, group) for metric, group in found if group.startswith(("answer/", "direction/"))}
    assert unknown == {key for key in one_answer if key[0] == "cons_chance_corrected"}


def test_every_metric_of_the_card_is_made() -> None:
    cases = list(cases_of("traps", LIMIT) or ())[:50]
    made = set(pair_metrics(verdicts(cases, [("yes", "no")] * len(cases)))["metric"].to_pylist())
    assert made == {metric.name for metric in SUITES["carets"].card.metrics}
