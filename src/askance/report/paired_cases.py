"""The cases that two models share, added up by image in DuckDB: no case becomes a Python object."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import gettempdir

import duckdb
import numpy as np
from askance.core import Metric, UserError
from askance.core.case_score import CaseScore
from askance.metrics.connected_images import join_components
from askance.metrics.paired_sums import Codes, PairedSums
from askance.report.connected_images import connected_images, images_of_groups
from askance.report.current_results import CurrentResult
from askance.report.model_versions import ModelVersion
from askance.report.own_cases import create_own_cases, is_of_own_cases, own_case_sums, own_undecided
from askance.report.uncompared_metrics import UncomparedMetric
from askance.report.undecided_cases import UndecidedCases, count_undecided
from askance.report.verdict_sources import quoted, verdicts_source
from askance.store import Workspace
from askance.store.duckdb_connection import hide_duckdb_progress_bar

NO_ANSWER = "('refused', 'failed', 'unreadable')"  # statuses that count as wrong, if undecided cases do
GROUP = "group"  # `--by group`: the first part of the group path; any other name is a tag
MEMORY = "400MB"  # what DuckDB may take before it writes to disk


@dataclass(frozen=True, slots=True)
class ScoredMetric:
    """A metric of one suite and how cases are scored for it."""

    metric: Metric
    score: CaseScore
    group: str = ""  # the group of cases that the score is restricted to

    @property
    def wrong(self) -> float | None:
        """The score of a case without a readable answer; None where nothing is better or worse."""
        if self.score.wrong is not None:
            return self.score.wrong
        return {"up": 0.0, "down": 1.0, None: None}[self.metric.better]


@dataclass(frozen=True, slots=True)
class SharedCases:
    """How many cases of one suite both models have, and only one of them."""

    dataset: str
    suite: str
    shared: int
    only_a: int
    only_b: int
    are_own: bool = False  # every metric compares the shares of each model's own cases


@dataclass(frozen=True, slots=True)
class MetricSums:
    """The shared cases of one metric (of one group) by image."""

    dataset: str
    suite: str
    metric: Metric
    group: str
    sums: PairedSums
    as_wrong: PairedSums | None  # with undecided cases as wrong; None where there are none
    undecided: UndecidedCases


class PairedCases:
    """A connection in which the cases of two models are joined, suite by suite."""

    def __init__(self, by: str | None = None, *, against_zero: bool = False) -> None:
        # against_zero: A's scores are taken as 0, so that differences are B's own scores
        self._connection = duckdb.connect()
        self._connection.execute(f"set preserve_insertion_order = false; set memory_limit = '{MEMORY}'")
        self._connection.execute(f"set temp_directory = '{quoted(str(Path(gettempdir()) / 'askance-duckdb'))}'")
        hide_duckdb_progress_bar(self._connection)
        self._connection.execute("create temp table images (dataset varchar, image varchar, code bigint)")
        self._by, self._zero, self._numbers = by, "0 * " if against_zero else "", count()
        self._joined: list[tuple[str, SharedCases, Mapping[str, ScoredMetric]]] = []
        self._sources: dict[tuple[str, str], str] = {}  # (case set, fingerprint) → SQL for its verdicts
        self._groups: dict[str, list[list[str]]] = {}  # data set → images of each group of questions

    def connect_images(self, versions: Iterable[tuple[ModelVersion, CurrentResult]]) -> None:
        """Make images one cluster if a group of questions is about them; before `add`, since it holds in all suites."""
        for version, each in versions:
            source = self._verdicts_source(version.space, each)
            found = images_of_groups(version.space, each.case_set, self._connection, source)
            self._groups.setdefault(each.dataset, []).extend(found)

    def add(
        self, a: tuple[ModelVersion, CurrentResult], b: tuple[ModelVersion, CurrentResult],
        metrics: Mapping[str, ScoredMetric],
    ) -> SharedCases:  # fmt: skip
        """Join the cases of one suite; returns how many are shared."""
        number, result = next(self._numbers), a[1]
        key = pairing_key(a, b)
        for side, (version, each) in (("a", a), ("b", b)):
            self._create_side(f"{side}{number}", version.space, each, metrics, key)
        table, run = f"pair{number}", self._connection.execute
        columns = "a.name, a.cluster, a.test, a.part, a.status as astatus, b.status as bstatus" + "".join(
            f", a.in{m}" + "".join(f", {self._zero}a.{kind}{m}_{k} as a{kind}{m}_{k}, b.{kind}{m}_{k} as b{kind}{m}_{k}"
                                   for kind in "sw" for k in range(len(each.score.scores)))
            + (f", a.item{m}" if each.score.item else "")
            for m, each in enumerate(metrics.values())
        )  # fmt: skip
        run(f"create temp table {table} as select {columns} from a{number} a join b{number} b using (key)")
        shared, in_a, in_b = (
            int(run(f"select count(*) from {name}").fetchall()[0][0]) for name in (table, f"a{number}", f"b{number}")
        )
        own = [m for m, each in enumerate(metrics.values()) if self._is_own(each)]
        if own:
            names = [name for m in own for name in (f"in{m}", f"s{m}_0")]
            create_own_cases(self._connection, f"own_{table}", f"a{number}", f"b{number}", names)
            self._number_images(f"own_{table}", result.dataset)
        run(f"drop view a{number}; drop view b{number}")
        found = SharedCases(
            result.dataset, result.suite, shared, in_a - shared, in_b - shared, len(own) == len(metrics) > 0
        )
        self._joined.append((table, found, metrics))
        self._number_images(table, result.dataset)
        return found

    def connected_to(self, dataset: str) -> dict[str, str]:
        """Image → the first image of its cluster, for images that a group connects."""
        return join_components(self._groups.get(dataset, ()))

    def _create_side(
        self, view: str, space: Workspace, each: CurrentResult, metrics: Mapping[str, ScoredMetric], key: str
    ) -> None:
        source = self._verdicts_source(space, each)
        self._connection.register(f"{view}_alike", connected_images(self._groups.get(each.dataset, ())))
        parts = [
            f"{key} as key",
            "name",
            "status",
            "split_part(coalesce(\"group\", ''), '/', 1) as test",
            self._part_sql(),
        ]
        parts.append("coalesce(root, image, hex(case_key)) as cluster")
        for m, metric in enumerate(metrics.values()):
            parts.append(f"coalesce(({metric.score.where}), false) as in{m}")
            if metric.score.item:
                parts.append(f"({metric.score.item}) as item{m}")
            for k, score in enumerate(metric.score.scores):
                parts.append(f"({score})::double as s{m}_{k}")
                wrong = "null" if metric.wrong is None else repr(metric.wrong)
                parts.append(
                    f"case when ({score}) is null and status in {NO_ANSWER} then {wrong} else ({score}) end::double"
                    f" as w{m}_{k}"
                )
        # a plain name per column: expressions of suites use the columns of verdicts
        self._connection.execute(
            f"create temp view {view} as select {', '.join(parts)} from {source}"
            f" left join {view}_alike on image = {view}_alike.connected"
        )

    def _part_sql(self) -> str:
        if self._by is None:
            return "'' as part"
        if self._by == GROUP:
            return "coalesce(split_part(\"group\", '/', 1), '') as part"
        return f"coalesce(tags['{quoted(self._by)}'], '') as part"

    def _verdicts_source(self, space: Workspace, each: CurrentResult) -> str:
        path = space.derived_table_path("verdicts", each.case_set, each.fingerprint)
        known = str(path), each.model
        if known not in self._sources:
            self._sources[known] = verdicts_source(self._connection, space, each)
        return self._sources[known]

    def _number_images(self, table: str, dataset: str) -> None:
        """One code per image of a data set, the same in all suites."""
        self._connection.execute(
            f"insert into images select '{quoted(dataset)}', cluster, row_number() over (order by cluster) - 1"
            " + (select count(*) from images)"
            f" from (select distinct cluster from {table} anti join"
            f" (select image as cluster from images where dataset = '{quoted(dataset)}') known using (cluster))"
        )

    @property
    def image_count(self) -> int:
        """The number of images with shared cases."""
        return int(self._connection.execute("select count(*) from images").fetchall()[0][0])

    def totals(self) -> list[MetricSums]:
        """Every metric over all shared cases that both decided; `uncompared` names the metrics without any."""
        found = [self._sums(table, shared, m, each) for table, shared, m, each in self._metrics()]
        return [each for each in found if each is not None]

    def uncompared(self, compared: Iterable[MetricSums]) -> list[UncomparedMetric]:
        """The metrics that are not among the compared ones."""
        known = {(each.dataset, each.suite, each.metric.name) for each in compared}
        return [
            UncomparedMetric(
                shared.dataset, shared.suite, each.metric.name, shared.shared, self._undecided(table, m, each, f"in{m}")
            )
            for table, shared, m, each in self._metrics()
            if (shared.dataset, shared.suite, each.metric.name) not in known
        ]

    def groups(self, chosen: Iterable[tuple[str, str, str]]) -> list[MetricSums]:
        """The chosen metrics (data set, suite, name) by group."""
        wanted, found = set(chosen), []
        for table, shared, m, each in self._metrics():
            if (shared.dataset, shared.suite, each.metric.name) in wanted:
                sql = f"select distinct part from {table} where in{m} and part <> '' order by part"
                for (part,) in self._connection.execute(sql).fetchall():
                    found.append(self._sums(table, shared, m, each, part))
        return [each for each in found if each is not None]

    def check_by(self) -> None:
        """UserError where no shared case has the tag of `--by`."""
        tables = [table for table, shared, _ in self._joined if shared.shared]
        rows = [
            self._connection.execute(f"select count(*) from {each} where part <> ''").fetchall()[0][0]
            for each in tables
        ]
        if self._by is not None and not sum(rows):
            raise UserError(f"--by {self._by}: no shared case has such a tag: write group, or a tag such as type")

    def _metrics(self) -> Iterable[tuple[str, SharedCases, int, ScoredMetric]]:
        for table, shared, metrics in self._joined:
            for m, each in enumerate(metrics.values()):
                yield table, shared, m, each

    def _sums(
        self, table: str, shared: SharedCases, m: int, each: ScoredMetric, part: str | None = None
    ) -> MetricSums | None:
        inside = f"in{m}" if part is None else f"in{m} and part = '{quoted(part)}'"
        if self._is_own(each):
            sums = own_case_sums(self._connection, f"own_{table}", shared.dataset, f"s{m}_0", inside)
            lost = self._undecided(table, m, each, inside)
            if sums is None:
                return None
            return MetricSums(shared.dataset, shared.suite, each.metric, part or each.group, sums, None, lost)
        by_test = each.score.is_mean_of_tests and part is None
        lost = self._undecided(table, m, each, inside)
        sums = self._cells(table, shared.dataset, m, each, "s", inside, by_test)
        if not len(sums.images):
            return None
        as_wrong = None
        if each.wrong is not None and lost.either:
            as_wrong = self._cells(table, shared.dataset, m, each, "w", inside, by_test)
        return MetricSums(shared.dataset, shared.suite, each.metric, part or each.group, sums, as_wrong, lost)

    def _is_own(self, each: ScoredMetric) -> bool:
        return is_of_own_cases(each.score) and not self._zero  # one model alone has no other's cases

    def _undecided(self, table: str, m: int, each: ScoredMetric, inside: str) -> UndecidedCases:
        if self._is_own(each):
            return own_undecided(self._connection, f"own_{table}", f"s{m}_0", inside)
        columns = range(len(each.score.scores))
        a, b = (" or ".join(f"{side}s{m}_{k} is null" for k in columns) for side in "ab")
        return count_undecided(self._connection, table, inside, a, b)

    def _cells(
        self, table: str, dataset: str, m: int, each: ScoredMetric, kind: str, inside: str, by_test: bool
    ) -> PairedSums:
        columns = range(len(each.score.scores))
        names = [f"{side}{kind}{m}_{k}" for side in "ab" for k in columns]
        known = " and ".join(f"{name} is not null" for name in names)
        units = f"select cluster, test, {', '.join(names)} from {table} where {inside} and {known}"
        if each.score.item:
            sums = ", ".join(f"sum({name}) as {name}" for name in names)
            units = (
                f"select min(cluster) as cluster, min(test) as test, {sums} from {table} where {inside}"
                f" group by item{m} having count(*) = {each.score.cases_per_item}"
                + "".join(f" and count({name}) = {each.score.cases_per_item}" for name in names)
            )
        test = "test" if by_test else "''"
        squares = " + ".join(f"(b{kind}{m}_{k} - a{kind}{m}_{k}) ** 2" for k in columns)
        made = self._connection.sql(
            f"select code, {test} as test, count(*)::double as cases, sum({squares}) as squares,"
            f" {', '.join(f'sum({name}) as {name}' for name in names)}"
            f" from ({units}) units join images on images.image = units.cluster"
            f" where images.dataset = '{quoted(dataset)}' group by 1, 2 order by 1, 2"
        ).to_arrow_table()
        tests = made["test"].combine_chunks().dictionary_encode()
        codes: Codes = np.asarray(tests.indices, dtype=np.int64)
        values = {name: np.asarray(made[name], dtype=np.float64) for name in (*names, "cases", "squares")}
        return PairedSums(
            images=np.asarray(made["code"], dtype=np.int64),
            tests=codes,
            cases=values["cases"],
            a=np.stack([values[f"a{kind}{m}_{k}"] for k in columns], axis=1),
            b=np.stack([values[f"b{kind}{m}_{k}"] for k in columns], axis=1),
            squares=values["squares"],
            transform=each.score.transform,
        )


def pairing_key(a: tuple[ModelVersion, CurrentResult], b: tuple[ModelVersion, CurrentResult]) -> str:
    """The column that identifies a case in both; an adaptive suite asks models different cases about an item."""
    return "name" if _is_adaptive(a) or _is_adaptive(b) else "case_key"


def _is_adaptive(of: tuple[ModelVersion, CurrentResult]) -> bool:
    case_set = of[0].space.case_set(of[1].case_set)
    return case_set is not None and case_set.card is not None and case_set.card.adaptive


def pair_results(a: Sequence[CurrentResult], b: Sequence[CurrentResult]) -> list[tuple[CurrentResult, CurrentResult]]:
    """The results of A and B on the same suite and data set; where no data set has the same name, on the same suite."""
    same = [(one, other) for one in a for other in b if (one.dataset, one.suite) == (other.dataset, other.suite)]
    return same or [(one, other) for one in a for other in b if one.suite == other.suite]
