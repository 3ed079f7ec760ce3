"""What `askance inverse eval` does: pools, generators, figures, tasks for people, tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from askance.cli.board_output import output_boards, output_text
from askance.cli.console import TerminalProgress, print_text, to_json_text
from askance.core.errors import UserError
from askance.core.plural import plural

if TYPE_CHECKING:
    from askance.core import Dataset
    from askance.inverse.evaluate import Evaluation, PoolSet
    from askance.inverse.question_model import QuestionModel
    from askance.ranking.rankers.meteor.tables import Source

Row = dict[str, Any]
QUESTIONS = 14_400  # that pools are made from: of stickers, all about 1,200 images
TRAINED = ("answer-only", "image-only", "image-type", "attention")  # in the order of Table 1
IMAGE_ONLY, ANSWER_ONLY = "image-only", "answer-only"
VQA_MODELS = {"language": ("builtin:blind",), "language+vision": ("builtin:attention", "builtin:transformer")}
RERANKER = "builtin:attention"


@dataclass(frozen=True)
class EvaluationRequest:
    """The options of the command."""

    data: str
    generators: Sequence[str]
    baselines: Path | None
    limit: int
    pool_file: Path | None
    seed: int
    meteor: str
    vqa: bool
    tasks: Path | None
    human: str | None
    against: Sequence[str] = ()
    draws: int = 100


def collect_pools(data: "Dataset", limit: int | None, seed: int) -> "PoolSet":
    """Pools from the questions of a data set."""
    from askance.inverse.evaluate import PoolSet
    from askance.inverse.image_features import encode_images
    from askance.inverse.labelled_questions import question_table
    from askance.inverse.question_pools import PoolMaker, make_pools

    bar = TerminalProgress(is_logged=False)
    try:
        bar.start(None, 0, f"reading the questions of {data.name}")
        wanted = QUESTIONS if limit is None else max(QUESTIONS, 4 * limit)
        table = question_table(data, wanted, seed)
        bar.start(None, 0, f"comparing {len(table.by_image):,} images")
        looks = encode_images(data, list(table.by_image))
        bar.start(None, 0, "making pools")
        return PoolSet.collect(make_pools(PoolMaker(data, table, looks, seed), limit))
    finally:
        bar.finish()


def pool_notes(found: "PoolSet") -> list[str]:
    """What to know about some pools."""
    notes = []
    if found.skipped:
        reasons = ", ".join(
            f"{count:,} {'with an untrue annotation' if reason == 'untrue' else f'with too few {reason} questions'}"
            for reason, count in found.skipped.most_common()
        )
        notes.append(f"{plural(found.skipped.total(), 'image–answer pair')} skipped: {reasons}")
    if found.unchecked:
        distractors = plural(found.unchecked, "distractor")
        notes.append(f"{distractors} could not be checked by a scene: some of them may be true")
    return notes


def run_evaluation(request: EvaluationRequest) -> tuple[list[Row], list[str]]:
    """The rows of all generators, and what to know about them."""
    from askance.datasets import open_dataset
    from askance.inverse.evaluate import PoolSet, evaluate_model, evaluation_rows
    from askance.inverse.human_study import human_rows, read_human_scores
    from askance.inverse.pool_files import read_pools

    models = _open_generators(request)
    scores = read_human_scores(request.human) if request.human else None
    data = open_dataset(request.data)
    if request.pool_file:
        found = PoolSet.collect(read_pools(request.pool_file)[: request.limit])
    else:
        found = collect_pools(data, request.limit, request.seed)
    evaluations, rows = [], []
    bar = TerminalProgress(is_logged=False)
    try:
        for model in models:
            bar.start(None, 0, f"evaluating {model.name}")
            evaluations.append(evaluate_model(model, data, found.pools, request.seed))
            rows += evaluation_rows(evaluations[-1], data, cast("Source", request.meteor))
        if request.vqa:
            bar.start(None, 0, "measuring VQA models")
            rows += _gameability(request, data, rows)
        for name in request.against:
            bar.start(None, 0, f"asking {name} the questions that are drawn")
            rows += _candidates(name, models, data, found, request)
    finally:
        bar.finish()
    if request.tasks:
        _write_tasks(request.tasks, evaluations, request)
    if scores is not None:
        rows += human_rows(scores, rows)
    return rows, [*pool_notes(found), *_meteor_note(request.meteor)]


def _meteor_note(source: str) -> list[str]:
    if source == "jar":
        return []
    return ["METEOR without synonyms and paraphrases: for the published score, use --meteor jar"]


def _open_generators(request: EvaluationRequest) -> "list[QuestionModel]":
    """Those named, then the trained baselines, and VQG + VQA where there is an image-only one."""
    from askance.inverse.open_generator import open_question_model
    from askance.inverse.vqa_reranking import VqaReranking
    from askance.models import open_model

    found = []
    if request.baselines:
        folders = [request.baselines / name for name in TRAINED if (request.baselines / name).is_dir()]
        if not folders:
            raise UserError(f"{request.baselines}: has none of the folders {', '.join(TRAINED)}: name another folder")
        found = [open_question_model(str(folder)) for folder in folders]
        if (request.baselines / IMAGE_ONLY).is_dir():
            proposer = found[folders.index(request.baselines / IMAGE_ONLY)]
            found.append(VqaReranking(proposer, open_model(RERANKER)))
    found += [open_question_model(name) for name in dict.fromkeys(request.generators)]
    names = [model.name for model in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise UserError(f"generator {twice[0]}: is named twice: leave one out")
    return found


def _gameability(request: EvaluationRequest, data: "Dataset", rows: Sequence[Row]) -> list[Row]:
    """The rows of Table 2: generators under the column of what they read, and VQA models on as many questions."""
    from askance.inverse.gameability import ivqa_gameability_rows, vqa_gameability_rows
    from askance.inverse.labelled_questions import training_table
    from askance.models import open_model

    known = {"prior": "prior", "training-questions": "", "nn": "", "vqg+vqa": ""}
    names = dict.fromkeys(row["model"] for row in rows)
    columns = {name: known.get(name, _column_of_folder(name)) for name in names}
    found = ivqa_gameability_rows(rows, {name: column for name, column in columns.items() if column})
    models = {column: [open_model(name) for name in several] for column, several in VQA_MODELS.items()}
    return [*found, *vqa_gameability_rows(data, training_table(), models, request.limit, request.seed)]


def _candidates(
    name: str, generators: "Sequence[QuestionModel]", data: "Dataset", found: "PoolSet", request: EvaluationRequest
) -> list[Row]:
    from askance.core.model import Prepared
    from askance.inverse.candidate_scores import candidate_rows
    from askance.models import open_model

    model = open_model(name)
    if isinstance(model, Prepared):
        model.prepare(lambda line: print_text(line, err=True))
    return [
        row
        for generator in generators
        for row in candidate_rows(generator, model, data, found.pools, request.draws, request.seed)
    ]


def _column_of_folder(name: str) -> str:
    """What a trained generator reads, by the name of its folder."""
    last = name.rstrip("/").rpartition("/")[2]
    return {ANSWER_ONLY: "language", IMAGE_ONLY: "", "image-type": ""}.get(last, "language+vision")


def _write_tasks(path: Path, evaluations: "Sequence[Evaluation]", request: EvaluationRequest) -> None:
    import msgspec
    from askance.inverse.human_study import study_tasks

    tasks = study_tasks(evaluations, request.data, seed=request.seed)
    output_text("".join(msgspec.json.encode(task).decode() + "\n" for task in tasks), path)


def output_evaluation(rows: Sequence[Row], notes: Sequence[str], form: str, output: Path | None) -> None:
    """The tables of the paper, or the rows behind them."""
    from askance import report
    from askance.report.paper_tables import render_paper
    from askance.report.paper_tables.ivqa_tables import ivqa_tables, table_board, title_and_legend

    if form in ("json", "csv"):
        for line in notes:
            print_text(line, err=True)
    if form == "json":
        output_text(to_json_text(list(rows)), output)
    elif form == "csv":
        output_text(report.to_csv(list(rows)), output)
    elif form == "latex":
        output_text(render_paper(list(ivqa_tables(rows)), "Askance: inverse VQA", notes), output)
    else:
        tables = [(*title_and_legend(table), table_board(table)) for table in ivqa_tables(rows)]
        legends = dict.fromkeys(legend for _, legend, _ in tables if legend)
        output_boards([(title, board) for title, _, board in tables], [*legends, *notes], form, output)
