"""One kind of model, one file; this table is the family."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from askance.core import Model, UserError
from askance.core.registry import Registry, docstring_summary
from askance.core.unknown_names import own_object_error, unknown_name_error
from askance.models.named_model import NAME, chosen_name, rename_model


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A kind of model: how to open `prefix[:rest]`, the names it has, and what the rest means."""

    open: Callable[[str, Mapping[str, str]], Model]
    form: str
    about: str
    names: Callable[[], list[str]]
    takes_name: bool = False  # whether `open` is given the argument `name`, with which others are renamed


def _refuse_args(kind: str, args: Mapping[str, str]) -> None:
    if args:
        raise UserError(f"{kind} takes no --model-args, but got {', '.join(sorted(args))}")


def _open_oracle(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.oracle import Oracle

    _refuse_args("oracle", args)
    return Oracle()


def _open_defective(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.defective import FAULTS, Defective

    _refuse_args(f"defective:{rest}", args)
    if rest not in FAULTS:
        raise unknown_name_error(
            "model", f"defective:{rest}", [f"defective:{name}" for name in FAULTS], "askance list models"
        )
    return Defective(rest)


def _defective_names() -> list[str]:
    from askance.models.defective import FAULTS

    return [f"defective:{name}" for name in FAULTS]


def _open_python(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.python_model import load_python_model

    return load_python_model(rest, args)


def _open_human(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.human import WRONG, load_human_answers

    _refuse_args("human:", {name: value for name, value in args.items() if name != "no_majority"})
    return load_human_answers(rest, args.get("no_majority", WRONG))


def _open_recorded(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.recorded import load

    return load(rest, args)


def _open_builtin(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.builtin import load_builtin

    _refuse_args("builtin:", args)
    return load_builtin(rest)


def _openai(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.openai import load

    return load(rest, args)


def _builtin_names() -> list[str]:
    from askance.models.builtin import NAMES

    return [f"builtin:{name}" for name in NAMES]


def _huggingface(rest: str, args: Mapping[str, str]) -> Model:
    from askance.models.hf import load

    return load(rest, args)


MODELS: dict[str, ModelKind] = {
    "builtin": ModelKind(
        _open_builtin,
        "builtin:NAME|FOLDER",
        "small neural networks: four built-in ones, or a folder of askance train",
        _builtin_names,
    ),
    "oracle": ModelKind(_open_oracle, "oracle", "computes the correct answer from the scene graph", lambda: ["oracle"]),
    "defective": ModelKind(
        _open_defective, "defective:FAULT", "the oracle with one known fault, to check the suites", _defective_names
    ),
    "openai": ModelKind(
        _openai, "openai:MODEL@BASE_URL", "a model behind a server: vLLM, SGLang, llama.cpp, OpenAI, …", list
    ),
    "hf": ModelKind(_huggingface, "hf:FOLDER|ORG/NAME", "vision-language models of Hugging Face transformers", list),
    "python": ModelKind(
        _open_python, "python:MODULE:OBJECT", "your own function, class or Model", list, takes_name=True
    ),
    "human": ModelKind(
        _open_human, "human:FILE[#CASES]|WORKSPACE#QUEUE", "human answers: majority votes of annotators", list
    ),
    "recorded": ModelKind(
        _open_recorded,
        "recorded:FILE|FOLDER[#PART]",
        "answers in a log of lmms-eval, VLMEvalKit or Inspect; makes no calls",
        list,
    ),
}


def _as_model_kind(name: str, found: Any) -> ModelKind:
    """A kind as it is; anything that python:MODULE:OBJECT takes is a kind with one model."""
    if isinstance(found, ModelKind):
        return found

    def opened(rest: str, args: Mapping[str, str]) -> Model:
        from askance.models.python_model import make_python_model

        if rest:
            raise UserError(f"{name} takes nothing behind its name, but got {rest!r}")
        return make_python_model(found, name, args, (sys.modules.get(found_in), name))

    found_in = found.__module__
    return ModelKind(opened, name, docstring_summary(found), lambda: [name], takes_name=True)


ALL_MODELS: Registry[ModelKind] = Registry("askance.models", "model", MODELS, _as_model_kind)


def open_model(name: str, args: Mapping[str, str] | None = None) -> Model:
    """The model of that name; the argument `name` gives it another one."""
    prefix, _, rest = name.partition(":")
    kind = ALL_MODELS.get(prefix)
    if kind is None:
        if own := own_object_error("model", name):
            raise own
        known = [each for kind in MODELS.values() for each in kind.names()] + [kind.form for kind in MODELS.values()]
        raise unknown_name_error("model", name, [*known, *ALL_MODELS.plugin_entries()], "askance list models")
    given = dict(args or {})
    if kind.takes_name or NAME not in given:
        return kind.open(rest, given)
    chosen = chosen_name(given)
    return rename_model(kind.open(rest, {key: text for key, text in given.items() if key != NAME}), chosen)


__all__ = ["ALL_MODELS", "MODELS", "ModelKind", "open_model"]
