"""Addresses of other views that several views link to; None where that view is not served."""

from collections.abc import Sequence

from askance.report.findings import Finding
from askance.report.metric_scores import declared_case_scores
from askance.server.case_selection import BELOW_1
from askance.server.index_sources import VALUE
from askance.server.pages import Links, Parameter


def finding_cases_address(links: Links, finding: Finding) -> str | None:
    """The cases behind a finding; Cases knows which filter selects the cases of a group of results."""
    if not links.has("cases"):
        return None
    about = finding.case_filter
    which: dict[str, Parameter] = {"status": [about.status]} if about.status else _bad_cases(finding)
    return links.to(
        "/cases", model=finding.model, dataset=finding.dataset, suite=finding.suite, group=about.path, **which
    )


def _bad_cases(finding: Finding) -> dict[str, Parameter]:
    """The filter of the cases that a finding is about; {} = all, where the metric does not follow from verdicts.

    Cases of suites that only measure something, such as bias, neither hold nor fail. An answer that some people gave
    holds with a value below 1. A constant answer can satisfy all relations, and an unreadable one is undecided.
    """
    score = declared_case_scores(finding.suite).get(finding.rule.metric)
    if score is not None and score.scores == (VALUE,):
        return {"high": BELOW_1}
    is_by_outcome = score is not None and any(word in score.scores[0] for word in ("holds", "value"))
    return {"verdict": ["fails", "measured"]} if finding.rule.cases or is_by_outcome else {}


def metric_address(links: Links, model: str, metric: str = "", dataset: str = "", group: str = "") -> str | None:
    """One metric (SUITE.METRIC) of a model by group, or in one group."""
    if not links.has("metric"):
        return None
    return links.to("/metric", model=model, dataset=dataset, metric=metric, group=group)


def compare_address(links: Links, models: Sequence[str]) -> str | None:
    """Two or more models side by side: `a` is compared with each `b`."""
    return links.to("/compare", a=models[0], b=list(models[1:])) if links.has("compare") else None
