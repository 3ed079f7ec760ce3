"""Decoded rows → answers: text, the probability of an answer, or the best of some options."""

import math
from collections.abc import Sequence

import numpy as np
from askance.core import Answer, Choose, ModelInput, Query, Score, Usage
from askance.models.builtin.sampling import sample_index
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
    return [Row(row.query, row.picture, row.tokens, row.image, encoder.answer_tokens(answer)) for answer in answers]


def reply(query: Query, rows: Sequence[Row], decoded: Sequence[Decoded], encoder: Encoder) -> Answer:
    """The answer to a query from its decoded rows."""
    made = sum(len(each.logprobs) for each in decoded)
    usage = Usage(prompt_tokens=rows[0].length, completion_tokens=made)
    if isinstance(query.readout, Score):
        return replace(_score(decoded[0]), usage=usage)
    if isinstance(query.readout, Choose):
        return replace(_choose(query, query.readout, decoded), usage=usage)
    text = encoder.text(list(decoded[0].tokens))
    return Answer(text=text, top=((text, math.exp(decoded[0].total)),), usage=usage)


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
