"""The rounds of implied questions: at each depth what follows from the answers before, and last the images."""

from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from askance.core import Answer, Case, Query, Stimulus, query_key
from askance.core.suite import Answers
from askance.readings import read
from askance.relations.beliefs import PAIRS
from askance.relations.follows import ORIGINAL, expected_answers, keeps_expectation
from askance.relations.verdicts import value_text
from askance.suites.implications.implied_cases import (
    IMPLIED,
    ORIGINAL_ID,
    Premise,
    choose_implications,
    implied_case,
)
from askance.suites.implications.originals import Original, said_about
from askance.wording.part_of_speech_tags import TaggerName

IMAGE = "image"  # the group of the cases about whole images
DEEPER = 2  # implied questions per premise that the next depth goes on from


@dataclass(slots=True)
class CallLimit:
    """The questions asked about each image, and how many may be; None: as many as there are."""

    most: int | None = None
    asked: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def take(self, image: str, questions: Iterable[str]) -> bool:
        """Whether the questions can still be asked about an image; if so, they count."""
        new = self.asked[image].union(questions)
        if self.most is not None and len(new) > self.most:
            return False
        self.asked[image] = new
        return True


@dataclass(frozen=True, slots=True)
class Examination:
    """What does not change from round to round."""

    suite: str
    implied: int
    seed: int
    depth: int
    limit: CallLimit
    tagger: TaggerName = "builtin"


def implied_rounds(
    about: Examination, premises: Sequence[tuple[Premise, str]]
) -> Generator[Iterable[Case], Answers, None]:
    """One round per depth, then one case per image: does the model contradict itself?"""
    broken: defaultdict[str, int] = defaultdict(int)
    first: dict[str, Query] = {}
    for depth in range(1, about.depth + 1):
        cases = [case for premise, original in premises if (case := _next_case(about, premise, original)) is not None]
        if not cases:
            break
        answers = yield cases
        for case in cases:
            if outcomes := _outcomes(case, answers):
                image = str(case.asks[0][1].stimulus.image)
                first.setdefault(image, case.asks[0][1])
                broken[image] += outcomes.count(False)
        if depth < about.depth:
            premises = [each for case in cases for each in _premises_of_next_depth(about, case, answers, depth + 1)]
    if first:
        yield (_image_case(about.suite, image, query, broken[image]) for image, query in first.items())


def _next_case(about: Examination, premise: Premise, original: str) -> Case | None:
    chosen = choose_implications(premise, about.implied, about.seed, about.tagger)
    if not chosen or not about.limit.take(premise.question.image, (each.question for each in chosen)):
        return None
    return implied_case(about.suite, premise, chosen, original)


def _outcomes(case: Case, answers: Answers) -> list[bool]:
    """Whether each conclusion of a case holds; those that cannot be decided are left out."""
    asks = dict(case.asks)
    expected = expected_answers(case)
    found = [keeps_expectation(wanted, _read_answer(asks[role], answers)) for role, wanted in expected.items()]
    return [kept for kept in found if kept is not None]


def _read_answer(query: Query, answers: Answers) -> str | None:
    answer: Answer | None = answers.get(query_key(query))
    if answer is None or answer.status != "ok":
        return None
    reading = read("auto", answer.text or "", query.stimulus.question)
    return None if reading.value is None else value_text(reading.value)


def _premises_of_next_depth(
    about: Examination, case: Case, answers: Answers, depth: int
) -> Iterable[tuple[Premise, str]]:
    """Some of the implied questions of a case, with the answers that they got."""
    conclusions = [(role, query) for role, query in case.asks if role != ORIGINAL]
    image, asked = str(case.asks[0][1].stimulus.image), frozenset(query.stimulus.question for _, query in case.asks)
    Random(f"{about.seed}:{case.name}").shuffle(conclusions)
    name = case.name.partition("/")[2]
    for role, query in conclusions[:DEEPER]:
        question = Original(f"{name}/{role}", image, query.stimulus.question)
        said = said_about(question, answers)
        if said is not None:
            yield Premise(question, said, depth, asked), dict(case.tags)[ORIGINAL_ID]


def _image_case(suite: str, image: str, query: Query, broken: int) -> Case:
    asked = {ORIGINAL: Query(Stimulus(image, query.stimulus.question))}
    return Case.of(suite, f"{IMAGE}/{image}", asked, "consistent_image", group=IMAGE, tags={PAIRS: str(broken)})


__all__ = ["IMAGE", "IMPLIED", "CallLimit", "Examination", "implied_rounds"]
