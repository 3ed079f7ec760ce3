"""Recorded answers as a model: logs of other tools, matched with the questions of a data set."""

from askance.models.recorded.model import MatchedModel, RecordedModel, load

__all__ = ["MatchedModel", "RecordedModel", "load"]
