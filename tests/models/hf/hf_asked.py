"""Questions about images, with edits, negations and turns; and transformers alone, one question at a time."""

from importlib.util import find_spec
from typing import Any

import numpy as np
from askance.core import ImageData, ModelInput, Query, Stimulus
from askance.models.hf.loading import _without_video
from askance.models.hf.options import INSTRUCTION
from PIL import Image, ImageFilter

QUESTIONS = (
    "What color is the car?",
    "Is there a dog?",
    "Is there no dog?",
    "How many people are on the left of the red table?",
    "What is the man holding?",
    "Is the cat not under the chair?",
)
TURNS = (("Is there a car?", "yes"), ("What color is it?", "red"))
CHAT = (
    "llava", "llava_next", "llava_onevision", "qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_5", "idefics3", "internvl",
    "gemma3", "mllama", *(["smolvlm"] if find_spec("num2words") else []),
)  # fmt: skip
PROMPTED = ("blip", "blip2", "git", "pix2struct", "paligemma")
ALL = ("vilt", *PROMPTED, *CHAT)
MODES = {  # what the questions about an image share
    **dict.fromkeys(CHAT, "packed"), **dict.fromkeys(PROMPTED, "vision"),
    "qwen3_5": "vision", "pix2struct": "none", "vilt": "none",
}  # fmt: skip


def picture(seed: int) -> Image.Image:
    """A picture with something in it; sizes differ."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (6, 8, 3), dtype=np.uint8)
    return Image.fromarray(small).resize((48 + 16 * (seed % 3), 40 + 12 * (seed % 4)), Image.Resampling.BICUBIC)


def pictures(count: int, start: int = 0) -> list[ImageData]:
    """Pictures, every second one blurred."""
    made = [picture(start + i) for i in range(count)]
    return [ImageData(image=each.filter(ImageFilter.GaussianBlur(2)) if i % 2 else each) for i, each in enumerate(made)]


def asked(images: int, each: int, turns: bool, start: int = 0) -> list[ModelInput]:
    """Several questions about each of some pictures; every third one after other turns."""
    found = []
    for number, shown in enumerate(pictures(images, start)):
        for i in range(each):
            before = TURNS[: i % 3] if turns else ()
            question = QUESTIONS[i % len(QUESTIONS)].replace("car", "car" + "s" * (i // len(QUESTIONS)))
            found.append(ModelInput(Query(Stimulus(f"{number}", question, turns=before)), picture=shown))
    return found


class Bare:
    """A checkpoint as transformers loads and runs it, without any code of ours but the missing video processor."""

    def __init__(self, folder: Any, architecture: str):
        import transformers

        self.is_chat = (folder / "chat_template.jinja").exists()
        with _without_video():
            self.processor = transformers.AutoProcessor.from_pretrained(folder, backend="pil")
        kind = transformers.AutoModelForImageTextToText if self.is_chat else getattr(transformers, architecture)
        self.model = kind.from_pretrained(folder).eval()

    def inputs(self, shown: ModelInput, prompt: str) -> Any:
        """The inputs of one question."""
        if self.model.config.model_type == "git":  # as in the example of transformers' documentation
            return self._git_inputs(shown, prompt)
        if not self.is_chat:
            return self.processor(images=[shown.image], text=[prompt], return_tensors="pt")
        content: list[Any] = []
        for question, answer in shown.query.stimulus.turns:
            content.append({"role": "user", "content": [_text(question)]})
            content.append({"role": "assistant", "content": [{"type": "text", "text": answer}]})
        content.append({"role": "user", "content": [_text(shown.query.stimulus.question)]})
        if shown.image is not None:
            content[0]["content"].insert(0, {"type": "image", "image": shown.image})
        return self.processor.apply_chat_template(
            content, tokenize=True, return_dict=True, return_tensors="pt", add_generation_prompt=True
        )

    def _git_inputs(self, shown: ModelInput, prompt: str) -> Any:
        import torch

        pixels = self.processor(images=shown.image, return_tensors="pt").pixel_values
        words = self.processor(text=prompt, add_special_tokens=False).input_ids
        return {"input_ids": torch.tensor([[self.processor.tokenizer.cls_token_id, *words]]), "pixel_values": pixels}

    def text(self, shown: ModelInput, prompt: str = "", tokens: int = 6) -> str:
        """The greedy answer to one question."""
        import torch

        inputs = self.inputs(shown, prompt)
        with torch.inference_mode():
            made = self.model.generate(**inputs, do_sample=False, max_new_tokens=tokens)
        is_prompt_in = "input_ids" in inputs and self.model.config.model_type != "blip"
        start = inputs["input_ids"].shape[1] if is_prompt_in else 1
        decoded = self.processor.tokenizer.decode(made[0, start:], skip_special_tokens=True)
        return str(decoded).strip()

    def logprobs(self, shown: ModelInput, answer: str) -> list[float]:
        """The log-probability of each token of an answer behind the prompt, in one pass over both."""
        import torch

        inputs = self.inputs(shown, "")
        tokens = self.processor.tokenizer(answer, add_special_tokens=False, return_tensors="pt")["input_ids"]
        count = tokens.shape[1]
        for name, value in list(inputs.items()):
            if name == "input_ids":
                inputs[name] = torch.cat([value, tokens], 1)
            elif name == "attention_mask":
                inputs[name] = torch.cat([value, torch.ones_like(tokens)], 1)
            elif name.endswith("token_type_ids"):
                inputs[name] = torch.cat([value, torch.zeros_like(tokens)], 1)
            elif name == "cross_attention_mask":
                inputs[name] = torch.cat([value, value[:, -1:].expand(-1, count, -1, -1)], 1)
        with torch.inference_mode():
            logits = self.model(**inputs).logits[:, -count - 1 : -1]
        found = torch.log_softmax(logits.double(), -1).gather(2, tokens[..., None])
        return [float(each) for each in found[0, :, 0]]


def _text(question: str) -> dict[str, str]:
    return {"type": "text", "text": f"{question}\n{INSTRUCTION}"}
