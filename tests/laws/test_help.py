"""Part of law 9: every option has a help text, written as a plain sentence."""

import re
from collections.abc import Iterator

import click
import pytest
from askance.cli.main import COMMANDS, askance

HARD = r"(?i)so many|\bgo on\b|\btold\b|\bmend\b|\bpictures?\b|\bthings?\b|\bwho\b|\bsays\b|\b(calls|queries) an? "
SENTENCE = re.compile(r"[A-Z].*[.\]…]", re.DOTALL)  # an example or a default may end it


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """A command and those below it."""
    yield name, command
    if isinstance(command, click.Group):
        for below in command.commands:
            yield from commands(command.commands[below], f"{name} {below}")


CONTEXT = click.Context(askance)
EVERY = [each for name in COMMANDS for each in commands(askance.get_command(CONTEXT, name), name)]


@pytest.mark.parametrize(("name", "command"), EVERY, ids=[name for name, _ in EVERY])
def test_help_is_plain(name, command):
    helps = {option.opts[0]: option.help for option in command.params if isinstance(option, click.Option)}
    texts = {"": command.help, **helps}
    assert [option for option, text in texts.items() if not text or not SENTENCE.fullmatch(text.strip())] == []
    assert [text for text in texts.values() if re.search(HARD, text)] == []


def test_hard_words_are_found():
    assert all(
        re.search(HARD, text) for text in ("At most so many items.", "Queries a call.", "Run it again to go on.")
    )
