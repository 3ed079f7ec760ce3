"""Recorded answers as a model: logs of other tools, matched with the questions of a data set."""

from askance.models.recorded.model import MatchedModel, RecordedModel, is_recorded, load

__all__ = ["MatchedModel", "RecordedModel", "is_recorded", "load"]
