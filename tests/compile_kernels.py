"""Compile every kernel of the LASSO for an H200, which takes no GPU; run as a program, without Triton's interpreter."""

import sys

import askance.ranking.lasso.gpu_kernels as kernels
import triton
from askance.ranking.lasso.gpu import CHANGES, ENTRIES, SCAN, WATCHED
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

SIZE = 256
SIDES = {"D": SIZE, "W": WATCHED, "C": CHANGES, "T": ENTRIES // SIZE, "BLOCK": SCAN}
NUMBERS = dict.fromkeys(("past", "size", "columns"), "i32")
WHOLE = dict.fromkeys(("slot", "place", "kind", "which", "column", "top", "count"), "*i32")
NARROW = dict.fromkeys(("half", "levels", "soon", "least"), "*fp16") | {"pool": "*fp32"}
KNOWN = NUMBERS | WHOLE | NARROW | dict.fromkeys(SIDES, "constexpr")
NAMES = (
    "compute_direction", "pick_columns_to_watch", "measure_levels", "advance_to_next_event", "exchange_columns",
)  # fmt: skip

for name in NAMES:
    kernel = getattr(kernels, name)
    signature = {argument: KNOWN.get(argument, "*fp64") for argument in kernel.arg_names}
    sides = {argument: SIDES[argument] for argument in kernel.arg_names if argument in SIDES}
    made = triton.compile(ASTSource(kernel, signature, sides), target=GPUTarget("cuda", 90, 32))
    sys.stdout.write(f"{name} {len(made.asm['cubin'])}\n")
