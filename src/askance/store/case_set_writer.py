"""Writing a case set: cases stream in as objects and leave as shards of three tables."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Any

import msgspec
import pyarrow as pa
from askance.core import Case, Query, canonical_bytes, digest
from askance.store.case_set import CaseSet
from askance.store.parquet_files import write_shard
from askance.store.schema import TABLES
from askance.store.workspace import Workspace

SHARD_CASES = 20_000  # few enough that a large case set never fills the memory
OnCase = Callable[[bytes, Case, list[bytes]], None]
ImageFile = Callable[[str], str | None]  # image name → its file, where the data set knows one
Shards = dict[str, tuple[str, ...]]  # table → names


class _CaseSetBuffer:
    """Columns of the three tables, filled case by case; the cases themselves are let go."""

    def __init__(self) -> None:
        self.cases: dict[str, list[Any]] = {name: [] for name in TABLES["cases"].names}
        self.asks: dict[str, list[Any]] = {name: [] for name in TABLES["asks"].names}
        self.queries: dict[bytes, tuple[str | None, str, bytes]] = {}  # duplicates inside a shard are dropped here
        self._keys: dict[int, tuple[bytes, Query]] = {}  # by identity; a query held keeps its id

    def add_case(self, case: Case) -> tuple[bytes, list[bytes]]:
        """Take a case in; returns its key and those of its queries."""
        body = canonical_bytes(case)
        key = digest(body)
        image = case.asks[0][1].stimulus.image
        row = (key, case.suite, case.name, case.relation, case.group, image, case.tags, body)
        for column, value in zip(self.cases.values(), row, strict=True):
            column.append(value)
        queries = []
        for _, query in case.asks:
            known = self._keys.get(id(query))
            queries.append(self._add_query(query) if known is None else known[0])
        self.asks["case_key"] += [key] * len(queries)
        self.asks["role"] += [role for role, _ in case.asks]
        self.asks["query_key"] += queries
        return key, queries

    def _add_query(self, query: Query) -> bytes:
        request = canonical_bytes(query)
        key = digest(request)
        self._keys[id(query)] = key, query
        if key not in self.queries:
            self.queries[key] = query.stimulus.image, image_variant(query), request
        return key

    def to_tables(self, image_file: ImageFile) -> dict[str, pa.Table]:
        """The tables; that of image files only where the data set names some."""
        cases = {**self.cases, "tags": build_map_column(self.cases["tags"], pa.string())}
        images, variants, requests = zip(*self.queries.values(), strict=True) if self.queries else ((), (), ())
        queries = {"query_key": list(self.queries), "image": images, "variant": variants, "request": requests}
        columns = {"cases": cases, "asks": self.asks, "queries": queries}
        named = {image: file for image in sorted({*images} - {None}) if (file := image_file(image)) is not None}
        if named:
            columns["image_files"] = {"image": list(named), "file": list(named.values())}
        return {name: pa.table(found, schema=TABLES[name]) for name, found in columns.items()}


def build_map_column(rows: Sequence[Sequence[tuple[str, Any]]], values: pa.DataType) -> pa.MapArray:
    """Pairs as a map column, built flat: row by row it takes several times as long."""
    ends = accumulate(map(len, rows), initial=0)
    flat = list(chain.from_iterable(rows))
    names, on_case = [name for name, _ in flat], [value for _, value in flat]
    return pa.MapArray.from_arrays(pa.array(ends, pa.int32()), pa.array(names, pa.string()), pa.array(on_case, values))


def image_variant(query: Query) -> str:
    """Which form of the image a query shows: its edits in canonical form, "" for the clean picture."""
    edits = query.stimulus.edits
    return canonical_bytes(edits).decode() if edits else ""


def write_case_shards(
    space: Workspace,
    case_set_id: str,
    cases: Iterable[Case],
    first_shard: int = 1,
    on_case: OnCase | None = None,
    image_file: ImageFile = lambda image: None,
) -> tuple[int, int, Shards]:
    """Write cases as shards; returns the number of cases, of asks, and the names of the shards.

    `told` is told of each case, its key, and the keys of its queries.
    """
    buffer, shard, case_count, ask_count = _CaseSetBuffer(), first_shard, 0, 0
    written: Shards = {}

    def flush() -> None:
        nonlocal buffer, shard, case_count, ask_count
        case_count += len(buffer.cases["name"])
        ask_count += len(buffer.asks["role"])
        for name, table in buffer.to_tables(image_file).items():
            path = write_shard(space.root / name / case_set_id, shard, table)
            written[name] = (*written.get(name, ()), path.name)
        buffer, shard = _CaseSetBuffer(), shard + 1

    for case in cases:
        key, queries = buffer.add_case(case)
        if on_case is not None:
            on_case(key, case, queries)
        if len(buffer.cases["name"]) >= SHARD_CASES:
            flush()
    if buffer.cases["name"]:
        flush()
    return case_count, ask_count, written


def write_case_set(
    space: Workspace,
    case_set: CaseSet,
    cases: Iterable[Case],
    on_case: OnCase | None = None,
    sample: Callable[[], str] = lambda: "",  # asked once all cases are written
    image_file: ImageFile = lambda image: None,
) -> CaseSet:
    """Write a whole case set and mark it complete."""
    space.remove_case_set(case_set.id)
    case_count, ask_count, shards = write_case_shards(space, case_set.id, cases, on_case=on_case, image_file=image_file)
    done = msgspec.structs.replace(case_set, cases=case_count, asks=ask_count, sample=sample(), shards=shards)
    space.finish_case_set(done)
    return done
