"""askance doctor -m MODEL: what a model is, and whether it keeps the rules that a run relies on."""

from collections.abc import Mapping
from typing import Any

from askance.core import HasNotes, Model
from askance.core.errors import UserError
from askance.core.model import Described, Prepared, most_at_once
from askance.core.usage import HasParameters, HasPrice

Line = tuple[str, bool, str]  # what, in order, detail
EXPLAINED = {"draws": "draws (the same query several times)"}  # no author of a function has heard of it


def check_model(name: str, args: Mapping[str, str]) -> tuple[list[Line], dict[str, Any]]:
    """The lines about a model, and the same as values; what its files say is there even if it cannot be loaded."""
    from askance.models import open_model
    from askance.models.conformance import NO_CHOICE, check_conformance

    said: list[str] = []
    try:
        model = open_model(name, args)
    except UserError as error:
        return [(name, False, str(error))], {}
    try:
        if isinstance(model, Prepared):
            model.prepare(said.append)
        findings = check_conformance(model)
    except UserError as error:
        return [*_description(model), (name, False, str(error))], _facts(model)
    said += [finding for finding in findings if finding.startswith(NO_CHOICE)]  # the adapter reported it: no fault
    findings = [finding for finding in findings if not finding.startswith(NO_CHOICE)]
    lines = [(model.name, False, finding) for finding in findings] or [(model.name, True, f"conforms; {_about(model)}")]
    said += model.notes() if isinstance(model, HasNotes) and not isinstance(model, Described) else []
    return [*_description(model), *lines, *(("note", True, line) for line in said)], _facts(model)


def _description(model: Model) -> list[Line]:
    """One line for each thing that the model says about itself."""
    if not isinstance(model, Described):
        return []
    size = f"{model.parameters:,}" if isinstance(model, HasParameters) and model.parameters is not None else "unknown"
    return [(what, True, detail) for what, detail in {**model.describe(), "parameters": size}.items()]


def _facts(model: Model) -> dict[str, Any]:
    """What is known of a model, for --json."""
    facts: dict[str, Any] = {"name": model.name, "fingerprint": model.fingerprint, "supports": sorted(model.supports)}
    if isinstance(model, HasParameters):
        facts["parameters"] = model.parameters
    return facts | dict(model.describe() if isinstance(model, Described) else {})


def _about(model: Model) -> str:
    """What a model supports, and how large and how expensive it is, where it says so."""
    from askance.report.usage import short_count

    parts = [f"supports {', '.join(EXPLAINED.get(name, name) for name in sorted(model.supports))}"]
    if isinstance(model, HasParameters) and model.parameters is not None:
        parts.append(f"{short_count(model.parameters)} parameters")
    if most_at_once(model) > 1:
        parts.append(f"up to {most_at_once(model)} calls at once")
    if isinstance(model, HasPrice) and model.price is not None:
        parts.append(f"{model.price.prompt:g} / {model.price.completion:g} USD per million tokens in / out")
    return "; ".join(parts)
