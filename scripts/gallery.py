"""Writes docs/gallery.md: the findings on the built-in models, each with a real case: `python -m scripts.gallery [DEMO]`.

DEMO is the workspace of `askance demo`; without it, the demo is run first, which takes about a minute.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import askance
from askance import report
from askance.report.case_card_html import illustrates
from askance.report.failure_cards import CaseCard, FailureCards
from askance.report.findings import Finding, ModelFindings
from askance.store import Workspace
from scripts.case_picture import draw_case

DOCS = Path(__file__).parent.parent / "docs"
IMAGES = DOCS / "images" / "gallery"
MODELS = {
    "builtin:transformer": "The largest built-in network: words attend to image features and to each other.",
    "builtin:attention": "The question attends twice to a grid of image features.",
    "builtin:cnn-lstm": "An image vector is multiplied with a question vector.",
    "builtin:blind": "A text-only baseline: it never receives the image.",
}
MOST = 4  # findings per model
MOST_SIDES = 3  # images of a case that can be read
HEAD = """# Gallery of findings

This page shows what Askance finds wrong with its own built-in models: small networks that were trained on the built-in data set [stickers](datasets/stickers.md). Each sentence is a *finding* of the report, with the share of bad cases and its interval. The interval allows for the fact that the worst of many results are chosen ([how](findings.md)). Below it is one real case. To get the same report, run:

<!-- not run: is the command of the start page, which is run -->
```sh
askance demo
```

"""
TAIL = """
The images and answers on this page come from `scripts/gallery.py`, which reads the results of `askance demo`. The model [`oracle`](models/oracle.md), which always answers correctly, has no findings in the same run.
"""


def page(space: Workspace) -> tuple[str, dict[str, str]]:
    """The page, and its images by file name."""
    rows, declared = report.table_to_rows(report.current_metrics(space)), report.declared_metrics(space)
    found = {each.model: each for each in report.find_weaknesses(rows, declared)}
    chosen = [finding for model in MODELS for finding in found[model].findings[:MOST]]
    groups = report.make_failure_cards(space, 12, findings=chosen)
    parts, images, used = [HEAD], {}, set()
    for model, about in MODELS.items():
        parts.append(f"## {model}\n\n{about} See its [model card](model-cards.md).\n\n")
        for number, finding in enumerate(found[model].findings[:MOST], 1):
            name = f"{model.removeprefix('builtin:')}-{number}.svg"
            card = _best_card(finding, groups, used)
            parts.append(_entry(finding, name if card else ""))
            if card:
                images[name] = draw_case(card)
    _require_no_findings(found["oracle"])
    return "".join([*parts, TAIL.lstrip("\n")]), images


def _entry(finding: Finding, image: str) -> str:
    unit = "%" if finding.unit == "%" else finding.unit
    interval = f"interval: {finding.bad.low:.0f} to {finding.bad.high:.0f} {unit}, {finding.n:,} cases"
    suite = finding.suite.partition(":")[0]
    shown = f"![a case of this finding](images/gallery/{image})\n\n" if image else ""
    return f"**{finding.text}** ({interval}; suite [{suite}](suites/{suite}.md))\n\n{shown}"


def _best_card(finding: Finding, groups: Sequence[FailureCards], used: set[str | None]) -> CaseCard | None:
    """A failing case of the finding: an image that is not on the page yet, few images and little text."""

    def order(card: CaseCard) -> tuple[bool, bool, bool, bool, int]:
        asks = card.view.asks
        changed = sum(ask.answer != asks[0].answer for ask in asks) if card.outcome == "measured" else 0
        words = sum(len(ask.stimulus.question) for ask in asks)
        is_used = asks[0].stimulus.image in used
        return card.outcome == "kept", changed > 1, is_used, len(card.sides) > MOST_SIDES, words

    cards = [card for group in groups for card in group.cards if illustrates(card, group, finding)]
    best = min(cards, key=order, default=None)
    if best is not None:
        used.add(best.view.asks[0].stimulus.image)
    return best


def _require_no_findings(found: ModelFindings) -> None:
    if found.findings:
        raise ValueError(f"the oracle has findings: {[each.text for each in found.findings]}")


def main(root: Path) -> None:
    """Write the page and its images."""
    text, images = page(askance.open_run(root).space)
    IMAGES.mkdir(parents=True, exist_ok=True)
    for old in set(IMAGES.glob("*.svg")) - {IMAGES / name for name in images}:
        old.unlink()
    for name, drawn in images.items():
        (IMAGES / name).write_text(drawn, encoding="utf-8")
    (DOCS / "gallery.md").write_text(text, encoding="utf-8")
    print(f"{DOCS / 'gallery.md'}: {len(images)} cases")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "demo"
        if not given.exists():
            subprocess.run([sys.executable, "-m", "askance", "demo", "--out", str(given)], check=True)
        main(given)
