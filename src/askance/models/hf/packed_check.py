"""Whether the packed path gives what the plain path gives, tried on the first questions of a run."""

from collections.abc import Sequence
from dataclasses import replace

from askance.models.hf.encoding import Encoder
from askance.models.hf.generating import generate
from askance.models.hf.loading import Loaded
from askance.models.hf.memory import is_out_of_memory
from askance.models.hf.packed import PackedModel
from askance.models.hf.rows import Row

TRIED, TOKENS = 2, 4  # rows, and generated tokens of each
OTHER = "What is on the left of it?"
TOLERANCE = {"float32": 2e-3}  # of a token's log-probability
HALF = 0.5  # in half precision, where two orders of the same sums differ


def difference(packed: PackedModel, loaded: Loaded, encoder: Encoder, rows: Sequence[Row]) -> str | None:
    """ "" if both paths agree, else why the packed one is not used; None if there is no row to try."""
    groups, _ = packed.groups(rows)
    if not groups:
        return None
    largest = max(groups, key=lambda group: len(group.stems))
    tried = [replace(row, forced=None) for row in {tuple(row.ids): row for row in largest.rows}.values()][:TRIED]
    try:
        if len(tried) == 1:  # one question alone would not show that questions are kept apart
            tried.append(encoder.row_with_question(tried[0], f"{OTHER} {tried[0].query.stimulus.question}"))
        said = [generate(loaded, [row], TOKENS)[0] for row in tried]
        scored = [replace(row, forced=each.tokens or (0,)) for row, each in zip(tried, said, strict=True)]
        plain = [generate(loaded, [row], TOKENS)[0] for row in scored]
        other = [each for some in packed.decode(packed.groups(scored)[0]) for each in some]
    except Exception as error:
        if is_out_of_memory(error):
            return None
        return f"packed questions are not possible for this architecture: {type(error).__name__}: {error}"[:300]
    far = max(
        abs(one - two)
        for each, more in zip(plain, other, strict=True)
        for one, two in zip(each.logprobs, more.logprobs, strict=True)
    )
    limit = TOLERANCE.get(str(loaded.model.dtype).removeprefix("torch."), HALF)
    return "" if far <= limit else f"packed log-probabilities differ from plain ones by {far:.2g}"
