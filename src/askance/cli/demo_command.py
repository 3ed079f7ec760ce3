"""askance demo: the main job on the embedded default."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from askance.cli.console import TerminalProgress, json_option, print_json, print_rich, print_text
from askance.cli.main import INTERRUPTED
from askance.core.atomic_files import write_atomic

if TYPE_CHECKING:
    from askance.core import Suite

MODELS = (
    "oracle",
    "builtin:transformer",
    "builtin:attention",
    "builtin:cnn-lstm",
    "builtin:blind",
    "defective:ignores-negation",
    "defective:counts-zero",
)
# of --limit; noise has few items because each is about another image, which is edited in many ways, and beliefs asks
# hundreds of questions about each image
SHARES = {
    "accuracy": 1.0, "repeat": 0.4, "carets": 0.5, "metamorphic": 0.5, "bias": 0.15, "noise": 0.05, "sears": 0.8,
    "beliefs": 0.01,
}  # fmt: skip
SHARE = 0.1  # of a suite that is not named above


class DemoProgress(TerminalProgress):
    """The progress bar, without the lines on figures that some models cannot have: a network inside, for example."""

    def __init__(self, suites: "Sequence[Suite]") -> None:
        super().__init__()
        self._expected = tuple(
            f"{suite.card.name}: skipped {metric}" for suite in suites for _, metric in suite.card.optional
        )

    def say(self, message: str) -> None:
        """One line, above the bar."""
        if not message.startswith(self._expected):
            super().say(message)


@click.command("demo")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=300,
    show_default=True,
    help="Number of questions about the built-in images.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("askance-demo"),
    show_default=True,
    help="Folder for the results (workspace).",
)
@json_option
def command(limit: int, out: Path, as_json: bool) -> int:
    """Run every suite on the built-in models and images, print the leaderboard and write a report."""
    from askance import report
    from askance.engine import run
    from askance.engine.skipped_suites import NothingToRunError, SkippedSuite, missing_install
    from askance.models import open_model
    from askance.suites import SUITES

    suites = [name for name, suite in SUITES.items() if not suite.card.variant_of]
    bar = DemoProgress([SUITES[name] for name in suites])
    models = [open_model(name) for name in MODELS]  # once: a network is loaded for the first suite only
    rows, pairs = [], []
    for suite in suites:
        if reason := missing_install(SUITES[suite]):
            bar.say(str(SkippedSuite(suite, "stickers", reason)))
            continue
        share = max(1, round(limit * SHARES.get(suite, SHARE)))
        try:
            done = run(models, "stickers", [suite], limit=share, out=out, progress=bar)
        except NothingToRunError as error:  # a small share may have nothing for a suite
            bar.say("; ".join(map(str, error.skipped)))
            continue
        rows += report.table_to_rows(done.metrics)
        pairs += done.pairs
        if done.done.outcome.stopped:
            break
    bar.finish()
    path = out / "report.html"
    warnings = report.suite_warnings(done.space, pairs)
    cards = report.make_failure_cards(done.space, 2, pairs, report.all_findings(rows))
    write_atomic(path, report.render_report_page(rows, cards, "Askance demo", warnings).encode())
    if as_json:
        print_json(rows)
    else:
        title = f"{limit} questions about the built-in world"
        print_rich(report.TerminalLeaderboard(rows, title, more=f"`askance report {out} --wide`"))
        print_text(report.sample_line(rows))
        print_text(f"Report with failing cases and all groups: {path}")
    for line in (*report.partial_and_sample_notes(rows), *warnings):
        print_text(line, err=True)
    return INTERRUPTED if done.done.outcome.stopped == "interrupted" else 0
