"""Decoded rows → answers: text, the probability of an answer, or the best of some options."""

import math
from collections.abc import Sequence

import numpy as np
from askance.core import Answer, Choose, ModelInput, Query, Score, Usage
from askance.models.builtin.sampling import sample_index
from askance.models.cut_answers import CUT, CUT_REASON, NOTHING_BUT_REASONING
from askance.models.hf.encoding import Encoder
from askance.models.hf.picking import Decoded
from askance.models.hf.rows import Row
from msgspec.structs import replace


def rows_of(shown: ModelInput, encoder: Encoder) -> list[Row]:
    """The rows that answer a query: one, or one per option."""
    readout = shown.query.readout
    if isinstance(readout, Choose) and not readout.options:
        raise ValueError("there are no options to choose from")
    answers = [readout.answer] if isinstance(readout, Score) else readout.options if isinstance(readout, Choose) else []
    row = encoder.row(shown)
    if not answers:
        return [row]
    forced = [encoder.answer_tokens(answer, row) for answer in answers]
    return [Row(row.query, row.picture, row.tokens, row.image, tokens) for tokens in forced]


def reply(query: Query, rows: Sequence[Row], decoded: Sequence[Decoded], encoder: Encoder) -> Answer:
    """The answer to a query from its decoded rows."""
    made = sum(len(each.logprobs) for each in decoded)
    usage = Usage(prompt_tokens=rows[0].length, completion_tokens=made)
    if isinstance(query.readout, Score):
        return replace(_score(decoded[0]), usage=usage)
    if isinstance(query.readout, Choose):
        return replace(_choose(query, query.readout, decoded), usage=usage)
    return replace(_text(decoded[0], encoder), usage=usage)


def _text(decoded: Decoded, encoder: Encoder) -> Answer:
    """The text behind the reasoning, if there is some; `top` has its probability, after that reasoning."""
    thinking, start = encoder.thinking(decoded.tokens, decoded.is_cut)
    text = encoder.text(decoded.tokens[start:])
    if start and decoded.is_cut and not text:
        return Answer("failed", reason=NOTHING_BUT_REASONING, cause=CUT, thinking=thinking)
    probability = math.exp(sum(decoded.logprobs[start:]))
    reason = CUT_REASON if decoded.is_cut else None
    return Answer(text=text, top=((text, probability),), reason=reason, thinking=thinking or None)


def _score(decoded: Decoded) -> Answer:
    """The probability of an answer's tokens together; `top` has it beside the geometric mean per token."""
    both = ("sum", math.exp(decoded.total)), ("mean", math.exp(decoded.mean))
    return Answer(score=math.exp(decoded.total), top=both)


def _choose(query: Query, readout: Choose, decoded: Sequence[Decoded]) -> Answer:
    """The option with the highest mean log-probability per token, so that long options are not at a disadvantage."""
    temperature = query.condition.temperature or 1.0
    means = np.array([each.mean for each in decoded]) / temperature
    shares = np.exp(means - means.max())
    shares /= shares.sum()
    chosen = sample_index(query, shares) if query.condition.temperature else int(shares.argmax())
    order = np.argsort(-shares, kind="stable")
    return Answer(text=readout.options[chosen], top=tuple((readout.options[i], float(shares[i])) for i in order))
