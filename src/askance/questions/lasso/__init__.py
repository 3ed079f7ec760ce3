"""The LASSO for many right-hand sides over one pool; docs/lasso.md begins with which algorithm runs when.

This is all that other packages may import: `solve`, or `placed` once and `solve_over` for main questions in parts.
"""

from askance.questions.lasso.many import Pool, Solution, placed, solve, solve_over

__all__ = ["Pool", "Solution", "placed", "solve", "solve_over"]
