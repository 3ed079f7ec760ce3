"""The check of a set names each damaged or missing file, and changes nothing."""

import shutil

from askance.ranking.question_set import build_question_set
from askance.ranking.question_set_check import check_question_set, is_question_set, question_set_summary
from test_basic_set import MAIN, POOL, Toy, flip, part


def test_findings(tmp_path):
    build_question_set(tmp_path / "set", MAIN, POOL, Toy(), block=2)
    build_question_set(tmp_path / "other", MAIN, POOL[1:], Toy(), block=2)
    folder = tmp_path / "set"
    assert is_question_set(folder)
    assert not is_question_set(tmp_path)
    assert check_question_set(folder) == []
    assert question_set_summary(folder) == "8 main questions, 168 rows in 4 parts"
    flip(part(folder, 1))
    part(folder, 2).unlink()
    shutil.copyfile(part(tmp_path / "other", 3), part(folder, 3))
    again = "run the same askance questions build again"
    before = {path: path.read_bytes() for path in folder.iterdir()}
    assert check_question_set(folder) == [
        (f"{part(folder, 1)}: damaged (its digest does not match): {again}", False),
        (f"{folder}: part 2 of 4 is missing: {again}", False),
        (f"{part(folder, 3)}: damaged (its digest does not match): {again}", False),
    ]
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    flip(folder / "about.json", 60)
    assert [line.startswith(f"{folder}/about.json: ") for line, _ in check_question_set(folder)] == [True]
    (folder / "about.json").unlink()
    assert check_question_set(folder) == [(f"{folder}/about.json: missing: {again}", False)]
    build_question_set(folder, MAIN, POOL, Toy(), block=2)
    assert check_question_set(folder) == []
