"""How often the recogniser accepts real questions, and questions with one word wrong.

python -m scripts.recogniser_figures --scenes 1000 --list accepted.txt

A perturbed question may be a real one: "What color is the elephant?" becomes "What color is the book?". So those that
occur among the known questions are left out, and the figures are printed for more and more known questions.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from askance.inverse.perturb_questions import known_shapes, perturb_question, question_shape
from askance.inverse.question_slots import question_tokens
from askance.inverse.recogniser import is_well_formed
from askance.stickers.class_traits import TRAITS
from askance.stickers.dataset import Stickers
from askance.stickers.generate_items import generate_items
from askance.suites.carets.question_pairs import templates_for
from askance.suites.carets.question_pool import gather_questions
from askance.suites.carets.suite import scene_facts
from askance.wording.counting_questions import COUNTS, REVERSALS, any_and_none_questions, how_many_question
from askance.wording.templates import fill_template, negated_template

HELD_OUT, COPIES = 220, 3  # scenes of the test split, and perturbations of each question
CARETS_SCENES, CARETS_EACH = 60, 60
PAIRS = 400
DRAWS = 4


def item_questions(split: str, scenes: int, draws: int) -> Iterator[str]:
    """Questions that are annotated about scenes of stickers."""
    world = Stickers(split)
    for image in world.images(scenes):
        scene, index = world.scene(image), int(image.split(":")[2])
        for draw in range(draws):
            named = split if draw == 0 else f"{split}+{draw}"
            yield from (item.question for item in generate_items(scene, image, named, index))


def carets_questions(split: str, scenes: int, each: int, seed: int) -> Iterator[str]:
    """Questions of `carets`, with their negations."""
    rng = Random(seed)
    facts, counts = scene_facts(Stickers(split), scenes, seed)
    for originals in gather_questions(facts.values(), counts, seed).values():
        for original in rng.sample(originals, min(each, len(originals))):
            slots = {name: slot for name, slot in original.slots.items() if name != "other"}
            for template in rng.sample(templates_for(original), 2):
                yield fill_template(template, **slots)
                if template.negation:
                    yield fill_template(negated_template(template), **slots)


def metamorphic_questions(pairs: int, seed: int) -> Iterator[str]:
    """Questions of `metamorphic`: counts, any and none."""
    rng = Random(seed)
    for _ in range(pairs):
        one, other = ((name, rng.choice((None, *TRAITS[name].colors))) for name in rng.sample(sorted(TRAITS), 2))
        yield how_many_question([one, other], rng.randrange(len(COUNTS)))
        yield how_many_question([one], rng.randrange(len(COUNTS)))
        yield from any_and_none_questions(*other, rng.randrange(len(REVERSALS)))


def known_questions(scenes: int) -> Iterator[set[str]]:
    """Real questions of the training split and of both suites, each set larger than the one before."""
    found: set[str] = set()
    for share in (0.05, 0.25, 1.0):
        size = int(scenes * share)
        found |= set(item_questions("train", size, DRAWS))
        found |= set(carets_questions("train", max(1, size // 10), size, 1))
        found |= set(metamorphic_questions(size * 10, 1))
        yield found


def main() -> None:
    """Print the shares, and write the accepted perturbed questions to a file, to be read."""
    options = argparse.ArgumentParser()
    options.add_argument("--scenes", type=int, default=1000)
    options.add_argument("--list", type=Path)
    given = options.parse_args()
    real = {
        "items": sorted(set(item_questions("test", HELD_OUT, 1))),
        "carets": sorted(set(carets_questions("test", CARETS_SCENES, CARETS_EACH, 0))),
        "metamorphic": sorted(set(metamorphic_questions(PAIRS, 0))),
    }
    vocabulary = sorted({word for each in real.values() for text in each for word in question_tokens(text)})
    vocabulary = [word for word in vocabulary if word.isalpha()]
    rng, perturbed = Random(0), {}
    for source, questions in real.items():
        share = sum(map(is_well_formed, questions)) / len(questions)
        print(f"{source}: {share:.2%} of {len(questions):,} real questions accepted", flush=True)
        made = [perturb_question(text, rng, vocabulary) for text in questions for _ in range(COPIES)]
        perturbed |= {(source, text): is_well_formed(text) for text in made}
    held = {text for each in real.values() for text in each}
    for known in known_questions(given.scenes):
        left = {key: value for key, value in perturbed.items() if key[1] not in known | held}
        parts = {source: [value for key, value in left.items() if key[0] == source] for source in real}
        shares = ", ".join(f"{source} {sum(each) / len(each):.2%}" for source, each in parts.items())
        total = f"{sum(left.values()) / len(left):.2%} of {len(left):,} perturbed questions accepted"
        print(f"{len(known):,} known questions: {total} ({shares})", flush=True)
    shapes = known_shapes(known | held)
    wrong = [value for (_, text), value in perturbed.items() if question_shape(text) not in shapes]
    print(f"{sum(wrong) / len(wrong):.2%} of {len(wrong):,} that differ from real questions in more than a name")
    if given.list:
        accepted = sorted(text for (_, text), value in left.items() if value)
        given.list.write_text("".join(f"{text}\n" for text in accepted))


if __name__ == "__main__":
    main()
