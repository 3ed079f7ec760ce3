"""Building the index of a workspace: its current verdicts as the tables of `index_schema`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import duckdb
from askance.core.case_score import CaseScore
from askance.core.group_tag import GroupTag
from askance.relations import diagnostic_relations
from askance.report.current_results import CurrentResult
from askance.report.declared_group_tags import declared_group_tags
from askance.report.verdict_sources import quoted, verdicts_source
from askance.server.index_reuse import EarlierIndex
from askance.server.index_schema import (
    INDEX_VERSION,
    MODELS_PER_PACK,
    STEPS,
    SUMMARIES,
    bin_sql,
    create_tables_sql,
    pack_count,
)
from askance.server.index_sources import LOST_VALUE, Names, sorted_results, stored_scores, wanted_sources
from askance.store import Workspace

Progress = Callable[[int], None]  # is called with the number of verdicts that are in the index so far

# The questions of a case: the one that it is about, then those of its roles, without repetition.
_QUESTIONS = (
    "list_filter(asked, lambda text, place: text <> '' and list_position(asked, text) = place) from (select case_key,"
    " list_prepend(json_extract_string(decode(body), '$.question'),"
    " json_extract_string(decode(body), '$.asks[*][1].stimulus.question')) asked"
)
_SEPARATOR = "chr(31)"  # between the texts of one case in the column that words are searched in


def build_index(
    connection: duckdb.DuckDBPyConnection,
    space: Workspace,
    progress: Progress = lambda done: None,
    earlier: Path | None = None,
) -> None:
    """Fill an empty database with the current verdicts of a workspace.

    `earlier`: an index of the same version, from which verdicts that have not changed are copied.
    """
    results = sorted_results(space)
    stamps = wanted_sources(space, results)
    scores = {suite: stored_scores(suite) for suite in {each.suite for each in results}}
    names = Names.of(results, (metric for found in scores.values() for metric in found))
    connection.execute(create_tables_sql(len(names.model)))
    for kind in ("dataset", "suite", "model", "metric", "status"):
        rows = [(kind, number, name) for number, name in enumerate(getattr(names, kind))]
        if rows:
            connection.executemany("insert into name values (?, ?, ?)", rows)
    builder = _Builder(
        connection, space, names, progress, None if earlier is None else EarlierIndex(connection, earlier)
    )
    if builder.earlier is not None:
        builder.earlier.copy_texts()
    for (_, suite), some in groupby(results, key=attrgetter("dataset", "suite")):
        builder.add_suite(list(some), stamps, scores[suite])
    connection.execute(SUMMARIES)
    connection.execute("create table about as select ? as version", [INDEX_VERSION])
    if builder.earlier is not None:
        builder.earlier.detach()


@dataclass
class _Builder:
    """Adds suite after suite to an index."""

    connection: duckdb.DuckDBPyConnection
    space: Workspace
    names: Names
    progress: Progress
    earlier: EarlierIndex | None
    _done: int = 0

    def add_suite(
        self, results: Sequence[CurrentResult], stamps: dict[tuple[str, str, str], str], scores: dict[str, CaseScore]
    ) -> None:
        """Add the verdicts of all models on one suite and data set."""
        keys = {each.model: (each.dataset, each.suite, each.model) for each in results}
        at = self.names.dataset.index(results[0].dataset), self.names.suite.index(results[0].suite)
        kept = (
            set()
            if self.earlier is None
            else {name for name, key in keys.items() if self.earlier.has(key, stamps[key])}
        )
        sources = {
            each.model: verdicts_source(self.connection, self.space, each) for each in results if each.model not in kept
        }
        if self.earlier is not None and self.earlier.has_all_cases(results[0], list(sources.values())):
            self.earlier.copy_cases(results[0], *at)
        else:
            sources = {each.model: verdicts_source(self.connection, self.space, each) for each in results}
            self._collect_cases(list(sources.values()))
            self._collect_questions({each.case_set for each in results})
            self._collect_image_files({each.case_set for each in results})
            self._number_cases(*at)
            self._add_group_tags(declared_group_tags(results[0].suite))
        for name, key in keys.items():
            count = self._add_model(name, key, at, sources.get(name), scores)
            self.connection.execute("insert into source values (?, ?, ?, ?, ?)", [*key, stamps[key], count])
            self._done += count
            self.progress(self._done)
        self._add_cases(*at, self._is_adaptive(results))
        self.connection.execute("drop table numbered")

    def _add_model(
        self,
        name: str,
        key: tuple[str, str, str],
        at: tuple[int, int],
        source: str | None,
        scores: dict[str, CaseScore],
    ) -> int:
        """Add one model's verdicts, from their file or (no source) from the earlier index; returns their number."""
        model = self.names.model.index(name)
        if source is None:
            assert self.earlier is not None
            return self.earlier.copy_verdicts(key, (*at, model))
        self._read_verdicts(source, scores)
        count = self._add_verdicts(*at, model)
        self._add_scores(*at, model, scores)
        self.connection.execute("drop table given")
        return count

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

    def _collect_image_files(self, case_sets: set[str]) -> None:
        """The names by which people know the images; none in workspaces that an older Askance wrote."""
        self.connection.execute("create temp table some_file(image varchar, file varchar)")
        shards = [self.space.case_set_shards(each, ("image_files",))["image_files"] for each in sorted(case_sets)]
        files = [file for some in shards for file in some]
        if files:
            listed = ", ".join(f"'{quoted(str(file))}'" for file in files)
            self.connection.execute(
                f"insert into some_file select image, min(file) from read_parquet([{listed}]) group by image"
            )

    def _extend(self, table: str, columns: str, computed: str, source: str) -> None:
        """Add to a table of texts those that it lacks, with the next ids."""
        self.connection.execute(
            f"insert into {table} select (select count(*) from {table}) + row_number() over () - 1,"
            f" {columns}{', ' if computed else ''}{computed}"
            f" from (select {columns} from ({source}) except select {columns} from {table}) found order by 1"
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
        # Ids in the order of cases: a filter that looks them up then reads memory in order.
        run(
            "insert into tagset select (select count(*) from tagset) + row_number() over (order by place) - 1,"
            " tags, vals from (select tags, vals, min(place) as place"
            f" from (select {tags}, rowid as place from some_case where tags is not null) group by all) found"
            " anti join tagset using (tags, vals) order by 1"
        )
        pairs = f"select id as tagset, unnest(tags) as tag, unnest(vals) as val from tagset where id >= {int(before)}"
        self._extend("tag", "tag, val", "", pairs)
        run(
            f"insert into tag_of_set select tag.id, tagset from ({pairs}) found join tag using (tag, val) order by 1, 2"
        )
        run(
            "create temp table numbered as"
            " select (select count(*) from c) - 1"
            "  + row_number() over (order by path, image nulls first, name, case_key) as id, case_key,"
            " grp.id as grp, question.id as question, tagset.id as tagset, name, relation, image, file"
            " from some_case join grp using (path) left join some_question using (case_key)"
            " left join question using (texts) left join some_file using (image)"
            " left join tagset on tagset.tags = map_keys(some_case.tags) and tagset.vals = map_values(some_case.tags)"
            " where grp.dataset = ? and grp.suite = ?",
            [dataset, suite],
        )
        run("drop table some_case; drop table some_question; drop table some_file")

    def _add_group_tags(self, declared: Sequence[GroupTag]) -> None:
        """Tags that follow from those of a case, so that the cases behind a group of results can be selected."""
        sets = "select id as tagset, map(tags, vals) as tags from tagset where id in (select tagset from numbered)"
        for tag, values in dict.fromkeys((each.tag, each.values) for each in declared):
            found = f"select distinct tagset, '{quoted(tag)}' as tag, unnest({values}) as val from ({sets})"
            pairs = f"select * from ({found}) where coalesce(val, '') <> ''"
            self._extend("tag", "tag, val", "", pairs)
            self.connection.execute(
                f"insert into tag_of_set select distinct tag.id, tagset from ({pairs}) found join tag using (tag, val)"
                " anti join tag_of_set known on known.tag = tag.id and known.tagset = found.tagset order by 1, 2"
            )

    def _read_verdicts(self, source: str, scores: dict[str, CaseScore]) -> None:
        """One model's verdicts with the ids of their cases and the scores of declared metrics, read once."""
        measured = ", ".join(f"'{quoted(name)}'" for name in sorted(diagnostic_relations()))
        status = " ".join(f"when '{quoted(name)}' then {number}" for number, name in enumerate(self.names.status))
        scored = "".join(
            f", case when {score.where} then ({score.scores[0]})::double end as score{number}"
            for number, score in enumerate(scores.values())
        )
        self.connection.execute(
            f"create temp table given as select numbered.id, grp, question, tagset, outcome, code,"
            f" value, status, reason, answers"
            f"{''.join(f', score{number}' for number in range(len(scores)))}"
            f" from (select case_key, case when holds is null then 2"
            f" when relation in ({measured}) then 3 + holds::int else holds::int end as outcome,"
            f" case coalesce(status, '') {status} else 0 end as code, status, reason,"
            f" case when isfinite(value) then value end as value, {_ANSWERS} as answers{scored} from {source})"
            " join numbered using (case_key)"
        )

    def _add_verdicts(self, dataset: int, suite: int, model: int) -> int:
        """Add the verdicts that were read, in the order of their cases; returns their number."""
        self._extend("why", "status, reason", "", "select status, reason from given where reason is not null")
        said = "select map_keys(answers) as roles, map_values(answers) as texts from given"
        self._extend("answer", "roles, texts", f"lower(array_to_string(texts, {_SEPARATOR}))", said)
        ((count,),) = self.connection.execute(
            f"insert into v select ?, ?, ?, grp, given.id, outcome, code, {bin_sql('value')}, value,"
            " why.id, answer.id, question, tagset from given"
            " left join why on why.reason = given.reason and why.status is not distinct from given.status"
            " left join answer on answer.roles = map_keys(given.answers) and answer.texts = map_values(given.answers)"
            " order by given.id",
            [dataset, suite, model],
        ).fetchall()
        return int(count)

    def _add_scores(self, dataset: int, suite: int, model: int, scores: dict[str, CaseScore]) -> None:
        for number, (metric, score) in enumerate(scores.items()):
            # Bins of `1 - value` are those of the value counted from the other end: a difference is not exact.
            is_lost = score.scores[0] == LOST_VALUE
            bin_ = f"{2 * STEPS} - {bin_sql('value')}" if is_lost else bin_sql(f"score{number}")
            self.connection.execute(
                f"insert into score select ?, ?, ?, grp, ?, {bin_} as bin, count(*) from given"
                f" where isfinite(score{number}) group by grp, bin order by grp, bin",
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
            f"{' join (select id, name from numbered) using (id)' if is_adaptive else ''}"
            f" where dataset = $dataset and suite = $suite group by {pair})"
            f" select id, $dataset, $suite, grp, question, tagset, case_key, name, relation, image, file,"
            " coalesce(first, id) = id"
            f"{''.join(f', coalesce(pack{number}, 0)' for number in range(len(packs)))}"
            f" from numbered left join (select {pair}, first, {taken} from pack) using ({pair}) order by id",
            {"dataset": dataset, "suite": suite},
        )


# What each role answered: the reading, or the normalised text where the answer could not be read.
_ANSWERS = (
    "case when texts is null or cardinality(texts) = 0 then coalesce(said, map {})"
    " else map_concat(texts, coalesce(said, map {})) end"
)
