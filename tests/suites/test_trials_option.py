"""noise:trials=N and bias:trials=N: the number of trials is an option, checked, and part of the case set's identity."""

import askance
import pytest
from askance.core import UserError
from askance.engine.case_generation import describe_case_set
from askance.suites import SUITES, open_suite
from toy import ToyData, ToyModel


def trials(suite, data):
    """Group → the number of trials of its first case."""
    found = {}
    for case in next(open_suite(suite).rounds(data, None, 0)):
        found.setdefault(case.group, len(case.asks) - 1)
    return found


def test_noise_has_as_many_trials_per_kind_and_site():
    for suite, count in (("noise", 3), ("noise:trials=15", 15), ("noise:trials=1", 1)):
        found = trials(suite, ToyData(3))
        kinds = {group: number for group, number in found.items() if not group.startswith("geometric/")}
        assert len(kinds) == 6
        assert set(kinds.values()) == {count}
        assert {number for group, number in found.items() if group.startswith("geometric/")} == {1}
    assert open_suite("noise:trials=15").card.cost.startswith("109 calls per item: 1 original, 60 noisy, 18 edited, ")


class Varied(ToyData):
    """Questions that share no word, each with an answer of its own."""

    def items(self, limit=None, seed=0):
        from msgspec.structs import replace

        for number, item in enumerate(super().items(limit, seed)):
            word = "".join(chr(ord("a") + int(digit)) for digit in f"{number:03d}")
            yield replace(item, question=f"Is it {word}{word}?", answers=(word,), image=f"image-{number}")


def test_bias_has_as_many_replacements():
    for suite, count in (("bias", 5), ("bias:trials=9", 9)):
        assert trials(suite, Varied(30)) == {"question": count, "image": count}
    assert open_suite("bias:trials=9").card.cost.startswith("19 calls per item")


@pytest.mark.parametrize("suite", ["noise", "bias"])
@pytest.mark.parametrize("value", ["0", "-1", "1.5", "many", "²"])
def test_what_is_no_number_of_trials_is_refused_in_one_line(suite, value):
    with pytest.raises(UserError, match=rf"^suite {suite}: trials={value}: not a whole number above 0; say trials=N"):
        open_suite(f"{suite}:trials={value}")


@pytest.mark.parametrize("suite", ["noise", "bias"])
def test_other_trials_are_another_case_set(suite):
    data = ToyData(3)
    ids = {
        describe_case_set(open_suite(name), data, None, 0).id
        for name in (suite, f"{suite}:trials=2", f"{suite}:trials=4")
    }
    assert len(ids) == 3
    assert open_suite(f"{suite}:trials=02").card.name == f"{suite}:trials=2"
    assert SUITES[suite].card.name == suite
    assert open_suite(f"{suite}:trials=2").card.variant_of == suite


def test_runs_with_other_trials_stand_side_by_side_and_share_calls(tmp_path):
    model = ToyModel()
    done = askance.run(model, ToyData(3), ["noise", "noise:trials=5"], out=tmp_path)
    suites = {row["suite"] for row in done.metrics.to_pylist()}
    assert suites == {"noise", "noise:trials=5"}
    assert len(model.asked) == 3 * (1 + 4 * 5 + 18)  # per question: clean, 5 noisy images of each kind, edited
