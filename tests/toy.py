"""A world that costs nothing: grey pictures, yes/no and counting questions, and models that are simple functions."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from askance.core import Answer, GroupMember, ImageData, Item, ModelInput, Scene, SceneObject, UnreadableImage
from msgspec import structs


@dataclass
class ToyData:
    """`count` items, three to an image; the answer is yes for even items."""

    count: int = 30
    name: str = "toy"
    version: str = "1"
    unreadable: frozenset[str] = frozenset()
    decoded: list[str] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        return f"toy-{self.count}-{self.version}"

    def _image(self, number: int) -> str:
        return f"toy-{self.version}-{number // 3:05d}"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        for i in range(min(self.count, limit or self.count)):
            answer = "yes" if i % 2 == 0 else "no"
            yield Item(f"item-{i:05d}", self._image(i), f"Is it number {i}?", (answer,) * 10, (("type", "yes/no"),))

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[list[Item]]:
        """The questions about one image, the second the opposite of the first."""
        items = list(self.items(limit, seed))
        for start in range(0, len(items) - 1, 3):
            some = items[start : start + 3]
            members = [
                GroupMember(one.image, relation) for one, relation in zip(some, ("", "opposite", ""), strict=False)
            ]
            yield [structs.replace(one, member=member) for one, member in zip(some, members, strict=True)]

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        yield from dict.fromkeys(self._image(i) for i in range(min(self.count, limit or self.count)))

    def scene(self, image: str) -> Scene:
        return Scene(image, 32, 24, (SceneObject("a", "dog", (1, 1, 9, 9)),))

    def load_image(self, image: str) -> ImageData:
        self.decoded.append(image)
        if image in self.unreadable:
            raise UnreadableImage(f"{image}: damaged image: replace the file")
        return ImageData(np.full((24, 32, 3), 128, dtype=np.uint8), self.scene(image))


def truth(question: str) -> str:
    """The right answer to a toy question."""
    number = int("".join(letter for letter in question if letter.isdigit()))
    return "yes" if number % 2 == 0 else "no"


@dataclass
class ToyModel:
    """Answers rightly unless told otherwise; remembers every batch, and writes every finished call to `log`."""

    name: str = "toy"
    fingerprint: str = "toy-1"
    supports: frozenset[str] = frozenset({"text", "draws"})
    needs: frozenset[str] = frozenset({"pixels"})
    answering: Callable[[ModelInput], str] = lambda shown: truth(shown.query.stimulus.question)
    batches: list[list[ModelInput]] = field(default_factory=list)
    log: Path | None = None
    pause: float = 0.0

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        self.batches.append(list(shown))
        time.sleep(self.pause)
        answers = [Answer(text=self.answering(each)) for each in shown]
        if self.log:
            lines = "".join(f"{each.query.stimulus.question}|{each.query.draw}\n" for each in shown)
            descriptor = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.write(descriptor, lines.encode())
            os.close(descriptor)
        return answers

    @property
    def asked(self) -> list[str]:
        return [each.query.stimulus.question for batch in self.batches for each in batch]
