"""A workspace whose questions, answers, tags and model names are hostile: nothing in them may act in a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from askance.core import Item
from askance.engine import run
from toy import ToyData, ToyModel

SCRIPT = "<script>window.hacked = 1</script>"
STRINGS = (
    SCRIPT,
    '"><img src=x onerror="window.hacked = 2">',
    "<svg onload='window.hacked = 3'><desc>",
    "{{ 7 * 7 }} {% raise %} ${window.hacked = 4} #{x}",
    "'; drop table v; -- ' or 1=1",
    "abc \u202egnp.exe\u202c \u2067 \u0007 \u2028 end",
    "javascript:window.hacked = 5",
    "</textarea></template></title></bdi></pre><script>window.hacked = 6</script>",
    "long ",  # and what `write_hostile_workspace` adds
)
MODELS = ('<b onmouseover="window.hacked = 7">model</b>', "'; drop table v; --")


@dataclass
class HostileData(ToyData):
    """One item per hostile string, which is its question, its tag and its group of answers."""

    name: str = "<i>hostile</i>"
    longest: int = 0

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        for number, text in enumerate((*STRINGS[:-1], STRINGS[-1] + "x" * self.longest)):
            tags = (("type", "yes/no"), ("note", text[:500]))
            yield Item(f"item-{number}", self._image(number), f"Is it {text}?", ("yes",), tags)


def write_hostile_workspace(folder: Path, longest: int) -> None:
    """Run two models with hostile names that answer with a hostile string; one has `longest` letters."""
    models = [
        ToyModel(name, f"print-{number}", answering=lambda shown: shown.query.stimulus.question)
        for number, name in enumerate(MODELS)
    ]
    run(models, HostileData(len(STRINGS), longest=longest), ["accuracy", "repeat"], out=folder)
