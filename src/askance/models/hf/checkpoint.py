"""A checkpoint's folder: found here or in the hub's cache, fetched only after saying so; its configuration and kind."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from askance.core import UserError
from askance.core.hub_download import hub_folder
from askance.models.hf.file_digests import digests_of
from askance.models.hf.hub import hub_files
from askance.models.hf.kinds import Kind, kind_of
from askance.models.hf.options import Options

SAFE, INDEX = "model.safetensors", "model.safetensors.index.json"  # other .safetensors files are copies
PICKLES = ("pytorch_model*.bin", "model*.bin")
SETTINGS = ("*.json", "*.jinja", "*.txt", "*.model", "additional_chat_templates/*.jinja")
CODE = ("**/*.py",)
_ID = re.compile(r"[\w-][\w.-]*/[\w.-]+")


@dataclass(frozen=True)
class Checkpoint:
    """A folder as `save_pretrained` writes it."""

    folder: Path
    options: Options

    @cached_property
    def config(self) -> dict[str, Any]:
        """The content of config.json."""
        return _json(self.folder / "config.json")

    @cached_property
    def kind(self) -> Kind:
        """How the model is asked."""
        return kind_of(self.folder, self.config, self.has_chat_template)

    @cached_property
    def has_chat_template(self) -> bool:
        """Whether the processor or the tokenizer has a chat template."""
        if (self.folder / "chat_template.jinja").is_file() or (self.folder / "chat_template.json").is_file():
            return True
        names = ("processor_config.json", "tokenizer_config.json")
        return any(_json(self.folder / name).get("chat_template") for name in names if (self.folder / name).is_file())

    @cached_property
    def dtype(self) -> str:
        """The precision in which the model runs: as requested, or as the checkpoint says."""
        if self.options.dtype != "auto":
            return self.options.dtype
        said = next((str(part[key]) for part in self.parts() for key in ("dtype", "torch_dtype") if part.get(key)), "")
        return said.removeprefix("torch.") or "float32"

    @property
    def text_config(self) -> Mapping[str, Any]:
        """The part of the configuration that describes the language model."""
        return next((self.config[key] for key in ("text_config", "llm_config") if key in self.config), self.config)

    def parts(self) -> Iterator[Mapping[str, Any]]:
        """The configuration and its parts, outermost first."""
        waiting: list[Mapping[str, Any]] = [self.config]
        while waiting:
            part = waiting.pop(0)
            yield part
            waiting += [value for value in part.values() if isinstance(value, dict)]

    @cached_property
    def weights(self) -> list[Path]:
        """The files with weights; UserError where there are none of the allowed kind."""
        found = self._safetensors() if self.options.weights == "safetensors" else self._files(PICKLES)
        if not found and self._files(PICKLES):
            raise UserError(
                f"{self.folder}: contains no .safetensors weights, only .bin files (pickles): add"
                " --model-args weights=bin to load them with weights_only, or convert them"
            )
        if not found:
            raise UserError(f"{self.folder}: contains no weights: save the model with save_pretrained")
        return found

    def _safetensors(self) -> list[Path]:
        """The file that transformers loads, or those that its index names."""
        if (self.folder / SAFE).is_file() or not (self.folder / INDEX).is_file():
            return self._files((SAFE,))
        named = _json(self.folder / INDEX).get("weight_map")
        if not isinstance(named, dict):
            raise UserError(f"{self.folder / INDEX}: has no weight_map: save the model again")
        parts = sorted(self.folder / str(name) for name in set(named.values()))
        lacking = [part.name for part in parts if not part.is_file()]
        if lacking:
            raise UserError(f"{self.folder}: {lacking[0]} is missing, which {INDEX} names: copy or download it again")
        return parts

    def content(self) -> list[tuple[str, str]]:
        """(name, digest) of every file that decides the answers."""
        patterns = (*SETTINGS, *(CODE if self.options.trust_remote_code else ()))
        return digests_of(self.folder, sorted({*self.weights, *self._files(patterns)}))

    def _files(self, patterns: tuple[str, ...]) -> list[Path]:
        return sorted({path for pattern in patterns for path in self.folder.glob(pattern) if path.is_file()})


def open_checkpoint(rest: str, options: Options) -> Checkpoint:
    """The checkpoint in a folder, or of a hub id; what the hub's cache lacks is fetched after saying so."""
    folder = Path(rest).expanduser()
    if folder.is_dir():
        found = folder.absolute()
        if options.revision:
            raise UserError(f"--model-args revision={options.revision}: {rest} is a folder: only hub names have some")
    elif _ID.fullmatch(rest):
        found = hub_folder(f"hf:{rest}", rest, hub_files(options))
    else:
        raise UserError(f"hf:{rest}: no such folder: name a folder with config.json, or a hub id such as ORG/NAME")
    if not (found / "config.json").is_file():
        raise UserError(f"{found}: contains no config.json: name a folder that save_pretrained has written")
    checkpoint = Checkpoint(found, options)
    _ = checkpoint.kind, checkpoint.weights  # both say what is wrong before anything is loaded
    if options.system and not checkpoint.kind.is_chat:
        raise UserError(f"--model-args system: {checkpoint.kind.architecture} has no chat template, so it takes none")
    return checkpoint


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot be read as JSON ({error}): save the model again") from error
    if not isinstance(value, dict):
        raise UserError(f"{path}: is not a JSON object: save the model again")
    return value
