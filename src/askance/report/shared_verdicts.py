"""Two models' verdicts on the cases that both have, in the same order; the models may be in two workspaces."""

import pyarrow as pa
import pyarrow.compute as pc


def shared_verdicts(first: pa.Table, second: pa.Table, key: str = "case_key") -> tuple[pa.Table, pa.Table]:
    """The rows of two tables of verdicts that have the same case, in the order of the first table.

    A case is the same where its key is: the key is the digest of its questions, images, edits and relation.
    """
    index = pc.index_in(first[key].combine_chunks(), second[key].combine_chunks())
    return first.filter(index.is_valid()), second.take(index.drop_null())
