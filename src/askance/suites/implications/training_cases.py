"""Implied questions with their answers, from the expected answers of a data set: training data."""

from collections import Counter
from collections.abc import Iterator

from askance.core import Case, Dataset, Query, Stimulus
from askance.relations.follows import ORIGINAL
from askance.suites.implications.implied_cases import Premise, choose_implications, number_roles
from askance.suites.implications.originals import Original, originals_of_data
from askance.wording.normalise_answers import normalise_answer
from askance.wording.part_of_speech_tags import TaggerName


def training_cases(
    suite: str, data: Dataset, limit: int | None, seed: int, number: int, tagger: TaggerName = "builtin"
) -> Iterator[Case]:
    """One case per question with implications: it with its own answers, and what follows from the usual one.

    An answer such as "1 or more" is none that a model can learn, and is left out.
    """
    for original in originals_of_data(data, limit, seed):
        if not original.answers:
            continue
        premise = Premise(original, _usual_answer(original), 1, frozenset((original.question,)))
        found = choose_implications(premise, number, seed, tagger)
        chosen = [each for each in found if not each.expected.startswith(">=")]
        if chosen:
            roles = number_roles(chosen)
            asks = {role: Query(Stimulus(original.image, each.question)) for role, each in roles.items()}
            yield Case.of(
                suite,
                f"training/{original.id}",
                {ORIGINAL: original.query} | asks,
                "truth",
                group="training",
                expected={ORIGINAL: original.answers} | {role: (each.expected,) for role, each in roles.items()},
                tags={"type": original.type},
            )


def _usual_answer(original: Original) -> str:
    votes: Counter[str] = Counter()
    for answer, weight in zip(original.answers, original.scores or (1.0,) * len(original.answers), strict=True):
        votes[normalise_answer(answer)] += weight  # type: ignore[assignment]  # scores are fractions
    return max(votes, key=votes.__getitem__)
