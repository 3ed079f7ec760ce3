"""One encoder of questions, one file; this table is the family."""

from collections.abc import Callable
from dataclasses import dataclass

from askance.core.unknown_names import unknown_name_error
from askance.ranking.encoders.encoder import Encoder, Vectors

DEFAULT = "builtin"


@dataclass(frozen=True, slots=True)
class EncoderKind:
    """A kind of encoder: how to open `name[:rest]`, and what the rest means."""

    open: Callable[[str], Encoder]
    form: str
    about: str


def _open_builtin(rest: str) -> Encoder:
    from askance.ranking.encoders.builtin import open_builtin

    return open_builtin(rest)


def _open_wordllama(rest: str) -> Encoder:
    from askance.ranking.encoders.wordllama import open_wordllama

    return open_wordllama(rest)


def _open_sentence_transformer(rest: str) -> Encoder:
    from askance.ranking.encoders.sentence_transformer import open_sentence_transformer

    return open_sentence_transformer(rest)


def _open_skip_thoughts(rest: str) -> Encoder:
    from askance.ranking.encoders.skip_thoughts import open_skip_thoughts

    return open_skip_thoughts(rest)


ENCODERS: dict[str, EncoderKind] = {
    "builtin": EncoderKind(_open_builtin, "builtin", "a small network that reads word order; nothing to install"),
    "wordllama": EncoderKind(_open_wordllama, "wordllama[:DIMENSION]", "means of word vectors; nothing to download"),
    "st": EncoderKind(_open_sentence_transformer, "st:FOLDER|ORG/NAME", "any model of sentence-transformers"),
    "skip-thoughts": EncoderKind(
        _open_skip_thoughts, "skip-thoughts:FOLDER[#eos]", "the paper's encoder, from its weight files"
    ),
}


def open_encoder(spec: str = DEFAULT) -> Encoder:
    """The encoder of that name."""
    prefix, _, rest = spec.partition(":")
    if prefix not in ENCODERS:
        raise unknown_name_error(
            "encoder", spec, [*ENCODERS, *(kind.form for kind in ENCODERS.values())], "the page Encoders"
        )
    return ENCODERS[prefix].open(rest)


__all__ = ["DEFAULT", "ENCODERS", "Encoder", "EncoderKind", "Vectors", "open_encoder"]
