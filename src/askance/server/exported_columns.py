"""What an exported case has beside its verdict: what all chosen models answered, the truth, and addresses."""

import re
from collections.abc import Sequence

from askance.server.case_export import Row
from askance.server.case_selection import Selection
from askance.server.images import image_address
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import links_of
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from askance.server.shown_cases import distinct_stimuli, true_answers
from askance.server.stored_cases import StoredCases
from fastapi import Request

LONGEST_NAME = 120  # characters of a file name


class ExportedColumns:
    """Makes the additional columns of one selection."""

    def __init__(self, request: Request, opened: OpenedWorkspace, queries: Queries, selection: Selection):
        self._request, self._opened, self._queries, self._selection = request, opened, queries, selection
        self._links, self._stored = links_of(request, opened), StoredCases(opened)

    def __call__(self, rows: Sequence[CaseRow]) -> list[Row]:
        """The columns `case_export.MORE_NAMES` of each row."""
        about = self._selection.filter
        pair = (about.right.right, about.right.wrong) if about.right else ()
        models = [name for name in dict.fromkeys((*pair, *about.models)) if name]
        verdicts = self._queries.verdicts_of_models(rows, models) if len(models) > 1 else {}
        cases, found = self._stored.read_cases(rows), []
        for row in rows:
            key = row.dataset, row.case_key
            case, data_name = cases.get(key), self._stored.data_name_of(row)
            given = {each.model: each for each in (*verdicts.get(key, ()), row)}
            images = [] if data_name is None else [
                image_address(self._request, self._opened, self._links, data_name, shown)
                for shown in distinct_stimuli(case, row)
            ]  # fmt: skip
            found.append({
                "answers_by_model": {model: each.answers for model, each in given.items()},
                "verdicts_by_model": {model: each.outcome for model, each in given.items()},
                "true_answers": true_answers(case),
                "image_urls": [self._absolute(address) for address in images if address],
                "case_url": self._absolute(self._selection.case_address(self._links, row)),
                "selection_url": self._absolute(self._selection.cases_address(self._links)),
            })  # fmt: skip
        return found

    def _absolute(self, address: str) -> str:
        return f"{str(self._request.base_url).rstrip('/')}{address}"


def file_name(selection: Selection, file_format: str) -> str:
    """A file name that says what is selected: cases-suite-carets-verdict-fails.jsonl."""
    parts = [
        str(each)
        for name, value in selection.parameters().items()
        if value and name != "sort"
        for each in (name, *(value if isinstance(value, list) else [value]))
    ]
    name = re.sub(r"[^A-Za-z0-9_.]+", "-", "-".join(["cases", *parts]))
    return f"{name[:LONGEST_NAME].strip('-.')}.{file_format}"
