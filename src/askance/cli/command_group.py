"""Groups of commands that propose the nearest name for an unknown one."""

import click
from askance.core.errors import UserError
from askance.core.unknown_names import unknown_name_error


class UnknownCommand(UserError):  # noqa: N818  one of the wrong command lines, as click's are
    """The command line names no command; as for an unknown option, the exit code is 2."""

    code = 2


class CommandGroup(click.Group):
    """A group that says which commands there are."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name."""
        name = arguments[0]
        if name not in self.list_commands(context) and not name.startswith("-") and not context.resilient_parsing:
            see = f"{context.command_path} --help"
            raise UnknownCommand(str(unknown_name_error("command", name, self.list_commands(context), see)))
        return super().resolve_command(context, arguments)
