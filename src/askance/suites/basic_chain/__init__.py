"""Suite `basic_chain`: the main question with a chain of basic questions."""

from askance.suites.basic_chain.suite import BasicChain
from askance.suites.basic_chain.turns import ChainOfTurns

__all__ = ["BasicChain", "ChainOfTurns"]
