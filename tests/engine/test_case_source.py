"""A suite's case set depends on the source that decides its cases, and on no other."""

import ast
import importlib
import shutil
import sys
from pathlib import Path

import askance
import pytest
from askance.engine.case_generation import describe_case_set
from askance.engine.suite_source_digest import DECIDE, suite_source_digest
from askance.suites import SUITES
from askance.suites.beliefs.judges import CODE as BELIEF_CODE
from toy import ToyData, ToyModel

ROOT = Path(askance.__file__).parent
digest = sys.modules["askance.core.digest"]  # the package has a function of that name


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of our source that takes its place for the digest."""
    shutil.copytree(ROOT, tmp_path / "askance", ignore=lambda folder, names: [
        name for name in names if name == "__pycache__" or Path(name).suffix not in ("", ".py", ".tsv")
    ])  # fmt: skip
    monkeypatch.setattr(digest, "__file__", str(tmp_path / "askance/core/digest.py"))
    yield tmp_path / "askance"
    digest.source_digest.cache_clear()


def case_set(suite="carets"):
    digest.source_digest.cache_clear()
    return describe_case_set(SUITES[suite], ToyData(), 10, 0).id


def test_the_copy_counts_as_the_source(copy):
    digest.source_digest.cache_clear()
    ours = digest.source_digest(*DECIDE)
    assert suite_source_digest(SUITES["carets"]) == ours


OTHERS = ("cli/run_command.py", "report/html_page.py", "engine/judging.py", "models/oracle.py", "metrics/rate.py",
          "readings/yesno.py", "store/duckdb_connection.py", "training/training_loop.py", "__init__.py")  # fmt: skip
DECIDING = ("suites/carets/suite.py", "wording/normalise_answers.py", "edits/__init__.py", "core/case.py",
            "relations/__init__.py", "stickers/dataset.py", "ranking/question_pool.py", "wording/ontology/near.tsv",
            "engine/case_generation.py")  # fmt: skip


def test_only_source_that_decides_cases_makes_a_new_case_set(copy):
    for file in (*OTHERS, *DECIDING):
        before = case_set()
        with (copy / file).open("r+") as source:
            source.seek(0, 2)
            source.write("# a comment\n")
        assert (case_set() != before) == (file in DECIDING), file


def imported(file):
    """The packages of ours that a file imports."""
    for node in ast.walk(ast.parse(file.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        yield from (name.split(".")[1] for name in names if name.startswith("askance."))


def test_all_that_suites_and_data_sets_import_is_covered():
    found, waiting = set(), ["suites", "datasets"]
    while waiting:
        package = waiting.pop()
        if package not in found:
            found.add(package)
            waiting += [name for file in (ROOT / package).rglob("*.py") for name in imported(file)]
    covered = {*DECIDE, *(part.partition("/")[0] for part in BELIEF_CODE)}  # the latter by the suite's own fingerprint
    assert found - covered == {"metrics", "version"}, "these make figures, not cases; add any other to DECIDE"


SUITE = """
from askance.suites.accuracy import Accuracy
class Mine:
    card = Accuracy().card
    def __init__(self, least=1):
        self.least = least
    def rounds(self, data, limit, seed):
        for cases in Accuracy().rounds(data, limit, seed):
            yield list(cases)[self.least:]
    def metrics(self, verdicts):
        return Accuracy().metrics(verdicts)
"""


def load(folder, monkeypatch, text):
    (folder / "my_suite_module.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "my_suite_module", raising=False)
    importlib.invalidate_caches()
    return importlib.import_module("my_suite_module").Mine


def test_a_suite_of_ones_own_counts_by_its_source_and_its_settings(tmp_path, monkeypatch):
    def case_count(suite):
        return askance.run(ToyModel(), ToyData(12), suite, out=tmp_path / "run").cases.num_rows

    first = load(tmp_path, monkeypatch, SUITE)
    assert [case_count(first()), case_count(first()), case_count(first(least=4))] == [11, 11, 8]
    changed = load(tmp_path, monkeypatch, SUITE.replace("[self.least:]", "[self.least + 2:]"))
    assert case_count(changed()) == 9
