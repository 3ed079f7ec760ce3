"""A dry run of an adaptive suite says that its number of calls is that of the first round."""

import pytest
from askance.cli.main import askance
from click.testing import CliRunner


@pytest.mark.parametrize(("suite", "is_adaptive"), [("implications", True), ("accuracy", False)])
def test_calls_of_later_rounds_are_announced(tmp_path, suite, is_adaptive):
    command = ["run", "-m", "oracle", "-s", suite, "--limit", "3", "--dry-run", "--out", str(tmp_path)]
    done = CliRunner().invoke(askance, command)
    assert done.exit_code == 0, done.stderr
    assert ("to run, and more in later rounds" in done.stdout) is is_adaptive
