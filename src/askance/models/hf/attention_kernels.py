"""Which attention kernels torch may use where shapes differ: not those of cuDNN, which need a plan for every shape.

A plan takes 40 to 70 ms of CPU time per thread, and the GPU waits meanwhile. The number of columns grows with each
step and differs from batch to batch, so nearly every step would need a plan. FlashAttention and the memory-efficient
kernels of torch need none.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from torch.backends import cuda


@contextmanager
def without_cudnn_attention() -> Iterator[None]:
    """While this lasts, torch uses no attention kernels of cuDNN."""
    was_enabled = cuda.cudnn_sdp_enabled()  # type: ignore[no-untyped-call]
    cuda.enable_cudnn_sdp(False)
    try:
        yield
    finally:
        cuda.enable_cudnn_sdp(was_enabled)
