"""Draws one real case per suite, and the image of the start page: `python -m scripts.docs_pictures [WORKSPACE]`.

The cases come from a run of two built-in models, which takes some minutes; a workspace of such a run is used as it is.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import askance
from askance.datasets import open_dataset
from askance.report.belief_files import render_belief_sets
from askance.report.belief_sets import most_telling_first, read_belief_sets
from askance.report.current_results import CurrentResult, current_results
from askance.report.failing_cases import CaseFilter, CaseSampler
from askance.report.failure_cards import CardMaker, CaseCard
from askance.store import Workspace
from scripts.case_picture import draw_case
from scripts.idea_picture import draw_idea

IMAGES = Path(__file__).parent.parent / "docs" / "images"
ATTENTION, TRANSFORMER = "builtin:attention", "builtin:transformer"
LIMIT, BELIEF_LIMIT = 60, 4
PICKS = {  # suite → the model and the case that show its idea best
    "accuracy": (ATTENTION, "test-000552-02"),
    "groups": (ATTENTION, "test-000101-opposite/opposite"),
    "repeat": (ATTENTION, "test-001019-08"),
    "carets": (ATTENTION, "order-000003"),
    "metamorphic": (ATTENTION, "partition-0000002"),
    "metamorphic_inpaint": (ATTENTION, "remove+-0000001"),
    "bias": (ATTENTION, "test-000067-10/question"),
    "noise": (ATTENTION, "test-000611-07/geometric/brightness/0.2"),
    "sears": (ATTENTION, "test-000552-02/colour"),
    "basic_questions": (TRANSFORMER, "test-000330-11/level-3"),
    "basic_chain": (TRANSFORMER, "test-000708-06/appended-2"),
    "uncertainty": (ATTENTION, "test-000265-00/uncertainty/dropout"),
    "implications": (ATTENTION, "implied-1/test-001133-11"),
}
IDEA, IDEA_QUESTIONS = (ATTENTION, "implied-1/test-001473-01"), 3


def run_models(out: Path) -> None:
    """The run that the cases come from."""
    askance.run([ATTENTION, TRANSFORMER], "stickers", list(PICKS), limit=LIMIT, out=out)
    askance.run([TRANSFORMER], "stickers", ["beliefs"], limit=BELIEF_LIMIT, out=out)


def cards(space: Workspace, suite: str, model: str) -> Iterator[CaseCard]:
    """Every case of a suite with the answers of a model."""
    maker, sampler = CardMaker(open_dataset("stickers")), CaseSampler(space)
    for result in _results(space, suite, model):
        cases, _ = sampler.sample(result, 0, [CaseFilter(with_kept=True)], 10**6)
        yield from (maker.make_card(each.case, each.answers, each.reason, each.outcome) for each in cases)


def _results(space: Workspace, suite: str, model: str) -> list[CurrentResult]:
    return [each for each in current_results(space) if (each.suite, each.model) == (suite, model)]


def find_card(space: Workspace, suite: str, model: str, name: str) -> CaseCard:
    """The card of one case."""
    found = next((card for card in cards(space, suite, model) if card.view.case.name == name), None)
    if found is None:
        raise ValueError(f"{suite} for {model} has no case {name}: choose another one in PICKS")
    return found


def main(root: Path) -> None:
    """Draw everything."""
    run = askance.open_run(root)
    (IMAGES / "suites").mkdir(parents=True, exist_ok=True)
    for suite, (model, name) in PICKS.items():
        _write(IMAGES / "suites" / f"{suite}.svg", draw_case(find_card(run.space, suite, model, name)))
    beliefs = most_telling_first(read_belief_sets(run.space, TRANSFORMER))
    _write(IMAGES / "suites" / "beliefs.svg", render_belief_sets(beliefs[:1], root, ".svg").decode())
    card = find_card(run.space, "implications", *IDEA)
    wanted = (IDEA[0], "implications", "contradicted_images", "")
    names = ("model", "suite", "metric", "group")
    row = next(row for row in run.metrics.to_pylist() if tuple(row[name] for name in names) == wanted)
    _write(IMAGES / "idea.svg", draw_idea(card, card.view.asks[:IDEA_QUESTIONS], row))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    print(f"{path}: {path.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "run"
        if not given.exists():
            run_models(given)
        main(given)
