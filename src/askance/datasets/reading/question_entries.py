"""One question as a file gives it, checked: what every format hands on."""

import ast
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from askance.core import GroupMember, UserError
from askance.core.case import Pairs
from askance.datasets.reading.record_checks import check_answers, check_id, check_question
from askance.wording.normalise_answers import normalise_answer
from askance.wording.option_letters import OPTION_LETTERS
from askance.wording.yes_no_answers import POLAR


class QuestionEntry(NamedTuple):
    """One question as its file gives it; `image` is the key of its picture."""

    id: str
    image: str
    question: str
    answers: tuple[str, ...]
    tags: Pairs
    options: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    member: GroupMember | None = None


def answer_type(answers: tuple[str, ...], scores: tuple[float, ...] = ()) -> str:
    """Whether the most common answer, or the one with the highest score, is yes or no, a number, or something other."""
    weights: defaultdict[str, float] = defaultdict(float)
    for answer, weight in zip(answers, scores or (1.0,) * len(answers), strict=True):
        weights[normalise_answer(answer)] += weight
    most = max(weights, key=weights.__getitem__)
    if most in POLAR:
        return "yes/no"
    return "number" if most.replace(".", "", 1).isdecimal() else "other"


def make_question_entry(
    where: str,
    key: str | int,
    image: str,
    question: str,
    answers: tuple[str, ...],
    tags: Mapping[str, str | None],
    fields: tuple[str, str] = ("question", "answers"),
    options: tuple[str, ...] = (),
    scores: tuple[float, ...] = (),
    member: GroupMember | None = None,
    is_unlabelled: bool = False,
) -> QuestionEntry:
    """A checked question; `fields` are the file's own words for question and answers. A tag of None is left out.

    A question may have no answers if it is one of a group, or if nobody answered any question of its file.
    """
    asked = check_question(where, question, fields[0])
    known = any(map(str.strip, answers))
    if member is None and not is_unlabelled:
        check_answers(where, answers, fields[1])
    kind = tags.get("type") or (answer_type(answers, scores) if known else None)
    pairs = _tag_pairs(tuple(tags.items()), kind)
    given, scored = (answers, scores) if known else ((), ())
    return QuestionEntry(check_id(where, str(key)), image, asked, given, pairs, options, scored, member)


@lru_cache(maxsize=1 << 12)
def _tag_pairs(tags: tuple[tuple[str, str | None], ...], kind: str | None) -> Pairs:
    return tuple(sorted((name, value) for name, value in (dict(tags) | {"type": kind}).items() if value))


def add_options_to_question(
    where: str,
    question: str,
    answers: tuple[str, ...],
    options: tuple[str, ...],
    field: str = "answers",
    letters_first: bool = False,
) -> tuple[str, tuple[str, ...]]:
    """The question with its options written out under letters, and the answers as options where they are letters."""
    if len(options) < 2 or len(options) > len(OPTION_LETTERS) or not all(option.strip() for option in options):
        raise UserError(
            f"{where}: field options: {len(options)} options: give 2 to {len(OPTION_LETTERS)}, none of them empty"
        )
    said = []
    for answer in answers:
        text = answer.strip()
        place = OPTION_LETTERS.find(text.upper(), 0, len(options)) if len(text) == 1 else -1
        if text in options and (place < 0 or not letters_first):
            place = options.index(text)
        if place < 0:
            raise UserError(
                f"{where}: field {field}: {answer!r} is none of the options: write"
                f" {', '.join(OPTION_LETTERS[: len(options)])} or an option as it stands"
            )
        said.append(options[place])
    listed = "\n".join(f"{letter}. {option}" for letter, option in zip(OPTION_LETTERS, options, strict=False))
    return (f"{question.strip()}\n{listed}" if question.strip() else "", tuple(said))


def parse_text_list(text: str, where: str, field: str) -> tuple[str, ...]:
    """One text, or those of a list as Python writes it; none of an empty text."""
    if not (text.startswith("[") and text.endswith("]")):
        return (text,) if text else ()
    try:
        return tuple(map(str, ast.literal_eval(text)))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise UserError(f"{where}: field {field}: a list that cannot be read: write ['one', 'two']") from error
