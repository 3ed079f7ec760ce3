"""The blind judgements of basic questions: the shares that the docs report are those of the stored table."""

import csv
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
with (DOCS / "design" / "0069-judgements.tsv").open(encoding="utf-8") as file:
    ROWS = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
SHOWN = re.findall(
    r"^\| `(\w+)`[^|]*\| (\d+\.\d) % \| (\d+\.\d), (\d+\.\d), (\d+\.\d) \|",
    (DOCS / "encoders.md").read_text(),
    re.MULTILINE,
)


@pytest.mark.parametrize(("name", "all_ranks", "first", "second", "third"), SHOWN)
def test_the_docs_show_the_shares_of_the_table(name, all_ranks, first, second, third):
    mine = [row for row in ROWS if row[name]]
    assert len(mine) == 900
    assert len({row["main"] for row in mine}) == 300
    found = [
        100 * sum(int(row["sensible"]) for row in mine if row[name] in ranks) / sum(row[name] in ranks for row in mine)
        for ranks in ("123", "1", "2", "3")
    ]
    assert [f"{share:.1f}" for share in found] == [all_ranks, first, second, third]


def test_every_encoder_of_the_table_is_in_the_docs():
    assert [name for name, *_ in SHOWN] == [name for name in ROWS[0] if name not in ("main", "basic", "sensible")]
