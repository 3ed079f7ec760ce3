"""The failing cases behind the figures, as cards with their images."""

import base64
import io
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from askance.core import Answer, Case, Dataset, Step, UserError
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.core.plural import plural
from askance.edits import CutoutCache, donor_image_lookup, edit_image
from askance.models.no_image import is_without_image
from askance.report.case_view import AskView, CaseView, CaseViewer
from askance.report.current_results import CurrentResult, current_results
from askance.report.failing_cases import CaseSampler, Outcome
from askance.report.findings import Finding
from askance.store import AGAIN, Workspace
from askance.store.detection_cache import open_dataset_with_stored_detections

LARGEST = (360, 270)  # pixels of an image on a card
PER_FINDING = 3  # cases that illustrate a finding
KEPT = 64  # images ready for a card: neighbouring cases share them
# Image and edits → the address of what is shown (None: it cannot be shown) and its size.
PictureOf = Callable[[str | None, tuple[Step, ...]], tuple[str | None, tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class CardImage:
    """One image of a case as it was shown, and all that was asked about it."""

    caption: str  # what was done to the image
    picture: str | None  # a data: address; None where there is no image, or none to be had
    asks: tuple[AskView, ...]
    size: tuple[int, int] = LARGEST  # of the image, in pixels


@dataclass(frozen=True, slots=True)
class CaseCard:
    """One case with one model's answers, ready to be shown."""

    view: CaseView
    sides: tuple[CardImage, ...]
    outcome: Outcome = "broken"


@dataclass(frozen=True, slots=True)
class FailureCards:
    """Some failing cases of one model by one suite; `total`: how many there are."""

    model: str
    dataset: str
    suite: str
    total: int
    cards: tuple[CaseCard, ...]
    is_without_image: bool = False  # a blind run: the model received none of the images


def make_failure_cards(
    space: Workspace,
    per_model: int = 6,
    only: Collection[tuple[str, str]] | None = None,
    findings: Sequence[Finding] = (),
) -> list[FailureCards]:
    """A few failing cases of each model and suite (of these case sets and fingerprints), the same ones every time.

    Each of the findings has some cases that illustrate it.
    """
    case_sets = {case_set.id: case_set for case_set in space.case_sets()}
    makers: dict[str, CardMaker] = {}
    sampler = CaseSampler(space)
    found: list[FailureCards] = []
    for standing in current_results(space):
        case_set = case_sets.get(standing.case_set)
        if only is not None and (standing.case_set, standing.fingerprint) not in only:
            continue
        if case_set is None:
            space.say(f"{standing.suite} on {standing.dataset}: cases missing or damaged: {AGAIN} to show failing ones")
            continue
        if case_set.data_name not in makers:
            makers[case_set.data_name] = _maker(case_set.data_name, space.root)
        mine = [
            each
            for each in findings
            if (each.model, each.dataset, each.suite) == (standing.model, standing.dataset, standing.suite)
        ]
        found += _cards_of_result(sampler, standing, per_model, makers[case_set.data_name], mine)
    for name, maker in makers.items():
        if maker.missing:
            first = next(iter(maker.missing.values()))
            space.say(f"{plural(len(maker.missing), 'image')} of {name} not available in the report: {first}")
    return found


def _cards_of_result(
    sampler: CaseSampler, standing: CurrentResult, count: int, maker: "CardMaker", findings: Sequence[Finding]
) -> Iterator[FailureCards]:
    cases, total = sampler.sample(standing, count, [finding.case_filter for finding in findings], PER_FINDING)
    if cases:
        cards = tuple(maker.make_card(each.case, each.answers, each.reason, each.outcome) for each in cases)
        about = standing.model, standing.dataset, standing.suite, total
        yield FailureCards(*about, cards, is_without_image(standing.fingerprint))


def _maker(name: str, workspace: Path) -> "CardMaker":
    try:
        return CardMaker(open_dataset_with_stored_detections(name, workspace))
    except UserError as error:
        return CardMaker(None, str(error))  # the figures stay true when the images have moved away


class CardMaker:
    """Makes cards of cases about one data set; without the data, cards have no images."""

    def __init__(self, data: Dataset | None, why_none: str = "the data set is not open"):
        self._data, self._why_none = data, why_none
        self.missing: dict[tuple[str, tuple[Step, ...]], str] = {}  # images that could not be shown → why
        self._donors = None if data is None else CutoutCache(donor_image_lookup(data))
        self._viewer = CaseViewer(data)
        self._picture = lru_cache(KEPT)(self._image_data_url)

    def make_card(
        self, case: Case, answers: Mapping[str, Answer], reason: str | None, outcome: Outcome = "broken"
    ) -> CaseCard:
        """A card with each image once, in the order of the queries."""
        try:
            view = self._viewer.view_case(case, answers, reason)
        except (UserError, ValueError):  # the image or the edit is of another version: say what needs neither
            view = CaseViewer(None).view_case(case, answers, reason)
        return arrange_card(view, outcome, self._picture)

    def _image_data_url(self, image: str | None, edits: tuple[Step, ...]) -> tuple[str | None, tuple[int, int]]:
        """The image as it was shown, small, and its size; None where there is none."""
        if image is None:
            return None, LARGEST
        if self._data is None:
            self.missing[image, edits] = self._why_none
            return None, LARGEST
        try:
            with name_outside_code_in_errors(f"picture({image!r})", self._data):
                picture = edit_image(self._data.load_image(image), edits, self._donors)
        except (UserError, ValueError) as error:  # the file has moved away, or the edit is of another version
            self.missing[image, edits] = str(error)
            return None, LARGEST
        small = picture.image.copy()  # others share the picture
        small.thumbnail(LARGEST)
        out = io.BytesIO()
        small.save(out, format="WEBP", quality=75)
        return "data:image/webp;base64," + base64.b64encode(out.getvalue()).decode(), small.size


def arrange_card(view: CaseView, outcome: Outcome, picture_of: PictureOf) -> CaseCard:
    """A view as a card: each image once, in the order of the queries, with all that was asked about it."""
    shown: dict[tuple[str | None, tuple[Step, ...]], list[AskView]] = {}
    for ask in view.asks:
        shown.setdefault((ask.stimulus.image, ask.stimulus.edits), []).append(ask)
    original = view.asks[0].stimulus.image
    sides = tuple(
        CardImage(_image_caption(asks[0], original), picture, tuple(asks), size)
        for (image, edits), asks in shown.items()
        for picture, size in (picture_of(image, edits),)
    )
    return CaseCard(view, sides, outcome)


def _image_caption(ask: AskView, original: str | None) -> str:
    """What the image is, with its file where it is known, and what was done to it."""
    image, edits = ask.stimulus.image, ask.edits
    if image is None:
        return "no image"
    which = "original image" if image == original else "another image"
    which += f" ({ask.image_file})" if ask.image_file else ""
    return "; ".join(edits if image == original and edits else (which, *edits))
