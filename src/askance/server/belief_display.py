"""The display `beliefs`: what a model believes about one image, drawn as SVG."""

from dataclasses import dataclass

from askance.core import Dataset, UserError
from askance.core.plural import plural
from askance.report.belief_layout import ORDER, TITLES, rank_belief
from askance.report.belief_picture import NARROW, WIDE, Picture, draw_belief_set
from askance.report.belief_sets import ImageBeliefs, JudgedBelief, belief_set_of_image
from askance.report.current_results import CurrentResult
from askance.server.opened_workspace import OpenedWorkspace
from markupsafe import Markup

USUAL_SIZE = (4, 3)  # if the size of an image is not known


@dataclass(frozen=True, slots=True)
class BeliefLists:
    """All beliefs about an image and all contradictions, of which the picture shows the first ones."""

    title: str
    groups: list[tuple[str, list[str]]]  # what they are → one line each


def beliefs_about(opened: OpenedWorkspace, result: CurrentResult, image: str) -> ImageBeliefs | None:
    """The belief set of an image; None if the model has no beliefs about it."""
    key = "belief set", result.case_set, result.fingerprint, image
    return opened.cached(key, lambda space: belief_set_of_image(space, result, image))


def draw_beliefs(beliefs: ImageBeliefs, address: str | None, data: Dataset | None) -> Markup:
    """The picture of a belief set, wide and for a phone."""
    picture = None if address is None else Picture(address, *_size(data, beliefs.image))
    forms = {"wide-picture": WIDE, "narrow-picture": NARROW}
    drawn = ((name, draw_belief_set(beliefs, picture, False, columns)) for name, columns in forms.items())
    return Markup("".join(f'<div class="{name}">{svg}</div>' for name, svg in drawn))  # every text is escaped


def list_beliefs(beliefs: ImageBeliefs) -> BeliefLists:
    """The same as lists, complete."""
    known, total = len(beliefs.pairs), plural(beliefs.contradictions, "contradiction")
    counts = plural(len(beliefs.beliefs), "belief"), total if known == beliefs.contradictions else f"{known} of {total}"
    found = "" if known == beliefs.contradictions else f" ({total} were found; at most {known} per image are stored)"
    groups = [(f"Both cannot be true{found}", [pair.why for pair in beliefs.pairs])]
    for kind in ORDER:
        mine = sorted((each for each in beliefs.beliefs if each.type == kind), key=rank_belief)
        groups.append((TITLES[kind], [_belief_line(each) for each in mine]))
    return BeliefLists(f"All {counts[0]}, and {counts[1]}, as a list", [each for each in groups if each[1]])


def _belief_line(belief: JudgedBelief) -> str:
    right = f" (right: {', '.join(belief.right)})" if belief.type == "adversarial" and belief.right else ""
    percent = "" if belief.confidence is None else f", {100 * belief.confidence:.0f} %"
    return f"{belief.question} {belief.answer}{percent}{right}"


def _size(data: Dataset | None, image: str) -> tuple[int, int]:
    try:
        return USUAL_SIZE if data is None else data.load_image(image).image.size
    except (UserError, ValueError, OSError):  # the file has moved away
        return USUAL_SIZE
