"""Where everything is kept: append-only Parquet shards, with DuckDB as the lens that reads them."""

from askance.store.deck import Deck
from askance.store.decks import pairs_column, variant_of, write_cases, write_deck
from askance.store.journal import Entry
from askance.store.lens import final_answers, lens, to_arrow
from askance.store.named import named, named_derived
from askance.store.schema import SCHEMA_VERSION, TABLES
from askance.store.workspace import AGAIN, Workspace

__all__ = [
    "AGAIN",
    "SCHEMA_VERSION",
    "TABLES",
    "Deck",
    "Entry",
    "Workspace",
    "final_answers",
    "lens",
    "named",
    "named_derived",
    "pairs_column",
    "to_arrow",
    "variant_of",
    "write_cases",
    "write_deck",
]
