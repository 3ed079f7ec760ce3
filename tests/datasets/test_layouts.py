"""What `askance doctor DATA` says about files: those found, and those missing by their full names."""

from pathlib import Path

import pytest
from askance.cli.main import main
from askance.datasets import DATASETS
from askance.datasets.reading.file_layouts import LAYOUTS, layout_report

from question_files import annotation, clevr_object, clevr_question, clevr_scene, picture, pope_line, put, question, vqa


def test_an_empty_folder_lists_what_is_expected(tmp_path):
    told = {what: (good, detail) for what, good, detail in layout_report(f"vqa2:{tmp_path}")}
    good, detail = told["questions"]
    assert not good
    assert f"missing {tmp_path}/v2_OpenEnded_mscoco_val2014_questions.json" in detail
    assert f"missing {tmp_path}/v2_OpenEnded_mscoco_train2014_questions.json" in detail
    assert f"missing {tmp_path}/v2_mscoco_val2014_annotations.json" in told["annotations"][1]
    good, detail = told["images"]
    assert good
    assert f"no {tmp_path}/val2014/COCO_val2014_*.jpg" in detail  # optional


def test_found_and_missing_side_by_side(tmp_path):
    vqa(tmp_path, [question(1)], [annotation(1)])
    for number in (1, 2, 3):
        put(tmp_path / f"val2014/COCO_val2014_00000000000{number}.jpg", picture(number, "JPEG"))
    told = {what: (good, detail) for what, good, detail in layout_report(f"vqa2:{tmp_path}")}
    assert all(good for good, _ in told.values())
    assert told["questions"][1].startswith(f"✓ {tmp_path}/v2_OpenEnded_mscoco_val2014_questions.json; missing")
    assert told["images"][1].startswith(f"✓ {tmp_path}/val2014/COCO_val2014_000000000001.jpg and 2 more")
    told = {what: detail for what, _, detail in layout_report(f"vqa2:{tmp_path}#val")}
    assert "; missing" not in told["questions"]
    assert not layout_report(f"vqa2:{tmp_path}#train")[0][1]


def test_a_file_by_name(tmp_path):
    path = put(tmp_path / "coco_pope_random.json", pope_line())
    questions, pictures = layout_report(f"pope:{path}")
    assert questions == ("questions", True, f"✓ {path}")
    assert f"no {tmp_path}/val2014/" in pictures[2]


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_is_of_a_data_set_and_says_names(tmp_path, name):
    assert name in DATASETS
    for _, good, detail in layout_report(f"{name}:{tmp_path}"):
        assert f"{'no' if good else 'missing'} {tmp_path}/" in detail


def test_doctor_finds_a_malformed_record(tmp_path, capfd):
    vqa(tmp_path, [question(1)], [annotation(1, [])])
    with pytest.raises(SystemExit) as ended:
        main(["doctor", f"vqa2:{tmp_path}"])
    assert ended.value.code == 1
    assert "BAD  questions: none: " in capfd.readouterr().out


def test_doctor_prints_it(tmp_path, capfd):
    with pytest.raises(SystemExit) as ended:
        main(["doctor", f"okvqa:{tmp_path}"])
    out = capfd.readouterr().out
    assert ended.value.code == 1
    assert f"BAD  files of annotations: missing {tmp_path}/mscoco_val2014_annotations.json (or annotations/" in out


def test_doctor_and_run_agree_on_a_benchmark_without_images(tmp_path, capfd):
    """Of a part of the images a run asks about those; of none it refuses the data, unless scene graphs say enough."""

    def code(*arguments):
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        return ended.value.code or 0, "".join(capfd.readouterr())

    vqa(tmp_path, [question(1, image=1), question(2, image=2)], [annotation(1, image_id=1), annotation(2, image_id=2)])
    run = ("run", "-m", "builtin:attention", "-d", f"vqa2:{tmp_path}", "--out", str(tmp_path / "w"))
    found, said = code("doctor", f"vqa2:{tmp_path}")
    assert (found, code(*run)[0]) == (1, 1)
    assert "BAD  images: none: " in said
    put(tmp_path / "val2014/COCO_val2014_000000000002.jpg", picture(2, "JPEG"))
    found, said = code("doctor", f"vqa2:{tmp_path}")
    assert (found, code(*run)[0]) == (0, 3)
    assert "ok   images: 1 of 2 images can be read" in said
    put(tmp_path / "clevr/questions/CLEVR_val_questions.json", {"questions": [clevr_question()]})
    assert code("doctor", f"clevr:{tmp_path / 'clevr'}")[0] == 1
    objects = [clevr_object(), clevr_object("cube", 100.0)]
    put(tmp_path / "clevr/scenes/CLEVR_val_scenes.json", {"scenes": [clevr_scene(objects)]})
    assert code("doctor", f"clevr:{tmp_path / 'clevr'}")[0] == 0


def test_a_log_needs_no_images(capfd):
    log = Path(__file__).parent.parent / "logs" / "peers" / "lmms_eval_samples_shapes.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["doctor", f"recorded:{log}"])
    assert not ended.value.code
    assert "ok   images: none: " in capfd.readouterr().out


@pytest.mark.parametrize(
    ("questions", "line"),
    [([], "questions: none: there are no questions"), ([clevr_question()], "scene graphs: none: {root}/scenes/")],
)
def test_doctor_wants_files_that_are_here_to_be_whole(tmp_path, capfd, questions, line):
    put(tmp_path / "questions/CLEVR_val_questions.json", {"questions": questions})
    put(tmp_path / "scenes/CLEVR_val_scenes.json", {"scenes": 3})
    with pytest.raises(SystemExit) as done:
        main(["doctor", f"clevr:{tmp_path}"])
    assert done.value.code == 1
    assert f"BAD  {line.format(root=tmp_path)}" in capfd.readouterr().out
