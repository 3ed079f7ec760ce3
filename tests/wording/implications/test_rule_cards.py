"""Every rule has a card, and every example of a card is what the rules make of it."""

import re
from random import Random

import pytest
from askance.wording.implications import KINDS, RULES, Rule, imply
from askance.wording.understand import understand

EXAMPLES = [(rule.name, example) for rule in RULES.values() for example in rule.examples]
FORM = re.compile(r"(?P<question>.+[?.]) (?P<answer>[\w ]+) → (?P<implied>.+\?) (?P<expected>.+)")
COUNTS = re.compile(r"(\d+) or more")


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_each_example_follows(name, example):
    parts = FORM.fullmatch(example)
    assert parts is not None
    expected = COUNTS.sub(r">=\1", parts["expected"])
    found = {
        (each.rule, each.question, each.expected)
        for seed in range(60)
        for each in imply(parts["question"], parts["answer"], Random(seed))
    }
    assert (name, parts["implied"], expected) in found, sorted(found)


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_each_card_says_where_it_holds_and_where_nothing_is_asked(rule):
    assert rule.kind in KINDS
    assert all((rule.premise, rule.conclusion, rule.holds, rule.not_asked))
    assert len(set(rule.examples)) == 3


def test_a_kind_that_does_not_exist_is_an_error():
    with pytest.raises(ValueError, match="kind 'other' of rule x is not one of equivalence, exclusion"):
        Rule("x", "other", "", "", "", "", ("", "", ""))


def test_every_kind_has_a_rule():
    assert {rule.kind for rule in RULES.values()} == set(KINDS)


def test_every_implied_question_of_the_examples_is_understood():
    for _, example in EXAMPLES:
        parts = FORM.fullmatch(example)
        for each in imply(parts["question"], parts["answer"], Random(1)):
            assert understand(each.question) is not None, each.question
