"""A challenge set: false beliefs of several models with the right answers, as a data set `jsonl:FOLDER`."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from askance.core import Stimulus, UserError, digest_value
from askance.core.atomic_files import write_atomic
from askance.core.unknown_names import unknown_name_error
from askance.report.belief_sets import ImageBeliefs, JudgedBelief, read_belief_sets
from askance.report.image_writer import ImageWriter
from askance.store import Workspace
from askance.store.detection_cache import open_dataset_with_stored_detections

FILE, ABOUT, IMAGES = "challenge.jsonl", "challenge.json", "images"
SOURCE = "found_with"  # tag: the model whose false belief it is


@dataclass(frozen=True, slots=True)
class ChallengeQuestion:
    """One false belief with its right answers."""

    model: str
    data_name: str
    root: Path  # the workspace, which may have stored detections of the data set
    image: str
    belief: JudgedBelief

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same question of two models."""
        return self.data_name, self.image, " ".join(self.belief.question.casefold().split())


def find_challenge_questions(
    spaces: Sequence[Workspace], most: int, models: Sequence[str] = ()
) -> list[ChallengeQuestion]:
    """Each question once, from each model in turn while it has some, up to `most`; `models`: only these contribute.

    The wordings of each model take turns, the most confident first: one wrong habit may have a thousand examples.
    """
    by_model: dict[str, list[ChallengeQuestion]] = {}
    for space in spaces:
        for about in read_belief_sets(space):
            by_model.setdefault(about.model, []).extend(_false_beliefs(about, space.root))
    for name in models:
        if name not in by_model:
            raise unknown_name_error("model", name, by_model)
    by_model = {name: mine for name, mine in by_model.items() if not models or name in models}
    by_model = {name: _in_turns_of_wordings(mine) for name, mine in by_model.items()}
    found: dict[tuple[str, str, str], ChallengeQuestion] = {}
    waiting = {name: iter(mine) for name, mine in by_model.items()}
    while waiting and len(found) < most:
        for name in list(waiting):
            chosen = next((each for each in waiting[name] if each.key not in found), None)
            if chosen is None:
                del waiting[name]
            elif len(found) < most:
                found[chosen.key] = chosen
    if not found:
        raise UserError(
            "no model has a false belief with a known right answer: there is nothing to make a challenge of"
        )
    return list(found.values())


def _in_turns_of_wordings(questions: list[ChallengeQuestion]) -> list[ChallengeQuestion]:
    """The questions in the order of confidence, but those that begin alike (three words) one per round."""
    ordered = sorted(questions, key=lambda each: (-(each.belief.confidence or 0.0), each.key))
    rounds: Counter[str] = Counter()
    placed = []
    for number, each in enumerate(ordered):
        opening = " ".join(each.belief.question.casefold().split()[:3])
        placed.append((rounds[opening], number, each))
        rounds[opening] += 1
    return [each for _, _, each in sorted(placed, key=lambda row: row[:2])]


def _false_beliefs(about: ImageBeliefs, root: Path) -> Iterable[ChallengeQuestion]:
    for belief in about.beliefs:
        if belief.type == "adversarial" and belief.right:
            yield ChallengeQuestion(about.model, about.data_name, root, about.image, belief)


def write_challenge(questions: Sequence[ChallengeQuestion], folder: Path) -> dict[str, int]:
    """Write FOLDER/challenge.jsonl with its images; returns how many questions come from each model."""
    if (folder / FILE).exists():
        raise UserError(f"{folder} has a challenge set already: name another folder")
    writers: dict[str, ImageWriter] = {}
    lines = []
    for each in questions:
        if each.data_name not in writers:
            data = open_dataset_with_stored_detections(each.data_name, each.root)
            writers[each.data_name] = ImageWriter(folder / IMAGES, data)
        name = writers[each.data_name].write_image(Stimulus(each.image, ""))
        lines.append(json.dumps(_to_record(each, f"{IMAGES}/{name}"), ensure_ascii=False))
    counts = Counter(each.model for each in questions)
    write_atomic(folder / ABOUT, json.dumps({"questions": len(questions), "from": counts}, indent=1).encode())
    write_atomic(folder / FILE, ("\n".join(lines) + "\n").encode())
    return dict(counts)


def _to_record(question: ChallengeQuestion, image: str) -> dict[str, object]:
    belief = question.belief
    return {
        "image": image,
        "question": belief.question,
        "answers": dict.fromkeys(belief.right, 1.0),  # each of them is right
        "id": digest_value(question.key).hex()[:12],
        "tags": {SOURCE: question.model, "wrong_answer": belief.answer},
    }


def read_contributors(dataset: str) -> dict[str, int] | None:
    """How many questions of a challenge set come from each model; None if a data set of this name is none."""
    kind, _, place = dataset.partition(":")
    path = Path(place.partition(",")[0]) / ABOUT
    try:
        found = json.loads(path.read_bytes()) if kind == "jsonl" and place else None
    except (OSError, ValueError):
        return None
    counts = found.get("from") if isinstance(found, dict) else None
    return {str(model): int(count) for model, count in counts.items()} if isinstance(counts, dict) else None
