"""What came back: answers, readings of them, verdicts on them."""

from typing import Literal, Self

import msgspec
from askance.core.usage import Usage

Status = Literal["ok", "refused", "failed"]
Undecided = Literal["failed", "refused", "unreadable", "untested"]  # why a verdict is neither true nor false
Value = str | int | float | bool


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One model's answer to one query; a failure is a status with a reason, never text that gets scored."""

    status: Status = "ok"  # refused: the model does not want to answer; failed: there is no answer
    text: str | None = None  # the answer, if the status is ok and the query does not ask for a score
    score: float | None = None  # 0 to 1: the probability of the answer that a query with readout Score names
    top: tuple[tuple[str, float], ...] = ()  # the most probable answers with their probabilities, 0 to 1
    reason: str | None = None  # of a refused or failed answer, in a few words
    temporary: bool = False  # a failure that another try may fix: asked again on resume
    wait: float | None = None  # with `temporary`: seconds to wait before the run sends this query again
    cause: str = ""  # of a failure for which the query is not to blame, such as "key": many in a row stop the run
    thinking: str | None = None  # reasoning before the answer: stored, never read as the answer
    usage: Usage | None = None  # tokens, seconds and cost of the call, where they are known


class Reading(msgspec.Struct, frozen=True, gc=False):
    """What a versioned, pure parser understood; `value` None means unreadable, and `reason` says why."""

    kind: str
    value: Value | None
    reason: str | None = None


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """Whether a case's relation holds; None is undecided, and `status` says why. `value`: the graded form in [0, 1].

    `bias`: by how much the value is expected to differ from that of very many draws, where it is estimated from draws.
    """

    holds: bool | None
    value: float | None = None
    reason: str | None = None
    status: Undecided | None = None
    bias: float | None = None

    @classmethod
    def undecided(cls, status: Undecided, reason: str = "") -> Self:
        """A verdict that is neither true nor false; its reason starts with its status."""
        return cls(None, None, f"{status}: {reason}" if reason else status, status)
