"""What `askance inverse ask` needs: an image by file or by name, and one line for everything that can be wrong."""

from pathlib import Path
from typing import Any

from askance.core import ImageData, UserError
from askance.core.digest import digest


def ask_questions(
    image: str, answer: str, data: str, generator: str, number: int, draw: bool, seed: int
) -> list[dict[str, Any]]:
    """Generated questions with their log-likelihoods, the best first."""
    from askance.inverse.open_generator import open_question_model

    model = open_question_model(generator)
    name, picture = _load_image(image, data)
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
        from askance.datasets import open_dataset

        try:
            return image, open_dataset(data).load_image(image)
        except UserError as error:
            raise UserError(f"{image}: there is no such image file ({error})") from error
    from askance.datasets.reading.decode_image import decode_image

    content = Path(image).read_bytes()
    return f"file:{digest(content).hex()}", ImageData(image=decode_image(content, image).image)


def require_torch() -> None:
    """Training and tuning need torch, ONNX and safetensors."""
    from askance.training.recipe import require_training_packages

    require_training_packages()
