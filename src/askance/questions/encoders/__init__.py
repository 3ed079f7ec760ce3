"""One encoder of questions, one file; this table is the family."""

from collections.abc import Callable
from dataclasses import dataclass

from askance.core.names import unknown
from askance.questions.encoders.encoder import Encoder, Vectors

DEFAULT = "wordllama"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of encoder: how to open `name[:rest]`, and what the rest means."""

    open: Callable[[str], Encoder]
    form: str
    about: str


def _wordllama(rest: str) -> Encoder:
    from askance.questions.encoders.wordllama import open_wordllama

    return open_wordllama(rest)


def _sentence_transformer(rest: str) -> Encoder:
    from askance.questions.encoders.sentence_transformer import open_sentence_transformer

    return open_sentence_transformer(rest)


def _skip_thoughts(rest: str) -> Encoder:
    from askance.questions.encoders.skip_thoughts import open_skip_thoughts

    return open_skip_thoughts(rest)


ENCODERS: dict[str, Kind] = {
    "wordllama": Kind(_wordllama, "wordllama[:DIMENSION]", "means of word vectors; nothing to download"),
    "st": Kind(_sentence_transformer, "st:FOLDER|ORG/NAME", "any model of sentence-transformers"),
    "skip-thoughts": Kind(_skip_thoughts, "skip-thoughts:FOLDER[#eos]", "the paper's encoder, from its weight files"),
}


def open_encoder(spec: str = DEFAULT) -> Encoder:
    """The encoder of that name."""
    prefix, _, rest = spec.partition(":")
    if prefix not in ENCODERS:
        raise unknown("encoder", spec, [*ENCODERS, *(kind.form for kind in ENCODERS.values())], "docs/encoders.md")
    return ENCODERS[prefix].open(rest)


__all__ = ["DEFAULT", "ENCODERS", "Encoder", "Kind", "Vectors", "open_encoder"]
