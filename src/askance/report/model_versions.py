"""Finding one version of one model in a workspace: by name, or by name@FINGERPRINT."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from askance.core import UserError
from askance.core.remote_address import is_remote, split_address
from askance.core.unknown_names import did_you_mean
from askance.report.current_results import AT, CurrentResult, current_results, no_results_error
from askance.store import Workspace

if TYPE_CHECKING:
    from askance.engine import Run


@dataclass(frozen=True, slots=True)
class ModelVersion:
    """One version of a model and its latest results, one per data set and suite."""

    space: Workspace
    label: str  # as tables show it
    results: tuple[CurrentResult, ...]

    @property
    def folder(self) -> Path:
        """The folder of its workspace."""
        return self.space.root


def find_version(space: Workspace, text: str) -> ModelVersion:
    """The newest version of the model of that name, or `name@FINGERPRINT`; else one line with the choices.

    FINGERPRINT: the beginning of the short one of a version, or of the one in the column `fingerprint`.
    """
    everything = current_results(space, all_versions=True)
    if not everything:
        raise no_results_error(space.name)
    named = [each for each in everything if text in (each.name, each.model)]
    found = [each for each in named if each.model == text] or named
    if not found:
        name, _, version = text.rpartition(AT)
        mine = [each for each in everything if name == each.name] if version else []
        found = [each for each in mine if each.version.startswith(version)]
        found = found or [each for each in mine if f":{version}" in f":{each.fingerprint}"]  # as the tables print it
    labels = sorted({each.model for each in found})
    if len(labels) == 1:
        return ModelVersion(space, labels[0], tuple(found))
    if labels:
        raise UserError(f"{text} is ambiguous in {space.name}: write one of {', '.join(version_names(found))}")
    there = f"it has {', '.join(version_names(everything))}"
    raise UserError(
        f"{space.name} has no model {text}: {did_you_mean(text, {each.name for each in everything}) or there}"
    )


def version_names(results: Sequence[CurrentResult]) -> list[str]:
    """How each version is written on a command line: the newest by its name alone."""
    names = {
        f"{each.name}{AT}{each.version}{f' ({each.date})' if each.date else ''}" if each.is_earlier else each.name
        for each in results
    }
    return sorted(names)


def parse_model_targets(targets: Sequence[str]) -> tuple[ModelVersion, ...]:
    """`DIR MODEL…` (models of one workspace), or `DIR:MODEL …`; a folder with a single model can be written alone."""
    texts = list(targets)
    spaces: dict[str, Workspace] = {}

    def open_space(folder: str) -> Workspace:
        if folder not in spaces:
            spaces[folder] = Workspace.for_reading(folder)
        return spaces[folder]

    split = [_split_folder(text) for text in texts]
    if len(texts) > 1 and split[0] == (texts[0], ""):
        known = {name for each in current_results(open_space(texts[0])) for name in (each.name, each.model)}
        if len(texts) > 2 or split[1] is None or texts[1] in known:  # a folder may have the name of a model
            return tuple(find_version(open_space(texts[0]), name) for name in texts[1:])
    for text, parts in zip(texts, split, strict=True):
        if parts is None:
            raise UserError(f"{text}: no such workspace: write DIR MODEL_A MODEL_B, or DIR:MODEL_A DIR2:MODEL_B")
    return tuple(
        find_version(open_space(folder), model) if model else _only_model(open_space(folder))
        for folder, model in (parts for parts in split if parts is not None)
    )


def target_text(target: "str | Path | Run") -> str:
    """A target as text; a run means its folder."""
    from askance.engine import Run  # here: the command line starts without the engine

    if isinstance(target, Run):
        return str(target.out)
    if isinstance(target, str | Path):
        return str(target)
    raise UserError(f"{target!r} is not a workspace: pass its folder, or the object that askance.run returns")


def _split_folder(text: str) -> tuple[str, str] | None:
    """DIR:MODEL at the first colon before which there is a folder; None where there is none."""
    if is_remote(text):
        return split_address(text)
    places = [place for place, letter in enumerate(text) if letter == ":"]
    for place in (*places, len(text)):
        if place and Path(text[:place]).is_dir():
            return text[:place], text[place + 1 :]
    return None


def _only_model(space: Workspace) -> ModelVersion:
    everything = current_results(space, all_versions=True)
    names = sorted({each.model for each in everything if not each.is_earlier})
    if len(names) == 1:
        return find_version(space, names[0])
    there = ", ".join(version_names(everything)) or "no finished results"
    raise UserError(f"{space.name}: write {space.name}:MODEL; it has {there}")
