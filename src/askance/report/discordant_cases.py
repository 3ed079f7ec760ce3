"""Cases that one of two models passes and the other fails, with the answers of both and the images."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
from askance.core import Answer, Case, decode_case
from askance.relations import diagnostic_relations
from askance.report.case_rows import Row, case_row
from askance.report.case_view import CaseViewer
from askance.report.comparison import Comparison
from askance.report.current_results import CurrentResult
from askance.report.derived_tables import read_or_rejudge_tables
from askance.report.failing_cases import answers_of_cases
from askance.report.failure_rows import SCHEMA as FAILURES
from askance.report.failure_rows import ask_to_row, check_failures_path
from askance.report.image_writer import ImageWriter
from askance.report.model_versions import ModelVersion
from askance.report.paired_cases import pair_results
from askance.report.row_files import TEXT, write_rows
from askance.store import query_to_arrow
from askance.store.detection_cache import open_dataset_with_stored_detections

_ASK = FAILURES.field("asks").type.value_type
_OF_PASSING = ("answer", "reading", "grade", "score")
_BOTH = pa.struct([*_ASK, *((f"{name}_of_passing", _ASK.field(name).type) for name in _OF_PASSING)])
SCHEMA = pa.schema([
    ("passes", TEXT), ("fails", TEXT), *(each for each in FAILURES if each.name not in ("model", "asks", "tags")),
    ("asks", pa.list_(_BOTH)), FAILURES.field("tags"),
])  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Side:
    version: ModelVersion
    result: CurrentResult
    name: str


def write_discordant_cases(found: Comparison, path: Path, pictures: Path | None = None) -> tuple[int, int]:
    """Write the cases to a .jsonl or .parquet file; returns how many only A passes, and how many only B."""
    check_failures_path(path)
    counts = {found.name_a: 0, found.name_b: 0}

    def rows() -> Iterator[Row]:
        for row in discordant_rows(found, pictures):
            counts[row["passes"]] += 1
            yield row

    write_rows(rows(), path, SCHEMA, path.suffix == ".parquet")
    return counts[found.name_a], counts[found.name_b]


def discordant_rows(found: Comparison, pictures: Path | None = None) -> Iterator[Row]:
    """One row per case; with a folder, the images as they were shown are written there."""
    for one, other in pair_results(found.a.results, found.b.results):
        a, b = _Side(found.a, one, found.name_a), _Side(found.b, other, found.name_b)
        verdicts = [read_or_rejudge_tables(each.version.space, "verdicts", [each.result]) for each in (a, b)]
        for passing, failing, pair in ((a, b, verdicts), (b, a, verdicts[::-1])):
            keys = _keys_of_discordant_cases(*pair)
            yield from _rows_of_cases(passing, failing, keys, pictures)


def _keys_of_discordant_cases(passing: pa.Table, failing: pa.Table) -> pa.Table:
    """The cases that the first model passes and the second fails; diagnoses have neither."""
    connection = duckdb.connect()
    measured = pc.is_in(failing["relation"], pa.array(sorted(diagnostic_relations()), pa.string()))
    connection.register("passing", passing.select(["case_key", "holds"]))
    connection.register("failing", failing.select(["case_key", "holds", "image", "name", "reason"]).filter(
        pc.invert(measured)
    ))  # fmt: skip
    sql = (
        "select case_key, failing.image, failing.name, failing.reason from passing join failing using (case_key)"
        " where passing.holds and not failing.holds order by failing.image, failing.name"
    )
    return query_to_arrow(connection, sql)


def _rows_of_cases(passing: _Side, failing: _Side, keys: pa.Table, pictures: Path | None) -> Iterator[Row]:
    case_set = failing.version.space.case_set(failing.result.case_set)
    if not len(keys) or case_set is None:
        return
    data = open_dataset_with_stored_detections(case_set.data_name, failing.version.space.root)
    viewer, images = CaseViewer(data), None if pictures is None else ImageWriter(pictures, data)
    good = {key: answers for key, _, answers in answers_of_cases(passing.version.space, passing.result, keys)}
    reasons = dict(zip(keys["case_key"].to_pylist(), keys["reason"].to_pylist(), strict=True))
    for key, body, answers in answers_of_cases(failing.version.space, failing.result, keys):
        if key not in good:
            continue
        case = decode_case(body)
        asks = _asks_of_both(viewer, case, answers, good[key], images)
        view = viewer.view_case(case, answers, reasons[key])
        about = {"rule": view.rule, "finding": view.finding, "reason": view.reason, "asks": asks}
        yield {
            "passes": passing.name,
            "fails": failing.name,
            "dataset": failing.result.dataset,
            **case_row(case),
            **about,
        }


def _asks_of_both(
    viewer: CaseViewer, case: Case, bad: Mapping[str, Answer], good: Mapping[str, Answer], images: ImageWriter | None
) -> list[Row]:
    """The queries of a case with the failing model's answers, and the passing model's beside them."""
    better = {ask.role: ask_to_row(ask) for ask in viewer.view_case(case, good).asks}
    rows = {}
    for ask in viewer.view_case(case, bad).asks:
        row = ask_to_row(ask)
        for name in _OF_PASSING:
            row[f"{name}_of_passing"] = better[ask.role][name]
        row["picture"] = None if images is None else images.write_image(ask.stimulus)
        rows[ask.role] = row
    return [rows[role] for role, _ in case.asks]
