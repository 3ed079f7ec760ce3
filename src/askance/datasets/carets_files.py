"""`carets_files:FOLDER`: the published CARETS question files (Jimenez et al. 2022), as pairs.

FOLDER/questions/*.json, *.jsonl    the question files (or FOLDER itself, or FOLDER/data/questions), any number a test
FOLDER/images/ID.jpg                GQA's pictures; images/blur-3/ID.jpg and the like are those of the visual test
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import msgspec
from askance.core import Case, ImageData, Item, Query, Scene, Stimulus, UserError, digest_value
from askance.datasets.reading.boxes_and_samples import sample_records
from askance.datasets.reading.carets_records import (
    OPPOSITE,
    Entry,
    Pair,
    check_pair,
    determine_test,
    match_pairs,
    read_entries,
)
from askance.datasets.reading.image_folder import ImageFolder
from askance.datasets.reading.json_records import file_digest
from askance.datasets.reading.sample_by_image import number_images, sample_by_image
from askance.wording.normalise_answers import normalise_answer

PREFIX = "carets_files"
PLACES = ("questions", "data/questions", "")
PICTURES = ("images", "data/images")
YES_NO = frozenset({"yes", "no"})

_KIND = re.compile(r"(blur)[^0-9a-z]*(?:sigma[^0-9]*)?([369])(?![0-9])|(mask)|(crop)", re.IGNORECASE)
_EXISTENCE = re.compile(r"(?:is|are) there\b|(?:do|can) you (?:see|spot)\b|does it (?:look|seem) \w+ there\b", re.I)
_ACTION = re.compile(r"\bdoing\b|\b(?:action|activity|pose|sport)\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b(?:color|material|pattern|mood|length|flavor|style|fit|shape|size)\b", re.IGNORECASE)


class CaretsFiles:
    """Pairs as they were published; there are no scene graphs."""

    def __init__(self, root: str | Path):
        self.root = Path(root).absolute()
        self.name = f"{PREFIX}:{root}"
        if not str(root) or not self.root.is_dir():
            raise UserError(f"{self.root}: no such folder: name one that holds questions/ and images/")
        found = ([*(self.root / place).glob("*.json"), *(self.root / place).glob("*.jsonl")] for place in PLACES)
        self._files = sorted(next(filter(None, found), []))
        if not self._files:
            raise UserError(f"{self.root}: holds no question files: put the published *.json into questions/")
        self._album = ImageFolder(PREFIX, self.root, PICTURES, self._image_ids, nested=True)

    @cached_property
    def _pairs(self) -> list[Pair]:
        pairs, counts = [], Counter[str]()
        for path in self._files:
            for original, perturbed in match_pairs(read_entries(path, self.root)):
                test = determine_test(original, perturbed)
                check_pair(test, original, perturbed)
                pairs.append(Pair(f"{test}-{counts[test]:06d}", test, original, perturbed))
                counts[test] += 1
        return pairs

    def _image_ids(self) -> Iterator[str]:
        return (image for pair in self._pairs for _, image in _halves_with_images(pair))

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the question files and of every picture that they mention."""
        files = [(path.relative_to(self.root).as_posix(), file_digest(path)) for path in self._files]
        return digest_value((files, sorted(self._album.image_names().items()))).hex()

    def pairs(self, limit: int | None = None, seed: int = 0) -> Iterator[Case]:
        """The pairs of all files as cases of suite carets, a seeded sample of them if only some are wanted.

        One pair about each image comes before the second about any.
        """
        _, images = number_images(pair.original.image for pair in self._pairs)
        return (self._pair_to_case(self._pairs[i]) for i in sample_by_image(images, limit, seed))

    def _pair_to_case(self, pair: Pair) -> Case:
        original, perturbed = pair.original, pair.perturbed
        tags = _tags_of_pair(pair)
        options = _options_in_slots(original)
        if options:
            tags["choices"] = str(len(options))
        return Case.of(
            "carets",
            pair.name,
            {
                "original": Query(Stimulus(self._album.name(original.image), original.question)),
                "perturbed": Query(Stimulus(self._album.name(_perturbed_image_id(pair)), perturbed.question)),
            },
            "opposite" if pair.test in OPPOSITE else "equal",
            group=f"{pair.test}/{_image_change_kind(pair) if pair.test == 'visual' else tags['type']}",
            reads="yesno" if original.normalised_answers <= YES_NO else "choice" if options else "auto",
            options=options,
            expected={"original": original.answers, "perturbed": perturbed.answers},
            tags=tags,
        )

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]:
        """Both halves of the pairs as single questions, each once; of a sample one per image before the second."""
        asked = {(e.file, e.id, image): e for p in self._pairs for e, image in _halves_with_images(p)}
        found = list(asked.items())
        _, images = number_images(image for (_, _, image), _ in found)
        for i in sample_by_image(images, limit, seed):
            (file, id_, image), entry = found[i]
            kind = "yes/no" if entry.normalised_answers <= YES_NO else "other"
            yield Item(f"{file}:{id_}", self._album.name(image), entry.question, entry.answers, (("type", kind),))

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]:
        """The names of the images that are asked about."""
        names = list(dict.fromkeys(self._album.image_names().values()))
        return (names[i] for i in sample_records(len(names), limit, seed))

    def scene(self, image: str) -> Scene | None:
        """There are no scene graphs in these files."""
        return None

    def image_file(self, image: str) -> str | None:
        """The file of an image, if it is here."""
        return self._album.image_file(image)

    def load_image(self, image: str) -> ImageData:
        """The picture, if its file is here."""
        return self._album.load_image(image, None)


def _image_change_kind(pair: Pair) -> str:
    """How the picture of a visual pair was changed: blur-3, blur-6, blur-9, mask, crop, or other."""
    for text in (pair.perturbed.perturbation, pair.perturbed.image, pair.perturbed.id, pair.perturbed.file):
        match = _KIND.search(text)
        if match:
            return "-".join(part.lower() for part in match.groups() if part)
    return "other"


def _perturbed_image_id(pair: Pair) -> str:
    """The id of the perturbed half's picture; one that shares its original's id lies in a folder of its own."""
    is_shared = pair.test == "visual" and pair.perturbed.image == pair.original.image
    return f"{_image_change_kind(pair)}/{pair.perturbed.image}" if is_shared else pair.perturbed.image


def _halves_with_images(pair: Pair) -> tuple[tuple[Entry, str], tuple[Entry, str]]:
    return (pair.original, pair.original.image), (pair.perturbed, _perturbed_image_id(pair))


def _tags_of_pair(pair: Pair) -> dict[str, str]:
    original, answer = pair.original, pair.original.answers[0]
    tags = {
        "test": pair.test,
        "type": _question_type(pair),
        "answer": answer,
        "file": original.file,
        "question_id": original.id,
    }
    if pair.test == "ontological":
        tags["direction"] = "hyponym" if original.normalised_answers == {"no"} else "hypernym"
    if original.slots is not None:
        tags["slots"] = msgspec.json.encode(original.slots, order="deterministic").decode()
    return tags


def _question_type(pair: Pair) -> str:
    """The question type, told from the wording of the original."""
    asked = pair.original.question
    if not pair.original.normalised_answers <= YES_NO:
        return "Q7" if _ACTION.search(asked) else "Q6" if _ATTRIBUTE.search(asked) else "Q5"
    if pair.test == "antonym" or not _EXISTENCE.match(asked):
        return "Q4"
    return "Q2" if " both " in asked else "Q3" if " either " in asked else "Q1"


def _options_in_slots(entry: Entry) -> tuple[str, ...]:
    """The choices, where a slot lists them: a list of words that holds the answer."""
    slots = entry.slots.values() if isinstance(entry.slots, dict) else ()
    for slot in slots:
        words = [word for word in slot if isinstance(word, str)] if isinstance(slot, list) else []
        if len(words) > 1 and not entry.normalised_answers.isdisjoint(map(normalise_answer, words)):
            return tuple(words)
    return ()
