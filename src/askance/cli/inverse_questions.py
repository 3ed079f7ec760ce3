"""What `askance inverse ask` needs: an image by file or by name, and one line for everything that can be wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from askance.core import ImageData, UserError
from askance.core.digest import digest

STICKERS = "stickers:"  # how the names of its images begin


def ask_questions(
    image: str, answer: str, data: str, generator: str, number: int, draw: bool, seed: int, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Generated questions with their log-likelihoods, the best first."""
    from askance.inverse.generator import TrainedGenerator
    from askance.inverse.open_generator import open_question_model

    model = open_question_model(generator)
    name, picture = _load_image(image, data)
    if isinstance(model, TrainedGenerator) and model.is_of_built_in_world and not name.startswith(STICKERS):
        say(f"{generator} has learned from drawn scenes (stickers) only: about other images its questions mean little")
    generate = model.draw_questions if draw else model.best_questions
    try:
        found = generate(name, picture, answer, number, seed)
    except ValueError as error:
        raise UserError(f"answer {error}") from error
    return [
        {"question": each.question, "log_likelihood": each.log_likelihood, "per_word": each.per_word} for each in found
    ]


def _load_image(image: str, data: str) -> tuple[str, ImageData]:
    if not Path(image).is_file():
        return _load_named_image(image, data)
    from askance.datasets.reading.decode_image import decode_image

    content = Path(image).read_bytes()
    return f"file:{digest(content).hex()}", ImageData(image=decode_image(content, image).image)


def _load_named_image(image: str, data: str) -> tuple[str, ImageData]:
    """An image of a data set by its name, by the unique beginning of its name, or by its file."""
    from askance.datasets import open_dataset
    from askance.datasets.find_image import find_image

    opened = open_dataset(data)
    try:
        return image, opened.load_image(image)  # also of another split
    except UserError:
        name = find_image(opened, image)
    return name, opened.load_image(name)


def require_torch() -> None:
    """Training and tuning need torch, ONNX and safetensors."""
    from askance.training.recipe import require_training_packages

    require_training_packages()
