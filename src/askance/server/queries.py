"""What the views ask about the verdicts of a workspace.

The SQL of the dashboard is here, in `filter_ids`, `case_rows_sql`, `tag_rates` and `metric_distribution`; all values
are bound.
A `QuerySource` (see `index_open`) gives the `Queries` of a workspace. Every method may be called from any thread.
It raises `QueryTimeout` if it takes too long, and `QuerySuperseded` if the ticket of its request was cancelled.
"""

from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any

from askance.core import UserError
from askance.metrics.tags import MOST_VALUES, PRIVATE
from askance.server.case_export import ExportFormat, MoreColumns, check_export_format, encode_rows
from askance.server.case_filter import OUTCOMES, CaseFilter, Sort, VerdictName, check_text
from askance.server.case_groups import CaseGroups, path_and_parents
from askance.server.case_rows_sql import CaseRowReader
from askance.server.choice_counts import ChoiceCounter
from askance.server.filter_ids import OUTCOME_CODES, FilterReader, Group, IndexNames
from askance.server.histograms import histogram_of_bins, two_by_two, wide_histogram
from askance.server.metric_distribution import DistributionRequest, metric_distribution
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import (
    CasePage,
    CaseRow,
    Choice,
    Choices,
    CountAndHistogram,
    DistributionBar,
    GroupChoice,
    Neighbours,
    TagChoice,
    TwoByTwo,
)
from askance.server.selection import Selection
from askance.server.tag_rates import TagRate, TagRates, TagRequest
from askance.server.verdict_columns import BINS, NO_VALUE, load_columns

MOST_REASONS = 200  # in the choices
LONGEST_PAGE = 1000  # rows
EXPORT_ROWS = 20_000  # that one piece of an export has
KEPT_SELECTIONS = 16
KEPT_CASES = 20_000  # whose id is known without a query
_CASES_OF_IMAGE = "select id from case_of_image where hash = hash(?::varchar) order by id"
_CASE_OF_KEY = (
    "select c.id from (select id from case_of_key where hash = hash(?::blob)) found join c on c.rowid = found.id"
    " where dataset = ? and key = ?"
)
_CASES_OF_KEYS = (
    "select c.id, c.dataset, c.key from unnest(?::blob[]) wanted(key)"
    " join case_of_key found on found.hash = hash(wanted.key) join c on c.rowid = found.id where c.key = wanted.key"
)
_CASES_OF_NAMES = (
    "select wanted.id, same.id from unnest(?::bigint[]) wanted(id) join c own on own.rowid = wanted.id"
    " join c same on same.name = own.name where same.rowid >= ? and same.rowid < ? order by all"
)
KINDS = ("dataset", "suite", "model", "status", "metric")
TidyRow = dict[str, Any]


class Queries:
    """Questions about one state of a workspace."""

    def __init__(self, pool: QueryPool, board: Callable[[], list[TidyRow]], ticket: Ticket | None = None):
        self.pool, self._board, self._ticket = pool, board, ticket
        self.names = _read_names(pool)
        self._columns = load_columns(pool, len(self.names.model))
        self._reader = FilterReader(pool, self.names, self._columns.sizes)
        self._tag_rates = TagRates(pool, self.names, self._columns)
        self.case_groups = CaseGroups(pool, self.names)
        self._rows = CaseRowReader(pool, self.names, self._columns)
        self._choice_counts = ChoiceCounter(pool, self.names, self._columns.sizes["tagset"])
        self._case_ids: dict[tuple[int, bytes], int] = {}  # the last ones that were looked up
        self._selections: dict[CaseFilter, Selection] = {}  # the last ones: a slider that moves asks for one again
        self._lock = Lock()  # of `_selections`
        self._choices: list[Choices] = []  # once they are known; a list, since the queries of a request share it

    def for_request(self, ticket: Ticket) -> "Queries":
        """The same queries, which `ticket` can cancel."""
        bound = object.__new__(Queries)
        bound.__dict__.update(self.__dict__)
        bound._ticket = ticket
        return bound

    def board(self) -> list[TidyRow]:
        """The current tidy rows of the workspace, as `askance report --json` gives them."""
        return self._board()

    def choices(self) -> Choices:
        """Everything that a filter can name, with the number of verdicts."""
        if not self._choices:
            self._choices.append(self._read_choices())
        return self._choices[0]

    def choices_beside(self, wanted: CaseFilter) -> tuple[tuple[TagChoice, ...], tuple[GroupChoice, ...]]:
        """The tags and the groups with the number of verdicts that each would select beside the other filters."""
        known, counter = self.choices(), self._choice_counts
        tags = counter.tags(known.tags, wanted, self._select, self._ticket)
        return tags, counter.groups(known.groups, wanted, self._select)

    def count(self, wanted: CaseFilter) -> int:
        """How many verdicts a filter selects."""
        return int(self._select(wanted).by_code(wanted.values).sum())

    def count_and_histogram(self, wanted: CaseFilter) -> CountAndHistogram:
        """How many verdicts a filter selects, by outcome, and the distribution of their values."""
        selected = self._select(wanted)
        counts, whole = selected.by_code(wanted.values), selected.by_code()
        sums = counts.reshape(-1, BINS).sum(axis=1)
        by_outcome = {outcome: int(sums[list(codes)].sum()) for outcome, codes in OUTCOME_CODES.items()}
        by_bin = whole.reshape(-1, BINS).sum(axis=0)
        low, high = selected.value_limits()
        is_wide = low < 0 or high > 1
        histogram = wide_histogram(selected, low, high) if is_wide else histogram_of_bins(by_bin)
        return CountAndHistogram(int(counts.sum()), by_outcome, histogram, int(by_bin[NO_VALUE]))

    def case_page(self, wanted: CaseFilter, sort: Sort = Sort(), offset: int = 0, limit: int = 50) -> CasePage:  # noqa: B008
        """Some verdicts of a selection, in order; at most 1,000 at a time."""
        offset, limit = max(0, offset), min(max(0, limit), LONGEST_PAGE)
        selected = self._select(wanted)
        total = int(selected.by_code(wanted.values).sum())
        if offset >= total or not limit:
            return CasePage((), offset, total)
        return CasePage(self.rows_with_ids(selected.page(sort, wanted.values, offset, limit)), offset, total)

    def sample(self, wanted: CaseFilter, count: int, seed: int = 0) -> tuple[CaseRow, ...]:
        """Some verdicts of a selection, chosen at random."""
        return self.rows_with_ids(self._select(wanted).sample(wanted.values, count, seed))

    def neighbours(self, wanted: CaseFilter, sort: Sort, verdict: VerdictName) -> Neighbours | None:
        """The verdicts before and after one in a selection; None where the selection does not contain it."""
        row_id = self._find_verdict(verdict)
        position = None if row_id is None else self._select(wanted).position(sort, wanted.values, row_id)
        if position is None:
            return None
        start = max(0, position - 1)
        page = self.case_page(wanted, sort, start, position - start + 2)
        rows = dict(enumerate(page.rows, start))
        return Neighbours(position, page.total, rows.get(position - 1), rows.get(position + 1))

    def cases_of_image(self, image: str, model: str = "", limit: int = LONGEST_PAGE) -> tuple[CaseRow, ...]:
        """The verdicts of a model, or of all, by all suites on the cases whose first role shows an image."""
        check_text([image])
        number = self._model_id(model) if model else None
        cases = [row[0] for row in self.pool.rows(_CASES_OF_IMAGE, [image], self._ticket)]
        on_cases = (verdict for case in cases for verdict in self._columns.verdicts_on_case(case))
        found = sorted(row_id for model_id, row_id in on_cases if number in (None, model_id))
        return tuple(row for row in self.rows_with_ids(found[:limit]) if row.image == image)  # hashes can be equal

    def verdicts_on_case(self, dataset: str, case_key: str) -> tuple[CaseRow, ...]:
        """The verdicts of all models on one case, by model; () where there is no such case.

        In an adaptive suite, each model has a case of its own, under the same name as those of the others.
        """
        case = self._find_case(dataset, case_key)
        if case is None:
            return ()
        cases = self._same_cases([case])[case]
        return self.rows_with_ids(
            sorted(row_id for each in cases for _, row_id in self._columns.verdicts_on_case(each))
        )

    def verdicts_of_models(
        self, rows: Sequence[CaseRow], models: Sequence[str]
    ) -> dict[tuple[str, str], tuple[CaseRow, ...]]:
        """(data set, case key) → the verdicts of these models on the cases of some rows, in the order of `models`."""
        keys = [bytes.fromhex(row.case_key) for row in rows]
        places = {self.names.id_of("model", name): place for place, name in enumerate(models)}
        cases = self.pool.rows(_CASES_OF_KEYS, [keys], self._ticket)
        same = self._same_cases([case for case, *_ in cases])
        found: dict[tuple[str, str], list[int]] = {}  # the row ids, in the order of `models`
        for case, dataset, key in cases:
            on_case = (verdict for each in same[case] for verdict in self._columns.verdicts_on_case(each))
            placed = sorted((places[model], row_id) for model, row_id in on_case if model in places)
            found[self.names.dataset[dataset], bytes(key).hex()] = [row_id for _, row_id in placed]
        ids = sorted({row_id for some in found.values() for row_id in some})
        read = dict(zip(ids, self.rows_with_ids(ids), strict=True))
        return {key: tuple(read[row_id] for row_id in some) for key, some in found.items()}

    def two_by_two(self, wanted: CaseFilter, a: str, b: str) -> TwoByTwo:
        """How two models do on the cases that they share; only the parts of the filter that are about cases count."""
        return two_by_two(self._columns, self._reader.read(wanted, self._ticket), *map(self._model_id, (a, b)))

    def rows_with_ids(self, row_ids: Sequence[int]) -> tuple[CaseRow, ...]:
        """The verdicts with these row ids, in this order."""
        return self._rows.read(row_ids, self._ticket)

    def metric_distribution(self, wanted: DistributionRequest) -> tuple[DistributionBar, ...]:
        """The distribution of one metric over cases, by model and group."""
        return metric_distribution(self.pool, self.names, wanted, self._ticket)

    def tags_of(self, dataset: str, suite: str) -> tuple[str, ...]:
        """The tags that cases of a suite on a data set have."""
        return self._tag_rates.tags_of(dataset, suite, self._ticket)

    def tag_rates(self, wanted: TagRequest) -> tuple[TagRate, ...]:
        """The mean score of each model by the value of a tag, with intervals."""
        return self._tag_rates.rates(wanted, self._ticket)

    def export(
        self, wanted: CaseFilter, file_format: ExportFormat = "jsonl", more: MoreColumns | None = None
    ) -> Iterator[bytes]:
        """A selection as the bytes of a file, piece by piece, in the order of cases; `more` adds columns."""
        check_export_format(file_format)
        return encode_rows(self._parts_of_selection(wanted), more, file_format)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _select(self, wanted: CaseFilter) -> Selection:
        """The selection of a filter without its value range; the last ones are kept."""
        key = wanted.without_values()
        with self._lock:
            found = self._selections.pop(key, None)
        if found is None:
            found = Selection(self._columns, self._reader.read(key, self._ticket))
            found.count(self.pool.check_ticket(self._ticket))
        with self._lock:
            self._selections[key] = found
            while len(self._selections) > KEPT_SELECTIONS:
                del self._selections[next(iter(self._selections))]
        return found

    def _model_id(self, name: str) -> int:
        number = self.names.id_of("model", name)
        if number is None:
            raise UserError(f"model {name!r}: this workspace has {', '.join(self.names.model)}")
        return number

    def _parts_of_selection(self, wanted: CaseFilter) -> Iterator[tuple[CaseRow, ...]]:
        """A selection some thousand verdicts at a time: no query of an export is long, and others run in between."""
        for row_ids in self._select(wanted).parts(wanted.values, EXPORT_ROWS):
            yield self.rows_with_ids(row_ids)

    def _find_case(self, dataset: str, case_key: str) -> int | None:
        number = self.names.id_of("dataset", dataset)
        try:
            key = bytes.fromhex(case_key)
        except ValueError:
            return None
        if number is None:
            return None
        known = self._case_ids.get((number, key))
        if known is None:
            found = self.pool.rows(_CASE_OF_KEY, [key, number, key], self._ticket)
            if found and len(self._case_ids) < KEPT_CASES:
                self._case_ids[number, key] = found[0][0]
            return found[0][0] if found else None
        return known

    def _same_cases(self, cases: Sequence[int]) -> dict[int, list[int]]:
        """Each case with those that other models have under its name: the suite is adaptive."""
        found = {case: [case] for case in cases}
        by_suite: dict[tuple[int, int], list[int]] = {}
        for case in cases:
            suite = self._columns.cases_with(case)
            if suite is not None and suite.is_paired_by_name:
                by_suite.setdefault((suite.first, suite.first + len(suite)), []).append(case)
        for ends, some in by_suite.items():
            found |= {case: [] for case in some}
            for case, same in self.pool.rows(_CASES_OF_NAMES, [some, *ends], self._ticket):
                found[case].append(same)
        return found

    def _find_verdict(self, verdict: VerdictName) -> int | None:
        """The row id of a verdict."""
        case, model = self._find_case(verdict.dataset, verdict.case_key), self.names.id_of("model", verdict.model)
        if case is None or model is None:
            return None
        return next((row_id for number, row_id in self._columns.verdicts_on_case(case) if number == model), None)

    def _read_choices(self) -> Choices:
        cube = self.pool.rows("select dataset, suite, model, grp, outcome, status, sum(n) from cube group by all")
        groups = {group.id: group for group in self.names.groups}

        def counted(kind: str, column: int) -> tuple[Choice, ...]:
            names = getattr(self.names, kind)
            return tuple(
                Choice(name, sum(row[-1] for row in cube if row[column] == number)) for number, name in enumerate(names)
            )

        by_group: dict[tuple[str, str], int] = {}
        for row in cube:
            group = groups[row[3]]
            for path in path_and_parents(group.path):
                key = self.names.suite[group.suite], path
                by_group[key] = by_group.get(key, 0) + row[-1]
        return Choices(
            models=counted("model", 2),
            datasets=counted("dataset", 0),
            suites=counted("suite", 1),
            groups=tuple(GroupChoice(suite, path, int(n)) for (suite, path), n in sorted(by_group.items())),
            tags=self._read_tag_choices(),
            outcomes=tuple(
                Choice(outcome, sum(row[-1] for row in cube if row[4] in OUTCOME_CODES[outcome]))
                for outcome in OUTCOMES
            ),
            statuses=tuple(each for each in counted("status", 5) if each.name and each.count),
            reasons=tuple(
                Choice(reason, n)
                for reason, n in self.pool.rows(
                    "select reason, sum(n)::ubigint from why_count join why on why = id group by reason"
                    " order by 2 desc, 1 limit ?",
                    [MOST_REASONS],
                )
            ),
            total=int(sum(row[-1] for row in cube)),
        )

    def _read_tag_choices(self) -> tuple[TagChoice, ...]:
        sql = (
            "select tag.tag, val, n from tag_count join tag on tag_count.tag = tag.id where tag.tag in"
            " (select tag from tag group by tag having count(*) <= ?) and not starts_with(tag.tag, ?)"
            " order by tag.tag, n desc, val"
        )
        found: dict[str, list[Choice]] = {}
        for tag, value, count in self.pool.rows(sql, [MOST_VALUES, PRIVATE]):
            found.setdefault(tag, []).append(Choice(value, count))
        # Values that are JSON are for programs: they are not offered in a list.
        json = {tag for tag, values in found.items() if any(each.name.startswith(("{", "[")) for each in values)}
        return tuple(TagChoice(tag, tuple(values)) for tag, values in found.items() if tag not in json)


def _read_names(pool: QueryPool) -> IndexNames:
    rows = pool.rows("select kind, id, name from name order by kind, id")
    named = {kind: tuple(name for found, _, name in rows if found == kind) for kind in KINDS}
    groups = tuple(Group(*row) for row in pool.rows("select id, dataset, suite, path from grp order by id"))
    return IndexNames(**named, groups=groups, ids={(kind, name): number for kind, number, name in rows})
