"""Figures of a generator over all pairs of an image and an annotated answer of stickers, rare answers included.

python -m scripts.best_question_figures inverse --first 0 --last 230
python -m scripts.best_question_figures inverse:unchecked --first 0 --last 230
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np
from askance.core import ImageData
from askance.datasets import open_dataset
from askance.inverse.labelled_questions import question_table, type_of_answer
from askance.inverse.open_generator import open_question_model
from askance.inverse.question_truth import is_answer_true
from askance.inverse.recogniser import is_well_formed
from askance.wording.understand import understand

QUESTIONS = 14_400  # all about 1,200 images, as `askance inverse eval` reads them
DRAWS, ENOUGH = 100, 15


def pairs(first: int, last: int) -> Iterator[tuple[str, ImageData, list[str]]]:
    """Images with their picture and annotated answers."""
    data = open_dataset("stickers")
    table = question_table(data, QUESTIONS)
    for image in list(table.by_image)[first:last]:
        yield image, data.load_image(image), list(dict.fromkeys(row.answer for row in table.by_image[image]))


def main() -> None:
    """Print the shares of best questions that are understood, well formed and true, and how varied draws are."""
    options = argparse.ArgumentParser()
    options.add_argument("generator")
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--last", type=int, default=230)
    given = options.parse_args()
    generator = open_question_model(given.generator)
    asked, true, good, unique, unknown = Counter[str](), Counter[str](), Counter[str](), [], 0
    seconds = 0.0
    for image, picture, answers in pairs(given.first, given.last):
        for answer in answers:
            try:
                best = generator.best_questions(image, picture, answer, 1, 0)[0].question
            except ValueError:
                unknown += 1
                continue
            for kind in ("all", type_of_answer(answer)):
                asked[kind] += 1
                true[kind] += is_answer_true(best, answer, picture.scene) is True
            good["understood"] += understand(best) is not None
            good["well formed"] += is_well_formed(best)
            began = time.process_time()
            drawn = generator.draw_questions(image, picture, answer, DRAWS, 0)
            seconds += time.process_time() - began
            unique.append(len({each.question for each in drawn}))
    number = asked["all"]
    print(f"{given.generator}: {number:,} pairs, {unknown} with an answer that it does not know")
    print("true:", ", ".join(f"{kind} {true[kind] / count:.1%} of {count}" for kind, count in asked.items()))
    print(", ".join(f"{kind} {count / number:.1%}" for kind, count in good.items()))
    enough = np.mean(np.array(unique) >= ENOUGH)
    print(f"{np.mean(unique):.1f} distinct of {DRAWS} draws, at least {ENOUGH} for {enough:.1%} of the pairs")
    print(f"{seconds / number:.3f} s of processor time per {DRAWS} draws on {len(os.sched_getaffinity(0))} cores")


if __name__ == "__main__":
    main()
