"""Inverse VQA (Liu et al. 2020): Tables 3 to 5, from belief sets and from challenge sets made of them."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from askance.report.belief_challenge import read_contributors
from askance.report.belief_sets import ImageBeliefs, JudgedBelief
from askance.report.paper_tables.paper_table import PaperTable, Results
from askance.wording.understand import understand

SUITE, ACCURACY = "beliefs", "accuracy"
TYPES = {
    "rephrase": "Rephrase",
    "complementary": "Complementary",
    "adversarial": "Adversarial",
    "irrelevant": "Irrelevant",
}
BANDS = (0.9, 0.7, 0.5, 0.0)  # the lower ends of the intervals of confidence that random beliefs are drawn from
SHOWN, PAIRS = 15, 3  # beliefs per cell of Table 4; pairs of image and answer
OUTSIDE = "†"  # a model that did not contribute to the challenge set


def belief_tables(results: Results, beliefs: Sequence[ImageBeliefs]) -> Iterator[PaperTable]:
    """The tables of one data set."""
    for suite in sorted(name for name in results.suites if name.partition(":")[0] == SUITE):
        yield _composition(results, suite)
        mine = [each for each in beliefs if (each.dataset, each.suite) == (results.dataset, suite)]
        for image, answer in _most_shared(mine):
            yield _beliefs_of_pair(mine, image, answer, "top", _most_probable)
        for image, answer in _most_shared(mine)[:1]:
            yield _beliefs_of_pair(mine, image, answer, "random", _from_each_band)
    contributors = read_contributors(results.dataset)
    if contributors is not None and ACCURACY in results.suites:
        yield _challenge(results, contributors)


def _composition(results: Results, suite: str) -> PaperTable:
    models = results.models(suite)
    rows = [
        [f"{name} ({'↑' if kind in ('rephrase', 'complementary') else '↓'})",
         *(results.cell(model, suite, kind) for model in models)]
        for kind, name in TYPES.items()
    ]  # fmt: skip
    found = [results.row(model, suite, "correct") for model in models]
    wrong = ["--" if row is None else f"{100 - row['value']:.1f}" for row in found]
    last = [["Correct (↑)", *(results.cell(model, suite, "correct") for model in models)], ["Incorrect (↓)", *wrong]]
    last.append(["VQA accuracy (↑)", *(results.cell(model, ACCURACY, "accuracy", digits=2) for model in models)])
    caption = f"Composition of belief sets, in the form of Table 3 of Liu et al. {results.sample(suite)}"
    return PaperTable("ivqa-3", caption, [["", *models]], rows, last)


def _most_shared(sets: Sequence[ImageBeliefs]) -> list[tuple[str, str]]:
    """The pairs of image and answer about which all models have the most beliefs; another answer each."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for about in sets:
        for belief in about.beliefs:
            mine = counts.setdefault((about.image, belief.answer), {})
            mine[about.model] = mine.get(about.model, 0) + 1
    models = {about.model for about in sets}
    ranked = sorted(counts, key=lambda pair: (-min(counts[pair].get(model, 0) for model in models), pair))
    by_answer = {answer: (image, answer) for image, answer in reversed(ranked)}
    return [pair for pair in ranked if by_answer[pair[1]] == pair][:PAIRS]


def _beliefs_of_pair(
    sets: Sequence[ImageBeliefs], image: str, answer: str, how: str,
    choose: Callable[[Sequence[JudgedBelief]], list[JudgedBelief]],
) -> PaperTable:  # fmt: skip
    models = list(dict.fromkeys(about.model for about in sets))
    held = {about.model: [each for each in about.beliefs if each.answer == answer] for about in sets
            if about.image == image}  # fmt: skip
    columns = [[_cell(each) for each in choose(without_same_meaning(held.get(model, [])))] for model in models]
    rows = [[str(place + 1), *(column[place] if place < len(column) else "" for column in columns)]
            for place in range(max(map(len, columns), default=0))]  # fmt: skip
    bands = ", drawn from the intervals of confidence in turn" if how == "random" else ""
    caption = (
        f"{how.capitalize()} {SHOWN} beliefs with the answer {answer} about image {image}{bands}, in the form of Table"
        " 4 of Liu et al. Questions with the same meaning are shown once; the number is the model's confidence. *:"
        " false. ?: about something that the image does not show."
    )
    return PaperTable(f"ivqa-4-{how}-{answer}", caption, [["", *models]], rows, columns="r" + "l" * len(models))


def without_same_meaning(beliefs: Sequence[JudgedBelief]) -> list[JudgedBelief]:
    """Of questions that the grammar reads alike, the one with the highest confidence; the most confident first."""
    ranked = sorted(beliefs, key=lambda each: (-_sure(each), each.question))
    found: dict[object, JudgedBelief] = {}
    for belief in ranked:
        found.setdefault(understand(belief.question) or belief.question.casefold(), belief)
    return list(found.values())


def _most_probable(beliefs: Sequence[JudgedBelief]) -> list[JudgedBelief]:
    return list(beliefs[:SHOWN])


def _from_each_band(beliefs: Sequence[JudgedBelief]) -> list[JudgedBelief]:
    """Random beliefs of each interval of confidence in turn, then by confidence; the same every time."""
    rng = Random("Table 4")
    bands: list[list[JudgedBelief]] = [[] for _ in BANDS]
    for belief in beliefs:
        bands[next(place for place, least in enumerate(BANDS) if _sure(belief) >= least)].append(belief)
    for band in bands:
        rng.shuffle(band)
    chosen: list[JudgedBelief] = []
    while len(chosen) < SHOWN and any(bands):
        chosen += [band.pop() for band in bands if band]
    return sorted(chosen[:SHOWN], key=lambda each: (-_sure(each), each.question))


def _cell(belief: JudgedBelief) -> str:
    mark = {"adversarial": "*", "irrelevant": "?"}.get(belief.type, "")
    return f"{belief.question} ({'-' if belief.confidence is None else f'{belief.confidence:.2f}'}){mark}"


def _sure(belief: JudgedBelief) -> float:
    return belief.confidence or 0.0


def _challenge(results: Results, contributors: dict[str, int]) -> PaperTable:
    models = results.models(ACCURACY)
    heads = [["Models", *(f"{model}{'' if model in contributors else OUTSIDE}" for model in models)]]
    rows = [["accuracy", *(results.cell(model, ACCURACY, "accuracy", digits=2) for model in models)]]
    parts = ", ".join(f"{count} from {model}" for model, count in contributors.items())
    caption = (
        f"Accuracy on a challenge set of false beliefs ({parts}), in the form of Table 5 of Liu et al."
        f" {OUTSIDE}: the model did not contribute to the set. {results.sample(ACCURACY)}"
    )
    return PaperTable("ivqa-5", caption, heads, rows)
