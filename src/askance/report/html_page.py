"""The report as one HTML file: nothing is fetched, everything is inside."""

from collections.abc import Mapping, Sequence
from typing import Any

from askance.core.plural import plural
from askance.report.board import (
    BREAKDOWN_LEGEND,
    LEGEND,
    Board,
    make_breakdowns,
    make_leaderboard,
    rows_under_heading,
)
from askance.report.case_card_html import finding_links, finding_reasons, render_failing_cases
from askance.report.chart_svg import HOW_TO_INSTALL, are_charts_installed
from askance.report.dot_board import ModelKey, make_dot_leaderboard, ranked_models
from askance.report.downloads import Download, rows_as_csv
from askance.report.failure_cards import FailureCards
from askance.report.finding_context import finding_context
from askance.report.finding_rules import MOST
from askance.report.findings import Finding, ModelFindings, find_weaknesses
from askance.report.glossary import make_glossary
from askance.report.heat_map import HeatMap, make_heat_map
from askance.report.html_escape import escape_html_attribute
from askance.report.html_templates import render_template
from askance.report.metric_declarations import Declarations, built_in_declarations
from askance.report.page_images import PageImages
from askance.report.sample_notes import partial_and_sample_notes, sample_line
from askance.report.suite_sections import make_suite_sections
from askance.report.usage import with_usage
from markupsafe import Markup

UNWIDENED = 95.0  # percent: the level of intervals where nothing is chosen
ALMOST_ALL = 99.95  # percent, which rounds to 100.0
SHOWN, FEW = 3, 3  # findings of a card that are not folded; one less if there are more than a few cards


def render_report_page(
    rows: list[dict[str, Any]],
    failing: Sequence[FailureCards],
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
    usage: Sequence[dict[str, Any]] = (),
    is_shard: bool = False,
) -> str:
    """What is wrong with each model, the leaderboard, charts and tables by suite, and failing cases as images."""
    declared = declared or built_in_declarations()
    order = ranked_models(rows, declared)
    # The order of the leaderboard, but models without a finding last.
    found = sorted(
        find_weaknesses(rows, declared), key=lambda each: (not each.findings, order.index((each.dataset, each.model)))
    )
    findings, images = [finding for each in found for finding in each.findings], PageImages()
    links = finding_links(failing, findings)
    sections = make_suite_sections(rows, declared, warnings, order)
    shown_below = {line for section in sections for line in section.warnings}
    leaderboard = make_dot_leaderboard(rows, declared, order) if rows else None
    return render_template(
        "report.html",
        title=title,
        where=_describe_contents(rows),
        has_rows=bool(rows),
        findings=render_findings(found, links, finding_reasons(failing, findings)),
        findings_count=len(found),
        noise_floor=describe_noise_floor(found),
        levels=describe_levels(found),
        leaderboard=leaderboard,
        leaderboard_data=rows_as_csv("leaderboard", leaderboard.source if leaderboard else ()),
        full_leaderboard=_models_as_columns(with_usage(make_leaderboard(rows, declared), usage)),
        sizes=_describe_sizes(leaderboard.source if leaderboard else ()),
        overviews=_overviews(rows, declared, order),
        sections=sections,
        missing_charts="" if are_charts_installed() else HOW_TO_INSTALL,
        warnings=[line for line in [*partial_and_sample_notes(rows, is_shard), *warnings] if line not in shown_below],
        legend=f"{LEGEND} {sample_line(rows)}",
        failing=render_failing_cases(failing, findings, images.reference),
        glossary=make_glossary(rows, declared),
        images=images.definitions(),
        download=download_link,
        MOST=MOST,
    )


def _models_as_columns(board: Board) -> Board:
    """A leaderboard with one row per metric, which is narrow enough for a sheet of paper."""
    names = 2 if board.columns[1:2] == ["data"] else 1
    heads = [" · ".join(line[:names]) for line in board.rows]
    metrics = enumerate(board.columns[names:], names)
    return Board(
        ["metric", *heads],
        [[board.labelled(name, " · "), *(line[place] for line in board.rows)] for place, name in metrics],
    )


def download_link(data: Download) -> Markup:
    """A link that saves the rows of a chart."""
    name, address = escape_html_attribute(data.name), data.address
    return Markup(f'<span class="download">Data: <a download="{name}" href="{address}">CSV</a></span>')


def render_findings(
    found: Sequence[ModelFindings],
    links: Mapping[Finding, tuple[str, str] | None],
    reasons: Mapping[Finding, str] | None = None,
    pages: Mapping[tuple[str, str], str] | None = None,
    fold: int = 0,
) -> str:
    """One card per model with its findings.

    `links`: to the cases of each finding, `reasons`: why calls fail, `pages`: model and data set → their address.
    `fold`: a page that can unfold lists shows this number of cards at first on a phone; 0 = all.
    """
    weak = [each for each in found if each.findings]
    return render_template(
        "findings.html",
        found=weak,
        sound=[each for each in found if not each.findings],
        links=links,
        reasons=reasons or {},
        pages=pages or {},
        several=len({each.dataset for each in found}) > 1,
        context=finding_context,
        SHOWN=SHOWN if len(weak) <= FEW else SHOWN - 1,
        MOST=MOST,
        fold=fold,
    )


def _overviews(rows: Sequence[dict[str, Any]], declared: Declarations, order: Sequence[ModelKey]) -> list[HeatMap]:
    """One picture of everything per data set."""
    datasets = list(dict.fromkeys(row["dataset"] for row in rows))
    made = [make_heat_map([row for row in rows if row["dataset"] == name], name, declared, order) for name in datasets]
    return [one for one in made if one.parts]


def _describe_contents(rows: Sequence[dict[str, Any]]) -> str:
    if not rows:
        return ""
    datasets, models, suites = ({row[name]: None for row in rows} for name in ("dataset", "model", "suite"))
    return f"{', '.join(datasets)} · {plural(len(models), 'model')} · {plural(len(suites), 'suite')}"


def describe_noise_floor(found: Sequence[ModelFindings]) -> str:
    """The range of the models' noise floors."""
    floors = sorted({round(each.noise_floor, 1) for each in found if each.noise_floor is not None})
    if not floors:
        return "not measured: run the suite repeat"
    if floors == [0.0]:
        return "0 %: every repeated question got the same answer"
    ends = f"{floors[0]:g}" if len(floors) == 1 else f"{floors[0]:g} to {floors[-1]:g}"
    return f"{ends} % of repeated questions got another answer"


def describe_levels(found: Sequence[ModelFindings]) -> str:
    """The level of the intervals, and why it is above 95 % where it is."""
    level = min((each.level for each in found), default=UNWIDENED)
    if level <= UNWIDENED:
        return f"Intervals are at {UNWIDENED:g} %."
    shown = f"{level:.1f}" if level < ALMOST_ALL else f"{level:.2f}"
    return f"Intervals are at {shown} %, because the sentences are chosen from many results."


def _describe_sizes(rows: Sequence[dict[str, Any]]) -> str:
    """The number of cases behind each column of the leaderboard."""
    sizes: dict[str, set[int]] = {}
    for row in rows:
        sizes.setdefault(row["suite"], set()).add(row["n"])
    parts = [
        f"{suite} {min(some):,}" if len(some) == 1 else f"{suite} {min(some):,} to {max(some):,}"
        for suite, some in sizes.items()
    ]
    return f"n: {', '.join(parts)}." if parts else ""


def render_breakdown_page(
    rows: list[dict[str, Any]],
    metric: str,
    title: str,
    warnings: Sequence[str] = (),
    declared: Declarations | None = None,
    is_shard: bool = False,
) -> str:
    """One metric by group, with what to know before believing it."""
    return render_template(
        "breakdown.html",
        title=title,
        by_group=make_breakdowns(rows, metric, declared),
        warnings=[*partial_and_sample_notes(rows_under_heading(rows, metric), is_shard), *warnings],
        legend=f"{BREAKDOWN_LEGEND} {sample_line(rows_under_heading(rows, metric))}",
    )
