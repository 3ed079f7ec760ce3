"""The LASSO for many right-hand sides over one pool."""

from askance.questions.lasso.many import Pool, Solution, placed, solve, solve_over

__all__ = ["Pool", "Solution", "placed", "solve", "solve_over"]
