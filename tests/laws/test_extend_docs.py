"""The how-to pages end in the example file that the tests run."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", ["model", "dataset", "suite", "edit", "metric"])
def test_a_page_ends_in_its_example(name):
    page = (ROOT / "docs" / "extend" / f"{name}.md").read_text()
    example = (ROOT / "examples" / "plugin" / "askance_example" / f"{name}.py").read_text()
    assert page.endswith(f"```python\n{example}```\n")
