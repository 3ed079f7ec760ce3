"""Commands as a user types them, checked without running them."""

import click
from askance.cli.main import askance


def parse(words: list[str]) -> None:
    """Parse a command as `askance` does, without running it; an unknown command or option is an error."""
    context: click.Context = askance.make_context("askance", list(words), resilient_parsing=True)
    command: click.Command = askance
    rest = list(words)
    while isinstance(command, click.Group):
        name, found, rest = command.resolve_command(context, rest)
        if found is None:
            raise click.UsageError(f"no such command: {' '.join(words)}")
        command = found
        if isinstance(command, click.Group):
            context = click.Context(command, context, name)
            continue
        try:
            command.make_context(name, list(rest), parent=context)
        except click.MissingParameter:
            raise
        except (click.BadParameter, click.exceptions.Exit):
            pass  # a file that does not exist here; --help
