"""Images to choose from, and questions about one: from the data set, and from the queries of the workspace."""

from collections.abc import Sequence
from itertools import islice

from askance.core import Dataset
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.workspace_results import WorkspaceResults
from askance.store import connect

PAGE = 24  # images
SUGGESTED = 8  # questions
_QUESTION = "json_extract_string(decode(request), '$.stimulus.question')"
_SEARCH = f"""
select image from queries where image is not null
and (contains(lower(image), lower($words)) or contains(lower({_QUESTION}), lower($words))
or image in (select image from image_files where contains(lower(file), lower($words))))
group by image order by image limit $count offset $first
"""
_QUESTIONS = f"""
select question from (select {_QUESTION} as question, count(*) as times from queries
where image = $image and variant = '' group by all) order by times desc, length(question), question limit $count
"""


def dataset_of_image(opened: OpenedWorkspace, image: str) -> str | None:
    """The data set of an image that a query of the workspace shows."""
    case_sets = WorkspaceResults.of(opened).case_sets
    connection = connect(opened.space(), list(case_sets), tables=("queries",))
    try:
        found = connection.execute("select deck from queries where image = ? limit 1", [image]).fetchone()
    finally:
        connection.close()
    return None if found is None else case_sets[found[0]].dataset


def list_images(data: Dataset, first: int, count: int = PAGE) -> list[str]:
    """Some images of a data set, in its own order."""
    return list(islice(data.images(), first, first + count))


def search_images(opened: OpenedWorkspace, dataset: str, words: str, first: int, count: int = PAGE) -> list[str]:
    """Images of a data set about which the workspace has a question with these words, or that have them in the name."""
    return _select(opened, dataset, _SEARCH, {"words": words, "first": first, "count": count})


def questions_about(opened: OpenedWorkspace, dataset: str, image: str, count: int = SUGGESTED) -> list[str]:
    """Questions of the workspace about an unedited image, those of most suites first."""
    return _select(opened, dataset, _QUESTIONS, {"image": image, "count": count})


def _select(opened: OpenedWorkspace, dataset: str, sql: str, values: dict[str, str | int]) -> list[str]:
    found = WorkspaceResults.of(opened).case_sets.values()
    case_sets: Sequence[str] = [case_set.id for case_set in found if case_set.dataset == dataset]
    connection = connect(opened.space(), case_sets, tables=("queries", "image_files"))
    try:
        return [row[0] for row in connection.execute(sql, values).fetchall()]
    finally:
        connection.close()
