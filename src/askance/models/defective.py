"""Defective models: the oracle with one fault each, to see that a suite finds what it is made to find."""

from collections.abc import Sequence

from askance.core import Answer, ModelInput, UserError, source_digest
from askance.models.faults import FAULTS, Fault
from askance.models.oracle import OFFERS, unsupported_by_oracle

__all__ = ["FAULTS", "Defective", "Fault"]


class Defective:
    """The oracle with one fault; nothing is random: what varies derives from the query's key."""

    supports = OFFERS

    def __init__(self, fault: str):
        if fault not in FAULTS:
            raise UserError(f"no fault is named {fault}; there are: {', '.join(FAULTS)}")
        self.fault = FAULTS[fault]
        self.name = self._kind = f"defective:{fault}"
        self.needs = self.fault.needs

    @property
    def fingerprint(self) -> str:
        """The fault's name, and the digest of all code that makes its answers."""
        return f"{self._kind}:{source_digest('wording', 'models')}"

    def answer(self, shown: Sequence[ModelInput]) -> Sequence[Answer]:
        """One answer for each query, in order; a crash takes the whole batch with it."""
        return [unsupported_by_oracle(one) or self.fault.answer(one) for one in shown]
