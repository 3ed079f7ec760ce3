"""Basic questions: pools, encoders, rankers, levels of noise, chains."""

PENALTY, GAP = 1e-6, 1e-4  # of the LASSO: the paper's λ, and the relative duality gap that is wanted
PART, GPU_PART = 2048, 32768  # distinct main questions a part of a data set; a GPU wants many at once

__all__ = ["GAP", "GPU_PART", "PART", "PENALTY"]
