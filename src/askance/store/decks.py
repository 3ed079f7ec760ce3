"""Writing a deck: cases stream in as objects and leave as shards of three tables."""

from collections.abc import Iterable
from itertools import accumulate, chain

import msgspec
import pyarrow as pa
from askance.core import Case, Query, canonical, digest
from askance.core.case import Pairs
from askance.store.files import write_shard
from askance.store.schema import TABLES
from askance.store.workspace import Deck, Workspace

SHARD_CASES = 100_000


class _Buffer:
    """Columns of the three tables, filled case by case."""

    def __init__(self) -> None:
        self.cases: list[tuple[bytes, Case, bytes]] = []
        self.asks: list[tuple[bytes, str, bytes]] = []
        self.queries: dict[bytes, tuple[Query, bytes]] = {}  # duplicates inside a shard are dropped here
        self._keys: dict[int, tuple[bytes, Query]] = {}  # by identity; a query held keeps its id

    def add(self, case: Case) -> None:
        body = canonical(case)
        key = digest(body)
        self.cases.append((key, case, body))
        for role, query in case.asks:
            known = self._keys.get(id(query))
            query_key = self._keyed(query) if known is None else known[0]
            self.asks.append((key, role, query_key))

    def _keyed(self, query: Query) -> bytes:
        request = canonical(query)
        key = digest(request)
        self._keys[id(query)] = key, query
        self.queries.setdefault(key, (query, request))
        return key

    def tables(self) -> dict[str, pa.Table]:
        return {"cases": self._cases(), "asks": self._asks(), "queries": self._queries()}

    def _cases(self) -> pa.Table:
        cases = [case for _, case, _ in self.cases]
        columns = {
            "case_key": [key for key, _, _ in self.cases],
            "suite": [case.suite for case in cases],
            "name": [case.name for case in cases],
            "relation": [case.relation for case in cases],
            "group": [case.group for case in cases],
            "image": [case.asks[0][1].stimulus.image for case in cases],
            "tags": _map_column([case.tags for case in cases]),
            "body": [body for _, _, body in self.cases],
        }
        return pa.table(columns, schema=TABLES["cases"])

    def _asks(self) -> pa.Table:
        cases, roles, queries = zip(*self.asks, strict=True) if self.asks else ((), (), ())
        return pa.table({"case_key": cases, "role": roles, "query_key": queries}, schema=TABLES["asks"])

    def _queries(self) -> pa.Table:
        queries = [query for query, _ in self.queries.values()]
        columns = {
            "query_key": list(self.queries),
            "image": [query.stimulus.image for query in queries],
            "variant": [variant_of(query) for query in queries],
            "request": [request for _, request in self.queries.values()],
        }
        return pa.table(columns, schema=TABLES["queries"])


def _map_column(rows: list[Pairs]) -> pa.Array:
    """Pairs as a map column, built flat: row by row it takes several times as long."""
    ends = accumulate(map(len, rows), initial=0)
    flat = list(chain.from_iterable(rows))
    keys, values = pa.array([key for key, _ in flat], pa.string()), pa.array([value for _, value in flat], pa.string())
    return pa.MapArray.from_arrays(pa.array(ends, pa.int32()), keys, values)


def variant_of(query: Query) -> str:
    """Which form of the image a query shows: its edits in canonical form, "" for the clean picture."""
    edits = query.stimulus.edits
    return canonical(edits).decode() if edits else ""


def write_cases(space: Workspace, deck_id: str, cases: Iterable[Case], first_shard: int = 1) -> tuple[int, int, int]:
    """Write cases as shards; returns the number of cases, of asks, and of shards."""
    buffer, shard, case_count, ask_count = _Buffer(), first_shard, 0, 0

    def flush() -> None:
        nonlocal buffer, shard, case_count, ask_count
        case_count += len(buffer.cases)
        ask_count += len(buffer.asks)
        for name, table in buffer.tables().items():
            write_shard(space.root / name / deck_id, shard, table)
        buffer, shard = _Buffer(), shard + 1

    for case in cases:
        buffer.add(case)
        if len(buffer.cases) >= SHARD_CASES:
            flush()
    if buffer.cases:
        flush()
    return case_count, ask_count, shard - first_shard


def write_deck(space: Workspace, deck: Deck, cases: Iterable[Case]) -> Deck:
    """Write a whole deck and mark it complete."""
    space.clear_deck(deck.id)
    case_count, ask_count, _ = write_cases(space, deck.id, cases)
    done = msgspec.structs.replace(deck, cases=case_count, asks=ask_count)
    space.finish_deck(done)
    return done
