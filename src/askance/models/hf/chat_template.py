"""The chat template of a checkpoint: the processor's or the tokenizer's, with a date that does not change."""

import json
from datetime import datetime
from string import ascii_letters
from typing import Any

NOW = "strftime_now"  # what transformers lets templates ask for the date with
DATE = datetime(2024, 7, 26)  # what templates of Llama 3.2 take where there is no clock


def own_template(processor: Any) -> str | None:
    """The template to render prompts with; None if it is the one that the processor takes by itself."""
    own = processor.chat_template
    found = _default(own) or _default(processor.tokenizer.chat_template)
    if found is not None and NOW in found:
        return f"{_fixed_date()}\n{found}"
    return None if own else found


def _default(templates: str | dict[str, str] | None) -> str | None:
    """The default one of several templates."""
    return templates.get("default") if isinstance(templates, dict) else templates


def _fixed_date() -> str:
    """A macro that takes the place of the clock: prompts are the same every day, and so are their answers."""
    values = {f"%{sign}{letter}": _formatted(f"%{sign}{letter}") for sign in ("", "-") for letter in ascii_letters}
    parts = "".join(f"|replace({json.dumps(key)}, {json.dumps(value)})" for key, value in values.items())
    return f"{{% macro {NOW}(format) %}}{{{{ format{parts} }}}}{{% endmacro %}}"  # transformers trims the line end


def _formatted(directive: str) -> str:
    try:
        return DATE.strftime(directive)
    except ValueError:  # not on every platform
        return directive
