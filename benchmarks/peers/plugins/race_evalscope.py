"""The race for EvalScope, whose command line loads no model class of the user: `python race_evalscope.py`."""

import base64
import os
from pathlib import Path
from typing import Any

import race_calls
from evalscope import TaskConfig, run_task
from evalscope.api.benchmark import BenchmarkMeta, VisionLanguageAdapter
from evalscope.api.dataset import Sample
from evalscope.api.messages import ChatMessageUser, ContentImage, ContentText
from evalscope.api.model import ModelAPI, ModelOutput
from evalscope.api.registry import register_benchmark, register_model_api


class Constant(ModelAPI):
    """Answers every question alike."""

    def generate(self, input: list[Any], tools: Any, tool_choice: Any, config: Any) -> ModelOutput:  # noqa: A002
        """The counted answer; the image is decoded if the race asks for it."""
        parts = input[-1].content
        if race_calls.DECODE:
            for part in parts:
                if part.type == "image":
                    head, _, tail = part.image.partition(",")
                    race_calls.decode(base64.b64decode(tail) if head.startswith("data:") else Path(head).read_bytes())
        text = next(part.text for part in parts if part.type == "text")
        race_calls.wait()
        return ModelOutput.from_content("race-constant", race_calls.answer(text))


@register_model_api(name="race_constant")
def race_model() -> type[ModelAPI]:
    """The kind of model `race_constant`."""
    return Constant


@register_benchmark(
    BenchmarkMeta(
        name="askance_race",
        pretty_name="Race",
        description="Rows of the race",
        dataset_id="race",
        metric_list=["acc"],
        subset_list=["rows"],
        eval_split="test",
        prompt_template="{question}",
    )
)
class Race(VisionLanguageAdapter):
    """The rows of the race; an exact answer counts."""

    def load_from_disk(self, **options: Any) -> Any:
        """Local JSON lines."""
        return super().load_from_disk(use_local_loader=True)

    def record_to_sample(self, record: dict[str, Any]) -> Sample:
        """Image and question as one message."""
        content = [ContentImage(image=record["image"]), ContentText(text=record["question"])]
        return Sample(input=[ChatMessageUser(content=content)], target=record["answer"])


def main() -> None:
    """Rows, output and cache come from the environment."""
    local = {"local_path": f"{os.environ['RACE_ROWS']}/evalscope"}
    run_task(
        TaskConfig(
            model="race-constant",
            eval_type="race_constant",
            datasets=["askance_race"],
            dataset_args={"askance_race": local},
            work_dir=os.environ["RACE_OUT"],
            no_timestamp=True,
            use_cache=os.environ.get("RACE_CACHE") or None,
        )
    )


if __name__ == "__main__":
    main()
