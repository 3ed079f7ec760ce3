"""Writes docs/cli.md from the commands' own help."""

from pathlib import Path

import click
from askance.cli.main import COMMANDS, askance

HEAD = """# The command line

Made by `scripts/cli_docs.py` from the commands' own help. Every command has `--json`. Errors are one line on stderr.
`askance run --json` prints tidy rows; a skipped suite is a row whose metric is `skipped`, with a `reason`.

| exit code | meaning |
|---|---|
| 0 | all is well (also when a `--budget` ended the run) |
| 1 | something you can mend: the line says what |
| 2 | the command was called wrongly |
| 3 | the run ended, but some calls failed; they count as undecided (also if suites were skipped) |
| 4 | the run ended, but suites that the data set or a model does not support were skipped, one line each |
| 70 | a mistake of ours: `ASKANCE_DEBUG=1` shows where |
| 130 | interrupted; run the same command again to go on |
"""


def text() -> str:
    """The whole page."""
    parts = [HEAD]
    context = click.Context(askance, info_name="askance", **askance.context_settings)
    for name in COMMANDS:
        command = askance.get_command(context, name)
        assert command is not None
        parts += _pages(command, context, name)
    return "".join(parts)


def _pages(command: click.Command, context: click.Context, name: str) -> list[str]:
    """A command's help, and that of the commands below it."""
    inside = click.Context(command, context, name, terminal_width=100)
    pages = [f"\n## {inside.command_path}\n\n```\n{command.get_help(inside)}\n```\n"]
    if isinstance(command, click.Group):
        for below in command.commands:
            pages += _pages(command.commands[below], inside, below)
    return pages


if __name__ == "__main__":
    Path(__file__).parent.parent.joinpath("docs", "cli.md").write_text(text())
