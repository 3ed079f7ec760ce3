"""What the commands about basic questions share: options, the ranker chosen, and where questions come from."""

import math
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click
from askance.cli import name_completion
from askance.core.errors import UserError
from askance.core.progress import Progress, WorkProgress
from askance.core.unknown_names import unknown_name_error
from askance.ranking import GAP, PENALTY
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from askance.ranking.question_files import MainQuestion
    from askance.ranking.ranker import Ranker

EVERY = sys.maxsize  # without a limit large data sets give a sample
LASSO = "lasso"
T = TypeVar("T")


class ChosenRanker(NamedTuple):
    """A ranker, and what was chosen for it in words."""

    ranker: "Ranker"
    settings: dict[str, str | int | float]

    @property
    def describe(self) -> str:
        """The ranker and its settings in one phrase."""
        pairs = self.settings.items()
        said = [f"{name} {value:g}" if isinstance(value, float) else str(value) for name, value in pairs]
        return ", ".join([self.ranker.name, *said])


def _complete_rankers(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from askance.ranking.rankers import RANKERS

    return [CompletionItem(name) for name in RANKERS if name.startswith(incomplete)]


def _complete_encoders(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from askance.ranking.encoders import ENCODERS

    return [CompletionItem(name) for name in ENCODERS if name.startswith(incomplete)]


_SHARED = (
    click.option(
        "--pool", "pools", metavar="FILE|DATA", multiple=True, required=True,
        shell_complete=name_completion.complete_data,
        help="Questions to choose from: a .txt, .json, .jsonl or .parquet file, or a data set; repeat to join several.",
    ),
    name_completion.outside_option,
    click.option("--pool-limit", type=click.IntRange(1),
                 help="Maximum number of questions per pool: a random sample of a data set, or the first questions of a"
                      " file."),
    click.option("--kind", type=click.Choice(["general", "yes/no"]), default="general", show_default=True,
                 help="Use all questions of the pool, or only yes/no questions."),
    click.option("--ranker", default=LASSO, show_default=True, shell_complete=_complete_rankers,
                 help="Ranking method: lasso, bleu-1 … bleu-4, rouge-l, cider or meteor."),
    click.option(
        "--encoder", shell_complete=_complete_encoders, help="With lasso: sentence encoder. [default: builtin]"
    ),
    click.option("--penalty", type=click.FloatRange(0, min_open=True),
                 help=f"With lasso: weight λ of the L1 penalty. [default: {PENALTY:g}]"),
    click.option("--gap", type=click.FloatRange(0, 1, min_open=True, max_open=True),
                 help="With lasso: target accuracy of the solver, as relative distance from the optimum (duality gap)."
                      f" [default: {GAP:g}]"),
    click.option("--settled", is_flag=True,
                 help="With lasso and vectors of more than 1,024 dimensions: stop the solver when the list of the best"
                      " questions (--top) no longer changes."),
    click.option("--device", type=click.Choice(["cpu", "cuda"]),
                 help="With lasso: device of the solver. [default: cpu]"),
    click.option("--top", type=click.IntRange(1), default=21, show_default=True,
                 help="Number of basic questions per main question."),
    click.option("--raw", is_flag=True,
                 help="Use the pool unchanged: do not remove duplicates or the main questions from the pool."),
)  # fmt: skip


def add_question_options(function: Callable[..., T]) -> Callable[..., T]:
    """The options of both commands."""
    for option in reversed(_SHARED):
        function = option(function)
    return function


def choose_ranker(
    ranker: str, encoder: str | None, penalty: float | None, gap: float | None, settled: bool, device: str | None
) -> ChosenRanker:
    """The ranker of that name, with what goes with it."""
    from askance.ranking.encoders import DEFAULT, open_encoder
    from askance.ranking.rankers import RANKERS, open_ranker

    if ranker not in RANKERS:
        raise unknown_name_error("ranker", ranker, RANKERS)
    if ranker != LASSO:
        asked = {
            "--encoder": encoder, "--penalty": penalty, "--gap": gap, "--settled": settled or None, "--device": device,
        }  # fmt: skip
        for option, value in asked.items():
            if value is not None:
                raise UserError(f"{option} goes with --ranker {LASSO}, not with {ranker}: leave it out")
        return ChosenRanker(open_ranker(ranker), {})
    name, penalty, gap = encoder or DEFAULT, penalty or PENALTY, gap or GAP
    for option, number in (("--penalty", penalty), ("--gap", gap)):
        if not math.isfinite(number):
            raise UserError(f"{option} {number}: is no finite number: leave it out, or name one such as 1e-6")
    made = open_ranker(
        LASSO, encoder=open_encoder(name), penalty=penalty, gap=gap, device=device or "cpu", settled=settled
    )
    return ChosenRanker(
        made, {"encoder": name, "penalty": penalty, "gap": gap, **({"until": "settled"} if settled else {})}
    )


def read_pool(pools: tuple[str, ...], limit: int | None, bar: Progress, allow_outside: bool = False) -> list[str]:
    """The questions of all pools named, one after the other."""
    return [each.question for name in pools for each in read_main_questions(name, limit, bar, allow_outside)]


def read_main_questions(
    name: str, limit: int | None, bar: Progress, allow_outside: bool = False
) -> "list[MainQuestion]":
    """The questions of a file, or of a data set with their images."""
    from askance.datasets import DATASETS, open_dataset
    from askance.datasets.reading.folder_boundary import PREFIX
    from askance.ranking.question_files import MainQuestion, question_file_suffix
    from askance.ranking.question_files import read_main_questions as read_file

    is_data = name.removeprefix(f"{PREFIX}:").partition(":")[0] in DATASETS
    # os.path's way: a name too long for a file is none, and no error.
    if os.path.isfile(name) or (not is_data and question_file_suffix(name)):  # noqa: PTH113
        return read_file(name)[:limit]
    if not is_data and os.path.isdir(name):  # noqa: PTH112
        raise UserError(f"{name}: is a folder: name a file of questions in it, or a data set such as folder:{name}")
    if not is_data:
        raise unknown_name_error("file or data set", name, DATASETS, "askance list datasets")
    found, progress = [], WorkProgress(bar).start_stage(f"reading {name}")
    for item in open_dataset(name, allow_outside).items(limit or EVERY):
        found.append(MainQuestion(item.question, item.image, item.id))
        if len(found) % 1000 == 0:
            progress(len(found), max(len(found), limit or 0))
    if not found:
        raise UserError(f"{name}: has no questions: name another data set, or a file of questions")
    return found
