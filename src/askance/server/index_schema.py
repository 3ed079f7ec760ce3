"""The tables of the index: the verdicts of a workspace as numbers, and the texts that the numbers stand for.

The same tables are built in memory for a small workspace and in a file for a large one: see
docs/design/0041-index-and-queries.md.
"""

import duckdb

INDEX_VERSION = f"5 {duckdb.__version__}"  # an index of another version is built again; hashes are DuckDB's own

STEPS = 200  # of the value slider between 0 and 1
BELOW, ABOVE = -1, 2 * STEPS + 1  # bins of values below 0 and above 1
MODELS_PER_PACK = 31  # two bits of a BIGINT for each model

# Ids are given in the order of names, so that two indexes of one workspace have their rows in the same order.
TABLES = """
create table name(kind varchar, id usmallint, name varchar);  -- kind: dataset, suite, model, status, metric
create table grp(id uinteger, dataset usmallint, suite usmallint, path varchar);
create table question(id uinteger, texts varchar[], search varchar);
create table answer(id uinteger, roles varchar[], texts varchar[], search varchar);
create table tagset(id uinteger, tags varchar[], vals varchar[]);
create table tag(id uinteger, tag varchar, val varchar);
create table tag_of_set(tag uinteger, tagset uinteger);
create table why(id uinteger, status varchar, reason varchar);
-- One row per case, sorted by data set, suite, group, image and name; its row id is its id.
create table c(id uinteger, dataset usmallint, suite usmallint, grp uinteger, question uinteger, tagset uinteger,
  key blob, name varchar, relation varchar, image varchar, file varchar,  -- file: of the image, where it is known
  is_first boolean,  -- of the cases that share one pack: cases of an adaptive suite are paired by name
  {packs});
-- One row per verdict, sorted by data set, suite, model and case.
create table v(dataset usmallint, suite usmallint, model usmallint, grp uinteger, id uinteger,
  outcome utinyint, status usmallint, bin smallint, value double,
  why uinteger, answer uinteger, question uinteger, tagset uinteger);
create table score(dataset usmallint, suite usmallint, model usmallint, grp uinteger, metric usmallint,
  bin smallint, n ubigint);
create table source(dataset varchar, suite varchar, model varchar, stamp varchar, verdicts ubigint);
"""

# Outcomes are numbered as `case_filter.OUTCOMES`, but a measured one is 3 where its relation fails, 4 where it holds.
SUMMARIES = """
create table cube as
  select dataset, suite, model, grp, outcome, status, bin, count(*) n, min(value) low, max(value) high
  from v group by all order by all;
create table tag_count as
  select tag, sum(n)::ubigint n from (select tagset, count(*) n from v group by tagset) join tag_of_set using (tagset)
  group by tag order by tag;
create table why_count as select why, count(*) n from v where why is not null group by why order by why;
-- Sorted by hash: a case is found without a look at the others.
create table case_of_image as select hash(image) as hash, id from c where image is not null order by all;
create table case_of_key as select hash(key) as hash, id from c order by all
"""


def bin_sql(value: str) -> str:
    """SQL: the bin of a value: an even number 2k for k/200 itself, 2k + 1 for values between k/200 and (k + 1)/200."""
    nearest = f"round({value} * {STEPS})"
    return (
        f"(case when {value} is null then null when {value} < 0 then {BELOW} when {value} > 1 then {ABOVE}"
        f" else 2 * {nearest} + case when {value} = {nearest} / {STEPS} then 0"
        f" when {value} > {nearest} / {STEPS} then 1 else -1 end end)::smallint"
    )


def bin_on_grid(value: float) -> int | None:
    """The bin of a bound of the slider, or None if a bin cannot stand for it exactly."""
    nearest = round(value * STEPS)
    return 2 * nearest if 0 <= value <= 1 and value == nearest / STEPS else None


def pack_count(models: int) -> int:
    """The number of pack columns that so many models need."""
    return max(1, -(-models // MODELS_PER_PACK))


def create_tables_sql(models: int) -> str:
    """The statements that create all tables but the cube."""
    return TABLES.format(packs=", ".join(f"pack{number} bigint" for number in range(pack_count(models))))


def pack_sql(model: int) -> str:
    """SQL over a case: 1 if the model is right, 2 if it is wrong, 3 if undecided, 0 if it has no verdict."""
    return f"((pack{model // MODELS_PER_PACK} >> {2 * (model % MODELS_PER_PACK)}) & 3)"
