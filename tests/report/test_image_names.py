"""Which photo failed: files and pages name the file of an image, wherever the data set knows it."""

import askance
import pytest
from askance.cli.main import main
from askance.report.failure_rows import FailureFilter, failure_rows
from askance.store import Workspace, connect
from toy import ToyData, ToyModel

from question_files import put_photo_questions

WRONG = ToyModel("wrong", "wrong-1", answering=lambda shown: "no")


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    """A run on questions about two photos, one of which was wrong."""
    root = tmp_path_factory.mktemp("photos")
    put_photo_questions(root / "data")
    askance.run(WRONG, f"jsonl:{root / 'data'}", ["accuracy", "noise"], out=root / "w")
    return Workspace.for_reading(root / "w")


def test_failing_cases_as_rows_and_as_a_page(space, tmp_path, capfd):
    for row in failure_rows(space, FailureFilter(suite="accuracy")):
        assert [ask["image_file"] for ask in row["asks"]] == ["2354786.png"]
    for arguments in (["--failures", "f.parquet"], ["--format", "html", "-o", "page.html"]):
        with pytest.raises(SystemExit) as ended:
            main(["report", str(space.root), *arguments[:-1], str(tmp_path / arguments[-1])])
        assert not ended.value.code, capfd.readouterr().err
    assert "original image (2354786.png)" in (tmp_path / "page.html").read_text()


def test_a_workspace_without_file_names_is_read_as_before(tmp_path):
    """One of an older Askance has no table of them, and neither has one of data without files."""
    askance.run(WRONG, "stickers", ["accuracy"], limit=6, out=tmp_path)
    assert not (tmp_path / "image_files").exists()
    space = Workspace.for_reading(tmp_path)
    assert connect(space).execute("select count(*) from image_files").fetchall() == [(0,)]
    assert {ask["image_file"] for row in failure_rows(space, FailureFilter()) for ask in row["asks"]} == {None}


def test_merged_workspaces_keep_the_names(space, tmp_path):
    askance.merge([space.root], tmp_path / "merged")
    sql = "select file from image_files order by file"
    found = connect(Workspace.for_reading(tmp_path / "merged")).execute(f"select distinct file from ({sql})").fetchall()
    assert found == [("2354786.png",), ("cats/7.png",)]


def test_a_data_set_of_your_own_names_its_images(tmp_path):
    class Named(ToyData):
        def image_file(self, image):
            return f"{image}.jpg" if image.endswith("1") else None

    askance.run(WRONG, Named(6), ["accuracy"], out=tmp_path)
    files = connect(Workspace.for_reading(tmp_path)).execute("select image, file from image_files").fetchall()
    assert files
    assert all(file == f"{image}.jpg" for image, file in files)
