"""The option --config: a TOML file with defaults for the options of a command."""

import tomllib
from pathlib import Path

import click
from askance.core.errors import UserError
from askance.core.input_files import check_is_file
from askance.core.unknown_names import unknown_name_error


def _load_config(context: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Options from a TOML file become the defaults of this command."""
    if value is None:
        return None
    try:
        check_is_file(value, "name a TOML file")
        settings = tomllib.loads(value.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(f"--config {value}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise UserError(f"--config {value}: not TOML: {error}") from error
    options = [each for each in context.command.params if each is not parameter]
    flags = {flag.lstrip("-"): each for each in options for flag in each.opts if flag.startswith("--")}
    known = {str(each.name): each for each in options} | {flag.replace("-", "_"): flags[flag] for flag in flags}
    for key in settings:
        if key.replace("-", "_") not in known:
            raise UserError(f"--config {value}: {unknown_name_error('setting', key, flags)}")
        is_list = isinstance(settings[key], list) and not known[key.replace("-", "_")].multiple
        if isinstance(settings[key], dict) or is_list:
            raise UserError(f"--config {value}: setting {key!r}: write one value")
    several = {key: known[key.replace("-", "_")].multiple and isinstance(each, str) for key, each in settings.items()}
    context.default_map = {
        str(known[key.replace("-", "_")].name): [setting] if several[key] else setting
        for key, setting in settings.items()
    }
    return value


config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    is_eager=True,
    callback=_load_config,
    help="TOML file with defaults for these options.",
)
