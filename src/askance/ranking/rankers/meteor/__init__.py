"""METEOR 1.5 with the matchers exact and stem, and synonym where its tables are given; no paraphrases."""

from askance.ranking.rankers.meteor.ranker import MeteorRanker

__all__ = ["MeteorRanker"]
