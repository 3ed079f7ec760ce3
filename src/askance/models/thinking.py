"""Reasoning that a model writes in tags before its answer."""

import re

_NAMES = r"(?:think|thinking|thought)"
_OPENING = rf"(?:<{_NAMES}>|\[THINK\]|◁think▷)"
_CLOSING = rf"(?:</{_NAMES}>|\[/THINK\]|◁/think▷)"
_CLOSED = re.compile(rf"^(?P<opening>\s*{_OPENING})?(?P<thinking>.*){_CLOSING}\s*", re.DOTALL)
_OPEN = re.compile(rf"^\s*{_OPENING}(?P<thinking>.*)", re.DOTALL)

_OPENED = re.compile(rf"(?P<tag>{_OPENING})\s*$")


def split_thinking(text: str, is_open: bool = False) -> tuple[str, str]:
    """The answer, and the reasoning before it; reasoning that never ends leaves no answer.

    `is_open`: the prompt has already opened the reasoning, so that a text without a closing tag is all reasoning.
    """
    if found := _CLOSED.match(text):
        return text[found.end() :], found["thinking"].strip()
    if found := _OPEN.match(text):
        return "", found["thinking"].strip()
    return ("", text.strip()) if is_open else (text, "")


def closes_unopened_thinking(text: str) -> bool:
    """Whether a text ends reasoning that it did not begin: then the chat template opens the reasoning."""
    found = _CLOSED.match(text)
    return found is not None and found["opening"] is None


def open_tag(prompt: str) -> str | None:
    """The tag with which a prompt ends, if it opens the reasoning and leaves it to the model to go on."""
    found = _OPENED.search(prompt)
    return None if found is None else found["tag"]


def closing_tag(opening: str) -> str:
    """The tag that ends what another tag has opened: </think> for <think>."""
    return f"{opening[0]}/{opening[1:]}"
