"""An earlier index: what has not changed since then is copied from it, block by block."""

from collections.abc import Sequence
from pathlib import Path

import duckdb
from askance.report.current_results import CurrentResult
from askance.report.verdict_sources import quoted

TEXTS = ("question", "answer", "tagset", "tag", "tag_of_set", "why")  # their ids stay as they are
Key = tuple[str, str, str]  # data set, suite, model


class EarlierIndex:
    """An index file of the same version, attached to the connection that builds the next one."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, path: Path):
        self._run = connection.execute
        self._run(f"attach '{quoted(str(path))}' as earlier (read_only)")
        rows = self._run("select kind, name, id from earlier.name").fetchall()
        self._ids = {(kind, name): number for kind, name, number in rows}
        sources = self._run("select dataset, suite, model, stamp from earlier.source").fetchall()
        self._stamps: dict[Key, str] = {(dataset, suite, model): stamp for dataset, suite, model, stamp in sources}
        self._shift = 0, 0  # from ids of cases and groups there to those here, for the suite that is copied now

    def detach(self) -> None:
        """Let go of the file."""
        self._run("detach earlier")

    def has(self, key: Key, stamp: str) -> bool:
        """Whether the verdicts of a result are as they were."""
        return self._stamps.get(key) == stamp

    def has_all_cases(self, suite: CurrentResult, sources: Sequence[str]) -> bool:
        """Whether the cases of these verdicts were all known, so that their ids can stay."""
        at = self._place(suite.dataset, suite.suite)
        if at is None or not any(key[:2] == (suite.dataset, suite.suite) for key in self._stamps):
            return False
        known = "select key from earlier.c where dataset = ? and suite = ?"
        return not any(
            self._run(f"select 1 from {source} where case_key not in ({known}) limit 1", [*at]).fetchall()
            for source in sources
        )

    def copy_texts(self) -> None:
        """Copy the questions, answers, tags and reasons."""
        for table in TEXTS:
            self._run(f"insert into {table} select * from earlier.{table} order by rowid")

    def copy_cases(self, suite: CurrentResult, dataset: int, number: int) -> None:
        """Copy the groups of a suite and make the table `numbered` of its cases."""
        at = self._place(suite.dataset, suite.suite)
        assert at is not None
        ((cases, groups),) = self._run(
            "select (select count(*) from c) - (select min(id) from earlier.c where dataset = $1 and suite = $2),"
            " (select count(*) from grp) - (select min(id) from earlier.grp where dataset = $1 and suite = $2)",
            [*at],
        ).fetchall()
        self._shift = cases, groups
        self._run(
            "insert into grp select id + ?, ?, ?, path from earlier.grp where dataset = ? and suite = ? order by id",
            [groups, dataset, number, *at],
        )
        self._run(
            "create temp table numbered as select id + ? as id, key as case_key, grp + ? as grp, question, tagset,"
            " name, relation, image, file from earlier.c where dataset = ? and suite = ?",
            [cases, groups, *at],
        )

    def copy_verdicts(self, key: Key, at: tuple[int, int, int]) -> int:
        """Copy the verdicts and scores of one model on the suite whose cases were copied; returns their number."""
        there = [self._ids["dataset", key[0]], self._ids["suite", key[1]], self._ids["model", key[2]]]
        cases, groups = self._shift
        where = "dataset = ? and suite = ? and model = ?"
        ((count,),) = self._run(
            "insert into v select ?, ?, ?, grp + ?, id + ?, outcome, status, bin, value, why, answer, question, tagset"
            f" from earlier.v where {where} order by id",
            [*at, groups, cases, *there],
        ).fetchall()
        self._run(
            "insert into score select ?, ?, ?, grp + ?, here.id, bin, n from earlier.score"
            " join earlier.name there on there.kind = 'metric' and there.id = metric"
            f" join name here on here.kind = 'metric' and here.name = there.name where {where}"
            " order by here.id, grp, bin",
            [*at, groups, *there],
        )
        return int(count)

    def _place(self, dataset: str, suite: str) -> tuple[int, int] | None:
        found = self._ids.get(("dataset", dataset)), self._ids.get(("suite", suite))
        return None if None in found else found  # type: ignore[return-value]
