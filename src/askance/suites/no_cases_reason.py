"""Why a suite has no case for a data set."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from askance.core import Case, Dataset, Item, UserError
from askance.datasets.reading.no_questions import has_no_questions, no_questions_reason
from askance.wording.ontology import Ontology, ontology

EXAMINED = 200  # scenes, once a suite has made no case
SHOWN = 4  # names in the message


def no_usable_scenes_error(data: Dataset) -> UserError:
    """The error of a data set none of whose scenes a suite can use."""
    if any(data.scene(image) is not None for image in islice(data.images(), EXAMINED)):
        return UserError(f"the scene graphs of {data.name} have no boxes: name a data set that has them")
    return UserError(f"{data.name} has no scene graphs: name a data set that has them")


def items_with_expected_answers(data: Dataset, limit: int | None, seed: int) -> Iterator[Item]:
    """The items with expected answers; if there are none, a UserError says so."""
    is_empty = True
    for item in data.items(limit, seed):
        if item.answers:
            is_empty = False
            yield item
    if not is_empty:
        return
    if has_no_questions(data):
        raise UserError(no_questions_reason(data))
    raise UserError(f"{data.name} has no questions with expected answers: add answers, or use a suite without them")


def with_no_cases_reason(cases: Iterable[Case], data: Dataset) -> Iterator[Case]:
    """The same cases; if there are none, a UserError says why."""
    is_empty = True
    for case in cases:
        is_empty = False
        yield case
    if is_empty:
        raise UserError(_why_no_cases(data))


def _why_no_cases(data: Dataset) -> str:
    scenes = [data.scene(image) for image in islice(data.images(), EXAMINED)]
    names = Counter(thing.name for scene in scenes if scene is not None for thing in scene.things)
    if not names:
        return f"the scene graphs of {data.name} have no objects"
    words = ontology()
    unknown = [name for name, _ in names.most_common() if not _is_known_noun(words, name)]
    shown = ", ".join([*unknown[:SHOWN], *(["…"] if len(unknown) > SHOWN else [])])
    if len(unknown) == len(names):
        return (
            f"the ontology has no class for the object names of {data.name} ({shown}):"
            " rename them, or use a suite that asks the data set's own questions"
        )
    others = f"; {len(unknown)} of its {len(names)} object names have no class ({shown})" if unknown else ""
    return (
        f"the scenes of {data.name} give no question: they need objects that are large and clear, and as many that are"
        f" surely absent{others}"
    )


def _is_known_noun(words: Ontology, name: str) -> bool:
    entry = words.noun(name)
    return entry is not None and entry.synset is not None
