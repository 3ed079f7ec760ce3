"""The findings name the defects of the defective models, and nothing of the oracle."""

import pytest
from askance.models.faults import FAULTS
from scripts.findings_table import PAGE, TOPICS, findings_about_defects, rule_lines, run_defective_models

HARMLESS = {"slow", "verbose"}  # they change no answer


def test_every_defect_has_topics_that_name_it():
    assert set(TOPICS) == set(FAULTS) - HARMLESS


def test_the_page_lists_every_rule():
    assert rule_lines() in PAGE.read_text(encoding="utf-8"), "run python -m scripts.findings_table"


@pytest.mark.slow
def test_defects_are_named_by_the_first_two_sentences(tmp_path):
    run_defective_models(tmp_path)
    named, oracle = findings_about_defects(tmp_path)
    assert oracle == []
    assert sum(each.is_named for each in named) >= 16, [each for each in named if not each.is_named]
