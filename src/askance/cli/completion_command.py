"""askance completion: the script that teaches a shell our names."""

import click
from askance.cli.console import json_option, print_json
from askance.core.errors import UserError
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@json_option
def command(shell: str, as_json: bool) -> None:
    """Print a shell completion script. To enable it, run eval "$(askance completion bash)"."""
    from askance.cli.main import askance

    kind = get_completion_class(shell)
    if kind is None:
        raise UserError(f"no completion for {shell}")
    script = kind(askance, {}, "askance", "_ASKANCE_COMPLETE").source()
    if as_json:
        print_json({"shell": shell, "script": script})
    else:
        click.echo(script)
