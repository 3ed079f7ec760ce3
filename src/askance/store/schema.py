"""The tables of a workspace: every column of every table, in one place."""

import pyarrow as pa

SCHEMA_VERSION = 2  # 1: no digests in derived tables, journals and JSON files

KEY = pa.binary(16)
TAGS = pa.map_(pa.string(), pa.string())

TABLES: dict[str, pa.Schema] = {
    "cases": pa.schema(
        [
            ("case_key", KEY),
            ("suite", pa.string()),
            ("name", pa.string()),
            ("relation", pa.string()),
            ("group", pa.string()),
            ("image", pa.string()),  # the image of its first ask: what intervals are clustered by
            ("tags", TAGS),
            ("body", pa.binary()),  # the whole case in canonical form; `case_key` is its digest
        ]
    ),
    "asks": pa.schema([("case_key", KEY), ("role", pa.string()), ("query_key", KEY)]),
    "queries": pa.schema(
        [
            ("query_key", KEY),
            ("image", pa.string()),
            ("variant", pa.string()),  # the edits in canonical form; "" for the clean picture
            ("request", pa.binary()),  # the whole query in canonical form; `query_key` is its digest
        ]
    ),
    # The files of images, as the data set writes their paths; no shard where it knows none.
    "image_files": pa.schema([("image", pa.string()), ("file", pa.string())]),
    "answers": pa.schema(
        [
            ("call_key", KEY),
            ("query_key", KEY),
            ("model", pa.string()),
            ("fingerprint", pa.string()),
            ("status", pa.string()),
            ("text", pa.string()),
            ("score", pa.float64()),
            ("top", pa.list_(pa.struct([("answer", pa.string()), ("score", pa.float64())]))),
            ("reason", pa.string()),
            ("temporary", pa.bool_()),
            ("seconds", pa.float64()),
        ]
    ),
    "usage": pa.schema(  # what answers took; only of models that say it
        [
            ("call_key", KEY),
            ("query_key", KEY),
            ("model", pa.string()),
            ("fingerprint", pa.string()),
            ("prompt_tokens", pa.int64()),
            ("completion_tokens", pa.int64()),
            ("latency", pa.float64()),  # seconds
            ("usd", pa.float64()),
            ("requests", pa.int64()),  # those in vain included
            ("temporary", pa.bool_()),  # of a failure: the query is asked again by another call
            ("thinking", pa.string()),  # reasoning before the answer
        ]
    ),
    "readings": pa.schema(
        [
            ("case_key", KEY),
            ("role", pa.string()),
            ("model", pa.string()),
            ("kind", pa.string()),
            ("value", pa.string()),
            ("reason", pa.string()),
            ("version", pa.string()),
        ]
    ),
    "verdicts": pa.schema(
        [
            ("case_key", KEY),
            ("model", pa.string()),
            ("dataset", pa.string()),
            ("suite", pa.string()),
            ("name", pa.string()),
            ("group", pa.string()),
            ("relation", pa.string()),
            ("image", pa.string()),
            ("tags", TAGS),
            ("holds", pa.bool_()),
            ("value", pa.float64()),
            ("status", pa.string()),  # why it is undecided: refused, failed, unreadable, untested; null when decided
            ("reason", pa.string()),
            ("said", pa.map_(pa.string(), pa.string())),  # role → what was read
            ("scores", pa.map_(pa.string(), pa.float64())),  # role → how right it was, where the truth is known
            ("texts", pa.map_(pa.string(), pa.string())),  # role → normalised answer; only where one was unreadable
            ("bias", pa.float64()),  # of the value, where it is estimated from draws; else null
        ]
    ),
    "metrics": pa.schema(
        [
            ("model", pa.string()),
            ("dataset", pa.string()),
            ("suite", pa.string()),
            ("metric", pa.string()),
            ("group", pa.string()),
            ("value", pa.float64()),
            ("low", pa.float64()),
            ("high", pa.float64()),
            ("n", pa.int64()),
            ("undecided", pa.int64()),
            # what the figure rests on; null where an older version wrote it
            ("stopped", pa.string()),  # the rule of --until that ended the suite, and where; null: none did
            ("partial", pa.bool_()),  # some cases of the sample are not judged yet
            ("judged", pa.int64()),  # cases of the suite
            ("wanted", pa.int64()),  # null: not known until an adaptive suite has finished
            ("limit", pa.int64()),
            ("seed", pa.int64()),
            ("sample", pa.string()),  # digest of the suite's cases: equal where models were given the same ones
            ("fingerprint", pa.string()),  # of the model as it was put to the data
            ("images", pa.int64()),  # that the n cases are about; null where an older version wrote it
        ]
    ),
}
