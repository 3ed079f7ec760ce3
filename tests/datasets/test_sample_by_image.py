"""Samples of files come from as many images as possible: one question per image and pass."""

import json
import tracemalloc
from collections import Counter

import numpy as np
import pytest
from askance.core import GroupMember
from askance.datasets import open_dataset
from askance.datasets.reading.question_groups import sample_groups
from askance.datasets.reading.sample_by_image import number_images, sample_by_image
from PIL import Image

from question_files import annotation, pope_line, put, question, vqa


def images_of(chosen, images):
    return [int(images[number]) for number in chosen]


def test_one_record_of_each_image_comes_before_the_second_of_any():
    images = np.repeat(np.arange(50, dtype=np.int32), 6)  # a file in image order
    chosen = sample_by_image(images, 299, seed=0)
    for turn in range(5):
        assert sorted(images_of(chosen[turn * 50 : turn * 50 + 50], images)) == list(range(50))
    assert len(set(chosen)) == 299
    assert len(set(images_of(sample_by_image(images, 30, 0), images))) == 30


def test_pass_j_takes_record_i_plus_j_of_image_i():
    images = np.repeat(np.arange(40, dtype=np.int32), 5)
    chosen = [sample_by_image(images, 160, seed=3)[turn * 40 : turn * 40 + 40] for turn in range(4)]
    order = images_of(chosen[0], images)
    start = chosen[0][0] % 5
    for turn, numbers in enumerate(chosen):
        assert images_of(numbers, images) == order
        assert [number % 5 for number in numbers] == [(start + i + turn) % 5 for i in range(40)]


def test_images_may_have_different_numbers_of_records():
    sizes = [1, 3, 2, 14, 1]
    images = np.repeat(np.arange(5, dtype=np.int32), sizes)
    chosen = sample_by_image(images, 20, seed=1)
    assert len(set(chosen)) == 20
    found = [Counter(images_of(chosen[:count], images)) for count in (5, 8, 10)]
    assert found[0] == Counter(range(5))
    assert found[1] == Counter({0: 1, 1: 2, 2: 2, 3: 2, 4: 1})
    assert found[2] == Counter({0: 1, 1: 3, 2: 2, 3: 3, 4: 1})


@pytest.mark.parametrize("smaller", [1, 7, 60, 199, 250])
def test_a_smaller_sample_is_the_beginning_of_a_larger_one(smaller):
    images = np.random.default_rng(0).integers(0, 60, 300).astype(np.int32)
    assert sample_by_image(images, smaller, 4) == sample_by_image(images, 299, 4)[:smaller]


def test_the_seed_decides_the_sample_and_the_whole_file_has_its_own_order():
    _, images = number_images(f"image-{number // 3}" for number in range(90))
    assert sample_by_image(images, 20, 0) == sample_by_image(images, 20, 0)
    assert set(sample_by_image(images, 20, 0)) != set(sample_by_image(images, 20, 1))
    assert sample_by_image(images, None, 0) == sample_by_image(images, 90, 1) == list(range(90))


def test_few_images_with_many_records_give_records_of_the_whole_file():
    images = np.zeros(1000, np.int32)
    chosen = np.array(sample_by_image(images, 40, 0))
    assert max(np.diff(sorted([*chosen, 1000]))) < 60  # not forty neighbours, which may be of one kind
    assert set(chosen.tolist()) != set(sample_by_image(images, 40, 1))


def test_images_with_more_questions_are_sampled_more_often():
    """So that a small sample estimates the mean over questions, as a random one does."""
    images = np.repeat(np.arange(2000, dtype=np.int32), [1] * 1000 + [9] * 1000)
    found = [np.mean(np.array(images_of(sample_by_image(images, 100, seed), images)) >= 1000) for seed in range(20)]
    assert abs(np.mean(found) - 0.9) < 0.03


def test_ten_million_records_need_little_beside_the_number_of_each_image():
    images = (np.arange(1_000_000, dtype=np.int32) // 5).astype(np.int32)
    tracemalloc.start()
    sample_by_image(images, 1000, 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * len(images)  # bytes


def test_a_group_counts_for_the_image_of_its_first_question():
    members = [GroupMember(f"g{number // 2}") for number in range(60)]
    images = [f"image-{number // 6}" for number in range(60)]  # three groups of two questions about each of ten
    drawn = sample_groups(members, images, 20, seed=0)
    assert Counter(images[numbers[0]] for numbers in drawn) == Counter({f"image-{number}": 1 for number in range(10)})
    assert drawn == sample_groups(members, images, 40, seed=0)[:10]
    assert len(sample_groups(members, images, 60, seed=0)) == 30


def picture(path, shade):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (8, 8), (shade, shade, shade)).save(path)


def gqa(root):
    asked = {
        f"q{number}": {"imageId": str(number // 4), "question": f"Is it {number}?", "answer": "yes"}
        for number in range(48)
    }
    put(root / "val_balanced_questions.json", asked)
    for number in range(12):
        picture(root / "images" / f"{number}.jpg", number * 20)
    return f"gqa:{root}#val"


def vqa2(root):
    vqa(root, [question(number, number // 4) for number in range(48)], [annotation(number) for number in range(48)])
    return f"vqa2:{root}"


def pope(root):
    lines = [pope_line(number, image=f"{number // 4}.jpg") for number in range(48)]
    put(root / "coco_pope_random.json", "\n".join(lines).encode())
    return f"pope:{root}"


def jsonl(root):
    for number in range(12):
        picture(root / f"{number}.png", number * 20)
    lines = [{"image": f"{number // 4}.png", "question": f"Is it {number}?", "answer": "no"} for number in range(48)]
    (root / "questions.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return f"jsonl:{root}"


def folder(root):
    for number in range(12):
        picture(root / "images" / f"{number}.png", number * 20)
    asked = [{"id": f"q{n}", "image": f"{n // 4}.png", "question": f"Is it {n}?", "answers": ["no"]} for n in range(48)]
    put(root / "questions.json", asked)
    return f"folder:{root}"


@pytest.mark.parametrize("make", [gqa, vqa2, pope, jsonl, folder])
def test_every_format_asks_about_each_image_before_the_second_question(tmp_path, make):
    data = open_dataset(make(tmp_path))
    items = list(data.items(47))
    assert len({item.image for item in items[:12]}) == 12
    assert Counter(item.image for item in items[:24]).most_common()[-1][1] == 2
    for limit in (5, 12, 30):
        assert list(data.items(limit)) == items[:limit]
    assert list(open_dataset(data.name).items(12)) == items[:12]
    assert list(data.items(12, seed=1)) != items[:12]
    assert len({item.id for item in data.items()}) == 48


def test_real_pope_asks_about_500_images(real_data):
    data = open_dataset(f"pope:{real_data / 'pope'}")
    ninety = list(data.items(90))
    assert len({item.image for item in ninety}) == 90
    assert Counter(item.answers[0] for item in ninety) == {"yes": 45, "no": 45}  # they take turns in the file
    more = list(data.items(1200))
    assert more[:90] == ninety
    for turn in range(2):
        assert len({item.image for item in more[turn * 500 : turn * 500 + 500]}) == 500


def test_real_vqa2_asks_about_each_image_first(real_data):
    data = open_dataset(f"vqa2:{real_data / 'vqa'}")
    count = len(list(data.images()))
    found = list(data.items(min(count, len(list(data.items())) - 1)))
    assert len({item.image for item in found}) == len(found)
