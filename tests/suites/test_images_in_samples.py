"""`--limit 90` takes its cases from as many images as possible, because intervals count images."""

from collections import Counter
from random import Random

import pytest
from askance.datasets import open_dataset
from askance.suites import SUITES
from askance.suites.carets.pair_quotas import originals_per_test_and_type
from askance.suites.carets.question_pool import choose_questions
from askance.suites.carets.yes_no_questions import OriginalQuestion
from askance.suites.metamorphic.relation_quotas import RelationQuotas, number_of_tests_by_relation


def cases_of(name, limit=90, seed=0):
    return list(next(SUITES[name].rounds(open_dataset("stickers"), limit, seed)))


def main_images(cases):
    return Counter(case.asks[0][1].stimulus.image for case in cases)


@pytest.mark.parametrize("name", ["accuracy", "repeat", "noise", "uncertainty", "bias"])
def test_suites_of_questions_have_90_images(name):
    images = main_images(cases_of(name))
    assert len(images) == 90
    assert len(set(images.values())) == 1  # and every image as many cases as any other


def test_groups_are_each_about_another_image():
    cases = cases_of("groups")
    assert max(main_images(cases).values()) == 1
    relations = Counter(case.group for case in cases)
    assert max(relations.values()) - min(relations.values()) <= 2


def test_carets_has_one_image_per_original_question():
    """A question of the visual test is one original with five changed images."""
    cases = cases_of("carets")
    originals = sum(originals_per_test_and_type(90).values())
    assert len(main_images(cases)) == originals == 42
    tests = Counter(case.group.partition("/")[0] for case in cases)
    assert tests == {"rephrase": 9, "order": 7, "ontological": 7, "visual": 60, "negation": 5, "antonym": 2}


def test_metamorphic_has_one_image_per_test():
    cases = cases_of("metamorphic")
    assert len(main_images(cases)) >= 85
    assert Counter(case.group.partition("/")[0] for case in cases) == number_of_tests_by_relation(90, 90)


def test_scenes_that_give_all_get_equal_numbers_of_tests():
    wanted = number_of_tests_by_relation(100, 600)
    quotas, rng = RelationQuotas(wanted, 106), Random(0)
    totals = []
    for _ in range(100):
        found = quotas.draw_scene_quotas(rng)
        totals.append(sum(found.values()))
        for name, count in found.items():
            quotas.record_cases(name, count)
    assert set(totals[:90]) <= {5, 6, 7}
    assert not any(quotas.left.values())


def test_the_choice_of_questions_begins_with_unused_images_and_stays_balanced():
    pool = [
        OriginalQuestion(f"image-{number % 40}", "Q1", False, {}, "yes" if number % 3 else "no", ())
        for number in range(120)
    ]
    used = {f"image-{number}" for number in range(20)}
    chosen = choose_questions(pool, 20, "Q1", Random(0), used)
    assert Counter(original.answer for original in chosen) == {"yes": 10, "no": 10}
    counts = Counter(original.image for original in chosen)
    assert max(counts.values()) <= 2  # the balance of yes and no comes first
    assert len(counts) >= 18
    assert len(used & counts.keys()) <= 6  # chance would take 10
