"""The plan: which calls are needed, which are cached, and in which order the rest is made; computed in SQL."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import duckdb
from askance.core import Model, Query, decode_query
from askance.core.shard import Shard
from askance.models.no_image import is_without_image
from askance.store import image_variant

SORTED = 50_000  # calls that are sorted at once: a longer plan is read in several passes, in bounded memory


@dataclass(frozen=True, slots=True)
class Call:
    """One call to make: a query, for the model with this index."""

    model: int
    key: bytes
    image: str | None
    variant: str
    query: Query


@dataclass(frozen=True, slots=True)
class Plan:
    """How much there is to do. asks ≥ wanted (distinct calls) = known + left."""

    asks: int
    wanted: int
    left: int
    left_by_model: tuple[int, ...] = ()
    repeated_by_model: tuple[int, ...] = ()  # of those left: answers that an equal question without image gives too

    @property
    def repeated(self) -> int:
        """Answers for which nothing is sent: without its image, the question is an earlier one."""
        return sum(self.repeated_by_model)

    @property
    def cached(self) -> int:
        """Calls whose answers are already stored."""
        return self.wanted - self.left


def plan_calls(
    connection: duckdb.DuckDBPyConnection,
    models: Sequence[Model],
    case_sets: Sequence[Sequence[str]],
    shard: Shard | None = None,
) -> Plan:
    """Fill the table `plan` with the calls left; `case_sets[i]` are the case sets that model i is asked.

    `shard`: only the calls of this part are wanted.
    """
    connection.execute("create or replace temp table serves (model integer, fingerprint varchar, deck varchar)")
    rows = [(i, model.fingerprint, case_set) for i, model in enumerate(models) for case_set in case_sets[i]]
    if rows:
        connection.executemany("insert into serves values (?, ?, ?)", rows)
    connection.execute(
        "create or replace temp table wanted as"
        " select distinct model, fingerprint, query_key from queries join serves using (deck)"
        + (f" where {shard_condition(shard)}" if shard else "")
    )
    connection.execute(
        "create or replace temp table plan as select model, query_key from wanted"
        " anti join (select query_key, fingerprint from answers where not temporary) known"
        " using (query_key, fingerprint)"
    )
    own = " semi join wanted using (model, query_key)" if shard else ""
    asks = _count_rows(connection, f"asks join serves using (deck){own}")
    left = dict(connection.execute("select model, count(*) from plan group by model").fetchall())
    by_model = tuple(left.get(i, 0) for i in range(len(models)))
    repeated = _count_repeated(connection, models)
    return Plan(asks, _count_rows(connection, "wanted"), sum(by_model), by_model, repeated)


def _count_repeated(connection: duckdb.DuckDBPyConnection, models: Sequence[Model]) -> tuple[int, ...]:
    """The planned calls of each model that are an earlier one without its image, if the model receives none."""
    without = [number for number, model in enumerate(models) if is_without_image(model.fingerprint)]
    found: dict[int, int] = {}
    if without:
        sent = 'json_merge_patch(decode(request)::json, \'{"stimulus": {"image": null, "edits": null}}\')'
        sql = (
            f"select model, count(distinct query_key) - count(distinct {sent}) from plan"
            " join queries using (query_key) where list_contains(?, model) group by model"
        )
        found = dict(connection.execute(sql, [without]).fetchall())
    return tuple(found.get(number, 0) for number in range(len(models)))


def shard_condition(shard: Shard) -> str:
    """SQL: whether a row of `queries` belongs to a shard; by a digest of its image, on every machine the same."""
    return f"md5_number_lower(coalesce(image, hex(query_key))) % {shard.count} = {shard.number - 1}"


def _count_rows(connection: duckdb.DuckDBPyConnection, source: str) -> int:
    return int(connection.execute(f"select count(*) from {source}").fetchall()[0][0])


def planned_calls(connection: duckdb.DuckDBPyConnection, rows: int = 4096) -> Iterator[Call]:
    """The calls of the plan, image by image, and in one order within an image whatever the machine."""
    passes = 1 + _count_rows(connection, "plan") // SORTED
    for number in range(passes):
        yield from _sorted_calls(connection, rows, f"where hash(image) % {passes} = {number}" if passes > 1 else "")


def _sorted_calls(connection: duckdb.DuckDBPyConnection, rows: int, where: str) -> Iterator[Call]:
    """The calls of some images, all of them sorted in memory."""
    # The hash of the image gathers its calls as the image itself would, and sorts in half the time.
    stream = connection.sql(
        f"select image, model, query_key, request from plan join queries using (query_key) {where} order by hash(image)"
    )
    for _, group in groupby(_iterate_rows(stream, rows), key=itemgetter(0)):
        distinct = {(model, key): request for _, model, key, request in group}  # a query may stand in several shards
        made = [_decode_call(model, key, request) for (model, key), request in distinct.items()]
        yield from sorted(made, key=lambda call: (call.variant, call.model, call.key))


def _iterate_rows(stream: Any, size: int) -> Iterator[tuple[Any, ...]]:
    for batch in stream.to_arrow_reader(size):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _decode_call(model: int, key: bytes, request: bytes) -> Call:
    query = decode_query(request)
    return Call(model, key, query.stimulus.image, image_variant(query), query)
