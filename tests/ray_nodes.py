"""A real Ray cluster of two nodes on this machine, in processes of its own; and its processes, to kill them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

WORKER = "ray::AskanceWorker"
STORE = 128 * 2**20  # bytes of shared memory per node


class TwoNodes:
    """A head node and a second node, with so many CPUs each."""

    def __init__(self, cpus: int = 2):
        from ray.cluster_utils import Cluster

        self._options = {"num_cpus": cpus, "object_store_memory": STORE, "include_dashboard": False}
        self._cluster = Cluster(initialize_head=True, head_node_args=self._options)
        self._second = self._cluster.add_node(num_cpus=cpus, object_store_memory=STORE)
        self.address = self._cluster.address

    def raylets(self) -> list[int]:
        """The process ids of both nodes, the head's first."""
        nodes = [self._cluster.head_node, self._second]
        return [node.all_processes["raylet"][0].process.pid for node in nodes]

    def workers(self) -> list[int]:
        """The process ids of Askance's workers on both nodes."""
        parents = set(self.raylets())
        return [pid for pid, parent, name in processes() if name.startswith(WORKER) and parent in parents]

    def kill_second_node(self) -> set[int]:
        """Kill the raylet of the second node; returns its workers, which end with it."""
        raylet = self.raylets()[1]
        ended = {pid for pid, parent, name in processes() if parent == raylet and name.startswith(WORKER)}
        os.kill(raylet, signal.SIGKILL)
        return ended

    def replace_second_node(self) -> None:
        """Start another second node for one that was killed."""
        self._cluster.remove_node(self._second, allow_graceful=False)
        self._second = self._cluster.add_node(num_cpus=self._options["num_cpus"], object_store_memory=STORE)

    def close(self) -> None:
        """End both nodes."""
        self._cluster.shutdown()


def processes() -> list[tuple[int, int, str]]:
    """Id, parent and command line of every process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            name = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (OSError, ValueError):  # it has ended
            continue
        found.append((int(folder.name), parent, name))
    return found


def wait_until(is_true, seconds: float = 120.0) -> None:
    """Wait for a condition; a machine that is too slow for it fails the test."""
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def start_python(*arguments: str, cwd: Path, **environment: str) -> subprocess.Popen[str]:
    """A Python process with the modules of the tests."""
    tests = Path(__file__).parent
    path = os.pathsep.join([str(tests.parent / "src"), str(tests), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": path} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
