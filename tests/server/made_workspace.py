"""A small workspace with made verdicts, and the same verdicts as plain Python rows to compute expected results from."""

import random
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import pyarrow as pa
from askance.core import Case, Query, Stimulus, digest
from askance.core.case import case_key
from askance.store import TABLES, CaseSet, Workspace, build_map_column, write_case_set
from askance.suites import open_suite

COLORS = ("red", "green", "Blue", "pale blue")
NOUNS = ("car", "dog", "tree", "umbrella")
REASONS = {"refused": "declined", "failed": "time out", "unreadable": "unreadable: none of the options (original)"}
VALUES = (0.0, 0.1, 0.3, 1 / 3, 0.57, 0.6, 0.9999, 1.0)


@dataclass(frozen=True)
class MadeVerdict:
    """One verdict, as a reader of the files would see it."""

    model: str
    dataset: str
    case: Case
    holds: bool | None
    value: float | None
    status: str | None
    reason: str | None
    said: dict[str, str]
    texts: dict[str, str]

    @property
    def key(self) -> str:
        return case_key(self.case).hex()

    @property
    def questions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(query.stimulus.question for _, query in self.case.asks))

    @property
    def answers(self) -> dict[str, str]:
        return {**self.texts, **self.said}

    @property
    def image(self) -> str | None:
        return self.case.asks[0][1].stimulus.image


@dataclass
class MadeWorkspace:
    """Case sets and verdicts that are drawn with a seed; `write` puts them into a folder as a run would."""

    seed: int = 0
    datasets: tuple[str, ...] = ("alpha", "beta")
    suites: tuple[str, ...] = ("accuracy", "carets")
    models: tuple[str, ...] = ("model-a", "model-b", "it's c")
    cases: int = 40
    values: tuple[float, ...] = VALUES
    relation: str = "equal"
    is_adaptive: bool = False  # every model has cases of its own, under the names of the others'
    verdicts: list[MadeVerdict] = field(default_factory=list, init=False, repr=False)  # hypothesis prints arguments

    def write(self, folder: Path) -> Workspace:
        """Write the workspace; one model lacks the last cases of each case set."""
        rng = random.Random(self.seed)
        space = Workspace.for_writing(folder)
        case_sets = []
        for dataset in self.datasets:
            for suite in self.suites:
                made = [_make_case(rng, suite, number, self.relation) for number in range(self.cases)]
                name = digest(f"{dataset} {suite}".encode()).hex()
                card = replace(open_suite(suite).card, adaptive=self.is_adaptive)
                about = CaseSet(name, suite, dataset, dataset, None, 0, card=card)
                case_set = write_case_set(space, about, made, image_file=image_file)
                for model in self.models:
                    some = made[:-5] if model == self.models[-1] else made
                    if self.is_adaptive:
                        some = [msgspec.structs.replace(case, question=f"Asked of {model}") for case in some]
                    self.write_verdicts(space, case_set, model, some, rng)
                case_sets.append({"deck": name, "suite": suite, "dataset": dataset, "models": list(self.models)})
        models = [{"name": name, "fingerprint": f"print {name}"} for name in self.models]
        space.record_run({"models": models, "decks": case_sets, "data": "1"})
        space.close()
        return Workspace.for_reading(folder)

    def write_verdicts(
        self, space: Workspace, case_set: CaseSet, model: str, cases: list[Case], rng: random.Random
    ) -> None:
        """Draw and write the verdicts of one model, in place of those that it had."""
        found = [self._judge(rng, model, case_set.dataset, case) for case in cases]
        mine = (model, case_set.dataset, case_set.suite)
        self.verdicts = [one for one in self.verdicts if (one.model, one.dataset, one.case.suite) != mine] + found
        ordered = sorted(found, key=lambda one: one.case.name)
        space.write_derived("verdicts", case_set.id, f"print {model}", verdict_table(ordered))
        empty = TABLES["metrics"].empty_table()
        space.write_derived("metrics", case_set.id, f"print {model}", empty)

    def _judge(self, rng: random.Random, model: str, dataset: str, case: Case) -> MadeVerdict:
        status = rng.choice([*[None] * 12, *REASONS])
        answers = {role: rng.choice(["yes", "no", "Red", "two dogs"]) for role, _ in case.asks}
        said = {} if status in ("refused", "failed") else answers
        texts: dict[str, str] = {}
        if status == "unreadable":
            said, texts = {}, {role: f"hm {text.lower()}" for role, text in answers.items()}
        if status is not None:
            return MadeVerdict(model, dataset, case, None, None, status, REASONS[status], said, texts)
        value = rng.choice(self.values)
        reason = rng.choice([None, "a reason", "it's another"])
        return MadeVerdict(model, dataset, case, value > 0.5, value, None, reason, said, texts)


def image_file(image: str | None) -> str | None:
    """The file of an image; some have none."""
    return None if image is None or image.endswith("3") else f"photos/{image.removeprefix('image-')}_cat.jpg"


def _make_case(rng: random.Random, suite: str, number: int, relation: str) -> Case:
    image = f"image-{rng.randrange(12)}"
    noun, color = rng.choice(NOUNS), rng.choice(COLORS)
    asks = {"ask": Query(Stimulus(image, f"Is the {noun} {color}?"))}
    if suite != "accuracy":
        asks = {"original": asks["ask"], "perturbed": Query(Stimulus(image, f"Is it true that the {noun} is {color}?"))}
    tags = {"noun": noun, "color": color}
    if rng.random() < 0.3:
        tags["rare's"] = str(rng.randrange(3))
    group = "" if suite == "accuracy" else rng.choice(["negation/Q1", "negation/Q2", "negations", "order/Q5/deep"])
    return Case.of(suite, f"case-{number:03d}", asks, relation, group=group, tags=tags)


def verdict_table(rows: list[MadeVerdict]) -> pa.Table:
    """Verdicts as the engine stores them."""
    columns = {
        "case_key": [case_key(row.case) for row in rows],
        "model": [row.model for row in rows],
        "dataset": [row.dataset for row in rows],
        "suite": [row.case.suite for row in rows],
        "name": [row.case.name for row in rows],
        "group": [row.case.group for row in rows],
        "relation": [row.case.relation for row in rows],
        "image": [row.image for row in rows],
        "tags": build_map_column([row.case.tags for row in rows], pa.string()),
        "holds": [row.holds for row in rows],
        "value": [row.value for row in rows],
        "status": [row.status for row in rows],
        "reason": [row.reason for row in rows],
        "said": build_map_column([tuple(row.said.items()) for row in rows], pa.string()),
        "scores": build_map_column([() for _ in rows], pa.float64()),
        "texts": build_map_column([tuple(row.texts.items()) for row in rows], pa.string()),
        "bias": [None for _ in rows],
    }
    return pa.table(columns, TABLES["verdicts"])
