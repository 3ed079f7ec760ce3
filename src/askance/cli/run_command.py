"""askance run: ask models a data set's questions by suites."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from askance.cli import name_completion
from askance.cli.config_option import config_option
from askance.cli.console import TerminalProgress, json_option, print_json, print_rich, print_text
from askance.cli.engine_options import chosen_engine, ray_options
from askance.cli.main import FAILED_CALLS, INTERRUPTED, SKIPPED
from askance.cli.standard_streams import protect_streams
from askance.cli.workspace_type import WORKSPACE
from askance.core.hub_download import without_downloads
from askance.core.memory import parse_byte_size
from askance.core.plural import plural


@click.command("run")
@click.option(
    "-m",
    "--model",
    "model",
    multiple=True,
    required=True,
    shell_complete=name_completion.complete_models,
    help="Model name (see `askance list models`); repeat for several models.",
)
@name_completion.data_option
@click.option(
    "-s",
    "--suite",
    multiple=True,
    default=("accuracy",),
    show_default=True,
    shell_complete=name_completion.complete_suites,
    help="Suite name (see `askance list suites`); repeat for several suites.",
)
@name_completion.image_options
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Maximum number of questions per suite. For carets, it limits the question pairs; for metamorphic, the tests;"
    " for beliefs, the images."
    " The sample has as many images as possible.",
)
@name_completion.seed_option
@click.option(
    "--out",
    type=WORKSPACE,
    default=Path("askance-runs"),
    show_default=True,
    help="Folder for the results (workspace), or s3://BUCKET/FOLDER or gs://BUCKET/FOLDER.",
)
@click.option(
    "--budget", type=click.IntRange(1), help="Maximum number of model calls in this run; every request counts."
)
@click.option(
    "--budget-usd",
    type=click.FloatRange(0, min_open=True),
    help="Maximum cost of this run in US dollars, for models with prices (--model-args price_in=…,price_out=…).",
)
@click.option(
    "--until",
    multiple=True,
    metavar="METRIC=WIDTH",
    help="Stop a suite once the half width of the metric's 95 % interval is at most WIDTH, such as carets.cons=2"
    ' (points), but not before 50 images. With --anytime also METRIC>VALUE, such as "carets.cons>60": stop once the'
    " interval does not contain VALUE. Repeat for several.",
)
@click.option(
    "--anytime",
    is_flag=True,
    help="With --until: use an interval that stays valid if it is checked after every batch. It needs more images.",
)
@click.option("--batch-size", type=click.IntRange(1), help="Questions per model call. [default: set by the model]")
@click.option(
    "--memory",
    metavar="SIZE",
    help="Memory limit for decoded images, such as 512MB or 2GB."
    " [default: 1/16 of RAM, but at least 256 MB and at most 1 GB]",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    help="Time limit per model call in seconds. A longer call fails; the next run repeats it. [default: none]",
)
@click.option("--no-image", is_flag=True, help="Send only the question, without the image (text-only baseline).")
@click.option(
    "--model-args",
    multiple=True,
    help='Arguments for the models: key=value,key="a, b". Repeat it to give each model its own, in the order of -m.'
    " name=NAME sets the name of a model in reports.",
)
@ray_options
@click.option(
    "--shard",
    metavar="NUMBER/COUNT",
    help="Make only one part of the calls, such as 2/8. Give each part its own --out, and join all"
    " with `askance merge`.",
)
@click.option(
    "--dry-run", is_flag=True, help="Print the number of cases and calls, with an estimate of the cost, and stop."
)
@click.option("--probe", is_flag=True, help="With --dry-run: make 8 calls per model to estimate tokens, cost and time.")
@config_option
@json_option
def command(
    model: tuple[str, ...], data: str, suite: tuple[str, ...], allow_outside: bool, objects: str | None,
    objects_threshold: float | None, limit: int | None, seed: int, out: Path | str, budget: int | None,
    budget_usd: float | None, until: tuple[str, ...], anytime: bool, batch_size: int | None, memory: str | None,
    timeout: float | None, no_image: bool, model_args: tuple[str, ...], engine: str, ray_address: str | None,
    workers: int | None, gpus_per_worker: float, cpus_per_worker: float, shard: str | None, dry_run: bool,
    probe: bool, config: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Run suites on models and store the results in a workspace.

    To resume an interrupted run, run the same command again. If the data set or a model does not support a suite, the
    suite is skipped: a message explains why, and the exit code is 4. If nothing can run, the exit code is 1. If some
    calls failed, it is 3.
    """
    from askance.datasets.detected_dataset import name_with_detector
    from askance.datasets.reading.folder_boundary import name_with_outside_allowed
    from askance.engine import ModelSource, run

    place = chosen_engine(engine, ray_address, workers, gpus_per_worker, cpus_per_worker)
    if memory is not None:
        parse_byte_size(memory, "--memory")  # before models are loaded
    bar = TerminalProgress()
    with protect_streams(only_json=as_json), without_downloads(dry_run and not probe):
        try:
            args = name_completion.args_by_model(model_args, len(model))
            sources = [ModelSource(name, own) for name, own in zip(model, args, strict=True)]
            data = name_with_detector(name_with_outside_allowed(data, allow_outside), objects, objects_threshold)
            done = run(
                sources, data, suite, limit=limit, seed=seed, out=out, budget=budget, budget_usd=budget_usd,
                batch_size=batch_size, memory=memory, no_image=no_image, dry_run=dry_run, probe=probe, timeout=timeout,
                until=until, anytime=anytime, shard=shard, progress=bar, engine=place,
            )  # fmt: skip
        finally:
            bar.finish()
    if dry_run:
        _print_plan(done, as_json)
        return SKIPPED if done.skipped else 0
    _print_results(done, as_json)
    return _exit_code(done, out, bar, shard)


def _print_plan(done: Any, as_json: bool) -> None:
    plan = {
        "cases": sum(each.case_set.cases * len(each.models) for each in done.done.suites),
        "calls_asked": done.done.asks,
        "calls_wanted": done.done.wanted - done.done.repeated,
        "calls_known": done.done.wanted - done.done.left,
        "calls_left": done.done.left - done.done.repeated,
    }
    if as_json:
        estimated = {"estimates": [asdict(each) for each in done.done.estimates]}
        print_json(plan | estimated | {"skipped": [asdict(each) for each in done.skipped]})
        return
    costs: dict[tuple[str, str], list[str]] = {}  # suite and cost → models
    for each in done.done.suites:
        costs.setdefault((each.card.name, each.cost), []).extend(name for _, name in each.models)
    print_text(
        f"{plural(plan['cases'], 'case needs', 'cases need')} {plural(plan['calls_asked'], 'answer')}:"
        f" {plural(plan['calls_wanted'], 'unique call')},"
        f" {plan['calls_known']:,} cached, {plan['calls_left']:,} to run"
        f"{', and more in later rounds' if any(each.card.adaptive for each in done.done.suites) else ''}"
    )
    suites = [name for name, _ in costs]
    for (name, cost), models in costs.items():
        target = f" for {', '.join(dict.fromkeys(models))}" if suites.count(name) > 1 else ""
        print_text(f"  {name}{target}: {cost}")
    for each in done.done.estimates:
        print_text(f"  {each}")


def _print_results(done: Any, as_json: bool) -> None:
    from askance import report

    rows = report.table_to_rows(done.metrics)
    if as_json:
        print_json([*rows, *(each.to_metric_row() for each in done.skipped)])
    elif rows:
        more = f"`askance report {done.space.name} --wide`"
        print_rich(report.TerminalLeaderboard(rows, "", report.declared_metrics(done.space), _usage(done), more))
        print_text(report.sample_line(rows))
    hidden = report.hidden_version_notes(done.space, names={row["model"] for row in rows})
    for line in [*report.partial_and_sample_notes(rows, report.is_shard(done.space)), *hidden]:
        print_text(line, err=as_json)
    for line in report.suite_warnings(done.space, done.pairs):
        print_text(line, err=True)


def _usage(done: Any) -> list[dict[str, Any]]:
    """What the models of this run took, over all that the workspace has of them."""
    from askance import report

    mine = set(done.pairs)
    found = [each for each in report.current_results(done.space) if (each.case_set, each.fingerprint) in mine]
    return report.usage_rows(done.space, found)


def _calls_made(done: Any) -> str:
    """What the run did: calls made, answers of a log read, or fewer calls than answers in a run without images."""
    from askance.models.recorded import is_recorded

    made, unsent = done.done.outcome.made, done.done.unsent
    if done.pairs and all(is_recorded(fingerprint) for _, fingerprint in done.pairs):
        return f"{plural(made, 'recorded answer')} read"
    if unsent:
        return f"{plural(made, 'answer')} from {plural(made - unsent, 'call')}"
    return f"{plural(made, 'call')} made"


def _exit_code(done: Any, out: Path | str, bar: TerminalProgress, shard: str | None) -> int:
    outcome = done.done.outcome
    bar.say(f"{_calls_made(done)}, {done.done.cached:,} cached. Results: {out}")
    is_over = not outcome.made and outcome.stopped is None
    if is_over and any(fingerprint.startswith("openai:") for _, fingerprint in done.pairs):
        bar.say("all answers are cached; if a server has another model now, tell it apart: --model-args version=NAME")
    if shard is not None:
        bar.say(f"shard {shard} only: join all shards with `askance merge SHARD1 SHARD2 … -o DIR`")
    for stop in done.done.stops:
        bar.say(str(stop))
    if any(stop.is_reached for stop in done.done.stops) and outcome.stopped is None:
        unasked = plural(done.done.left - outcome.made, "call")
        bar.say(f"{unasked} not made because --until was reached")
    if outcome.stopped == "interrupted":
        bar.say("interrupted: answers so far are stored; run the same command again to resume")
        return INTERRUPTED
    if outcome.stopped == "failing":
        bar.say(f"stopped: {outcome.stopped_by}; correct this and run the same command again to resume")
        return FAILED_CALLS
    if outcome.stopped == "budget":
        # Later rounds of an adaptive suite, which depend on the answers, are not planned yet.
        least = "" if all(each.is_complete for each in done.done.suites) else "at least "
        remaining = plural(done.done.left - outcome.made, "call")
        bar.say(f"budget used: {least}{remaining} remaining; run the same command again to resume")
    if outcome.failed:
        failed = plural(outcome.failed, "call failed and counts", "calls failed and count")
        bar.say(f"{failed} as undecided; first failure: {outcome.first_failure}")
        return FAILED_CALLS
    return SKIPPED if done.skipped else 0
