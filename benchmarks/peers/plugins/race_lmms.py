"""The constant model for lmms-eval: `--model race_constant` (entry point `lmms_eval.models`)."""

from typing import Any

import race_calls
from lmms_eval.api.model import lmms
from lmms_eval.models.registry_v2 import ModelManifest

MANIFEST = ModelManifest(model_id="race_constant", simple_class_path="race_lmms.Constant")


class Constant(lmms):
    """Answers every question alike."""

    def __init__(self, **options: Any) -> None:
        super().__init__()

    def generate_until(self, requests: list[Any]) -> list[str]:
        """The counted answers; images are decoded if the race asks for it."""
        answers = []
        for request in requests:
            text, _, visual, doc_id, task, split = request.args
            if race_calls.DECODE:
                for image in visual(self.task_dict[task][split][doc_id]):
                    image.convert("RGB")
            race_calls.wait()
            answers.append(race_calls.answer(text))
        return answers

    def generate_until_multi_round(self, requests: list[Any]) -> list[str]:
        """Required by lmms-eval; the race has single questions only."""
        raise NotImplementedError

    def loglikelihood(self, requests: list[Any]) -> list[tuple[float, bool]]:
        """Required by lmms-eval; the race has generated answers only."""
        raise NotImplementedError
