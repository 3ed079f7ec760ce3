"""askance doctor: is everything here in order?"""

import importlib.metadata
import platform
import sys
import tempfile
from collections.abc import Callable
from itertools import islice

import click
from askance import __version__
from askance.cli import names
from askance.cli.console import json_option, print_json
from askance.core import Dataset
from askance.core.errors import UserError

CORE = ("click", "duckdb", "msgspec", "numpy", "onnxruntime", "pillow", "pyarrow", "rich", "thorvg-python")
EXTRAS = {"torch": "training and Hugging Face models", "transformers": "Hugging Face models", "ray": "many machines"}

Line = tuple[str, bool, str]  # what, in order, detail


@click.command("doctor")
@click.argument("data", required=False, shell_complete=names.data)
@click.option("--model", "-m", shell_complete=names.models, help="Check that this model's adapter conforms.")
@json_option
def command(data: str | None, model: str | None, as_json: bool) -> int:
    """Check the installation, and a data set or a model if one is named."""
    lines = _installation()
    if data:
        lines += _data(data)
    if model:
        lines += _model(model)
    if as_json:
        print_json([{"what": what, "ok": good, "detail": detail} for what, good, detail in lines])
    else:
        for what, good, detail in lines:
            click.echo(f"{'ok ' if good else 'BAD'}  {what}: {detail}")
    return 0 if all(good for _, good, _ in lines) else 1


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _installation() -> list[Line]:
    lines: list[Line] = [
        ("askance", True, f"{__version__} on Python {platform.python_version()}, {platform.platform()}")
    ]
    lines.append(("python", sys.version_info >= (3, 11), "3.11 or newer is needed"))
    for package in CORE:
        found = _version(package)
        lines.append((package, found is not None, found or f"missing: pip install {package}"))
    for package, use in EXTRAS.items():
        lines.append((package, True, _version(package) or f"not installed (optional: {use})"))
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"askance")
        lines.append(("temporary folder", True, tempfile.gettempdir()))
    except OSError as error:
        lines.append(("temporary folder", False, f"{tempfile.gettempdir()}: {error.strerror}"))
    return lines


def _data(name: str) -> list[Line]:
    from askance.datasets import open_data
    from askance.datasets.layouts import LAYOUTS, report

    kind = name.partition(":")[0]
    files = report(name)
    lines: list[Line] = [(f"files of {what}", good, detail) for what, good, detail in files]
    try:
        opened = open_data(name)
        lines.append((name, True, f"fingerprint {opened.fingerprint[:16]}"))
    except UserError as error:
        return [*lines, (name, False, str(error))]
    must = {part.what for part in LAYOUTS[kind].parts if part.needed} if kind in LAYOUTS else set()
    must |= {what for what, _, detail in files if detail.startswith("✓")}
    return lines + [_found(what, look, opened, what in must) for what, look in LOOKS.items()]


def _found(what: str, look: Callable[[Dataset], str], data: Dataset, needed: bool) -> Line:
    """What is missing is said, and is no fault where a suite may do without it; a file that is here must be whole."""
    try:
        return what, True, look(data)
    except UserError as error:
        return what, not needed, f"none: {error}"


def _questions(data: Dataset) -> str:
    count = sum(1 for _ in data.items(1000))
    if not count:
        raise UserError("the files hold no question: put the whole data set there")
    return f"{count:,}{' or more' if count == 1000 else ''}"


def _scenes(data: Dataset) -> str:
    count = sum(1 for image in islice(data.images(), 200) if data.scene(image) is not None)
    return f"{count:,}{' or more' if count == 200 else ''}"


def _pictures(data: Dataset) -> str:
    images = list(islice(data.images(), 20)) or [item.image for item in data.items(20)]
    shown, trouble = 0, ""
    for image in dict.fromkeys(images):
        try:
            height, width, _ = data.picture(image).pixels.shape
        except UserError as error:
            trouble = trouble or str(error)
        else:
            shown += 1
    if not shown:
        return f"none: {trouble or 'no images are named'}"
    note = f" ({trouble})" if trouble else ""
    return f"{shown} of the first {len(images)} can be read, e.g. {width} × {height}{note}"


LOOKS: dict[str, Callable[[Dataset], str]] = {"questions": _questions, "scene graphs": _scenes, "pictures": _pictures}


def _model(name: str) -> list[Line]:
    from askance.models import open_model
    from askance.models.conformance import check

    findings = check(open_model(name))
    return [(name, False, finding) for finding in findings] or [(name, True, "conforms")]
