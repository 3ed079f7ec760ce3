"""All that the Live view does, without the web: ask, test a question, take uploads, export pins."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from askance.core import UserError
from askance.server.live.live_answers import LiveAnswer, LiveQuestion
from askance.server.live.live_images import DatasetLookup, LiveImages
from askance.server.live.loaded_models import LoadedModel, open_models
from askance.server.live.pinned_cases import Pin, export_pins
from askance.server.live.question_tests import QuestionTest, judge_variants, variants_for_image
from askance.server.live.question_variants import QuestionVariants, question_variants
from askance.server.live.uploaded_images import Upload


class Live:
    """The loaded models and the images that they can be asked about."""

    def __init__(self, models: Sequence[LoadedModel], images: LiveImages):
        self.models = {model.name: model for model in models}
        self.images = images

    @classmethod
    def open(cls, names: Sequence[str], find_dataset: DatasetLookup, say: Callable[[str], None]) -> "Live":
        """Open the models once, as `askance run` does; the first test of a question finds its word tagger loaded."""
        images = LiveImages(find_dataset)
        live = cls(open_models(names, images, say), images)
        threading.Thread(target=question_variants, args=("What color is it?",), daemon=True).start()
        return live

    def model(self, name: str) -> LoadedModel:
        """The loaded model of that name."""
        if name not in self.models:
            raise UserError(f"model {name[:80]!r} is not loaded: choose one of {', '.join(self.models)}")
        return self.models[name]

    def ask(self, model: str, session: str, asked: LiveQuestion) -> "Future[LiveAnswer]":
        """A model's answer; Superseded if the same session asks the same model again before this one starts."""
        return self.model(model).ask(session, asked)

    def truth(self, asked: LiveQuestion) -> str | None:
        """The true answer for the edited image; None where its scene does not say it."""
        return self.images.truth(asked.data, asked.image)(asked.query(self.images.slider_edits(asked)))

    def variants(self, asked: LiveQuestion) -> QuestionVariants:
        """The tests that are possible for a question about this image."""
        truth = self.images.truth(asked.data, asked.image)
        return variants_for_image(asked, self.images.slider_edits(asked), truth)

    def test(self, model: str, session: str, asked: LiveQuestion) -> "Future[QuestionTest]":
        """A model's answers to the question and to its variants, with the verdicts."""
        about, edits = self.variants(asked), self.images.slider_edits(asked)
        questions = [asked.text, *(variant.question for variant in about.variants)]
        tested: Future[QuestionTest] = Future()

        def judge(answers: "Future[list[LiveAnswer]]") -> None:
            try:
                tested.set_result(judge_variants(asked, edits, about, answers.result()))
            except BaseException as error:
                tested.set_exception(error)

        self.model(model).ask_all(f"{session} test", asked, questions).add_done_callback(judge)
        return tested

    def upload(self, data: bytes) -> Upload:
        """Keep an uploaded image in memory."""
        return self.images.uploads.add(data)

    def export(self, pins: Sequence[Pin]) -> bytes:
        """The pinned questions as a ZIP file that `askance run -d jsonl:` reads."""
        return export_pins(pins, self.images)

    def close(self) -> None:
        """Ask nothing more."""
        for model in self.models.values():
            model.queue.close()
