"""Addresses of other views that several views link to; None where that view is not served."""

from collections.abc import Collection, Sequence

from askance.report.findings import Finding
from askance.server.pages import Links


def finding_cases_address(links: Links, finding: Finding, groups: Collection[tuple[str, str]]) -> str | None:
    """The cases behind a finding; `groups`: suite and group of every tidy row."""
    if not links.has("cases"):
        return None
    about = finding.case_filter
    tag, _, value = about.path.partition("/")
    # A group has a row at each level of its path; a tag only has rows TAG/VALUE.
    is_tag = bool(value) and not finding.rule.cases and (finding.suite, tag) not in groups
    which = {"tag": f"{tag}={value}"} if is_tag else {"group": about.path}
    # Cases of suites that only measure something, such as bias, neither hold nor fail.
    outcome = {"status": [about.status]} if about.status else {"verdict": ["fails", "measured"]}
    return links.to("/cases", model=finding.model, dataset=finding.dataset, suite=finding.suite, **which, **outcome)


def metric_address(links: Links, model: str, metric: str = "", dataset: str = "", group: str = "") -> str | None:
    """One metric (SUITE.METRIC) of a model by group, or in one group."""
    if not links.has("metric"):
        return None
    return links.to("/metric", model=model, dataset=dataset, metric=metric, group=group)


def compare_address(links: Links, models: Sequence[str]) -> str | None:
    """Two or more models side by side: `a` is compared with each `b`."""
    return links.to("/compare", a=models[0], b=list(models[1:])) if links.has("compare") else None
