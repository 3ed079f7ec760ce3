"""Named reducers: published benchmark scores as reductions of one table, groups of questions × variants."""

from askance.metrics.reducers.reducer_table import REDUCERS, Reducer
from askance.metrics.reducers.scored_answers import Reduced, ScoredAnswers

__all__ = ["REDUCERS", "Reduced", "Reducer", "ScoredAnswers"]
