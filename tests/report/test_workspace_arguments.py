"""check, compare, power, reduce and open_run take a folder (text or Path) or the object that askance.run returns."""

from pathlib import Path

import askance
import pytest
from askance.core import UserError

from compared_models import EVERY_THIRD, run, wrong_on


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return run(tmp_path_factory.mktemp("run"), wrong_on("A", EVERY_THIRD), wrong_on("B", ()))


USES = {
    "check": lambda of: askance.check(of, minimum={"accuracy.accuracy": 50}).rows,
    "compare": lambda of: askance.compare(of, "A", "B").rows,
    "power": lambda of: askance.power(of, "A").rows,
    "reduce": lambda of: askance.reduce("pope", of).rows,
    "open_run": lambda of: askance.open_run(of).metrics,
}


@pytest.mark.parametrize("name", sorted(USES))
def test_a_run_means_its_folder(done, name):
    assert USES[name](done) == USES[name](str(done.out)) == USES[name](Path(done.out))


def test_a_run_is_a_base(done, tmp_path):
    other = run(tmp_path, wrong_on("B", EVERY_THIRD))
    (row,) = askance.check(other, nothing_worse_than=done).rows
    assert row["value"] == pytest.approx(-100 / 3)


@pytest.mark.parametrize("name", sorted(USES))
@pytest.mark.parametrize("wrong", [3, None, ["a"]])
def test_anything_else_is_one_line(name, wrong):
    with pytest.raises(UserError, match="is not a workspace: pass its folder, or the object"):
        USES[name](wrong)
