"""What the views ask about the verdicts of a workspace. All SQL of the dashboard is here and in `filter_sql`.

Open a `Queries` with `open_queries` (see `index_open`). Every method may be called from any thread. A method raises
`QueryTimeout` if it takes too long, and `QuerySuperseded` if the ticket of its request was cancelled.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from askance.metrics.tags import MOST_VALUES, PRIVATE
from askance.server.case_export import ExportFormat, check_export_format, encode_rows
from askance.server.case_filter import OUTCOMES, CaseFilter, Outcome, Sort, VerdictName
from askance.server.case_rows_sql import fetch_case_rows
from askance.server.filter_sql import (
    CODES,
    RIGHT,
    UNDECIDED,
    WRONG,
    Condition,
    Group,
    IndexNames,
    case_condition,
    cube_condition,
    dimension_condition,
    pair_condition,
    verdict_condition,
)
from askance.server.index_schema import STEPS
from askance.server.metric_distribution import DistributionRequest, metric_distribution
from askance.server.query_pool import QueryPool, Ticket
from askance.server.query_results import (
    Bin,
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

BARS = 40  # of a histogram
MOST_REASONS = 200  # in the choices
LONGEST_PAGE = 1000  # rows
EXPORT_BLOCK = 8 * 122_880  # row ids that one query of an export looks at
EXPORT_ROWS = 20_000  # that one piece of an export has
KINDS = ("dataset", "suite", "model", "status", "metric")
TidyRow = dict[str, Any]


class Queries:
    """Questions about one state of a workspace."""

    def __init__(self, pool: QueryPool, board: Callable[[], list[TidyRow]], ticket: Ticket | None = None):
        self.pool, self._board, self._ticket = pool, board, ticket
        self.names = _read_names(pool)
        self._choices: Choices | None = None

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
        if self._choices is None:
            self._choices = self._read_choices()
        return self._choices

    def count(self, wanted: CaseFilter) -> int:
        """How many verdicts a filter selects."""
        cube = cube_condition(self.names, wanted)
        if cube is not None:
            return int(self._rows("select coalesce(sum(n), 0) from cube where {}", cube)[0][0])
        return int(self._rows("select count(*) from v where {}", verdict_condition(self.names, wanted))[0][0])

    def count_and_histogram(self, wanted: CaseFilter) -> CountAndHistogram:
        """How many verdicts a filter selects, by outcome, and the distribution of their values."""
        by_outcome = self._count_by_outcome(wanted)
        whole = wanted.without_values()
        low, high = self._value_limits(wanted)
        if low < 0 or high > 1:
            histogram, without_value = self._wide_histogram(whole, low, high)
        else:
            bins = self._bins(whole)
            histogram, without_value = _bars(bins), bins.get(None, 0)
        return CountAndHistogram(sum(by_outcome.values()), by_outcome, histogram, without_value)

    def case_page(self, wanted: CaseFilter, sort: Sort = Sort(), offset: int = 0, limit: int = 50) -> CasePage:  # noqa: B008
        """Some verdicts of a selection, in order; at most 1,000 at a time."""
        offset, limit = max(0, offset), min(max(0, limit), LONGEST_PAGE)
        total = self.count(wanted)
        if offset >= total or not limit:
            return CasePage((), offset, total)
        return CasePage(self.rows_with_ids(self._row_ids(wanted, sort, offset, limit)), offset, total)

    def neighbours(self, wanted: CaseFilter, sort: Sort, verdict: VerdictName) -> Neighbours | None:
        """The verdicts before and after one in a selection; None where the selection does not contain it."""
        found = self._find_verdict(verdict)
        if found is None:
            return None
        row_id, value = found
        condition = verdict_condition(self.names, wanted)
        if not self._rows("select 1 from v where {} limit 1", Condition("rowid = ?", (row_id,)) & condition):
            return None
        before = _before(sort, row_id, value)
        position = int(self._rows("select count(*) from v where {}", condition & before)[0][0])
        start = max(0, position - 1)
        page = self.case_page(wanted, sort, start, position - start + 2)
        rows = dict(enumerate(page.rows, start))
        return Neighbours(position, page.total, rows.get(position - 1), rows.get(position + 1))

    def cases_of_image(self, image: str, limit: int = LONGEST_PAGE) -> tuple[CaseRow, ...]:
        """The verdicts of all models and suites on the cases whose first role shows an image."""
        sql = "select v.rowid from v where id in (select id from c where image = ?) order by v.rowid limit ?"
        return self.rows_with_ids([row[0] for row in self.pool.rows(sql, [image, limit], self._ticket)])

    def verdicts_on_case(self, dataset: str, case_key: str) -> tuple[CaseRow, ...]:
        """The verdicts of all models on one case, by model; () where there is no such case."""
        case = self._find_case(dataset, case_key)
        if case is None:
            return ()
        sql = "select rowid from v where id = ? order by rowid"
        return self.rows_with_ids([row[0] for row in self.pool.rows(sql, [case], self._ticket)])

    def two_by_two(self, wanted: CaseFilter, a: str, b: str) -> TwoByTwo:
        """How two models do on the cases that they share; only the parts of the filter that are about cases count."""
        codes = {"right": RIGHT, "wrong": WRONG, "undecided": UNDECIDED}
        pairs = {
            (one, other): pair_condition(self.names, (a, codes[one]), (b, codes[other]))
            for one in codes
            for other in codes
        }
        counts = ", ".join(f"count(*) filter (where {each.sql})" for each in pairs.values())
        where = Condition("is_first") & case_condition(self.names, wanted)
        values = [value for each in pairs.values() for value in each.values]
        row = self.pool.rows(f"select {counts} from c where {where.sql}", [*values, *where.values], self._ticket)[0]
        at = dict(zip(pairs, row, strict=True))
        return TwoByTwo(
            both_right=at["right", "right"],
            only_a=at["right", "wrong"],
            only_b=at["wrong", "right"],
            both_wrong=at["wrong", "wrong"],
            undecided=sum(count for pair, count in at.items() if "undecided" in pair),
        )

    def rows_with_ids(self, row_ids: Sequence[int]) -> tuple[CaseRow, ...]:
        """The verdicts with these row ids, in this order."""
        return fetch_case_rows(self.pool, self.names, row_ids, self._ticket)

    def metric_distribution(self, wanted: DistributionRequest) -> tuple[DistributionBar, ...]:
        """The distribution of one metric over cases, by model and group."""
        return metric_distribution(self.pool, self.names, wanted, self._ticket)

    def export(self, wanted: CaseFilter, file_format: ExportFormat = "jsonl") -> Iterator[bytes]:
        """A selection as the bytes of a file, piece by piece, in the order of cases."""
        check_export_format(file_format)
        return encode_rows(self._parts_of_selection(wanted), file_format)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _rows(self, sql: str, condition: Condition, *values: Any) -> list[tuple[Any, ...]]:
        return self.pool.rows(sql.format(condition.sql), [*condition.values, *values], self._ticket)

    def _row_ids(self, wanted: CaseFilter, sort: Sort, offset: int, limit: int) -> list[int]:
        direction = "desc" if sort.descending else "asc"
        order = f"value {direction} nulls last, rowid" if sort.key == "value" else f"rowid {direction}"
        sql = f"select rowid from v where {{}} order by {order} limit ? offset ?"
        return [row[0] for row in self._rows(sql, verdict_condition(self.names, wanted), limit, offset)]

    def _parts_of_selection(self, wanted: CaseFilter) -> Iterator[tuple[CaseRow, ...]]:
        """A selection some thousand verdicts at a time: no query of an export is long, and others run in between."""
        condition = verdict_condition(self.names, wanted)
        ((last,),) = self.pool.rows("select coalesce(max(rowid), -1) from v", (), self._ticket)
        for start in range(0, last + 1, EXPORT_BLOCK):
            block = Condition("rowid >= ? and rowid < ?", (start, start + EXPORT_BLOCK))
            found = [row[0] for row in self._rows("select rowid from v where {} order by rowid", block & condition)]
            for at in range(0, len(found), EXPORT_ROWS):
                yield self.rows_with_ids(found[at : at + EXPORT_ROWS])

    def _find_case(self, dataset: str, case_key: str) -> int | None:
        number = self.names.id_of("dataset", dataset)
        try:
            key = bytes.fromhex(case_key)
        except ValueError:
            return None
        sql = "select id from c where dataset = ? and key = ?"
        found = [] if number is None else self.pool.rows(sql, [number, key], self._ticket)
        return found[0][0] if found else None

    def _find_verdict(self, verdict: VerdictName) -> tuple[int, float | None] | None:
        """The row id and the value of a verdict."""
        case, model = self._find_case(verdict.dataset, verdict.case_key), self.names.id_of("model", verdict.model)
        if case is None or model is None:
            return None
        found = self.pool.rows("select rowid, value from v where id = ? and model = ?", [case, model], self._ticket)
        return found[0] if found else None

    def _count_by_outcome(self, wanted: CaseFilter) -> dict[Outcome, int]:
        cube = cube_condition(self.names, wanted)
        if cube is not None:
            rows = self._rows("select outcome, sum(n) from cube where {} group by outcome", cube)
        else:
            condition = verdict_condition(self.names, wanted)
            rows = self._rows("select outcome, count(*) from v where {} group by outcome", condition)
        counts = dict(rows)
        return {outcome: int(sum(counts.get(code, 0) for code in CODES[outcome])) for outcome in OUTCOMES}

    def _bins(self, wanted: CaseFilter) -> dict[int | None, int]:
        """Bin → the number of verdicts; None = those without a value."""
        cube = cube_condition(self.names, wanted)
        if cube is not None:
            rows = self._rows("select bin, sum(n) from cube where {} group by bin", cube)
        else:
            rows = self._rows(
                "select bin, count(*) from v where {} group by bin", verdict_condition(self.names, wanted)
            )
        return {number: int(count) for number, count in rows}

    def _value_limits(self, wanted: CaseFilter) -> tuple[float, float]:
        """The least and the largest value of the models, data sets, suites and groups of a filter."""
        about = CaseFilter(datasets=wanted.datasets, suites=wanted.suites, groups=wanted.groups)
        sql = "select min(low), max(high) from cube where {}"
        low, high = self._rows(sql, dimension_condition(self.names, about))[0]
        return (0.0, 1.0) if low is None else (low, high)

    def _wide_histogram(self, wanted: CaseFilter, low: float, high: float) -> tuple[tuple[Bin, ...], int]:
        """A histogram of values that are not all between 0 and 1; and the number of verdicts without a value."""
        width = (high - low) / BARS
        sql = (
            "select case when value is not null then least(greatest(floor((value - ?) / ?), 0), ?)::int end as bar,"
            " count(*) from v where {} group by bar"
        )
        condition = verdict_condition(self.names, wanted)
        rows = self.pool.rows(sql.format(condition.sql), [low, width, BARS - 1, *condition.values], self._ticket)
        counts: dict[int | None, int] = dict(rows)
        edges = [low + width * number for number in range(BARS)] + [high]
        bars = tuple(Bin(edges[n], edges[n + 1], counts.get(n, 0)) for n in range(BARS))
        return bars, counts.get(None, 0)

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
            for path in _path_and_parents(group.path):
                key = self.names.suite[group.suite], path
                by_group[key] = by_group.get(key, 0) + row[-1]
        return Choices(
            models=counted("model", 2),
            datasets=counted("dataset", 0),
            suites=counted("suite", 1),
            groups=tuple(GroupChoice(suite, path, int(n)) for (suite, path), n in sorted(by_group.items())),
            tags=self._read_tag_choices(),
            outcomes=tuple(
                Choice(outcome, sum(row[-1] for row in cube if row[4] in CODES[outcome])) for outcome in OUTCOMES
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
        return tuple(TagChoice(tag, tuple(values)) for tag, values in found.items())


def _read_names(pool: QueryPool) -> IndexNames:
    rows = pool.rows("select kind, id, name from name order by kind, id")
    named = {kind: tuple(name for found, _, name in rows if found == kind) for kind in KINDS}
    groups = tuple(Group(*row) for row in pool.rows("select id, dataset, suite, path from grp order by id"))
    return IndexNames(**named, groups=groups, ids={(kind, name): number for kind, number, name in rows})


def _before(sort: Sort, row_id: int, value: float | None) -> Condition:
    """The verdicts that come before one in an order."""
    if sort.key == "case":
        return Condition(f"rowid {'>' if sort.descending else '<'} ?", (row_id,))
    if value is None:
        return Condition("(value is not null or rowid < ?)", (row_id,))
    sign = ">" if sort.descending else "<"
    return Condition(f"(value {sign} ? or (value = ? and rowid < ?))", (value, value, row_id))


def _bars(bins: dict[int | None, int], bars: int = BARS) -> tuple[Bin, ...]:
    """Bins of the index as the bars of a histogram from 0 to 1."""
    width = 2 * STEPS // bars
    counts = [0] * bars
    for number, count in bins.items():
        if number is not None:
            counts[min(max(number // width, 0), bars - 1)] += count
    return tuple(Bin(n / bars, (n + 1) / bars, counts[n]) for n in range(bars))


def _path_and_parents(path: str) -> Iterator[str]:
    parts = path.split("/")
    for length in range(1, len(parts) + 1):
        yield "/".join(parts[:length])
