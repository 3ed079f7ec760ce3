"""Queries as rows of tensors; the image of several queries is processed once."""

import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from askance.core import ImageData, ModelInput, Query, Stimulus, UserError
from askance.models.hf.header_font import header_font
from askance.models.hf.kinds import Kind
from askance.models.hf.loading import Loaded, image_token
from askance.models.hf.prompt_tail import PromptTail, prompt_tail
from askance.models.hf.prompts import Prompter
from askance.models.hf.rows import PER_TOKEN, UNUSED, Row
from askance.models.thinking import open_tag, split_thinking
from msgspec.structs import replace
from PIL.Image import Image

IMAGES_KEPT = 8  # processed images, for the next questions about them
SPACE = "▁"  # what SentencePiece begins a word with
LAST = 8  # tokens of a prompt that show how it ends
T = TypeVar("T")


class ProcessedOnce:
    """An image processor that remembers what it made of the last images, each given alone.

    It is called with `lock` held and gives it up while it works: images are processed by several threads.
    """

    def __init__(self, processor: Any, lock: threading.Lock):
        self._processor, self._lock = processor, lock
        self._known: OrderedDict[tuple[int, str], tuple[Image, Any]] = OrderedDict()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._processor, name)

    def __call__(self, images: Any, *args: Any, **kwargs: Any) -> Any:
        """What the processor makes of an image."""
        image = images
        while isinstance(image, list | tuple) and len(image) == 1:
            image = image[0]
        if not isinstance(image, Image):  # several, or an array
            return self._processor(images, *args, **kwargs)
        key = id(image), repr(kwargs)
        if key not in self._known:
            self._lock.release()
            try:
                made = self._processor(images, *args, **kwargs)
            finally:
                self._lock.acquire()
            self._known[key] = image, made  # with the image: its id stays its own
            if len(self._known) > IMAGES_KEPT:
                self._known.popitem(last=False)
        return type(self._known[key][1])(dict(self._known[key][1]))  # processors take entries out of it


class Encoder:
    """Makes rows of queries; one thread at a time, because tokenizers have state."""

    def __init__(self, kind: Kind, loaded: Loaded, prompter: Prompter):
        self.kind, self.prompter = kind, prompter
        self._processor, self._tokenizer = loaded.processor, loaded.tokenizer
        self._dtype = loaded.model.dtype
        self._lock = threading.Lock()
        self._processor.image_processor = ProcessedOnce(self._processor.image_processor, self._lock)
        self._opened: OrderedDict[int, tuple[ImageData, Image]] = OrderedDict()
        self._tensors: OrderedDict[int, tuple[ImageData, Mapping[str, Any]]] = OrderedDict()
        self._tails: OrderedDict[int, tuple[ImageData, dict[str, PromptTail | None]]] = OrderedDict()
        self._image_token = image_token(loaded)
        self._placeholder = getattr(self._processor, "image_token", None) if kind.is_chat else None
        self._ends = frozenset() if kind.family == "classifier" else frozenset(loaded.ends())
        self._special = tuple(each for each in self._tokenizer.all_special_tokens if each)
        self._opens_thinking = open_tag(_sample(prompter)) is not None
        if kind.header and not self._processor.image_processor.is_vqa:
            raise UserError("this Pix2Struct checkpoint describes images and takes no question: use one for VQA")

    def row(self, shown: ModelInput) -> Row:
        """The prompt of one query as tensors."""
        with self._lock:
            return self._row(shown.query, shown.picture)

    def _row(self, query: Query, picture: ImageData | None) -> Row:
        text = self.prompter.text(query, picture is not None)
        if picture is None or not isinstance(self._placeholder, str) or text.count(self._placeholder) != 1:
            return self._processed_row(query, picture, text)
        end = text.index(self._placeholder) + len(self._placeholder)
        head, tail = text[:end], text[end:]
        tails = _remembered(self._tails, picture, dict)
        if (known := tails.get(head)) is not None and id(picture) in self._tensors:
            return Row(query, picture, known.row(tail, self._tokenizer), dict(self._tensors[id(picture)][1]))
        row = self._processed_row(query, picture, text)
        if head not in tails and self._image_token is not None:
            tails[head] = prompt_tail(row.tokens, tail, self._image_token, self._tokenizer)
        return row

    def _processed_row(self, query: Query, picture: ImageData | None, text: str) -> Row:
        """A row as the processor makes it."""
        made = self._made(text, picture)
        if self.kind.is_continued and int(made["input_ids"][0, -1]) in self._ends:
            made = {name: value[:, :-1] if name in PER_TOKEN else value for name, value in made.items()}
        per_token = () if self.kind.header else PER_TOKEN  # the mask is then one of patches
        tokens = {name: made[name] for name in per_token if name in made}
        others = {name: value for name, value in made.items() if name not in per_token and name not in UNUSED}
        return Row(query, picture, tokens, self._shared(picture, others))

    def answer_tokens(self, answer: str, row: Row) -> tuple[int, ...]:
        """The tokens of an answer that follows a prompt: with a space before it where the prompt ends in a word."""
        with self._lock:
            ids = self._tokenizer(answer, add_special_tokens=False)["input_ids"]
            marked = bool(ids) and str(self._tokenizer.convert_ids_to_tokens(ids[0])).startswith(SPACE)
            if not marked and self._ends_in_word(row):
                ids = self._tokenizer(f" {answer}", add_special_tokens=False)["input_ids"]
            if not ids:
                raise ValueError(f"the answer {answer!r} has no tokens")
            if self._ends.intersection(ids):
                raise ValueError(f"the answer {answer!r} contains a token that ends an answer")
            return tuple(int(each) for each in ids)

    def _ends_in_word(self, row: Row) -> bool:
        """Whether the prompt, as the processor made it, ends in a word: PaliGemma's adds a line end to its text."""
        if not row.length:  # the question is in the image
            return False
        end = self._decoded(row.ids[-LAST:])
        return not end[-1:].isspace() and not end.endswith(self._special)

    def text(self, tokens: Sequence[int]) -> str:
        """Tokens as text, without special ones."""
        with self._lock:
            return str(self._tokenizer.decode(tokens, skip_special_tokens=True)).strip()

    def thinking(self, tokens: Sequence[int], is_cut: bool) -> tuple[str, int]:
        """The reasoning before an answer, and the number of tokens that it takes: all of them if it does not end."""
        with self._lock:
            raw = self._decoded(tokens)  # the tags may be special tokens
            answer, thinking = split_thinking(raw, self._opens_thinking and is_cut)
            if answer == raw:
                return "", 0
            end = len(raw) - len(answer)
            return thinking, bisect_left(range(len(tokens)), end, key=lambda n: len(self._decoded(tokens[:n])))

    def _decoded(self, tokens: Sequence[int]) -> str:
        """Tokens as text, with special ones."""
        made = self._tokenizer.decode(tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False)
        return str(made)

    def question_span(self, row: Row) -> tuple[int, int]:
        """Where the tokens of a query's question are in its prompt: what changes when the question does."""
        others = [self.row_with_question(row, question).ids for question in ("a", "Z")]
        start = min(_common(row.ids, ids) for ids in others)
        end = min(_common(row.ids[::-1], ids[::-1]) for ids in others)
        return start, max(start + 1, row.length - end)

    def row_with_question(self, row: Row, question: str) -> Row:
        """The row of another question about a row's picture."""
        query = replace(row.query, stimulus=replace(row.query.stimulus, question=question))
        with self._lock:
            return self._row(query, row.picture)

    def _made(self, text: str, picture: ImageData | None) -> Mapping[str, Any]:
        """What the processor makes of a prompt and its image."""
        image = None if picture is None else _remembered(self._opened, picture, lambda: picture.image)
        made: Mapping[str, Any]
        if self.kind.header:
            return self._with_header(image, text)
        images = None if image is None else [[image]] if self.kind.is_chat else [image]
        start = self._tokenizer.bos_token
        is_begun = bool(self.kind.is_chat and start and text.startswith(start))
        extra = {"add_special_tokens": False} if is_begun else {}
        made = self._processor(images=images, text=[text], return_tensors="pt", **extra)
        return made

    def _with_header(self, image: Any, text: str) -> Mapping[str, Any]:
        """An image with its question drawn above it; the processor itself would download a font."""
        tools = self._processor.image_processor
        pixels = np.moveaxis(np.asarray(image.convert("RGB")), -1, 0)
        drawn = tools.render_header(pixels, text, **header_font())
        made: Mapping[str, Any] = tools([drawn], is_vqa=False, input_data_format="channels_first", return_tensors="pt")
        return made

    def _shared(self, picture: ImageData | None, tensors: Mapping[str, Any]) -> dict[str, Any]:
        """One copy of an image's tensors, in the model's precision."""

        def cast() -> Mapping[str, Any]:
            return {
                name: value.to(self._dtype) if value.is_floating_point() else value for name, value in tensors.items()
            }

        if picture is None or self.kind.header:
            return dict(cast())
        shared: Mapping[str, Any] = _remembered(self._tensors, picture, cast)
        return dict(shared)


def _remembered(known: "OrderedDict[int, tuple[ImageData, T]]", picture: ImageData, make: Callable[[], T]) -> T:
    """What was made of a picture before, or is made now; the picture is kept with it, so that its id stays its own."""
    if id(picture) not in known:
        known[id(picture)] = picture, make()
        if len(known) > IMAGES_KEPT:
            known.popitem(last=False)
    return known[id(picture)][1]


def _sample(prompter: Prompter) -> str:
    """A prompt without an image; UserError where the chat template cannot be used at all."""
    try:
        return prompter.text(Query(Stimulus(None, "x")), False)
    except Exception as error:  # a template is a program of its own
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise UserError(f"the chat template cannot be used: {first[:300]}") from error


def _common(one: list[int], other: list[int]) -> int:
    """The number of leading tokens that two prompts share."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
