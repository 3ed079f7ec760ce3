"""Journal entries as rows of the answers table."""

from itertools import accumulate, chain

import pyarrow as pa
from askance.core import Answer, call_key
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


def _build_top_answers_column(answers: list[Answer]) -> pa.ListArray:
    """The most probable answers as a column, built flat: row by row it takes several times as long."""
    kind = TABLES["answers"].field("top").type
    ends = accumulate((len(answer.top) for answer in answers), initial=0)
    pairs = list(chain.from_iterable(answer.top for answer in answers))
    columns = [pa.array([word for word, _ in pairs], pa.string()), pa.array([odds for _, odds in pairs], pa.float64())]
    return pa.ListArray.from_arrays(
        pa.array(ends, pa.int32()), pa.StructArray.from_arrays(columns, fields=list(kind.value_type)), type=kind
    )
