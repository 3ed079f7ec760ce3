"""What must hold between answers, and when that is left undecided."""

import pytest
from askance.core import Answer, Case, Query, Reading, Stimulus, UserError, Verdict
from askance.relations import RELATIONS, WEIGHED, judge_case, undecided_status

OK = Answer(text="")


def number(value: float | None) -> Reading:
    return Reading("number", value, None if value is not None else "no number")


def many(word: str = "many") -> Reading:
    return Reading("quantifier", word, f"quantifier: {word}")


def said(value: str | None) -> Reading:
    return Reading("short", value, None if value is not None else "empty")


def case_of(relation: str, *roles: str, **expected: tuple[str, ...]) -> Case:
    query = Query(Stimulus("image", "question?"))
    return Case.of("suite", "name", dict.fromkeys(roles, query), relation, expected=expected)


def verdict(relation: str, answers: dict[str, Answer] | None = None, **readings: Reading) -> Verdict:
    roles = {role.replace("_", "-"): reading for role, reading in readings.items()}
    case = case_of(relation, *roles)
    return judge_case(case, roles, {**dict.fromkeys(roles, OK), **(answers or {})})


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        (said("The Dog."), said("a dog"), True),
        (said("dog"), said("cat"), False),
        (said("three"), number(3), True),
        (number(3), number(3.0), True),
        (number(3), number(4), False),
        (many("many"), many("a lot"), True),
        (many("many"), many("few"), False),
        (many("many"), number(9), False),
        (said("True"), said("yes"), True),
        (said("False"), said("yes"), False),
        (said("True"), said("true story"), False),
    ],
)
def test_equal(first: Reading, second: Reading, holds: bool) -> None:
    assert verdict("equal", a=first, b=second) == Verdict(holds, float(holds))


def test_equal_of_three() -> None:
    assert verdict("equal", a=said("x"), b=said("x"), c=said("y")).holds is False


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [("yes", "no", True), ("no", "yes", True), ("yes", "yes", False), ("no", "blue", False), ("True", "no", True)],
)
def test_opposite(first: str, second: str, holds: bool) -> None:
    assert verdict("opposite", a=said(first), b=said(second)).holds is holds


@pytest.mark.parametrize(
    ("whole", "parts", "holds"),
    [
        (number(5), (number(2), number(3)), True),
        (number(0), (number(0), number(0)), True),
        (number(4), (number(2), number(3)), False),
        (number(6), (number(1), number(2), number(3)), True),
        (many(), (many(), many("a lot")), True),
        (many(), (many("lots"), number(3)), True),
        (many(), (number(2), number(3)), False),
        (number(9), (many(), number(3)), False),
        (many("few"), (many("many"), number(3)), False),
        (said("red"), (number(2), number(3)), False),
    ],
)
def test_sum(whole: Reading, parts: tuple[Reading, ...], holds: bool) -> None:
    roles = {f"part_{place}": part for place, part in enumerate(parts)}
    assert verdict("sum", whole=whole, **roles).holds is holds


@pytest.mark.parametrize(
    ("relation", "whole", "parts", "holds"),
    [
        ("any", "yes", ("no", "yes"), True),
        ("any", "no", ("no", "no"), True),
        ("any", "no", ("no", "yes"), False),
        ("any", "yes", ("no", "no"), False),
        ("all", "yes", ("yes", "yes"), True),
        ("all", "no", ("no", "yes"), True),
        ("all", "yes", ("no", "yes"), False),
        ("all", "no", ("yes", "yes"), False),
        ("all", "yes", ("yes", "blue"), False),
    ],
)
def test_any_and_all(relation: str, whole: str, parts: tuple[str, ...], holds: bool) -> None:
    roles = {f"part_{place}": said(part) for place, part in enumerate(parts)}
    assert verdict(relation, whole=said(whole), **roles).holds is holds


@pytest.mark.parametrize(
    ("more", "less", "holds"),
    [(number(3), number(2), True), (number(2), number(2), False), (number(2), number(3), False),
     (many(), many(), True), (number(9), many(), False)],
)  # fmt: skip
def test_plus_one(more: Reading, less: Reading, holds: bool) -> None:
    assert verdict("plus_one", less=less, more=more).holds is holds


def test_stable_counts_the_most_frequent() -> None:
    three = {"draw_0": said("dog"), "draw_1": said("A dog."), "draw_2": said("cat")}
    assert verdict("stable", **three) == Verdict(False, 2 / 3)
    assert verdict("stable", draw_0=said("dog"), draw_1=said("dog")) == Verdict(True, 1.0)


@pytest.mark.parametrize("relation", sorted(set(RELATIONS) - {"truth", "truth_official", "truth_plain"}))
def test_no_answer_is_undecided(relation: str) -> None:
    readings = {role: said("yes") for role in ("whole", "part_1", "more", "less")}
    failed, refused = Answer(status="failed", reason="timeout"), Answer(status="refused", reason="unsafe")
    for role in ("whole", "part-1", "more", "less"):
        found = verdict(relation, {role: failed}, **readings)
        if found.holds is None:
            assert (found.reason, undecided_status(found)) == ("failed: timeout", "failed")
            assert undecided_status(verdict(relation, {role: refused}, **readings)) == "refused"
    first = "more" if relation == "plus_one" else "whole"
    other = "less" if relation == "plus_one" else "part-1"
    assert undecided_status(verdict(relation, {first: refused, other: failed}, **readings)) == "failed"


@pytest.mark.parametrize("relation", ["equal", "opposite", "stable"])
def test_two_unreadable_answers_are_never_equal(relation: str) -> None:
    found = verdict(relation, a=said(None), b=said(None))
    assert found == Verdict.undecided("unreadable", "empty (a)")
    assert undecided_status(found) == "unreadable"


def test_a_missing_role_is_a_failure_with_a_reason() -> None:
    case = case_of("equal", "a", "b")
    assert judge_case(case, {"a": said("x")}, {"a": OK}).reason == "failed: b was not asked"


TEN = ("brown",) * 7 + ("tan",) * 2 + ("black",)


@pytest.mark.parametrize(
    ("reading", "expected", "value"),
    [
        (said("Brown."), TEN, 1.0),
        (said("tan"), TEN, 0.6),
        (said("black"), TEN, 0.3),
        (said("red"), TEN, 0.0),
        (said("a dog"), ("Dog",), 1.0),
        (number(2), ("two",), 1.0),
        (number(2.0), ("2",), 1.0),
        (number(0), ("none",), 1.0),
        (Reading("yesno", True), ("yes",), 1.0),
        (said(None), TEN, 0.0),
    ],
)
def test_truth(reading: Reading, expected: tuple[str, ...], value: float) -> None:
    found = judge_case(case_of("truth", "a", a=expected), {"a": reading}, {"a": OK})
    assert found.value == pytest.approx(value)
    assert found.holds is (value >= 0.5)


def test_truth_is_the_mean_over_its_roles() -> None:
    case = case_of("truth", "a", "b", "c", a=("dog",), b=("cat",))
    readings = {"a": said("dog"), "b": said(None)}
    found = judge_case(case, readings, {"a": OK, "b": OK})
    assert (found.holds, found.value) == (True, 0.5)
    assert found.reason == "unreadable, so wrong (b)"
    assert judge_case(case, readings, {"a": OK, "b": Answer(status="refused")}) == Verdict.undecided("refused")


def test_reading_does_not_spoil_a_right_answer() -> None:
    case = case_of("truth", "a", a=("30 grams",))
    assert judge_case(case, {"a": number(30)}, {"a": Answer(text="30 grams")}).holds is True
    assert judge_case(case, {"a": number(None)}, {"a": Answer(text="30 Grams.")}) == Verdict(True, 1.0)


def test_truth_needs_expected_answers() -> None:
    assert undecided_status(judge_case(case_of("truth", "a"), {"a": said("x")}, {"a": OK})) == "failed"


def test_an_unknown_relation_is_named() -> None:
    with pytest.raises(UserError, match="unknown relation 'bigger'"):
        judge_case(case_of("bigger", "a"), {}, {})


@pytest.mark.parametrize(
    ("trials", "kept"), [(("dog", "a dog", "Dog."), 1), (("cat", "dog", "dog"), 2 / 3), (("cat", "bird", "cow"), 0)]
)
def test_trials_are_compared_with_the_first_role_alone(trials, kept):
    readings = {"clean": said("dog"), **{f"trial_{number}": said(text) for number, text in enumerate(trials)}}
    stays, goes = verdict("unchanged", **readings), verdict("changed", **readings)
    assert (stays.holds, stays.value) == (kept == 1, pytest.approx(kept))
    assert (goes.holds, goes.value) == (kept == 0, pytest.approx(1 - kept))


@pytest.mark.parametrize("relation", ["changed", "unchanged"])
def test_a_case_without_trials_is_undecided_and_says_why(relation):
    bare = verdict(relation, clean=said("dog"))
    assert (bare.holds, undecided_status(bare), bare.reason) == (None, "failed", "failed: the case has no trials")
    query = Query(Stimulus("image", "question?"))
    told = Case.of(
        "suite", "name", {"clean": query}, relation, tags={"askance:trouble": "no replacement: all are alike"}
    )
    assert judge_case(told, {"clean": said("dog")}, {"clean": OK}).reason == "failed: no replacement: all are alike"


@pytest.mark.parametrize("relation", ["changed", "unchanged"])
def test_a_trial_without_an_answer_leaves_it_undecided(relation):
    failed = Answer(status="failed", reason="out of memory")
    one = verdict(relation, {"trial-1": failed}, clean=said("dog"), trial_1=said(None))
    assert (one.holds, one.reason) == (None, "failed: out of memory")
    assert undecided_status(verdict(relation, clean=said("dog"), trial_1=said(None))) == "unreadable"


def test_only_those_that_weigh_look_at_probabilities() -> None:
    """The others are judged without them (`judge_deck` leaves them out), so they must not ask for them."""

    class Unweighed:
        status, text, score, reason, temporary = "ok", "yes", 1.0, None, False

        @property
        def top(self) -> tuple[tuple[str, float], ...]:
            raise LookupError("asked for probabilities")

    roles = ("a", "whole", "more", "clean", "b", "less", "part-a", "part-b", "trial_1", "trial_2")
    given, readings = dict.fromkeys(roles, Unweighed()), dict.fromkeys(roles, said("yes"))
    for relation in RELATIONS:
        case = case_of(relation, *roles, a=("yes",))
        if relation in WEIGHED:
            with pytest.raises(LookupError):
                judge_case(case, readings, given)  # type: ignore[arg-type]
        else:
            judge_case(case, readings, given)  # type: ignore[arg-type]
