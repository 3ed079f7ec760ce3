"""Law 8 for beliefs: the oracle believes nothing false and nothing contradictory; faults that lie are found."""

import askance
import pytest

pytestmark = pytest.mark.heavy
IMAGES = 16
LIARS = ("yes-bias", "ignores-negation", "off-by-one")
HONEST = ("oracle", "defective:verbose", "defective:refuses")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    names = [*HONEST, *(f"defective:{name}" for name in LIARS)]
    folder = tmp_path_factory.mktemp("beliefs")
    done = askance.run(names, "stickers", ["beliefs:draws=40"], limit=IMAGES, out=folder)
    return {(row["model"], row["metric"]): row for row in done.metrics.to_pylist() if row["group"] == ""}


@pytest.mark.parametrize("model", HONEST)
def test_who_tells_the_truth_believes_nothing_false(found, model):
    assert found[model, "adversarial"]["value"] == 0
    assert found[model, "contradictory"]["value"] == 0
    assert found[model, "adversarial"]["n"] > 20 * IMAGES


@pytest.mark.parametrize("fault", LIARS)
def test_who_does_not_is_found(found, fault):
    assert found[f"defective:{fault}", "adversarial"]["value"] > 1


def test_who_always_says_yes_contradicts_itself(found):
    assert found["defective:yes-bias", "contradictory_images"]["value"] > 20
