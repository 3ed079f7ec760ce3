"""`hf:FOLDER` and `hf:ORG/NAME`: vision-language models of Hugging Face transformers; torch is imported when used."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from askance.core import UserError
from askance.core.install_command import install_command

if TYPE_CHECKING:
    from askance.models.hf.model import HuggingFaceModel


def load(rest: str, args: Mapping[str, str]) -> "HuggingFaceModel":
    """The model behind `hf:REST`; its weights are loaded when it answers its first query."""
    from askance.models.hf.checkpoint import open_checkpoint
    from askance.models.hf.model import HuggingFaceModel
    from askance.models.hf.options import parse_options

    options = parse_options(args)
    for package in ("torch", "transformers"):
        if find_spec(package) is None:  # not imported yet: that takes seconds
            raise UserError(f"hf:{rest} needs {package}: {install_command('hf')}")
    return HuggingFaceModel(f"hf:{rest}", open_checkpoint(rest, options), options)


__all__ = ["load"]
