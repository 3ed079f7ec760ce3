"""The demo's intervals before and after: `python -m scripts.interval_table WORKSPACE` writes it to docs/intervals.md.

The interval of earlier versions, which the benchmark interval_coverage keeps beside ours, is applied to the same cases.
"""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics import clustered_rate
from askance.report.current_results import current_results
from askance.report.derived_tables import read_or_rejudge_tables
from askance.stickers.dataset import Stickers
from askance.store import Workspace
from benchmarks.clustered_outcomes import Floats, Sample
from benchmarks.interval_methods import former_interval
from scripts.findings_table import write_between

PAGE = Path(__file__).parent.parent / "docs" / "intervals.md"
MODELS = ("builtin:transformer", "builtin:attention", "builtin:blind")
# suite → metric, the column of verdicts that it is the mean of, and whether that is a success
RATES = {
    "accuracy": ("accuracy", "value", True),
    "metamorphic": ("error", "holds", False),
    "sears": ("sears_robustness", "value", True),
    "groups": ("consistency", "holds", True),
}
Names = npt.NDArray[np.object_]
LIMIT, IMAGES_BEFORE = 90, 8  # earlier versions asked 12 questions about each image before the next


def table_lines(space: Workspace) -> str:
    """One line per model and metric, then the effect of the sampling rule."""
    lines = ["| metric | model | value | n / images | before | now |", "|---|---|---|---|---|---|"]
    for result in sorted(current_results(space), key=lambda each: each.model not in MODELS or MODELS.index(each.model)):
        if result.suite in RATES and result.model in MODELS:
            metric, column, is_good = RATES[result.suite]
            values, images = _decided_values(read_or_rejudge_tables(space, "verdicts", [result]), column, is_good)
            now = clustered_rate(values, images)
            ends = f"{_interval(*_former(values, images))} | {_interval(now.low, now.high)}"
            count = f"{now.n} / {now.images}"
            lines.append(f"| `{result.suite}.{metric}` | `{result.model}` | {100 * now.value:.1f} | {count} | {ends} |")
    images_now = len({item.image for item in Stickers().items(LIMIT)})
    before, now = (clustered_rate(np.ones(LIMIT), np.arange(LIMIT) % each) for each in (IMAGES_BEFORE, images_now))
    lines += [
        "",
        f"`--limit {LIMIT}` asked about {IMAGES_BEFORE} images in earlier versions, and asks about {images_now}",
    ]
    lines[-1] += f" now. The interval of a model without any error was {_interval(before.low, before.high)}, and is"
    lines[-1] += f" {_interval(now.low, now.high)}."
    return "\n".join(lines)


def _decided_values(verdicts: pa.Table, column: str, is_good: bool) -> tuple[Floats, Names]:
    """The values of the decided cases, and their images."""
    some = verdicts.filter(pc.is_valid(verdicts["holds"]))
    values = np.asarray(some[column].cast(pa.float64()))
    return values if is_good else 1 - values, np.asarray(some["image"])


def _former(values: Floats, images: Names) -> tuple[float, float]:
    codes = np.unique(images, return_inverse=True)[1]
    size, total = np.bincount(codes).astype(float), np.bincount(codes, weights=values)
    low, high = former_interval(Sample(size[None], total[None], np.array([(values**2).sum()])))
    return float(low[0]), float(high[0])


def _interval(low: float, high: float) -> str:
    return f"[{100 * low:.1f}, {100 * high:.1f}]"


if __name__ == "__main__":
    text = table_lines(Workspace.for_reading(Path(sys.argv[1])))
    PAGE.write_text(write_between(PAGE.read_text(encoding="utf-8"), "demo", text), encoding="utf-8")
    print(text)
