"""Every relation says in one plain sentence what must hold, and what the answers are instead."""

import pytest
from askance.core import Case, Query, Reading, Stimulus
from askance.core.role_labels import role_labels
from askance.relations import DIAGNOSES, RELATIONS

ROLES = {
    "all": ("whole", "part-0", "part-1"), "any": ("whole", "part-0", "part-1"), "sum": ("whole", "part-a", "part-b"),
    "plus_one": ("more", "less"), "opposite": ("any", "no"), "unchanged": ("clean", "trial-1", "trial-2"),
    "stable": ("draw-0", "draw-1", "draw-2"), "truth": ("ask",),
}  # fmt: skip


def case_of(relation, roles=None, **more):
    roles = roles or ROLES.get(relation, ("original", "perturbed"))
    return Case.of("suite", "name", dict.fromkeys(roles, Query(Stimulus("image", "question?"))), relation, **more)


def found(relation, *said, roles=None):
    case = case_of(relation, roles)
    readings = {role: Reading("short", value) for (role, _), value in zip(case.asks, said, strict=True)}
    return RELATIONS[relation].finding(case, readings)


@pytest.mark.parametrize("name", RELATIONS)
def test_every_relation_has_a_rule_of_one_sentence(name):
    rule = RELATIONS[name].rule(case_of(name))
    assert rule.endswith(".")
    assert rule.count(".") == 1
    assert set(RELATIONS[name].labels(case_of(name))) == {role for role, _ in case_of(name).asks}


def test_rules_speak_of_the_case_at_hand():
    assert RELATIONS["equal"].rule(case_of("equal")) == "The two answers must be equal."
    assert RELATIONS["equal"].rule(case_of("equal", ("a", "b", "c"))) == "All 3 answers must be equal."
    assert RELATIONS["sum"].rule(case_of("sum")) == "The counts must add up: whole = part 1 + part 2."
    assert RELATIONS["unchanged"].rule(case_of("unchanged", ("clean", "trial-1"))) == "The answer must stay the same."
    longer = case_of("truth", question="main question?", expected={"ask": ("yes",)})
    assert RELATIONS["truth"].rule(longer) == (
        "The answer must be right for the original question, whatever is added to it."
    )
    beside = case_of("truth", ("ask", "basic-1", "basic-2"), question="question?", expected={"ask": ("yes",)})
    assert RELATIONS["truth"].rule(beside) == "The answer to “ask” must be right."


def test_findings_say_what_the_answers_are():
    assert found("equal", "yes", "no") == "The model answers “yes” and “no”."
    assert found("opposite", "yes", "yes") == "The model answers “yes” to both."
    assert found("sum", 3, 2, 2) == "They do not: 3 ≠ 2 + 2."
    assert found("plus_one", 2, 2) == "It is not: 2 ≠ 2 + 1."
    assert found("any", "no", "yes", "no") == "The model answers “no” for the whole, “yes” and “no” for the parts."
    assert found("unchanged", "a", "a", "b") == "It changes in 1 of 2."
    assert found("unchanged", "a", "b", roles=("clean", "trial-1")) == "It changes from “a” to “b”."
    assert found("stable", "a", "b", "a") == "The model answers “a” and “b”."


@pytest.mark.parametrize("name", sorted(set(RELATIONS) - {"truth"}))
def test_an_answer_that_was_not_read_has_no_finding(name):
    assert RELATIONS[name].finding(case_of(name), {}) == ""


def test_measuring_is_no_failing():
    beliefs = {"answers_with", "consistent_image", "irrelevant_belief", "probability"}
    assert beliefs | {"asked", "changed", "certain", "settled"} == DIAGNOSES
    assert all("not required" in RELATIONS[name].rule(case_of(name)) for name in DIAGNOSES)


def test_roles_with_one_stem_are_numbered_from_one():
    case = case_of("sum", ("whole", "part-0", "part-1", "trial-7"))
    assert list(role_labels(case).values()) == ["whole", "part 1", "part 2", "trial"]


def test_a_group_that_clashes_is_told_with_its_questions():
    asks = {"premise-1": "Is there a parrot?", "conclusion-1": "Is there a bird?", "conclusion-2": "Is it alive?"}
    made = {role: Query(Stimulus("i", question)) for role, question in asks.items()}

    def finding(relation, *said):
        readings = {role: Reading("yesno", value) for role, value in zip(asks, said, strict=True)}
        return RELATIONS[relation].finding(Case.of("suite", "name", made, relation), readings)

    clash = "The model answers “yes” to “Is there a parrot?”, but “no” to “Is there a bird?”."
    assert finding("entails", "yes", "no", "yes") == clash
    same = "The model answers “yes” to “Is there a parrot?”, and also “yes” to “Is it alive?”."
    assert finding("group_opposite", "yes", "no", "yes") == same
    assert finding("entails", "yes", None, "yes") == finding("group_opposite", "yes", None, "yes") == ""
