"""What is shipped is licensed: the files exist, the package carries them, and every shipped data file has a source."""

import re
import tomllib
from pathlib import Path

import pytest
from askance import __version__

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "askance"
THIRD_PARTY = (ROOT / "THIRD_PARTY.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_package_declares_and_has_its_licence_files():
    assert PROJECT["license"] == "Apache-2.0"
    assert set(PROJECT["license-files"]) == {"LICENSE", "NOTICE", "THIRD_PARTY.md"}
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])
    assert "Apache License\n                           Version 2.0, January 2004" in (ROOT / "LICENSE").read_text()


def test_every_shipped_data_file_has_a_source_and_a_licence():
    rows = [line for line in THIRD_PARTY.splitlines() if line.startswith("| `")]
    patterns = [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    named = {path for pattern in patterns for path in SOURCE.glob(pattern)}
    shipped = {path for path in SOURCE.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert sorted(str(path.relative_to(SOURCE)) for path in shipped - named) == []
    assert [pattern for pattern in patterns if not list(SOURCE.glob(pattern))] == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Permission to use, copy, modify and distribute this software and database and its documentation for any",
        "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.",
        'THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS"',
        "Princeton University and LICENSEE agrees to preserve same.",
    ],
)
def test_the_wordnet_licence_is_included(sentence):
    assert sentence in " ".join(THIRD_PARTY.split())


def test_the_citation_names_this_version_and_five_papers():
    text = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {__version__}\n" in text
    assert len(re.findall(r"^  - type: ", text, re.MULTILINE)) == 5


def test_no_pre_commit_hook_is_fetched():
    text = (ROOT / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"repo: (\S+)", text) == ["local"]
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}
