"""NAME:OPTION=VALUE,…: read once, refused in one line, and said in one order."""

import pytest
from askance.core import UserError
from askance.core.suite import SuiteWithOptions
from askance.suites import SUITES, open_suite


def test_without_options_it_is_the_suite_of_the_table():
    assert open_suite("accuracy") is SUITES["accuracy"]
    assert open_suite("basic_questions") is open_suite("basic_questions:") is SUITES["basic_questions"]


def test_the_name_says_the_options_in_one_order():
    one = open_suite("basic_questions:words=26,kind=yes/no,ranker=cider")
    assert one.card.name == "basic_questions:ranker=cider,kind=yes/no,words=26"
    assert one.card.name == open_suite("basic_questions:ranker=cider,words=26,kind=yes/no").card.name
    assert one.card.variant_of == "basic_questions"
    assert one.words == 26
    assert (one.source.ranker, one.source.kind) == ("cider", "yes/no")
    assert SUITES["basic_questions"].card.variant_of == ""


def test_a_comma_in_a_file_s_name_is_no_end():
    assert open_suite("basic_questions:pool=a, b.txt,words=9").source.pool == "a, b.txt"


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("repeat:words=3", "repeat takes no options"),
        ("accuracy:mode=offical", "mode=offical: not one of default, official, plain"),
        ("basic_question", "did you mean basic_questions"),
        ("basic_questions:rankr=cider", "did you mean ranker"),
        ("basic_questions:cider", "'cider' is not OPTION=VALUE; options are ranker=NAME,"),
        ("basic_questions:ranker=", "is not OPTION=VALUE"),
        ("basic_questions:ranker=cider,ranker=bleu-1", "given twice"),
        ("basic_questions:ranker=bleu-9", "did you mean bleu-"),
        ("basic_questions:words=0", "words=0: not a whole number above 0"),
        ("basic_questions:words=many", "not a whole number above 0"),
        ("basic_questions:kind=yes", "kind=yes: not one of general, yes/no"),
        ("basic_questions:penalty=nan", "penalty=nan: not a number above 0"),
        ("basic_questions:penalty=-1", "not a number above 0"),
        ("basic_questions:encoder=word2vec", "unknown encoder 'word2vec'"),
        ("basic_questions:ranker=cider,penalty=1e-6", "only ranker=lasso takes penalty"),
        ("basic_questions:set=x,pool=y,ranker=cider", "leave out pool, ranker"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(spec, line):
    with pytest.raises(UserError) as found:
        open_suite(spec)
    assert line in str(found.value)
    assert "\n" not in str(found.value)


def test_every_suite_with_options_tells_what_they_mean():
    found = {name: suite for name, suite in SUITES.items() if isinstance(suite, SuiteWithOptions)}
    assert "basic_questions" in found
    assert all(option.form and option.about for suite in found.values() for option in suite.options.values())
