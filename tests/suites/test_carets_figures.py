"""The metrics of pairs: equal to a plain implementation, unreadable answers included; identities hold."""

from collections import Counter, defaultdict
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from askance.core import Answer, Case, Query, Stimulus
from askance.engine.judging import parse_answers, texts_if_unreadable
from askance.metrics import pair_metrics
from askance.relations import accuracy_by_role, judge_case, undecided_status
from askance.store import TABLES
from askance.suites import SUITES
from askance.suites.carets.pair_quotas import TYPES
from hypothesis import given, settings
from hypothesis import strategies as st

from carets_world import cases_of

LIMIT = 2000
OPPOSITE = {"yes": "no", "no": "yes"}
TURNING = ("negation", "antonym")
BINARY = ("Q1", "Q2", "Q3", "Q4")
UNREADABLE = ("maybe", "Maybe", "unclear")
RESPONSES = ("yes_rate", "no_rate", "other_rate")
PAPER = ("acc", "acc_original", "acc_perturbed", "cons", "cons_readable", "cons_chance_corrected", "cacc")

Said = tuple[str | None, str | None]


def tags(case: Case) -> dict[str, str]:
    return dict(case.tags)


def verdicts(cases: list[Case], said: list[Said]) -> pa.Table:
    """The table that the engine would write for these answers; None is a failed call."""
    rows = []
    for place, (case, texts) in enumerate(zip(cases, said, strict=True)):
        failed = Answer(status="failed", reason="no answer")
        asked = zip(case.asks, texts, strict=True)
        answers = {role: failed if text is None else Answer(text=text) for (role, _), text in asked}
        readings = parse_answers(case, answers)
        verdict = judge_case(case, readings, answers)
        heard = [(role, str(one.value)) for role, one in readings.items() if one.value is not None]
        rows.append({
            "case_key": place.to_bytes(16), "model": "m", "dataset": "d", "suite": "carets", "name": case.name,
            "group": case.group, "relation": case.relation, "image": case.asks[0][1].stimulus.image,
            "tags": case.tags, "holds": verdict.holds, "value": verdict.value, "status": undecided_status(verdict),
            "reason": verdict.reason, "said": heard, "scores": accuracy_by_role(case, readings, answers),
            "texts": texts_if_unreadable(readings, answers),
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
        expected={"original": (truth,), "perturbed": (turned,)}, tags={"test": test, "type": "Q5" if options else "Q1"},
    )  # fmt: skip


# ---- consistency over all answered pairs

PAIRED = [  # test, the two answers: cons, cons_readable, undecided pairs of cons
    ("rephrase", ("maybe", "Maybe."), 100, None, 0),
    ("rephrase", ("maybe", "unclear"), 0, None, 0),
    ("rephrase", ("yes", "unclear"), 0, None, 0),
    ("rephrase", ("", ""), 100, None, 0),
    ("rephrase", ("Yes.", "yes"), 100, 100, 0),
    ("negation", ("maybe", "unclear"), 0, None, 0),
    ("negation", ("maybe", "maybe"), 0, None, 0),
    ("antonym", ("yes", "unclear"), 0, None, 0),
    ("antonym", ("yes", "no"), 100, 100, 0),
    ("rephrase", ("maybe", None), None, None, 1),
    ("negation", (None, "no"), None, None, 1),
]


@pytest.mark.parametrize(("test", "said", "cons", "readable", "undecided"), PAIRED)
def test_an_unreadable_pair_counts_in_cons_and_not_in_cons_readable(test, said, cons, readable, undecided) -> None:
    """Equal: compared as normalised text. Opposite: inconsistent. A failed call stays undecided."""
    rows = {
        row["metric"]: row
        for row in pair_metrics(verdicts([pair(1, test, "yes")], [said])).to_pylist() if row["group"] == test
    }  # fmt: skip
    assert (rows["cons"]["value"], rows["cons"]["undecided"]) == (cons, undecided)
    assert rows["cons_readable"]["value"] == readable
    if None not in said:
        assert rows["cacc"]["n"] == rows["acc"]["n"] == 1  # an unreadable answer is wrong, not left out


def test_a_constant_answer_is_consistent_where_answers_must_be_equal() -> None:
    """Always "yes", as the paper counts it: also on choice questions, where it names none of the choices."""
    cases = [pair(n, "order", "red", ("red", "blue")) for n in range(30)]
    cases += [pair(n, "rephrase", "yes") for n in range(30)] + [pair(n, "negation", "no") for n in range(40)]
    found = figures(verdicts(cases, [("yes", "yes")] * 100))
    assert found["cons", "pooled"] == pytest.approx(60)
    assert found["cons_readable", "pooled"] == pytest.approx(100 * 30 / 70)
    assert found["coverage", ""] == pytest.approx(70)


SAID = st.sampled_from(["yes", "no"])
ANSWERED = st.lists(st.tuples(st.sampled_from(list(TYPES)), SAID, SAID, SAID), min_size=1, max_size=60)


@settings(max_examples=60)
@given(ANSWERED)
def test_consistency_follows_from_accuracies_on_yes_and_no(drawn) -> None:
    """CONS = 100 − a₁ − a₂ + 2·C-ACC by test, pooled and averaged; where the truth turns, so does the right answer."""
    cases = [pair(number, test, truth) for number, (test, truth, _, _) in enumerate(drawn)]
    found = figures(verdicts(cases, [(one, other) for _, _, one, other in drawn]))
    for group in {"", "pooled", *(test for test, *_ in drawn), *(f"{test}/Q" for test, *_ in drawn)}:
        right = found["acc_original", group], found["acc_perturbed", group]
        assert found["cons", group] == pytest.approx(100 - sum(right) + 2 * found["cacc", group])
        assert found["cons", group] == found["cons_readable", group]
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


# ---- equal to a plain implementation


def plain_figures(cases: list[Case], said: list[Said]) -> dict[tuple[str, str], float | None]:
    """The same metrics in plain Python, from the truths and the answers alone."""
    rows: dict[str, list[tuple[Case, Any]]] = defaultdict(list)
    for member in zip(cases, said, strict=True):
        for group in plain_groups(member[0]):
            rows[group].append(member)
    made: dict[tuple[str, str], float | None] = {}
    for group, members in rows.items():
        made |= {(metric, group): value for metric, value in _plain(members).items()}
    tests = {group for group in rows if group in TYPES}
    for metric in {metric for metric, _ in made}:
        values = [made[metric, test] for test in tests if made.get((metric, test)) is not None]
        made[metric, ""] = sum(values) / len(values) if values else None
    chance = made["chance", ""]
    made["cons_chance_corrected", ""] = 100 * (made["cons", ""] - chance) / (100 - chance)
    return {key: value for key, value in made.items() if key[0] != "chance"}


def plain_groups(case: Case) -> set[str]:
    """The groups that a pair counts in."""
    tag, test = tags(case), case.group.split("/")[0]
    kind = "binary" if tag["type"] in BINARY else "choice"
    groups = {"pooled", test, case.group, f"kind/{kind}"}
    groups |= {
        f"{name}/{tag[name]}" for name in ("type", "answer", "choices", "relational", "direction") if name in tag
    }
    if test in ("rephrase", "order"):
        groups |= {f"rephrase+order/{kind}"}
        groups |= {f"rephrase+order/choices-{tag['choices']}"} if kind == "choice" else set()
    return groups


def _plain(members: list[tuple[Case, Any]]) -> dict[str, float | None]:
    first, second, both, holds, readable, chance, says = [], [], [], [], [], [], []
    for case, (one, other) in members:
        (_, (true,)), (_, (turned,)) = case.expected
        first += [one == true] if one is not None else []
        second += [other == turned] if other is not None else []
        if one is None or other is None:
            continue
        both.append(one == true and other == turned)
        one, other = one.lower(), other.lower()
        if case.relation == "opposite":
            holds.append({one, other} == {"yes", "no"})
        else:
            holds.append(one == other)
        readable += [holds[-1]] if not {one, other} & set(UNREADABLE) else []
        chance.append((case.relation, one, other))
        says += [one, other] if tags(case)["type"] in BINARY else []
    cons = mean(holds)
    parts = [len(part) / len(chance) * by_chance(part, turns) for turns, part in split(chance)]
    expected = sum(parts) if parts else None
    made = {"acc_original": mean(first), "acc_perturbed": mean(second), "cacc": mean(both), "cons": cons}
    made |= {"cons_readable": mean(readable), "chance": None if expected is None else 100 * expected}
    answered = [(case, said) for case, said in members if None not in said]
    right = [(said[0] == case.expected[0][1][0]) + (said[1] == case.expected[1][1][0]) for case, said in answered]
    made["acc"] = 100 * sum(right) / 2 / len(right) if right else None
    is_defined = cons is not None and expected is not None and expected < 1 - 1e-12
    made["cons_chance_corrected"] = 100 * (cons / 100 - expected) / (1 - expected) if is_defined else None
    if any(tags(case)["type"] in BINARY for case, _ in members):
        counts = Counter(word if word in ("yes", "no") else "other" for word in says)
        made |= {f"{word}_rate": 100 * counts[word] / len(says) if says else None for word in ("yes", "no", "other")}
    return made


def mean(values: list[bool]) -> float | None:
    return 100 * sum(values) / len(values) if values else None


def split(chance: list[tuple[str, str, str]]) -> list[tuple[bool, list[tuple[str, str]]]]:
    turning = [(one, other) for relation, one, other in chance if relation == "opposite"]
    keeping = [(one, other) for relation, one, other in chance if relation == "equal"]
    return [(turns, part) for turns, part in ((True, turning), (False, keeping)) if part]


def by_chance(part: list[tuple[str, str]], turns: bool) -> float:
    """How often two independent answers with these shares agree, or are yes and no where they must be opposite."""
    drawn = [(one, other) for one, _ in part for _, other in part]
    return sum({one, other} == {"yes", "no"} if turns else one == other for one, other in drawn) / len(drawn)


@pytest.mark.parametrize("seed", range(3))
def test_figures_equal_a_plain_implementation(seed) -> None:
    rng = Random(seed)
    cases = rng.sample(list(cases_of("traps", LIMIT) or ()), 300)
    said = [(answered(case, 0, rng), answered(case, 1, rng)) for case in cases]
    found, plain = figures(verdicts(cases, said)), plain_figures(cases, said)
    assert {key for key in found if key[0] not in ("coverage", "tests")} == set(plain)
    assert sum(key[0] == "cons_chance_corrected" for key in plain) > 40
    for key, value in plain.items():
        assert found[key] == pytest.approx(value), key


def answered(case: Case, role: int, rng: Random) -> str | None:
    """A right answer mostly, a wrong one often, an unreadable one or none sometimes."""
    (true,) = case.expected[role][1]
    others = [option for option in (case.options or ("yes", "no")) if option != true]
    return rng.choices([true, rng.choice(others), rng.choice(UNREADABLE), None], [6, 3, 2, 1])[0]


# ---- chance, the truth, and what the totals are over


@pytest.mark.parametrize("constant", ["yes", "no", "maybe"])
def test_a_constant_model_has_no_consistency_above_chance(constant) -> None:
    cases = list(cases_of("traps", LIMIT) or ())
    found = figures(verdicts(cases, [(constant, constant)] * len(cases)))
    groups = {group for metric, group in found if metric == "cons"}
    assert {"", "pooled", *TYPES} <= groups
    corrected = {group: found["cons_chance_corrected", group] for group in groups}
    assert all(value is None or value == pytest.approx(0) for value in corrected.values())
    assert {group for group in TYPES if corrected[group] is None} == set(TYPES) - set(TURNING)
    assert found["cons", "rephrase"] == 100
    assert found["cons", "negation"] == found["cacc", "negation"] == 0
    assert found["cons", ""] == pytest.approx(100 * 4 / 6)


def test_the_truth_has_all_of_it() -> None:
    cases = list(cases_of("traps", LIMIT) or ())
    found = figures(verdicts(cases, [(case.expected[0][1][0], case.expected[1][1][0]) for case in cases]))
    unknown = {key for key, value in found.items() if value is None}
    assert all(found[key] == pytest.approx(100) for key in found.keys() - unknown if key[0] in PAPER)
    one_answer = {(metric, group) for metric, group in found if group.startswith(("answer/", "direction/"))}
    assert unknown == {key for key in one_answer if key[0] == "cons_chance_corrected"}
    assert found["tests", ""] == 6
    assert found["yes_rate", ""] == pytest.approx(50, abs=2)
    assert found["other_rate", ""] == 0


def test_every_metric_of_the_card_is_made() -> None:
    cases = list(cases_of("traps", LIMIT) or ())[:50]
    made = set(pair_metrics(verdicts(cases, [("yes", "no")] * len(cases)))["metric"].to_pylist())
    assert made == {metric.name for metric in SUITES["carets"].card.metrics}


def test_response_rates_show_a_yes_bias_of_disjunctions() -> None:
    """Table 3: yes, no and other are of all answers to yes/no questions, and sum to 100."""
    cases = [pair(number, "order", "yes") for number in range(4)]
    said = [("yes", "yes"), ("yes", "no"), ("a cat", "no"), ("yes", None)]
    found = figures(verdicts(cases, said))
    assert [found[metric, "order"] for metric in RESPONSES] == pytest.approx([50, 100 / 3, 100 / 6])


def test_totals_are_means_over_the_tests_that_there_are_and_say_how_many() -> None:
    cases = [pair(n, "visual", "yes") for n in range(90)] + [pair(n, "order", "yes") for n in range(10)]
    said: list[Said] = [("yes", "yes")] * 90 + [("yes", "no")] * 10
    found = figures(verdicts(cases, said))
    assert (found["cons", ""], found["cons", "pooled"]) == (pytest.approx(50), pytest.approx(90))
    assert found["tests", ""] == 2
    assert ("tests", "cons") not in found
    found = figures(verdicts(cases, [("yes", "yes")] * 90 + [("maybe", "unclear")] * 10))
    assert (found["cons", ""], found["cons_readable", ""]) == (pytest.approx(50), pytest.approx(100))
    assert (found["tests", ""], found["tests", "cons_readable"]) == (2, 1)
