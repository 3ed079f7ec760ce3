"""The tags of some verdicts: which of them are groups of a report, and which have too many values for that."""

import pyarrow as pa

PRIVATE = "askance:"  # how the name of a tag begins that is for the tool itself
MOST_VALUES = 100  # of a tag that is shown by group: VQA has 65 question types, VSR 66 relations


def tags_with_few_values(verdicts: pa.Table) -> list[str]:
    """The tags with few enough values to be groups, in alphabetical order."""
    return [tag for tag, count in _count_tag_values(verdicts).items() if count <= MOST_VALUES]


def note_tags_with_many_values(verdicts: pa.Table) -> list[str]:
    """One line that names the tags with too many values; none if there are none."""
    wide = [f"{tag} ({count:,} values)" for tag, count in _count_tag_values(verdicts).items() if count > MOST_VALUES]
    if not wide:
        return []
    return [f"not shown by tag {', '.join(wide)}: at most {MOST_VALUES} values of a tag become groups"]


def _count_tag_values(verdicts: pa.Table) -> dict[str, int]:
    """Tag → the number of its distinct values."""
    maps = pa.concat_arrays([*verdicts["tags"].chunks, pa.array([], verdicts.schema.field("tags").type)])
    pairs = pa.table({"tag": maps.keys, "value": maps.items}).group_by("tag").aggregate([("value", "count_distinct")])
    counts = zip(pairs["tag"].to_pylist(), pairs["value_count_distinct"].to_pylist(), strict=True)
    return dict(sorted((tag, count) for tag, count in counts if not tag.startswith(PRIVATE)))
