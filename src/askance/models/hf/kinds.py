"""What kind of model a checkpoint is, from the architecture that its config.json names and from its processor."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from askance.core import UserError
from askance.models.hf.options import INSTRUCTION

Family = Literal["classifier", "prompted", "chat"]


@dataclass(frozen=True, slots=True)
class Kind:
    """How a model is asked; `prompt` has {question} and, for chat models, is the text of one message."""

    family: Family
    architecture: str
    prompt: str = "{question}"
    vision: str = ""  # the module whose output is the site vision.out; "": the method get_image_features
    has_text_site: bool = True  # whether the question passes through the input embeddings
    has_vision_site: bool = True
    shares_vision: bool = True  # whether the vision tower's output does not depend on the question
    lead: str = ""  # what a prompt begins with, whatever the instruction
    header: bool = False  # the question is drawn into the image
    is_continued: bool = False  # the answer goes on in the question's sentence: no end token is between them

    @property
    def is_chat(self) -> bool:
        """Whether the model is asked through a chat template."""
        return self.family == "chat"


# Architectures that are not asked through a chat template, by the name that transformers gives them.
PROMPTED = {
    "ViltForQuestionAnswering": Kind("classifier", "ViltForQuestionAnswering", has_vision_site=False),
    "BlipForQuestionAnswering": Kind("prompted", "BlipForQuestionAnswering", vision="vision_model"),
    "BlipForConditionalGeneration": Kind(
        "prompted", "BlipForConditionalGeneration", "question: {question} answer:", vision="vision_model"
    ),
    "Blip2ForConditionalGeneration": Kind(
        "prompted", "Blip2ForConditionalGeneration", "Question: {question} Answer:", vision="vision_model"
    ),
    "GitForCausalLM": Kind("prompted", "GitForCausalLM", vision="git.image_encoder", is_continued=True),
    "Pix2StructForConditionalGeneration": Kind(
        "prompted", "Pix2StructForConditionalGeneration", vision="encoder", has_text_site=False, shares_vision=False,
        header=True,
    ),
    "PaliGemmaForConditionalGeneration": Kind(
        "prompted", "PaliGemmaForConditionalGeneration", "answer en {question}", lead="<image>"
    ),
}  # fmt: skip
# Chat architectures whose image features do not come from get_image_features.
CHAT_VISION = {"MllamaForConditionalGeneration": "model.vision_model"}
CHAT_PROMPT = f"{{question}}\n{INSTRUCTION}"


def kind_of(folder: Path, config: Mapping[str, Any], has_chat_template: bool) -> Kind:
    """The kind of a checkpoint; UserError where it is none that can be asked about an image."""
    named = config.get("architectures")
    if not isinstance(named, list) or not named or not isinstance(named[0], str):
        raise UserError(f"{folder / 'config.json'}: names no architecture: save the model with save_pretrained")
    architecture = named[0]
    if has_chat_template:
        return Kind("chat", architecture, CHAT_PROMPT, vision=CHAT_VISION.get(architecture, ""))
    if architecture in PROMPTED:
        return PROMPTED[architecture]
    raise UserError(
        f"{folder}: {architecture} has no chat template and none of its own:"
        " put chat_template.jinja there (see the page of hf: models)"
    )
