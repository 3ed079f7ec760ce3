"""Through the engine: edits, negations and turns, answered as transformers alone answers one question at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

import askance
import pytest
from askance.core import Card, Case, ImageData, Item, Metric, ModelInput, Query, Step, Stimulus
from askance.metrics import rates
from hf_asked import CHAT, MODES, QUESTIONS, TURNS, Bare, picture
from PIL import ImageFilter

EDITS = ((), (Step.of("blur", sigma=2.0),))


@dataclass
class Pictures:
    """Some pictures without questions of their own."""

    count: int
    name: str = "pictures"

    @property
    def fingerprint(self) -> str:
        return f"pictures-{self.count}"

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        for number in range(self.count):
            yield Item(f"{number}", f"{number}", "Is there a dog?", ("yes",))

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        yield from map(str, range(self.count))

    def scene(self, image: str) -> None:
        return None

    def load_image(self, image: str) -> ImageData:
        return ImageData(image=picture(int(image)))


class Asks:
    """Each picture plain and edited, with questions, negations and earlier turns."""

    card = Card(
        name="asks", version=1, paper="", claim="answers", cost="", expected="", deviations="",
        metrics=(Metric("same", "share that holds", better="up"),), headline=("same",),
    )  # fmt: skip

    def __init__(self, each: int):
        self.each = each
        self.fingerprint = str(each)

    def rounds(self, data, limit, seed):
        yield [Case.of("asks", f"{n}", {"a": query, "b": query}, "equal") for n, query in enumerate(self.queries(data))]

    def queries(self, data) -> Iterator[Query]:
        for image in data.images():
            for number in range(self.each):
                question = QUESTIONS[number % len(QUESTIONS)].replace("the", "the " + "red " * (number // 6))
                turns = TURNS[: number % 3]
                yield Query(Stimulus(image, question, EDITS[number % 2], turns))

    def metrics(self, verdicts):
        return rates(verdicts, "same")


def edited(stimulus: Stimulus) -> ImageData:
    """The picture that a stimulus shows, edited by Pillow itself."""
    shown = picture(int(stimulus.image))
    for step in stimulus.edits:
        shown = shown.filter(ImageFilter.GaussianBlur(dict(step.args)["sigma"]))
    return ImageData(image=shown)


def compare(model, folder, mode: str, images: int, each: int, tmp_path) -> None:
    data, suite = Pictures(images), Asks(each)
    run = askance.run(model, data, suite, out=tmp_path / "run")
    given = {row["query_key"]: row for row in run.answers.to_pylist()}
    assert {row["status"] for row in given.values()} == {"ok"}
    from askance.core import query_key

    bare = Bare(folder, "")
    asked = list(suite.queries(data))
    assert len({query_key(query) for query in asked}) == images * each
    expected = {query_key(query): bare.text(ModelInput(query, picture=edited(query.stimulus))) for query in asked}
    assert {key: given[key]["text"] for key in expected} == expected
    assert model.sharing.mode == mode


@pytest.mark.parametrize("name", ["llava", "qwen2_5_vl"])
def test_engine(opened, built, name, tmp_path):
    compare(opened(name), built(name), MODES[name], 3, 6, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHAT)
def test_engine_at_length(opened, built, name, tmp_path):
    compare(opened(name), built(name), MODES[name], 20, 10, tmp_path)
