"""The chain of basic questions: one idea, one file."""

from askance.suites.basic_chain.suite import BasicChain
from askance.suites.basic_chain.turns import ChainOfTurns

__all__ = ["BasicChain", "ChainOfTurns"]
