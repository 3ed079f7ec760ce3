"""`openai:MODEL@BASE_URL`: any server that speaks the chat-completions protocol."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from askance.models.openai.address import parse_address
from askance.models.openai.settings import parse_settings

if TYPE_CHECKING:
    from askance.models.openai.model import OpenAIModel


def load(rest: str, args: Mapping[str, str]) -> "OpenAIModel":
    """The model behind `openai:MODEL@BASE_URL`; nothing is sent before it is prepared."""
    from askance.models.openai.model import OpenAIModel

    settings = parse_settings(args)
    return OpenAIModel(parse_address(rest, settings.key_env), settings)


__all__ = ["load"]
