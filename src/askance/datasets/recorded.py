"""`recorded:FILE|FOLDER[#PART]`: the questions, targets and images of another tool's log, as a data set.

Only Inspect stores the images themselves. Without them the recorded answers can be judged, and no other model asked.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from askance.core import ImageData, Scene, UnreadableImage, UserError
from askance.core.plural import plural
from askance.datasets.reading.decode_image import DECODER, decode_image
from askance.datasets.reading.embedded_images import TemporaryBytes
from askance.datasets.reading.image_files import content_name_of_bytes
from askance.datasets.reading.image_folder import check_image_size
from askance.datasets.reading.question_dataset import QuestionDataset
from askance.datasets.reading.question_entries import QuestionEntry, add_options_to_question, make_question_entry
from askance.logs import RecordedSample, find_log, read_log
from askance.wording.option_letters import OPTION_LETTERS

KIND = "recorded"
MOST_ROWS = 2**24  # a larger row number is none


class LogImages:
    """The images of a log by the content names that it gives them; other keys stand for images that it lacks."""

    def __init__(self, path: Path):
        self._path = path
        self._names: dict[str, str] = {}
        self._bytes = TemporaryBytes()

    def keep(self, key: str, data: bytes) -> None:
        """Store an image once."""
        if key not in self._names:
            self._names[key] = content_name_of_bytes(data)
            self._bytes.write(key, data)

    def image_names(self, keys: Iterable[str]) -> Mapping[str, str]:
        """Key → name."""
        return {key: self._names.get(key, f"{KIND}:{key}") for key in keys}

    def key_of(self, name: str) -> str | None:
        """The key of an image that the log contains."""
        return next((key for key, known in self._names.items() if known == name), None)

    def image_file(self, name: str) -> str | None:
        """None: only the samples say how a log names an image."""
        return None

    def load_image(self, name: str, scene: Scene | None) -> ImageData:
        """The image of that name."""
        key = self.key_of(name)
        if key is None:
            raise UnreadableImage(f"{self._path}: contains no images: name the data set that the log is about")
        where = f"{self._path}: image {key}"
        return check_image_size(decode_image(self._bytes.read(key), where), scene, where, "its scene", "log it again")

    def fingerprint_data(self) -> object:
        """The decoder: the images are part of the file."""
        return DECODER


class LogQuestions:
    """The samples of a log as questions; one without targets has no expected answers."""

    def __init__(self, path: Path, samples: tuple[RecordedSample, ...], digest: str):
        self.files = (path,)
        self._samples, self._digest = samples, digest

    def __len__(self) -> int:
        return len(self._samples)

    def ids_by_row(self) -> dict[int, str]:
        """The ids of the samples whose row in the data is known."""
        rows = ((sample.row, sample.id) for sample in self._samples if sample.row is not None)
        return {row: key for row, key in rows if 0 <= row < MOST_ROWS}

    @cached_property
    def path_by_image(self) -> dict[str, str]:
        """The paths of images that the log names and does not contain."""
        keys = ((number, sample.image_path) for number, sample in enumerate(self._samples) if sample.image_path)
        return {f"{KIND}:{self.image_key(number)}": path for number, path in keys}

    def location_of(self, number: int) -> str:
        """The file and the sample, for errors."""
        return f"{self.files[0]}: sample {self._samples[number].id}"

    def check_unchanged(self) -> None:
        """The samples are held in memory."""

    def image_key(self, number: int) -> str:
        """The content name of its image, or else a key that questions about the same image share."""
        sample = self._samples[number]
        return sample.image or f"{self._digest}:{sample.image_path or f'sample {sample.id}'}"

    def read_question(self, number: int) -> QuestionEntry:
        """One question with its targets."""
        sample, where = self._samples[number], self.location_of(number)
        question, answers, options = sample.asked, sample.targets, sample.options
        if options:
            question, answers, options = _with_options(sample, where)
        return make_question_entry(
            where, sample.id, self.image_key(number), question, answers, {}, ("input", "target"), options,
            is_unlabelled=not answers,
        )  # fmt: skip


def _with_options(sample: RecordedSample, where: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Question, targets and options; options that do not go with the target are left in the prompt alone."""
    try:
        listed, answers = add_options_to_question(where, sample.asked, sample.targets, sample.options, "target", True)
    except UserError:
        return sample.asked, sample.targets, ()
    in_prompt = all(option in sample.asked for option in sample.options)
    return sample.asked if in_prompt else listed, answers, sample.options


class RecordedDataset(QuestionDataset):
    """The questions of a log."""

    def __init__(self, name: str, questions: LogQuestions, images: LogImages, notes: list[str]):
        super().__init__(name, (questions,), images)
        self._questions = questions
        self._notes = [f"{name}: {note}" for note in notes]

    def image_file(self, image: str) -> str | None:
        """The path by which the log names an image."""
        return self._questions.path_by_image.get(image)

    def question_ids(self) -> list[str]:
        """The ids by the rows that the log names, "" for rows that it lacks or that are left out; else in order."""
        ids = self._questions.ids_by_row()
        return [ids.get(row, "") for row in range(max(ids) + 1)] if ids else super().question_ids()

    def notes(self) -> list[str]:
        """What the log does not contain, one line each."""
        return self._notes


def open_recorded(rest: str) -> RecordedDataset:
    """The questions of one log; where some have targets, those without any are left out."""
    path = find_log(rest, KIND).absolute()
    images = LogImages(path)
    log = read_log(path, images.keep)
    is_labelled = any(sample.targets for sample in log.samples)
    samples = tuple(sample for sample in log.samples if sample.asked.strip() and (sample.targets or not is_labelled))
    if not samples:
        raise UserError(f"{path}: none of its samples contains a question: name the data set that the log is about")
    notes = _missing_parts(samples, len(log.samples) - len(samples))
    return RecordedDataset(f"{KIND}:{rest}", LogQuestions(path, samples, log.digest), images, notes)


def _missing_parts(samples: tuple[RecordedSample, ...], left_out: int) -> list[str]:
    notes = [f"left out {plural(left_out, 'sample')} without a question or target"] if left_out else []
    many = sum(len(sample.options) > len(OPTION_LETTERS) for sample in samples)
    if many:
        notes.append(f"left out the options of {plural(many, 'question')}: more than {len(OPTION_LETTERS)}")
    lacking = sum(not sample.image for sample in samples)
    if lacking:
        missing = "no images" if lacking == len(samples) else f"no image of {plural(lacking, 'question')}"
        notes.append(f"the log contains {missing}: other models cannot be asked, and images cannot be edited")
    nameless = sum(not sample.image and not sample.image_path for sample in samples)
    if nameless > 1:
        notes.append(
            f"the log does not name the images of {plural(nameless, 'question')}: each counts as an image of its own,"
            " so intervals may be too narrow"
        )
    return notes
