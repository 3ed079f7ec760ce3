"""Suite sears: one case a rule that applies, made when cases are made; who minds a wording is found."""

import askance
import pytest
from askance.core import Item, UserError
from askance.suites import SUITES, open_suite
from askance.wording import part_of_speech_tags
from askance.wording.sears_rules import RULES
from toy import ToyData, ToyModel

QUESTIONS = ("What color is the cat?", "Is it red?", "Where is the dog?", "What is the color of the sky?")


class Worded(ToyData):
    """Four questions, one of which no rule applies to."""

    def items(self, limit=None, seed=0):
        for number, question in enumerate(QUESTIONS):
            yield Item(f"item-{number}", self._image(number), question, ("red",) * 10, (("type", "other"),))


def test_one_case_a_rule_that_applies():
    cases = list(next(SUITES["sears"].rounds(Worded(), None, 0)))
    assert [(case.name, case.asks[1][1].stimulus.question) for case in cases] == [
        ("item-0/what-noun", "Which color is the cat?"),
        ("item-0/colour", "What colour is the cat?"),
        ("item-2/wrb-vbz", "Where's the dog?"),
        ("item-3/wp-vbz", "What's the color of the sky?"),
        ("item-3/colour", "What is the colour of the sky?"),
    ]
    assert all(case.group in RULES and case.asks[0][1].stimulus.question in QUESTIONS for case in cases)


def test_robustness_by_rule_and_a_value_for_each_sample(tmp_path):
    model = ToyModel(answering=lambda shown: "blue" if "colour" in shown.query.stimulus.question else "red")
    done = askance.run(model, Worded(), ["sears", "accuracy"], out=tmp_path)
    rows = {row["group"]: row for row in done.metrics.to_pylist() if row["metric"] == "sears_robustness"}
    assert {group: row["value"] for group, row in rows.items()} == {
        "": 60, "type/other": 60, "colour": 0, "what-noun": 100, "wp-vbz": 100, "wrb-vbz": 100,
    }  # fmt: skip
    assert rows[""]["n"] == 5
    values = {row["name"]: row["value"] for row in done.verdicts.to_pylist() if row["suite"] == "sears"}
    assert values["item-0/colour"] == 0
    assert values["item-0/what-noun"] == 1
    assert len(model.asked) == 4 + 5  # the originals are the calls of accuracy


def test_the_tagger_is_said_and_part_of_the_identity():
    plain, by_spacy = SUITES["sears"], open_suite("sears:tagger=spacy")
    assert by_spacy.card.name == "sears:tagger=spacy"
    assert plain.fingerprint.startswith("builtin/1/")
    assert by_spacy.fingerprint.startswith("spacy/3.")
    assert "built-in tagger" in plain.card.deviations
    with pytest.raises(UserError, match=r"tagger=nltk: not one of builtin, spacy"):
        open_suite("sears:tagger=nltk")


def test_without_spacy_only_the_suite_that_asks_for_it_is_skipped(tmp_path, monkeypatch):
    monkeypatch.setattr(part_of_speech_tags, "MODELS", ("no_such_model",))
    with pytest.raises(UserError, match=r"^sears:tagger=spacy cannot run: .*pip install .*\[sears\]'$"):
        askance.run(ToyModel(), Worded(), ["sears:tagger=spacy"], out=tmp_path)
    with pytest.warns(UserWarning, match="sears:tagger=spacy: skipped on"):
        done = askance.run(ToyModel(answering=lambda _: "red"), Worded(), ["sears:tagger=spacy", "sears"], out=tmp_path)
    assert [each.reason for each in done.skipped] == [part_of_speech_tags.missing_spacy_packages()]
    assert {row["suite"] for row in done.metrics.to_pylist()} == {"sears"}
