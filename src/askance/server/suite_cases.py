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
_IMAGES = (
    "select image, sum((outcome = 0)::int) as failures, count(*), count(*) over () from v join c on c.rowid = v.id"
    " where {} and image is not null group by image order by failures desc, image limit ?"
)
_VERDICTS = "select v.rowid from v join c on c.rowid = v.id where {} and image = ? order by v.rowid limit ?"


@dataclass(frozen=True, slots=True)
class ImageChoice:
    """An image of a suite, how many of its cases fail, and how many images the suite has."""

    image: str
    failures: int
    cases: int
    of: int


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
    where, values = _about(queries, dataset, suite, (model,))
    rows = queries.pool.rows(_IMAGES.format(where), [*values, MOST_IMAGES])
    return [ImageChoice(*row) for row in rows]


def _about(queries: Queries, dataset: str, suite: str, models: Sequence[str]) -> tuple[str, list[int]]:
    """A condition on the verdicts and its values; names that the index does not have yet select nothing."""
    names = queries.names
    wanted = [names.id_of("dataset", dataset), names.id_of("suite", suite)]
    chosen = [found for name in models if (found := names.id_of("model", name)) is not None]
    values = [found for found in wanted if found is not None]
    if len(values) < len(wanted) or not chosen:
        return "false", []
    return f"v.dataset = ? and v.suite = ? and v.model in ({', '.join('?' * len(chosen))})", [*values, *chosen]


class SuiteCaseReader:
    """Reads the cases of one suite on one data set."""

    def __init__(self, queries: Queries, stored: StoredCases, viewer: CaseViewer):
        self._queries, self._stored, self._viewer = queries, stored, viewer

    def of_image(self, dataset: str, suite: str, image: str, models: Sequence[str]) -> list[ShownCase]:
        """The cases of an image that are stored, in the order of the index."""
        where, values = _about(self._queries, dataset, suite, models)
        found = self._queries.pool.rows(_VERDICTS.format(where), [*values, image, MOST_VERDICTS])
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
