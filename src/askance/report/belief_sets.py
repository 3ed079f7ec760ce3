"""The belief sets of a workspace: what each model believes about each image, as the judge has typed it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from askance.core import Case, UserError, decode_case
from askance.core.unknown_names import unknown_name_error
from askance.datasets.find_image import is_image_meant
from askance.relations.beliefs import ANSWER, OF_BELIEFS, PAIRS, REASON, TYPE
from askance.report.current_results import CurrentResult, current_results
from askance.store import AGAIN, Workspace, connect

RELATIONS = (*OF_BELIEFS, "not_both", "consistent_image")  # of the cases that are read


@dataclass(frozen=True, slots=True)
class JudgedBelief:
    """One belief; `type` is one of the four types, or `unjudged`."""

    question: str
    answer: str
    type: str
    confidence: float | None = None
    right: tuple[str, ...] = ()  # the true answers, where the judge knows them
    reason: str = ""
    is_contradicted: bool = False
    reference: str = ""  # the annotated question about the image with the same answer that is most like it
    case: str = ""  # the name of its case


@dataclass(frozen=True, slots=True)
class BeliefPair:
    """Two beliefs, by question, that exclude each other."""

    first: str
    second: str
    rule: str
    why: str


@dataclass(slots=True)
class ImageBeliefs:
    """What one model believes about one image."""

    model: str
    dataset: str
    data_name: str  # as `askance run -d` names the data set
    suite: str
    image: str
    beliefs: list[JudgedBelief] = field(default_factory=list)
    pairs: list[BeliefPair] = field(default_factory=list)  # those that are cases, at most ten per image
    contradictions: int = 0  # all of them
    image_file: str | None = None  # the file of the image, where the data set knows it

    @property
    def shown_name(self) -> str:
        """The name by which people know the image."""
        return self.image_file or self.image

    def count(self, kind: str) -> int:
        """The beliefs of one type."""
        return sum(belief.type == kind for belief in self.beliefs)


def read_belief_sets(space: Workspace, model: str | None = None, image: str | None = None) -> list[ImageBeliefs]:
    """The belief sets of a workspace, of all models or of one, about all images or about one; by model, then image."""
    results = _results_with_beliefs(space)
    if not results:
        raise UserError(f"{space.name} has no belief sets: run `askance run -m MODEL -s beliefs --out {space.name}`")
    if model is not None and model not in {each.model for each in results}:
        raise unknown_name_error("model", model, {each.model for each in results}, f"askance report {space.name}")
    wanted = [each for each in results if model in (None, each.model)]
    found = [belief_set for each in wanted for belief_set in _read_result(space, each)]
    if image is None:
        return found
    mine = [each for each in found if is_image_meant(each.image, each.image_file, image)]
    if not mine:
        names = ", ".join(dict.fromkeys(each.shown_name for each in found[:3]))
        raise UserError(f"--image {image}: no model has beliefs about an image of that name; there are {names}, …")
    return mine


def all_belief_sets(space: Workspace) -> list[ImageBeliefs]:
    """The belief sets of a workspace that need not have any."""
    return [belief_set for each in _results_with_beliefs(space) for belief_set in _read_result(space, each)]


def belief_set_of_image(space: Workspace, result: CurrentResult, image: str) -> ImageBeliefs | None:
    """What one model believes about one image; None if it has no beliefs about it."""
    return next(iter(_read_result(space, result, image)), None)


def most_telling_first(sets: list[ImageBeliefs]) -> list[ImageBeliefs]:
    """The images with the most contradictions first, then those with the most false beliefs."""
    return sorted(sets, key=lambda each: (-each.contradictions, -each.count("adversarial"), each.image))


def _results_with_beliefs(space: Workspace) -> list[CurrentResult]:
    return [each for each in current_results(space) if _has_beliefs(space, each)]


def _has_beliefs(space: Workspace, result: CurrentResult) -> bool:
    case_set = space.case_set(result.case_set)
    names = {metric.name for metric in case_set.card.metrics} if case_set is not None and case_set.card else set()
    return {"adversarial", "contradictory"} <= names


def _read_result(space: Workspace, result: CurrentResult, only: str | None = None) -> list[ImageBeliefs]:
    case_set = space.case_set(result.case_set)
    if case_set is None:
        space.say(f"{result.suite} on {result.dataset}: cases missing or damaged: {AGAIN}")
        return []
    found: dict[str, ImageBeliefs] = {}
    files = _image_files(space, result.case_set)
    for case in _cases(space, result.case_set, only):
        image = case.asks[0][1].stimulus.image or ""
        about = result.model, result.dataset, case_set.data_name, result.suite
        mine = found.setdefault(image, ImageBeliefs(*about, image, image_file=files.get(image)))
        if case.relation in OF_BELIEFS:
            mine.beliefs.append(_to_belief(case))
        elif case.relation == "not_both":
            mine.pairs.append(_to_pair(case))
        else:
            mine.contradictions = int(dict(case.tags).get(PAIRS, 0))
    return [found[image] for image in sorted(found)]


def _image_files(space: Workspace, case_set: str) -> dict[str, str]:
    connection = connect(space, [case_set], tables=("image_files",))
    return dict(connection.execute("select image, file from image_files").fetchall())


def _cases(space: Workspace, case_set: str, image: str | None) -> Iterator[Case]:
    names = ", ".join(f"'{name}'" for name in RELATIONS)
    connection = connect(space, [case_set], tables=("cases",))
    rows = connection.execute(
        f"select body from cases where deck = ? and relation in ({names}) and (? is null or image = ?)"
        " order by image, name",
        [case_set, image, image],
    )
    while some := rows.fetchmany(4096):
        yield from (decode_case(body) for (body,) in some)


def _to_belief(case: Case) -> JudgedBelief:
    tags = dict(case.tags)
    ((_, query),) = case.asks
    return JudgedBelief(
        query.stimulus.question,
        tags[ANSWER],
        tags[TYPE],
        float(tags["confidence"]) if "confidence" in tags else None,
        dict(case.expected).get("ask", ()),
        tags.get(REASON, ""),
        tags.get("contradicted") == "yes",
        tags.get("reference", ""),
        case.name,
    )


def _to_pair(case: Case) -> BeliefPair:
    tags = dict(case.tags)
    (_, first), (_, second) = case.asks
    return BeliefPair(first.stimulus.question, second.stimulus.question, tags["rule"], tags[REASON])
