"""The cases of one image in one suite, with the answers of several models: what the displays of a suite are made of."""

from collections.abc import Sequence
from dataclasses import dataclass

from askance.core import Case
from askance.report.case_view import CaseView, CaseViewer
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from askance.server.stored_cases import StoredCases, answers_by_role

MOST_IMAGES = 200  # that can be chosen
MOST_VERDICTS = 600  # of one image
_WHERE = "v.dataset = ? and v.suite = ? and list_contains(?, v.model::integer)"
_IMAGES = (
    "select image, sum((outcome = 0)::int) as failures, count(*) from v join c on c.rowid = v.id"
    f" where {_WHERE} and image is not null group by image order by failures desc, image limit ?"
)
_VERDICTS = f"select v.rowid from v join c on c.rowid = v.id where {_WHERE} and image = ? order by v.rowid limit ?"


@dataclass(frozen=True, slots=True)
class ImageChoice:
    """An image of a suite, and how many of its cases fail."""

    image: str
    failures: int
    cases: int


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case with what each model answered."""

    case: Case
    key: str
    group: str
    rows: dict[str, CaseRow]  # by model
    views: dict[str, CaseView]  # by model


def find_images(queries: Queries, dataset: str, suite: str, model: str) -> list[ImageChoice]:
    """The images of a suite, those with the most failing cases of a model first."""
    rows = queries.pool.rows(_IMAGES, [*_about(queries, dataset, suite, (model,)), MOST_IMAGES])
    return [ImageChoice(*row) for row in rows]


def _about(queries: Queries, dataset: str, suite: str, models: Sequence[str]) -> list[object]:
    """The values of `_WHERE`."""
    ids = queries.names.ids_of("model", models) or frozenset()
    return [queries.names.id_of("dataset", dataset), queries.names.id_of("suite", suite), sorted(ids)]


class SuiteCases:
    """Reads the cases of one suite on one data set."""

    def __init__(self, queries: Queries, stored: StoredCases, viewer: CaseViewer):
        self._queries, self._stored, self._viewer = queries, stored, viewer

    def of_image(self, dataset: str, suite: str, image: str, models: Sequence[str]) -> list[ShownCase]:
        """The cases of an image that are stored, in the order of the index."""
        about = _about(self._queries, dataset, suite, models)
        found = self._queries.pool.rows(_VERDICTS, [*about, image, MOST_VERDICTS])
        rows = sorted(
            self._queries.rows_with_ids([row[0] for row in found]), key=lambda row: models.index(row.model)
        )  # answers are shown in the order of the models
        cases = self._stored.read_cases(rows)
        prints = {row.model: result.fingerprint for row in rows if (result := self._stored.result_of(row)) is not None}
        answers = {each: self._stored.read_answers(cases.values(), each) for each in set(prints.values())}
        shown: dict[str, ShownCase] = {}
        for row in rows:
            case = cases.get((row.dataset, row.case_key))
            if case is None or row.model not in prints:
                continue
            given = answers_by_role(case, answers[prints[row.model]])
            entry = shown.setdefault(row.case_key, ShownCase(case, row.case_key, row.group, {}, {}))
            entry.rows[row.model] = row
            entry.views[row.model] = self._viewer.view_case(case, given, row.reason)
        return list(shown.values())
