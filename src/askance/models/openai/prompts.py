"""A query as the messages of a chat: the image first, so that a server computes it once for all its questions."""

from typing import Any

from askance.core import Choose, Query
from askance.models.openai.settings import Settings

QUESTION = "{question}"


def messages_for(query: Query, image_url: str | None, settings: Settings) -> list[dict[str, Any]]:
    """The messages of a query: system, earlier questions with the model's answers, and the question."""
    messages: list[dict[str, Any]] = []
    if settings.system:
        messages.append({"role": "system", "content": settings.system})
    for before, answer in query.stimulus.turns:
        messages.append({"role": "user", "content": _asked(before, settings.instruction)})
        messages.append({"role": "assistant", "content": answer})
    messages.append({"role": "user", "content": _last(query, settings.instruction)})
    if image_url is not None:
        first = next(message for message in messages if message["role"] == "user")
        image = {"type": "image_url", "image_url": {"url": image_url}}
        first["content"] = [image, {"type": "text", "text": first["content"]}]
    return messages


def _last(query: Query, instruction: str) -> str:
    """The question itself; a choice names its options, in place of an instruction that follows the question."""
    question = query.stimulus.question
    if not isinstance(query.readout, Choose):
        return _asked(question, instruction)
    choice = _asked(question, f"Answer with one of these options: {', '.join(query.readout.options)}.")
    return _asked(choice, instruction) if QUESTION in instruction else choice


def _asked(question: str, instruction: str) -> str:
    """An instruction with {question} is the whole text; another follows the question."""
    if QUESTION in instruction:
        return instruction.replace(QUESTION, question)
    return f"{question}\n{instruction}" if instruction else question
