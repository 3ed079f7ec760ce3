"""Corpora: arrays in step, made once, taken up only when they are whole."""

import numpy as np
import pytest
from askance.core import Step, UserError
from askance.datasets import open_dataset
from askance.edits import EDITS, donor_image_lookup, edit_image
from askance.models.builtin.image_size import resize_with_margins
from askance.training import corpus as making
from askance.training.corpus import KINDS, answer_kind_index, build_vocabulary, collect_scene_labels, make_corpus
from askance.training.samples import Sample, samples_from_dataset

from colors import write_colors


def asked(data, count=60):
    return list(samples_from_dataset(open_dataset(data), count, 0))


def made(folder, samples, data="stickers:train", workers=1):
    world = open_dataset(data)
    told = collect_scene_labels(scene for image in world.images(20) if (scene := world.scene(image)))
    return make_corpus(folder, samples, data, build_vocabulary(samples, 1, 1), told, workers)


def test_questions_and_pictures_are_in_step(tmp_path):
    samples = asked("stickers:train")
    corpus = made(tmp_path, samples[::-1])
    world = open_dataset("stickers:train")
    assert len(corpus.answer) == len(samples)
    words, answers = corpus.lexicon.words, corpus.lexicon.answers
    keys = list(dict.fromkeys(sample.image for sample in samples[::-1]))
    for number in range(0, len(samples), 7):
        image = keys[corpus.image[number]]
        told = {
            tuple(corpus.lexicon.encode_questions([each.question])[0]): each for each in samples if each.image == image
        }
        sample = told[tuple(corpus.tokens[number])]
        assert answers[corpus.answer[number]] == sample.answer
        assert (corpus.pictures[corpus.image[number]] == resize_with_margins(world.load_image(image).image)).all()
    assert words[:3] == ("<pad>", "<unknown>", "<whole>")


def test_things_lie_where_the_scene_says(tmp_path):
    samples = asked("stickers:train", 12)
    corpus = made(tmp_path, samples)
    scene = open_dataset("stickers:train").scene(samples[0].image)
    shown = [thing for thing in scene.things if thing.part_of is None and thing.visible >= 0.5]
    rows = corpus.things[0][corpus.things[0][:, 2] > 0]
    names = corpus.told.names
    assert [names[row[2]] for row in rows] == [each.name for each in shown if each.name in names]
    x0, y0, x1, y1 = shown[0].box
    scale, left, top = making.fit_scale_and_margins(scene.width, scene.height)
    assert rows[0][:2].tolist() == [int(left + (x0 + x1) / 2 * scale), int(top + (y0 + y1) / 2 * scale)]


def test_answers_that_the_lexicon_lacks_keep_their_kind(tmp_path):
    images = open_dataset("stickers").images(3)
    samples = [Sample(image, "What?", answer) for image, answer in zip(images, "abc", strict=True)]
    samples += [Sample(samples[0].image, "How many?", "7"), Sample(samples[0].image, "Is it?", "no")]
    corpus = make_corpus(
        tmp_path, samples, "stickers", build_vocabulary(samples[:2], 1, 1), collect_scene_labels(()), 1
    )
    assert sorted(corpus.answer.tolist()) == [-3, -2, -1, 0, 1]


def test_other_processes_make_the_same(tmp_path, monkeypatch):
    samples = asked(write_colors(tmp_path / "data"))
    monkeypatch.setattr(making, "CHUNK", 2)
    data = f"folder:{tmp_path / 'data'}"
    one, two = (made(tmp_path / str(workers), samples, data, workers) for workers in (1, 2))
    assert (one.pictures == two.pictures).all()
    assert (one.answer == two.answer).all()


def test_a_whole_corpus_is_taken_up_and_a_broken_one_is_made_again(tmp_path, monkeypatch):
    data = write_colors(tmp_path / "data")
    samples = asked(data)
    first = made(tmp_path / "c", samples, data)
    drawn = []
    real = making.draw_images
    monkeypatch.setattr(making, "draw_images", lambda *args: drawn.append(1) or real(*args))
    made(tmp_path / "c", samples, data)
    assert not drawn
    changed = made(tmp_path / "c", samples[:-1], data)
    assert drawn
    assert len(changed.answer) == len(first.answer) - 1

    def broken(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "draw_images", broken)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "c", samples, data)
    assert not (tmp_path / "c" / "key").exists()
    monkeypatch.setattr(making, "draw_images", real)
    assert (made(tmp_path / "c", samples, data).pictures == first.pictures).all()


def test_edits_take_from_donors(tmp_path):
    world = open_dataset("stickers:train")
    target, donor = world.images(2)
    thing = max(world.scene(donor).things, key=lambda each: each.visible * (each.part_of is None))
    x0, y0, x1, y1 = thing.box
    box = f"5,5,{5 + x1 - x0},{5 + y1 - y0}"
    step = Step.of("insert", EDITS["insert"].version, image=donor, things=thing.id, box=box)
    corpus = made(tmp_path, [Sample(target, "Is it?", "yes", (step,)), Sample(target, "Is it?", "no")])
    shown = edit_image(world.load_image(target), (step,), donor_image_lookup(world))
    assert (corpus.pictures[0] == resize_with_margins(shown.image)).all()
    assert not (corpus.pictures[0] == corpus.pictures[1]).all()


def test_many_names_are_cut_to_the_frequent_ones(monkeypatch):
    world = open_dataset("stickers")
    scenes = [world.scene(image) for image in world.images(30)]
    monkeypatch.setattr(making, "NAMES", 5)
    told = collect_scene_labels(scenes)
    names = [thing.name for scene in scenes for thing in scene.things if thing.part_of is None]
    assert len(told.names) == 6
    others = set(names) - set(told.names)
    assert min(map(names.count, told.names[1:])) >= max(map(names.count, others))


def test_nothing_to_train_on_and_no_room_for_it(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="stickers: has no questions"):
        made(tmp_path, [], "stickers")
    monkeypatch.setattr(making.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 10})())
    with pytest.raises(UserError, match="more than is free there: use --limit"):
        made(tmp_path, asked("stickers", 12), "stickers")


def test_spans():
    begin, count = making.question_spans(np.array([0, 0, 2, 2, 2], np.int32), 3)
    assert (begin.tolist(), count.tolist()) == ([0, 2, 2], [2, 0, 3])


def test_kinds_of_answers_are_those_of_data_sets():
    kinds = {"yes": "yes/no", "3": "number", "3.5": "number", "red": "other", "1/2": "other"}
    assert {answer: KINDS[answer_kind_index(answer)] for answer in kinds} == kinds
