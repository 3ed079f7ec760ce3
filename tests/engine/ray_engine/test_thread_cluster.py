"""The Ray engine on workers of this process: the same tables as the local engine, whatever models do."""

import sys
import threading
from dataclasses import dataclass

import askance
import pytest
from askance.core import UserError
from askance.core.progress import NoProgress
from askance.engine import RayOptions, run_loop
from askance.engine.ray_engine import open_models, replicas
from askance.engine.ray_engine.options import workers_per_model
from toy import ToyData, ToyModel

from ray_models import LoggedModel, Moody, Unloadable, read_log
from ray_nodes import start_python
from ray_tables import check_equal
from ray_threads import ThreadCluster

pytest.importorskip("ray", reason="needs pip install 'askance[ray]'")
pytestmark = pytest.mark.filterwarnings("ignore:.*:UserWarning")  # notes about callables
RAY = RayOptions(workers=2)


class Lines(NoProgress):
    def __init__(self):
        self.said = []

    def say(self, message):
        self.said.append(message)


@pytest.fixture
def cluster(monkeypatch):
    made = ThreadCluster()
    monkeypatch.setattr(open_models, "connect", lambda options: made)
    return made


def on_both(tmp_path, model, data, suites=("accuracy", "repeat"), **options):
    local = askance.run(model(), data(), list(suites), out=tmp_path / "local", **options)
    remote = askance.run(model(), data(), list(suites), out=tmp_path / "ray", engine=RAY, **options)
    check_equal(tmp_path / "ray", tmp_path / "local")
    return local, remote


@pytest.mark.parametrize("options", [{}, {"batch_size": 8}, {"no_image": True}, {"memory": 2**20}])
def test_tables_are_those_of_the_local_engine(cluster, tmp_path, options):
    local, remote = on_both(tmp_path, ToyModel, lambda: ToyData(120), **options)
    assert remote.done.outcome == local.done.outcome
    assert len(cluster.workers) == 2
    assert cluster.is_closed


def test_failures_are_stored_as_the_local_engine_stores_them(cluster, tmp_path):
    local, remote = on_both(tmp_path, Moody, lambda: ToyData(120), suites=["accuracy"])
    assert remote.done.outcome.failed == local.done.outcome.failed == 6


@pytest.mark.parametrize("name", ["oracle", "builtin:cnn-lstm"])
def test_models_by_name_on_the_built_in_data(cluster, tmp_path, name):
    on_both(tmp_path, lambda: name, lambda: "stickers", suites=["accuracy"], limit=40)


@dataclass
class Unpicklable(ToyData):
    """A data set that stays where it is."""

    def __post_init__(self):
        self.lock = threading.Lock()


def test_images_are_sent_where_workers_cannot_read_them(cluster, tmp_path):
    unreadable = frozenset({"toy-1-00003"})
    data = Unpicklable(60, unreadable=unreadable)
    local, remote = on_both(tmp_path, ToyModel, lambda: data)
    assert remote.done.outcome.failed == local.done.outcome.failed == 9
    assert remote.done.outcome.first_failure == local.done.outcome.first_failure
    assert "data set toy" in str(remote.done.outcome.first_failure)


def test_an_image_that_no_worker_can_read_fails_as_it_does_here(cluster, tmp_path):
    local, remote = on_both(tmp_path, ToyModel, lambda: ToyData(60, unreadable=frozenset({"toy-1-00003"})))
    assert remote.done.outcome == local.done.outcome


def test_a_budget_is_kept(cluster, tmp_path):
    done = askance.run(ToyModel(), ToyData(120), ["accuracy"], out=tmp_path, budget=50, batch_size=8, engine=RAY)
    assert (done.done.outcome.made, done.done.outcome.stopped) == (50, "budget")
    done = askance.run(ToyModel(), ToyData(120), ["accuracy"], out=tmp_path, batch_size=8, engine=RAY)
    assert done.done.outcome.made == 70


def test_workers_end_before_verdicts_are_computed(cluster, tmp_path, monkeypatch):
    judge, alive = run_loop._judge_all, []

    def judged(*arguments):
        alive.extend(worker for worker in cluster.workers if not worker.is_dead)
        judge(*arguments)

    monkeypatch.setattr(run_loop, "_judge_all", judged)
    done = askance.run(ToyModel(), ToyData(30), ["accuracy"], out=tmp_path, engine=RAY)
    assert (done.verdicts.num_rows, len(cluster.workers), alive) == (30, 2, [])


def test_a_dry_run_starts_no_worker(cluster, tmp_path):
    done = askance.run(ToyModel(), ToyData(30), ["accuracy"], out=tmp_path, dry_run=True, engine="ray")
    assert done.done.left == 30
    assert not cluster.workers


def test_a_model_that_cannot_be_loaded_ends_the_run_with_its_line(cluster, tmp_path):
    with pytest.raises(UserError) as error:
        askance.run(Unloadable(), ToyData(30), ["accuracy"], out=tmp_path, engine=RAY)
    assert str(error.value) == "unloadable: weights.bin is damaged: download it again (worker on here)"
    assert cluster.is_closed
    assert not list(tmp_path.iterdir())


def test_an_object_that_cannot_travel_is_one_line(cluster, tmp_path):
    model = ToyModel()
    model.lock = threading.Lock()
    with pytest.raises(UserError, match=r"^toy: the model object cannot be sent .*python:MODULE:OBJECT$"):
        askance.run(model, ToyData(30), ["accuracy"], out=tmp_path, engine=RAY)


def test_too_small_a_cluster_is_one_line(cluster, tmp_path):
    options = RayOptions(workers=2, gpus_per_worker=1)
    with pytest.raises(UserError, match=r"2 CPUs and 0 GPUs: room for 0 of the 2 workers"):
        askance.run(ToyModel(), ToyData(30), ["accuracy"], out=tmp_path, engine=options)


def test_gpus_that_nobody_uses_are_said(cluster, tmp_path):
    cluster.gpus, lines = 4.0, Lines()
    askance.run(ToyModel(), ToyData(6), ["accuracy"], out=tmp_path, engine=RAY, progress=lines)
    assert any("--gpus-per-worker 1" in line for line in lines.said)


def test_a_worker_that_dies_is_replaced_and_its_batch_asked_again(cluster, tmp_path):
    dying = iter(range(1000))

    def kill_some(worker, queries):
        if next(dying) in (0, 3, 7):
            worker.kill()

    cluster.on_answer = kill_some
    on_both(tmp_path, ToyModel, lambda: ToyData(120), batch_size=8)
    assert len(cluster.workers) == 5


def test_every_query_is_asked_once_while_all_is_well(cluster, tmp_path):
    log = tmp_path / "log"
    askance.run(LoggedModel(log=log), ToyData(120), ["accuracy"], out=tmp_path / "run", engine=RAY)
    assert {len(asked) for asked in read_log(log).values()} == {1}


def test_a_query_that_kills_workers_fails_alone(cluster, tmp_path):
    cluster.on_answer = lambda worker, queries: worker.kill() if b"number 17?" in queries else None
    done = askance.run(ToyModel(), ToyData(60), ["accuracy"], out=tmp_path, batch_size=8, engine=RAY)
    failed = [row for row in done.answers.to_pylist() if row["status"] == "failed"]
    assert [row["reason"] for row in failed] == ["the worker process died each time it was asked: killed by a test"]
    assert done.done.outcome.made == 60


def test_workers_that_only_die_end_the_run(cluster, tmp_path):
    cluster.on_answer = lambda worker, queries: worker.kill()
    done = askance.run(ToyModel(), ToyData(60), ["accuracy"], out=tmp_path, batch_size=8, engine=RAY)
    assert done.done.outcome.stopped == "failing"
    assert "died one after the other: killed by a test" in done.done.outcome.stopped_by
    assert len(cluster.workers) <= replicas.SPARE_DEATHS + 2 * 2 + 4


def test_a_model_that_cannot_be_loaded_again_ends_the_run_with_its_line(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(ToyModel, "prepare", lambda self, say: None, raising=False)

    def break_model(worker, queries):
        def fail(self, say):
            raise UserError("toy: the disk is gone")

        monkeypatch.setattr(ToyModel, "prepare", fail)
        worker.kill()

    cluster.on_answer = break_model
    done = askance.run(ToyModel(), ToyData(60), ["accuracy"], out=tmp_path, batch_size=8, engine=RayOptions(workers=1))
    assert done.done.outcome.stopped == "failing"
    assert done.done.outcome.stopped_by == "toy: the disk is gone (worker on here)"
    cluster.on_answer = lambda worker, queries: None
    monkeypatch.setattr(ToyModel, "prepare", lambda self, say: None)
    assert askance.run(ToyModel(), ToyData(60), ["accuracy"], out=tmp_path, engine=RAY).done.outcome.stopped is None
    askance.run(ToyModel(), ToyData(60), ["accuracy"], out=tmp_path / "whole")


def test_ray_is_not_imported_unless_asked_for(tmp_path):
    code = """
import sys, askance
from toy import ToyData, ToyModel
for engine, dry in ("local", False), ("ray", True):
    askance.run(ToyModel(), ToyData(6), ["accuracy"], out="run", engine=engine, dry_run=dry)
assert "ray" not in sys.modules
"""
    running = start_python("-c", code, cwd=tmp_path)
    _, errors = running.communicate()
    assert running.returncode == 0, errors


def test_without_ray_the_line_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match=r"^--engine ray needs Ray: .*pip install .*\[ray\]'$"):
        askance.run(ToyModel(), ToyData(6), ["accuracy"], out=tmp_path, engine=RAY)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"workers": 0}, "--workers 0: must be at least 1"),
        ({"gpus_per_worker": 1.5}, "--gpus-per-worker 1.5: above 1, it must be a whole number"),
        ({"cpus_per_worker": -1}, "--cpus-per-worker -1: must be a number from 0 on"),
        ({"address": "ray://10.0.0.1:10001"}, "Ray Client addresses are not supported"),
    ],
)
def test_options_that_make_no_sense_are_one_line(options, line):
    with pytest.raises(UserError, match=line):
        RayOptions(**options)


@pytest.mark.parametrize(
    ("options", "models", "cpus", "gpus", "workers"),
    [({}, 1, 8, 0, 8), ({}, 3, 8, 0, 2), ({"gpus_per_worker": 0.5}, 1, 8, 2, 4), ({"workers": 3}, 2, 8, 0, 3),
     ({"cpus_per_worker": 0, "workers": 32}, 1, 2, 0, 32),
     ({"gpus_per_worker": 1, "cpus_per_worker": 0.1}, 1, 1, 8, 8)],
)  # fmt: skip
def test_workers_fill_the_cluster(options, models, cpus, gpus, workers):
    assert workers_per_model(RayOptions(**options), models, cpus, gpus) == workers


def test_an_unknown_engine_is_one_line(tmp_path):
    with pytest.raises(UserError, match="engine"):
        askance.run(ToyModel(), ToyData(6), ["accuracy"], out=tmp_path, engine="rai")
