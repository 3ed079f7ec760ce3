"""Basic questions: pools, encoders, rankers, levels of noise, chains."""

PENALTY, GAP = 1e-6, 1e-4  # of the LASSO: the paper's λ, and the relative duality gap that is wanted

__all__ = ["GAP", "PENALTY"]
