"""Building the index of a workspace: its current verdicts as the tables of `index_schema`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import get_args

import duckdb
from askance.core.answer import Undecided
from askance.core.case_score import CaseScore
from askance.relations import diagnostic_relations
from askance.report.current_results import CurrentResult, current_results
from askance.report.metric_scores import declared_case_scores
from askance.report.verdict_sources import quoted, verdicts_source
from askance.server.index_schema import (
    INDEX_VERSION,
    MODELS_PER_PACK,
    STEPS,
    SUMMARIES,
    bin_sql,
    create_tables_sql,
    pack_count,
)
from askance.store import Workspace

Progress = Callable[[int], None]  # is called with the number of verdicts that are in the index so far

# The questions of a case: the one that it is about, then those of its roles, without repetition.
_QUESTIONS = (
    "list_filter(asked, lambda text, place: text <> '' and list_position(asked, text) = place) from (select case_key,"
    " list_prepend(json_extract_string(decode(body), '$.question'),"
    " json_extract_string(decode(body), '$.asks[*][1].stimulus.question')) asked"
)
PLAIN_SCORES = VALUE, LOST_VALUE, HOLDS = "value", "1 - value", "holds::double"  # as suites declare them
_SEPARATOR = "chr(31)"  # between the texts of one case in the column that words are searched in


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a workspace in the order of their ids."""

    dataset: tuple[str, ...]
    suite: tuple[str, ...]
    model: tuple[str, ...]
    metric: tuple[str, ...]
    status: tuple[str, ...] = ("", *sorted(get_args(Undecided)))  # "" = decided

    @classmethod
    def of(cls, results: Iterable[CurrentResult], metrics: Iterable[str]) -> "Names":
        """The names that some results have, in alphabetical order."""
        found = list(results)
        return cls(
            tuple(sorted({each.dataset for each in found})),
            tuple(sorted({each.suite for each in found})),
            tuple(sorted({each.model for each in found})),
            tuple(sorted(set(metrics))),
        )


def result_stamp(space: Workspace, each: CurrentResult) -> str:
    """What changes when the verdicts of a result do."""
    path = space.derived_table_path("verdicts", each.case_set, each.fingerprint)
    try:
        state = path.stat()
    except OSError:
        return f"{path.name} missing"
    return f"{path.name} {state.st_size} {state.st_mtime_ns}"


def sorted_results(space: Workspace) -> list[CurrentResult]:
    """The current results in the order of the index."""
    return sorted(current_results(space), key=attrgetter("dataset", "suite", "model"))


def build_index(
    connection: duckdb.DuckDBPyConnection, space: Workspace, progress: Progress = lambda done: None
) -> None:
    """Fill an empty database with the current verdicts of a workspace."""
    results = sorted_results(space)
    scores = {suite: stored_scores(suite) for suite in {each.suite for each in results}}
    names = Names.of(results, (metric for found in scores.values() for metric in found))
    connection.execute(create_tables_sql(len(names.model)))
    for kind in ("dataset", "suite", "model", "metric", "status"):
        rows = [(kind, number, name) for number, name in enumerate(getattr(names, kind))]
        if rows:
            connection.executemany("insert into name values (?, ?, ?)", rows)
    builder = _Builder(connection, space, names, progress)
    for (_, suite), some in groupby(results, key=attrgetter("dataset", "suite")):
        builder.add_suite(list(some), scores[suite])
    connection.execute(SUMMARIES)
    connection.execute("create table about as select ? as version", [INDEX_VERSION])


def stored_scores(suite: str) -> dict[str, CaseScore]:
    """The metrics of a suite whose distribution does not follow from the values or outcomes of all verdicts."""
    return {
        metric: score
        for metric, score in declared_case_scores(suite).items()
        if len(score.scores) == 1 and not score.item and (score.where != "true" or score.scores[0] not in PLAIN_SCORES)
    }


@dataclass
class _Builder:
    """Adds suite after suite to an index."""

    connection: duckdb.DuckDBPyConnection
    space: Workspace
    names: Names
    progress: Progress
    _done: int = 0
    _sources: dict[str, str] = field(default_factory=dict)

    def add_suite(self, results: Sequence[CurrentResult], scores: dict[str, CaseScore]) -> None:
        """Add the verdicts of all models on one suite and data set."""
        dataset = self.names.dataset.index(results[0].dataset)
        suite = self.names.suite.index(results[0].suite)
        sources = {each.model: verdicts_source(self.connection, self.space, each) for each in results}
        self._collect_cases(list(sources.values()))
        self._collect_questions({each.case_set for each in results})
        self._number_cases(dataset, suite)
        for each in results:
            model, source = self.names.model.index(each.model), sources[each.model]
            count = self._add_verdicts(dataset, suite, model, source)
            self._add_scores(dataset, suite, model, source, scores)
            stamp = result_stamp(self.space, each)
            self.connection.execute(
                "insert into source values (?, ?, ?, ?, ?)", [each.dataset, each.suite, each.model, stamp, count]
            )
            self._done += count
            self.progress(self._done)
        self._add_cases(dataset, suite, self._is_adaptive(results))
        self.connection.execute("drop table some_case; drop table some_question; drop table numbered")

    def _is_adaptive(self, results: Sequence[CurrentResult]) -> bool:
        found = [self.space.case_set(each.case_set) for each in results]
        return any(each is not None and each.card is not None and each.card.adaptive for each in found)

    def _collect_cases(self, sources: Sequence[str]) -> None:
        """The distinct cases of all models; models that ran the same case set add nothing new."""
        columns = "case_key, name, coalesce(\"group\", '') path, image, relation, tags"
        self.connection.execute(f"create temp table some_case as select {columns} from {sources[0]}")
        for source in sources[1:]:
            self.connection.execute(
                f"insert into some_case select {columns} from {source} verdicts"
                " where case_key not in (select case_key from some_case)"
            )

    def _collect_questions(self, case_sets: set[str]) -> None:
        self.connection.execute("create temp table some_question(case_key blob, texts varchar[])")
        for case_set in sorted(case_sets):
            files = self.space.case_set_shards(case_set, ("cases",))["cases"]
            if files:
                listed = ", ".join(f"'{quoted(str(file))}'" for file in files)
                self.connection.execute(
                    f"insert into some_question select case_key, {_QUESTIONS} from read_parquet([{listed}])) found"
                    " where case_key not in (select case_key from some_question)"
                )
        self._extend(
            "question", "texts", f"lower(array_to_string(texts, {_SEPARATOR}))", "select texts from some_question"
        )

    def _extend(self, table: str, columns: str, computed: str, source: str) -> None:
        """Add to a table of texts those that it lacks, with the next ids, in alphabetical order."""
        self.connection.execute(
            f"insert into {table} select (select count(*) from {table}) + row_number() over (order by {columns}) - 1,"
            f" {columns}{', ' if computed else ''}{computed}"
            f" from (select distinct {columns} from ({source})) found anti join {table} using ({columns}) order by 1"
        )

    def _number_cases(self, dataset: int, suite: int) -> None:
        """Number the cases of a suite by group, image and name, and find the ids of their texts."""
        run = self.connection.execute
        run(
            "insert into grp select (select count(*) from grp) + row_number() over (order by path) - 1, ?, ?, path"
            " from (select distinct path from some_case) found order by 1",
            [dataset, suite],
        )
        tags = "map_keys(tags) tags, map_values(tags) vals"
        ((before,),) = run("select count(*) from tagset").fetchall()
        self._extend("tagset", "tags, vals", "", f"select {tags} from some_case where tags is not null")
        pairs = f"select id as tagset, unnest(tags) as tag, unnest(vals) as val from tagset where id >= {int(before)}"
        self._extend("tag", "tag, val", "", pairs)
        run(
            f"insert into tag_of_set select tag.id, tagset from ({pairs}) found join tag using (tag, val) order by 1, 2"
        )
        run(
            "create temp table numbered as"
            " select (select count(*) from c) - 1"
            "  + row_number() over (order by path, image nulls first, name, case_key) as id, case_key,"
            " grp.id as grp, question.id as question, tagset.id as tagset"
            " from some_case join grp using (path) left join some_question using (case_key)"
            " left join question using (texts)"
            " left join tagset on tagset.tags = map_keys(some_case.tags) and tagset.vals = map_values(some_case.tags)"
            " where grp.dataset = ? and grp.suite = ?",
            [dataset, suite],
        )

    def _add_verdicts(self, dataset: int, suite: int, model: int, source: str) -> int:
        """Add one model's verdicts in the order of their cases; returns their number."""
        answers = (
            f"(select case_key, status, reason, holds, relation, {_ANSWERS} as answers,"
            f" case when isfinite(value) then value end as value from {source})"
        )
        said = "map_keys(answers) as roles, map_values(answers) as texts"
        self._extend("why", "status, reason", "", f"select status, reason from {source} where reason is not null")
        self._extend(
            "answer", "roles, texts", f"lower(array_to_string(texts, {_SEPARATOR}))", f"select {said} from {answers}"
        )
        measured = ", ".join(f"'{quoted(name)}'" for name in sorted(diagnostic_relations()))
        outcome = (
            f"case when holds is null then 2 when relation in ({measured}) then 3 + holds::int else holds::int end"
        )
        status = " ".join(f"when '{quoted(name)}' then {number}" for number, name in enumerate(self.names.status))
        ((count,),) = self.connection.execute(
            f"insert into v select ?, ?, ?, grp, numbered.id, {outcome},"
            f" case coalesce(given.status, '') {status} else 0 end, {bin_sql('value')}, value,"
            " why.id, answer.id, question, tagset"
            f" from {answers} given join numbered using (case_key)"
            " left join why on why.reason = given.reason and why.status is not distinct from given.status"
            " left join answer on answer.roles = map_keys(given.answers) and answer.texts = map_values(given.answers)"
            " order by numbered.id",
            [dataset, suite, model],
        ).fetchall()
        return int(count)

    def _add_scores(self, dataset: int, suite: int, model: int, source: str, scores: dict[str, CaseScore]) -> None:
        for metric, score in scores.items():
            # Exact bins of `1 - value` are those of the value, counted from the other end.
            is_lost = score.scores[0] == LOST_VALUE
            bin_ = f"{2 * STEPS} - {bin_sql('score')}" if is_lost else bin_sql("score")
            scored = VALUE if is_lost else score.scores[0]
            self.connection.execute(
                f"insert into score select ?, ?, ?, grp, ?, {bin_} as bin, count(*) from"
                f" (select case_key, ({scored})::double as score from {source} where {score.where})"
                " join numbered using (case_key) where isfinite(score) group by grp, bin order by grp, bin",
                [dataset, suite, model, self.names.metric.index(metric)],
            )

    def _add_cases(self, dataset: int, suite: int, is_adaptive: bool) -> None:
        """Add the cases with the outcomes of all models, two bits for each."""
        packs = [
            f"bit_or(case when model // {MODELS_PER_PACK} <> {number} then 0 else"
            f" (case outcome when 1 then 1 when 0 then 2 when 2 then 3 else 0 end)::bigint"
            f" << (2 * (model % {MODELS_PER_PACK})) end) as pack{number}"
            for number in range(pack_count(len(self.names.model)))
        ]
        taken = ", ".join(f"pack{number}" for number in range(len(packs)))
        pair = "name" if is_adaptive else "id"
        self.connection.execute(
            f"insert into c with pack as (select {pair}, min(id) as first, {', '.join(packs)} from v"
            f"{' join numbered using (id) join some_case using (case_key)' if is_adaptive else ''}"
            f" where v.dataset = $dataset and v.suite = $suite group by {pair})"
            f" select numbered.id, $dataset, $suite, numbered.grp, question, tagset, case_key, some_case.name,"
            f" relation, image, first = numbered.id, {taken}"
            f" from numbered join some_case using (case_key) join pack on pack.{pair} = "
            f"{'some_case.name' if is_adaptive else 'numbered.id'} order by numbered.id",
            {"dataset": dataset, "suite": suite},
        )


# What each role answered: the reading, or the normalised text where the answer could not be read.
_ANSWERS = "map_concat(coalesce(texts, map {}), coalesce(said, map {}))"
