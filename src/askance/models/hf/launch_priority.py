"""The thread that starts kernels goes first: Python runs one thread at a time, and an idle GPU costs more than a CPU.

Each operation of torch gives up the interpreter and waits to get it back. While other threads prepare the next batch,
that takes up to 5 ms per operation, and a step of a language model has about a thousand of them. So these threads pause
while the GPU has little left to do, and continue once a few layers are waiting for it.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AHEAD = 6  # layers that wait for the GPU before other threads continue
LONGEST_PAUSE = 0.25  # seconds; a batch that is never prepared would stop the run


class LaunchPriority:
    """Follows how many layers the GPU still has to do; on other devices nobody pauses."""

    def __init__(self, model: Any, device: Any):
        self._is_free = threading.Event()
        self._is_free.set()
        self._marks: deque[Any] = deque()  # one event per layer that the GPU has not reached
        self._is_active = False
        self._has_layers = device.type == "cuda" and _watch_layers(model, self._at_layer)

    def pause(self) -> None:
        """Wait until the GPU has enough to do; for threads that are not in a section, without locks."""
        if not self._is_free.is_set():
            self._is_free.wait(LONGEST_PAUSE)

    @contextmanager
    def section(self) -> Iterator[None]:
        """Other threads pause during this section while the GPU has little left to do; one section at a time."""
        if not self._has_layers:
            yield
            return
        self._is_free.clear()
        self._is_active = True
        try:
            yield
        finally:
            self._is_active = False
            self._marks.clear()
            self._is_free.set()

    def wait(self) -> None:
        """Wait until the GPU has only a few layers left: what comes next is a result that must be waited for."""
        if self._is_active and len(self._marks) > AHEAD:
            self._is_free.set()
            self._marks[-AHEAD].synchronize()
            self._is_free.clear()

    def _at_layer(self, *unused: Any) -> None:
        """A layer is about to be started."""
        import torch

        if not self._is_active:
            return
        mark = torch.cuda.Event()  # type: ignore[no-untyped-call]
        mark.record()
        self._marks.append(mark)
        while self._marks and self._marks[0].query():
            self._marks.popleft()
        if len(self._marks) <= AHEAD:
            self._is_free.clear()
        elif not self._is_free.is_set():
            self._is_free.set()


def _watch_layers(model: Any, at_layer: Any) -> bool:
    """Call `at_layer` before each transformer layer; False if the model marks none."""
    from transformers.modeling_layers import GradientCheckpointingLayer  # what transformers derives layers from

    layers = [part for part in model.modules() if isinstance(part, GradientCheckpointingLayer)]
    for layer in layers:
        layer.register_forward_pre_hook(at_layer)
    return bool(layers)
