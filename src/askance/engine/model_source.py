"""A model by name with its arguments: what another process needs to open the same model."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from string import ascii_uppercase

from askance.core import Model
from askance.models import open_model
from askance.models.named_model import NAME


@dataclass(frozen=True, slots=True)
class ModelSource:
    """The name and the `--model-args` of a model."""

    name: str
    args: Mapping[str, str] = field(default_factory=dict)

    def open(self) -> Model:
        """Open the model; UserError says why it cannot be opened."""
        return open_model(self.name, self.args)


def telling_names(several: Sequence[Mapping[str, str]]) -> list[str]:
    """A name for each of some models: the values of the arguments in which they differ, else a letter or a number."""
    keys = [key for key in dict.fromkeys(chain(*several)) if len({args.get(key) for args in several}) > 1]
    names = ["-".join(args[key] for key in keys if key in args) for args in several]
    is_plain = all(re.fullmatch(r"[\w.+-]{1,40}", name) for name in names)
    if is_plain and len(set(names)) == len(names):
        return names
    return list(ascii_uppercase[: len(names)]) if len(names) <= len(ascii_uppercase) else _numbers(len(names))


def _numbers(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def model_args_option(args: Mapping[str, str], name: str) -> str:
    """The option --model-args as it is typed, with a name if one is given."""
    given = {**args, **({NAME: name} if name else {})}
    parts = [f'{key}="{value}"' if "," in value else f"{key}={value}" for key, value in given.items()]
    return f"--model-args {shlex.quote(','.join(parts))}"
