"""Part of law 9: every code block of the docs is run, or says why not; every command in it has options that exist."""

import re
import shlex

import click
import pytest
from askance.core import UserError
from scripts.docs_blocks import PYTHON, Block, Runner, blocks, check_pip, pages, run_page

from typed_commands import parse

PAGES = pages()
BLOCKS = [block for page in PAGES for block in blocks(page)]
REASON = re.compile(r"[a-z].{9,}[^.]")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_can_be_typed(page):
    for block in blocks(page):
        if block.kind == PYTHON:
            compile(block.text, block.page, "exec")
            continue
        for command in block.commands:
            words = shlex.split(command, comments=True)
            if words[0] == "askance":
                parse(words[1:])
            elif words[:2] == ["pip", "install"] and not block.reason:
                check_pip(block, words)


def test_blocks_that_are_not_run_say_why():
    reasons = {block.reason for block in BLOCKS if block.reason}
    assert [reason for reason in reasons if not REASON.fullmatch(reason)] == []
    assert sum(not block.reason for block in BLOCKS) > sum(bool(block.reason) for block in BLOCKS)


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if any(blocks(page))], ids=lambda page: page.stem)
def test_the_blocks_of_a_page_run(page, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    run_page(page, tmp_path)


@pytest.mark.parametrize(
    ("kind", "text", "wrong"),
    [
        ("sh", "askance report nowhere", "exit code 1"),
        ("sh", "vllm serve", "is not run here"),
        ("sh", "pip install 'askance[none]'", "no such extra: none"),
        ("python", "1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_block_that_fails_is_an_error(tmp_path, kind, text, wrong):
    with pytest.raises(ValueError, match=wrong):
        Runner(tmp_path).run(Block("page.md", 1, kind, text))


@pytest.mark.parametrize("words", [["runn"], ["run", "--limitt", "3"], ["compare", "--byy", "x", "runs/a"]])
def test_a_command_with_a_wrong_option_is_found(words):
    with pytest.raises((click.UsageError, UserError)):
        parse(words)
