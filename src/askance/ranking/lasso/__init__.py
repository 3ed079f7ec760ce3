"""The LASSO for many right-hand sides over one pool; docs/lasso.md begins with which algorithm runs when.

Other packages import only this: `solve`, or `prepare_pool` once and `solve_on_pool` for main questions in parts.
"""

from askance.ranking.lasso.solver import PreparedPool, Solution, prepare_pool, solve, solve_on_pool

__all__ = ["PreparedPool", "Solution", "prepare_pool", "solve", "solve_on_pool"]
