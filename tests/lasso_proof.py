"""What coefficients are worth, in double precision and without the solver's own code."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Proof:
    """The objective, the lower bound that the residual proves, and how far the conditions of optimality are missed."""

    objective: float
    bound: float
    over: float  # how far a column's product with the residual is over the penalty, relative to it
    slack: float  # what is paid for coefficients whose column is not at the penalty, relative to the objective

    @property
    def gap(self):
        return (self.objective - self.bound) / self.objective if self.objective > 0 else 0.0


def prove(pool, asked, penalty, x):
    """Rows of `pool` are the columns of the problem; `x` has one coefficient for each."""
    pool, asked = pool.astype(np.float64), asked.astype(np.float64)
    residual = asked - x @ pool
    products = pool @ residual
    most = np.abs(products).max()
    objective = residual @ residual / 2 + penalty * np.abs(x).sum()
    shrunk = residual * min(1.0, penalty / most) if most > 0 else residual
    bound = asked @ shrunk - shrunk @ shrunk / 2
    slack = np.abs(penalty * np.abs(x) - x * products).sum() / objective if objective > 0 else 0.0
    return Proof(objective, bound, most / penalty - 1, slack)


def dense(solution, size):
    """All coefficients of a solution."""
    x = np.zeros(size)
    x[solution.places] = solution.values
    return x


def top(x, size=21):
    """The places of the highest coefficients, as a set."""
    return set(np.argsort(-x, kind="stable")[:size].tolist())
