"""Whether an answer is what follows: yes, no, a number, or at least a number."""

import pytest
from askance.core import Case, Query, Stimulus
from askance.relations.follows import BECAUSE, EXPECTS, FOLLOWS, keeps_expectation, reasons_tag


@pytest.mark.parametrize(
    ("expected", "said", "holds"),
    [
        ("yes", "yes", True), ("yes", "no", False), ("no", "false", True), ("yes", "red", None), ("no", None, None),
        ("0", "0", True), ("0", "2", False), (">=1", "3", True), (">=1", "0", False), (">=3", "2", False),
        (">=1", "many", True), ("0", "many", None), ("3", "3.0", True), (">=1", "dog", None),
    ],
)  # fmt: skip
def test_what_follows(expected, said, holds):
    assert keeps_expectation(expected, said) is holds


def test_each_question_says_what_its_answer_must_be():
    asks = {role: Query(Stimulus("i", f"{role}?")) for role in ("original", "exclusion-1", "count-1")}
    case = Case.of("implications", "n", asks, "follows", tags={EXPECTS: "exclusion-1=no count-1=>=1"})
    implied = FOLLOWS.implied(case, {})
    assert {role: each.expected for role, each in implied.items()} == {"exclusion-1": "no", "count-1": "at least 1"}


@pytest.mark.parametrize("because", [reasons_tag(("the sign says a | b", "why")), "the sign says a | why"])
def test_each_question_has_its_own_reason_also_in_cases_that_were_stored_before(because):
    asks = {role: Query(Stimulus("i", f"{role}?")) for role in ("original", "exclusion-1", "count-1")}
    tags = {EXPECTS: "exclusion-1=no count-1=>=1", BECAUSE: because}
    implied = FOLLOWS.implied(Case.of("implications", "n", asks, "follows", tags=tags), {})
    assert implied["exclusion-1"].because.startswith("the sign says a")
    assert implied["count-1"].because == "why"
