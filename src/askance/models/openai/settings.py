"""The --model-args of `openai:` models."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from askance.core import Price, UserError
from askance.core.interface_checks import MOST_AT_ONCE
from askance.models.model_args import Parser, amount, parsed_args, seconds, whole_number

INSTRUCTION = "Answer the question using a single word or phrase."


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is asked."""

    key_env: str = ""
    concurrency: int = 32
    instruction: str = INSTRUCTION
    system: str = ""
    max_new_tokens: int = 32
    timeout: float = 120.0
    image_format: str = "png"
    version: str = ""
    price_in: float | None = None
    price_out: float | None = None

    @property
    def price(self) -> Price | None:
        """US dollars per million tokens, where they are given."""
        return None if self.price_in is None or self.price_out is None else Price(self.price_in, self.price_out)

    @property
    def decisive(self) -> tuple[object, ...]:
        """What decides the answers; without a version, as before there was one."""
        version = (self.version,) if self.version else ()
        return self.instruction, self.system, self.max_new_tokens, self.image_format, *version


def parse_settings(args: Mapping[str, str]) -> Settings:
    """The settings in some --model-args; UserError names the nearest key, or the allowed values."""
    settings = Settings(**parsed_args("openai:", args, _PARSERS))
    if (settings.price_in is None) != (settings.price_out is None):
        raise UserError("--model-args: give price_in and price_out together, in US dollars per million tokens")
    return settings


def _concurrency(text: str) -> int:
    count = whole_number(text)
    if count > MOST_AT_ONCE:
        raise ValueError(f"write a whole number from 1 to {MOST_AT_ONCE:,}")
    return count


def _image_format(text: str) -> str:
    found = re.fullmatch(r"jpeg:(\d{1,3})", text)
    if text != "png" and not (found and 1 <= int(found[1]) <= 100):
        raise ValueError("write png (lossless), or jpeg:90 for JPEG of quality 90")
    return text


_PARSERS: dict[str, Parser] = {
    "key_env": str,
    "concurrency": _concurrency,
    "instruction": str,
    "system": str,
    "max_new_tokens": whole_number,
    "timeout": seconds,
    "image_format": _image_format,
    "version": str,
    "price_in": amount,
    "price_out": amount,
}
