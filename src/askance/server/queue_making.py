"""Makes annotation queues from cases that are selected in the dashboard."""

from askance.annotation.kinds import Kind, find_kind
from askance.annotation.queue_files import list_queues, queue_folder
from askance.annotation.tasks import Queue, QueueSource
from askance.core import UserError
from askance.report.annotation_queues import SourceCase, free_queue_name, make_queue, tasks_of_cases
from askance.server.annotation_bodies import NewQueue
from askance.server.case_selection import Selection
from askance.server.opened_workspace import OpenedWorkspace
from askance.server.pages import Links
from askance.server.queries import Queries
from askance.server.query_results import CaseRow
from askance.server.stored_cases import StoredCases


def make_queue_of_selection(opened: OpenedWorkspace, queries: Queries, selection: Selection, wanted: NewQueue) -> Queue:
    """Store a queue of the questions of a random sample of the selected cases."""
    kind, space = find_kind(wanted.kind), opened.space()
    name = wanted.name.strip()
    if name:
        queue_folder(space.root, name)  # it must be a valid name
        if name in {queue.name for queue in list_queues(space.root, space.say)}:
            raise UserError(f"there is a queue {name!r} already: choose another name")
    stored, rows = StoredCases(opened), _sample(queries, selection, kind, wanted)
    cases = stored.read_cases(rows)
    sources = [
        SourceCase(data_name, case, row.model, row.answers)
        for row in rows
        if (case := cases.get((row.dataset, row.case_key))) and (data_name := stored.data_name_of(row))
    ]
    tasks = tasks_of_cases(kind, sources)
    if not tasks:
        raise UserError("the selected cases contain no question that people can answer: select other cases")
    name = name or free_queue_name(space, "-".join([kind.name, *selection.filter.suites[:1]]))
    source = _source(queries, selection, wanted.sample)
    made_of = f"{source.address} (sample {wanted.sample}, seed {wanted.seed})"
    return make_queue(space, name, kind, tasks, wanted.per_task or kind.per_task, made_of, source)


def _source(queries: Queries, selection: Selection, sample: int) -> QueueSource:
    """The selection in words; a verdict without a model is one of any model, which the words say."""
    about, links = selection.filter, Links("")
    filters = [(each.name, each.value) for each in selection.active_filters(links)]
    if about.outcomes and not about.models and about.right is None:
        filters.insert(0, ("model", f"any of {', '.join(queries.names.model)}"))
    return QueueSource(tuple(filters), about.models, selection.cases_address(links), sample)


def _sample(queries: Queries, selection: Selection, kind: Kind, wanted: NewQueue) -> list[CaseRow]:
    """As many cases as are wanted, each once; of an answer that is judged, each case and model once."""
    if kind.name == "belief":
        return list(queries.sample(selection.filter, wanted.sample, wanted.seed))
    models = len(selection.filter.shown_models) or len(queries.choices().models)
    # Every model may have a verdict on the same case: so many verdicts have as many different cases as are wanted.
    rows = queries.sample(selection.filter, wanted.sample * max(1, models), wanted.seed)
    cases = {(row.dataset, row.case_key): row for row in rows}
    return list(cases.values())[: wanted.sample]
