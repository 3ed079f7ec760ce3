"""The LASSO for many right-hand sides over one pool."""

from askance.questions.lasso.many import Solution, solve

__all__ = ["Solution", "solve"]
