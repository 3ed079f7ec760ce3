"""Journal entries as rows of the answers table, and of the table of what they took."""

from itertools import accumulate, chain

import pyarrow as pa
from askance.core import Answer, Usage, call_key
from askance.store.journal import JournalEntry
from askance.store.schema import TABLES


def build_answers_table(entries: list[JournalEntry]) -> pa.Table:
    """Journal entries as rows of the answers table."""
    answers = [entry.answer for entry in entries]
    return pa.table(
        {
            "call_key": [call_key(entry.query, entry.fingerprint) for entry in entries],
            "query_key": [entry.query for entry in entries],
            "model": [entry.model for entry in entries],
            "fingerprint": [entry.fingerprint for entry in entries],
            "status": [answer.status for answer in answers],
            "text": [answer.text for answer in answers],
            "score": [answer.score for answer in answers],
            "top": _build_top_answers_column(answers),
            "reason": [answer.reason for answer in answers],
            "temporary": [answer.temporary for answer in answers],
            "seconds": [entry.seconds for entry in entries],
        },
        schema=TABLES["answers"],
    )


def usage_table(entries: list[JournalEntry]) -> pa.Table:
    """What the answers of some entries took, where the model says it; and their reasoning."""
    some = [entry for entry in entries if entry.answer.usage is not None or entry.answer.thinking is not None]
    used = [entry.answer.usage or Usage() for entry in some]
    return pa.table(
        {
            "call_key": [call_key(entry.query, entry.fingerprint) for entry in some],
            "query_key": [entry.query for entry in some],
            "model": [entry.model for entry in some],
            "fingerprint": [entry.fingerprint for entry in some],
            "prompt_tokens": [usage.prompt_tokens for usage in used],
            "completion_tokens": [usage.completion_tokens for usage in used],
            "latency": [usage.seconds for usage in used],
            "usd": [usage.usd for usage in used],
            "requests": [usage.requests for usage in used],
            "temporary": [entry.answer.temporary for entry in some],
            "thinking": [entry.answer.thinking for entry in some],
        },
        schema=TABLES["usage"],
    )


def _build_top_answers_column(answers: list[Answer]) -> pa.ListArray:
    """The most probable answers as a column, built flat: row by row it takes several times as long."""
    kind = TABLES["answers"].field("top").type
    ends = accumulate((len(answer.top) for answer in answers), initial=0)
    pairs = list(chain.from_iterable(answer.top for answer in answers))
    columns = [pa.array([word for word, _ in pairs], pa.string()), pa.array([odds for _, odds in pairs], pa.float64())]
    return pa.ListArray.from_arrays(
        pa.array(ends, pa.int32()), pa.StructArray.from_arrays(columns, fields=list(kind.value_type)), type=kind
    )
