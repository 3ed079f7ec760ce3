"""What changed between the runs of a workspace: a model or a data set that is no longer what its name meant before."""

from collections.abc import Collection, Iterator, Sequence

from askance.core.plural import plural
from askance.report.current_results import AT, CurrentResult, current_results, results_in_run_order
from askance.store import Workspace


def find_changed_inputs(space: Workspace, suite: str | None = None) -> list[str]:
    """One line for each model and each data set (of one suite or of all) with figures of an earlier one."""
    return describe_changed_inputs([each for each in current_results(space) if suite in (None, each.suite)])


def describe_changed_inputs(standings: Sequence[CurrentResult]) -> list[str]:
    """The same for some of the standings."""
    return [*_changed_models(standings), *_changed_datasets(standings)]


def hidden_version_notes(space: Workspace, suite: str | None = None, names: Collection[str] | None = None) -> list[str]:
    """One line for each model (of some names or of all) with earlier versions of which no result is shown."""
    shown = current_results(space)
    seen = {(each.name, each.version) for each in shown if suite in (None, each.suite)}
    hidden: dict[str, dict[str, None]] = {}  # name → versions, the oldest first
    comparable: dict[str, str] = {}  # name → its newest version that has a result beside one that is shown
    for each in results_in_run_order(space):
        is_wanted = suite in (None, each.suite) and (names is None or each.name in names)
        if is_wanted and (each.name, each.version) not in seen:
            hidden.setdefault(each.name, {})[each.version] = None
            if any(_is_of_same_cases(each, other) and not other.is_earlier for other in shown):
                comparable[each.name] = each.version
    return [
        f"{plural(len(versions), 'earlier version')} of {name} {'is' if len(versions) == 1 else 'are'} not shown: add"
        " --all-versions to `askance report`"
        f"{f', or compare {name} with {name}{AT}{comparable[name]}' if name in comparable else ''}"
        for name, versions in hidden.items()
    ]


def _is_of_same_cases(one: CurrentResult, other: CurrentResult) -> bool:
    return (one.name, one.dataset, one.suite) == (other.name, other.dataset, other.suite)


def _changed_models(standings: Sequence[CurrentResult]) -> Iterator[str]:
    found: dict[str, dict[str, list[str]]] = {}  # name → its earlier versions → what they were run by
    for each in standings:
        if each.is_earlier:
            found.setdefault(each.name, {}).setdefault(each.model, []).append(f"{each.suite} on {each.dataset}")
    for name, versions in found.items():
        parts = [f"{model} is an earlier one: {', '.join(of)}" for model, of in versions.items()]
        again = f"run that again to have it of the current {name}"
        yield f"different models: {name} changed between runs: {'; '.join(parts)}; {again}"


def _changed_datasets(standings: Sequence[CurrentResult]) -> Iterator[str]:
    found: dict[str, list[str]] = {}
    for each in standings:
        if not each.is_current_data:
            found.setdefault(each.dataset, []).append(f"{each.suite} of {each.model}")
    for dataset, of in found.items():
        again = "run that again to have it of the current data"
        yield f"different data: {dataset} changed between runs: of an earlier state: {', '.join(of)}; {again}"
