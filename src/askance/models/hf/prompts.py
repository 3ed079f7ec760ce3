"""Queries as the text that a model's processor takes."""

from collections.abc import Sequence
from typing import Any

from askance.core import Query, Text
from askance.models.hf.chat_template import own_template
from askance.models.hf.kinds import Kind
from askance.models.hf.options import Options
from askance.models.thinking import closing_tag, open_tag

QUESTION = "{question}"


class Prompter:
    """Writes prompts: through the chat template, or in the form that a kind of model was trained on."""

    def __init__(self, kind: Kind, options: Options, processor: Any):
        self.kind, self.options, self._processor = kind, options, processor
        self._form = _form(kind, options.instruction)
        self._template = own_template(processor) if kind.is_chat else None

    def text(self, query: Query, has_image: bool) -> str:
        """The prompt of a query; turns come before its question, and the image before everything else.

        A given answer does not follow open reasoning: where the template opens it, it is closed again.
        """
        stimulus = query.stimulus
        if not self.kind.is_chat:
            return f"{self.kind.lead}{self.asked(stimulus.question)}"
        messages = self._messages(stimulus.question, stimulus.turns, has_image)
        rendered = str(
            self._processor.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True, chat_template=self._template
            )
        )
        if isinstance(query.readout, Text) or (opening := open_tag(rendered)) is None:
            return rendered
        return f"{rendered.rstrip()}\n\n{closing_tag(opening)}\n\n"

    def asked(self, question: str) -> str:
        """A question with the instruction around it."""
        return self._form.replace(QUESTION, question)

    def _messages(self, question: str, turns: Sequence[tuple[str, str]], has_image: bool) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        if self.options.system:
            messages.append({"role": "system", "content": [_text(self.options.system)]})
        for before, answer in turns:
            messages.append({"role": "user", "content": [_text(self.asked(before))]})
            messages.append({"role": "assistant", "content": [_text(answer)]})
        messages.append({"role": "user", "content": [_text(self.asked(question))]})
        if has_image:
            first = next(message for message in messages if message["role"] == "user")
            first["content"].insert(0, {"type": "image"})
        return messages


def _form(kind: Kind, instruction: str | None) -> str:
    """The text around a question: an instruction with {question} is the whole form, another follows the question."""
    if instruction is None:
        return kind.prompt
    if QUESTION in instruction:
        return instruction
    if kind.is_chat:
        return f"{QUESTION}\n{instruction}" if instruction else QUESTION
    return f"{instruction} {kind.prompt}" if instruction else kind.prompt


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
