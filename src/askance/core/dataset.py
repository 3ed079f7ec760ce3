"""What a data set offers: items (questions with answers), scenes, pictures; and what it may add, one Protocol each."""

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

import msgspec
from askance.core.case import Case, Pairs
from askance.core.errors import UserError
from askance.core.image import ImageData
from askance.core.scene import Box, Scene

VARIANT = "variant"  # the tag that names a question's place in its group, such as blur/3 or the order of its options


class GroupMember(msgspec.Struct, frozen=True):
    """The group that a question belongs to, and how its answer is related to that of the group's first question."""

    group: str
    relation: str = ""  # equal, opposite or entails; "" = that of the group's first question, else equal
    role: str = ""  # with entails: premise or conclusion; "" = the first question is the premise


class Item(msgspec.Struct, frozen=True):
    """One question about one image, with its expected answers: one, those of several people, or none."""

    id: str
    image: str
    question: str
    answers: tuple[str, ...]
    tags: Pairs = ()
    options: tuple[str, ...] = ()  # what a multiple-choice question offers, in the order of its letters
    scores: tuple[float, ...] = ()  # how right each of the answers is, 0 to 1, where the data says so
    member: GroupMember | None = None  # the group of related questions that it belongs to, if any

    def __post_init__(self) -> None:
        """Refuse scores that do not belong to the answers."""
        if self.scores and len(self.scores) != len(self.answers):
            numbers = f"{len(self.scores)} for {len(self.answers)}"
            raise UserError(f"question {self.id}: give one score per answer, not {numbers}")


class Dataset(Protocol):
    """Images are named by content: another picture under the same file name has another image name."""

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def items(self, limit: int | None = None, seed: int = 0) -> Iterator[Item]: ...

    def images(self, limit: int | None = None, seed: int = 0) -> Iterator[str]: ...

    def scene(self, image: str) -> Scene | None: ...

    def load_image(self, image: str) -> ImageData: ...


@runtime_checkable
class HasNotes(Protocol):
    """A data set that has something to say before a run, one line each, such as images that are there twice."""

    def notes(self) -> list[str]: ...


@runtime_checkable
class FindsMissingImages(Protocol):
    """A data set that says, without reading images, where the files of some of them should be and are not."""

    def missing_images(self, images: Sequence[str]) -> Sequence[str]: ...


@runtime_checkable
class KnowsImageFiles(Protocol):
    """A data set whose images have names that people know: a file, or its place in a table; None where it has none.

    Of several files with the same content it is the first. The name is shown and searched; it identifies nothing.
    """

    def image_file(self, image: str) -> str | None: ...


def image_file_of(data: Dataset | None, image: str | None) -> str | None:
    """The name by which people know an image, if the data set is here and knows one."""
    return data.image_file(image) if isinstance(data, KnowsImageFiles) and image is not None else None


@runtime_checkable
class ListsItemsOfImage(Protocol):
    """A data set that finds the items of one image at once; of others, all items are read to find them."""

    def items_of_image(self, image: str) -> Sequence[Item]: ...


@runtime_checkable
class ListsQuestionIds(Protocol):
    """A data set read from files: the ids of all its questions in file order, so that a row number names one.

    A row that is left out has the id "".
    """

    def question_ids(self) -> Sequence[str]: ...


@runtime_checkable
class KnowsImageSizes(Protocol):
    """A data set that knows the width and height of an image before it is loaded or drawn."""

    def image_size(self, image: str) -> tuple[int, int]: ...


@runtime_checkable
class HasQuestionGroups(Protocol):
    """A data set with groups of related questions; each item has a `member`, and a group is never cut by the limit."""

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[Sequence[Item]]: ...


@runtime_checkable
class HasCoarseScenes(Protocol):
    """A data set with a second, coarser annotation of the whole objects; `scene` is the detailed one."""

    def coarse_scene(self, image: str) -> Scene | None: ...


@runtime_checkable
class HasCoarseImages(Protocol):
    """A data set whose masks belong to the coarse scene: `load_coarse_image` has that scene and its masks."""

    def load_coarse_image(self, image: str) -> ImageData: ...


@runtime_checkable
class HasCrowdRegions(Protocol):
    """A data set with regions that hold no single object, such as a crowd; edits leave them alone."""

    def crowd_regions(self, image: str) -> tuple[Box, ...]: ...


@runtime_checkable
class DeclaresMasks(Protocol):
    """A data set that says whether its objects have masks; without it one image is tried."""

    masks: bool


@runtime_checkable
class HasPublishedPairs(Protocol):
    """A data set that contains published pairs of questions as cases; a suite of pairs uses them as they are."""

    def pairs(self, limit: int | None = None, seed: int = 0) -> Iterator[Case]: ...


@runtime_checkable
class HasClassGroupNames(Protocol):
    """A data set that lists the names of classes (such as "vehicle") that its questions may use; without it all may."""

    groups: frozenset[str]
