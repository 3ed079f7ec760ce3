"""A seeded random order of images that needs no list of all images: each image has its own place by its digest."""

from collections.abc import Iterable

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import digest_value

UNIT = "coalesce(image, hex(case_key))"  # SQL: what is asked as a whole; a case without image is alone


def order_images(images: Iterable[str], seed: int) -> list[str]:
    """The distinct images in the order in which `--until` asks them; part of a set has the order of the whole set."""
    return sorted(set(images), key=lambda image: digest_value((seed, image)))


def case_units(connection: duckdb.DuckDBPyConnection, deck: str) -> pa.Table:
    """case_key, image and group of every distinct case of a case set; the image is never null."""
    sql = f"select distinct on (case_key) case_key, {UNIT} as image, \"group\" from cases where deck = '{deck}'"
    return connection.sql(sql).to_arrow_table()


def keep_first_images(table: pa.Table, units: pa.Table, count: int, seed: int) -> pa.Table:
    """The rows of the cases of the first images; answers to other images, of another run, do not count."""
    first = order_images(units["image"].to_pylist(), seed)[:count]
    keys = units["case_key"].filter(pc.is_in(units["image"], pa.array(first, pa.string())))
    return table.filter(pc.is_in(table["case_key"], keys.combine_chunks().cast(table["case_key"].type)))
