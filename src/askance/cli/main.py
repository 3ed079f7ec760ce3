"""The command `askance`: one command, one file; every error is one line on stderr and a non-zero code."""

import importlib
import os
import sys
from typing import Any

import click
from askance.cli.command_group import CommandGroup
from askance.cli.process_exit import exit_despite_threads, report_thread_errors
from askance.cli.terminal_encoding import check_arguments_are_decodable, escape_unencodable_output
from askance.core.control_characters import escape_controls
from askance.core.errors import UserError
from askance.version import __version__

COMMANDS = (
    "demo", "run", "merge", "report", "export", "serve", "compare", "power", "check", "reduce", "shrink", "generate",
    "annotations", "train", "questions", "inverse", "beliefs", "list", "doctor", "ontology", "completion",
)  # fmt: skip
FAILED_CALLS = 3  # exit code: the run ended, but some calls failed
SKIPPED = 4  # exit code: the run ended, but some suites were skipped
INTERRUPTED = 130
SHOWN = 200  # characters of a file name


class LazyGroup(CommandGroup):
    """Loads a command's module only when that command is used, so that start-up stays short."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The commands, in the order of a user's way through them."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"askance.cli.{name}_command")
        return module.command  # type: ignore[no-any-return]


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="askance")
def askance() -> None:
    """Cross-examine vision-language models: ask the same question in many ways and check that the answers agree."""


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; never shows a traceback unless ASKANCE_DEBUG is set."""
    if arguments is None and not os.environ.get("ASKANCE_DEBUG"):
        report_thread_errors()
    escape_unencodable_output()
    try:
        check_arguments_are_decodable(sys.argv[1:] if arguments is None else arguments)
        code = askance.main(arguments, prog_name="askance", standalone_mode=False)
    except UserError as error:
        code = _print_error(str(error), error.code)
    except click.exceptions.Abort:
        code = _print_error("interrupted", INTERRUPTED)
    except KeyboardInterrupt:
        code = _print_error("interrupted: run the same command again to resume", INTERRUPTED)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()  # a group named alone: its help, as it is laid out
        code = error.exit_code
    except click.ClickException as error:
        code = _print_error(error.format_message().replace("\n", " "), error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except Exception as error:
        if os.environ.get("ASKANCE_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is not None:  # too long, a loop of links, not readable
            code = _print_error(f"{str(error.filename)[:SHOWN]}: {error.strerror}: name another file or folder", 1)
        else:
            code = _print_error(f"internal error: {type(error).__name__}: {error} (ASKANCE_DEBUG=1 shows where)", 70)
    code = code if isinstance(code, int) else 0
    if arguments is None:
        exit_despite_threads(code)
    sys.exit(code)


def _print_error(line: str, code: int) -> int:
    click.echo(f"askance: {escape_controls(' '.join(line.split()))}", err=True)
    return code
