"""The constant model and the task for Inspect: `inspect eval race_inspect.py@race --model race/constant`."""

import base64
import os
from pathlib import Path
from typing import Any

import anyio
import race_calls
from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import GenerateConfig, ModelAPI, ModelOutput, modelapi
from inspect_ai.scorer import match
from inspect_ai.solver import generate


class Constant(ModelAPI):
    """Answers every question alike."""

    async def generate(self, input: list[Any], tools: Any, tool_choice: Any, config: GenerateConfig) -> ModelOutput:  # noqa: A002
        """The counted answer; the image is decoded if the race asks for it."""
        content = input[-1].content
        text = content if isinstance(content, str) else next(part.text for part in content if part.type == "text")
        if race_calls.DECODE:
            for part in content:
                if part.type == "image":
                    head, _, tail = part.image.partition(",")
                    race_calls.decode(base64.b64decode(tail) if head.startswith("data:") else Path(head).read_bytes())
        if race_calls.DELAY:
            await anyio.sleep(race_calls.DELAY)
        return ModelOutput.from_content("race/constant", race_calls.answer(text))


@modelapi(name="race")
def race_model() -> type[ModelAPI]:
    """The provider `race` (entry point `inspect_ai`)."""
    return Constant


@task
def race() -> Task:
    """The rows of the race; an exact answer counts."""
    rows = Path(os.environ["RACE_ROWS"]) / "inspect.jsonl"
    return Task(dataset=json_dataset(str(rows)), solver=generate(), scorer=match(location="exact"))
