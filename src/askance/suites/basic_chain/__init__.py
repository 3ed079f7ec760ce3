"""Suite `basic_chain`: the main question with a chain of basic questions."""

from askance.suites.basic_chain.chat_turns import ChainOfTurns
from askance.suites.basic_chain.suite import BasicChain

__all__ = ["BasicChain", "ChainOfTurns"]
