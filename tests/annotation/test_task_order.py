"""The order of a queue: variants are far apart, and the order depends on nothing but the tasks."""

from itertools import groupby
from random import Random

import pytest
from askance.annotation.task_order import APART, spread_tasks
from askance.annotation.tasks import Task, task_id
from askance.core import Step
from msgspec.structs import replace


def named(task):
    return replace(task, id=task_id(task))


def variants(images, strengths=4):
    """Each image blurred several times, with a question of its own."""
    return [
        named(Task("", f"What is in image {image}?", f"i{image}", (Step.of("blur", sigma=strength),), case=f"c{image}"))
        for image in range(images)
        for strength in range(strengths)
    ]


def least_distance(tasks, what):
    last, least = {}, len(tasks)
    for place, task in enumerate(tasks):
        least = min(least, place - last.get(what(task), -len(tasks)))
        last[what(task)] = place
    return least


@pytest.mark.parametrize("images", [20, 40, 200])
def test_variants_of_an_image_are_far_apart(images):
    ordered = spread_tasks(variants(images))
    assert least_distance(ordered, lambda task: task.image) >= APART


def test_the_same_question_about_other_images_and_the_other_images_of_a_case_are_not_next_to_it():
    tasks = [named(Task("", f"Is there a {n % 20}?", f"i{n}", data="d", case=f"c{n // 2}")) for n in range(200)]
    ordered = spread_tasks(tasks)
    assert least_distance(ordered, lambda task: task.question) >= APART // 2
    assert least_distance(ordered, lambda task: task.case) >= APART


def test_the_order_is_that_of_the_tasks_and_loses_none():
    tasks = variants(10)
    ordered = spread_tasks(tasks)
    assert sorted(ordered, key=lambda task: task.id) == sorted(tasks, key=lambda task: task.id)
    assert spread_tasks(Random(1).sample(tasks, len(tasks))) == ordered
    images = [image for image, _ in groupby(spread_tasks(variants(11)), lambda task: task.image)]
    assert images[:5] != [image for image, _ in groupby(ordered, lambda task: task.image)][:5]


def test_a_queue_about_one_image_and_an_empty_one():
    assert len(spread_tasks(variants(1))) == 4
    assert spread_tasks([]) == []
