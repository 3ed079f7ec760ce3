"""What a model returned, made into answers: coerced where the meaning is clear, else failed with a reason."""

import inspect
import math
import numbers
from collections.abc import Iterable, Mapping, Set
from itertools import islice
from typing import Any, get_args

import numpy as np
from askance.core.answer import Answer, Status
from askance.core.error_place import own_error_place
from askance.core.model import TemporaryError
from askance.core.plural import plural
from askance.core.query import Choose, Query, Score
from askance.core.usage import Usage

LONGEST_TEXT = 1_000_000  # characters of an answer; a longer one fails and is not stored
LONGEST_REASON = 2_000  # characters of a reason; a longer one is cut
MOST_TOP = 10_000  # probabilities of one answer
ROUNDING = 1e-4  # a probability this far outside 0 to 1 is a rounding error of float32 and is clipped
SLACK = 1e-3  # the probabilities of an answer may sum to this much more than 1
LARGEST_AMOUNT = 2**53  # tokens, seconds or dollars; also excludes what is infinite
RAISED = "raised"  # the cause of a failure for which the model raised an exception
TEMPORARY = "temporary"  # the cause of a failure that the model itself calls temporary
STATUSES: tuple[str, ...] = get_args(Status)
NOT_A_LIST = (str, bytes, bytearray, memoryview, Mapping, Set, Answer)  # iterable or not, they are no list of answers


class NotAnAnswer(ValueError):  # noqa: N818  it becomes a failed answer
    """A value that is no answer; the text says why."""


class WrongNumber(NotAnAnswer):
    """A batch that came back with fewer or more answers than queries."""


def coerce_answers(given: object, queries: Iterable[Query]) -> list[Answer]:
    """One answer per query from what a model returned; raises NotAnAnswer if that is not one value per query."""
    asked = list(queries)
    if inspect.isawaitable(given):
        _close_coroutine(given)
        raise NotAnAnswer("answer() is async: make it a plain function, for example with asyncio.run")
    if isinstance(given, NOT_A_LIST) or not isinstance(given, Iterable):
        raise NotAnAnswer(f"answer() returned {_type_name(given)}, not a list of answers")
    values = list(islice(iter(given), len(asked) + 1))  # one more shows that there are too many, also without end
    if len(values) != len(asked):
        is_less = len(values) < len(asked)
        count = plural(len(values), "answer") if is_less else f"more than {plural(len(asked), 'answer')}"
        raise WrongNumber(f"answer() returned {count} to {plural(len(asked), 'query', 'queries')}")
    return [coerce_answer(value, query) for value, query in zip(values, asked, strict=True)]


def coerce_answer(value: object, query: Query) -> Answer:
    """The value as an answer; a value that is not one becomes a temporary failure with a reason."""
    try:
        answer = _check_answer_fields(value) if isinstance(value, Answer) else Answer(text=coerce_text(value))
        return _require_score_or_text(answer, query)
    except NotAnAnswer as reason:
        return make_failed_answer(str(reason))
    except Exception as error:  # the value's own methods may raise anything
        return make_failed_answer(f"the answer cannot be read: {describe_exception(error)}")


def make_failed_answer(reason: str) -> Answer:
    """A failed answer that the next run asks for again."""
    return Answer(status="failed", reason=reason, temporary=True)


def raised_answer(error: BaseException) -> Answer:
    """The failed answer of a query for which a model raised something that it does not call temporary."""
    reason = f"{describe_exception(error)}{own_error_place(error)}"
    return Answer(status="failed", reason=_truncate_reason(reason), temporary=True, cause=RAISED)


def error_answer(error: BaseException) -> Answer:
    """The failed answer of one query that raised; what is temporary is asked again in this run."""
    if not isinstance(error, TemporaryError):
        return raised_answer(error)
    reason = describe_exception(error).removeprefix(f"{type(error).__name__}: ")
    wait = _amount(error.wait)
    # An answer's wait of 0 is the usual one; a model that raises it with 0 wants none.
    return Answer(
        "failed", reason=reason, temporary=True, wait=0.0 if wait is None else max(wait, 1e-6), cause=TEMPORARY
    )


def describe_exception(error: BaseException) -> str:
    """The type and the text of an exception, whatever its own methods do; for NotAnAnswer the text alone."""
    if isinstance(error, NotAnAnswer):
        return str(error)
    try:
        text = replace_lone_surrogates(str.__str__(str(error)))
    except BaseException as broken:
        text = f"its message cannot be read ({type(broken).__name__})"
    name = type(error).__name__
    return _truncate_reason(f"{name}: {text}" if text else name)


def coerce_text(value: object) -> str:
    """The value as text: text, UTF-8 bytes, a number, yes or no; raises NotAnAnswer for anything else."""
    if isinstance(value, str):
        return _check_text_length(
            replace_lone_surrogates(str.__str__(value))
        )  # a subclass, such as numpy.str_, becomes plain text
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return coerce_text(value.item())
    if isinstance(value, bytes | bytearray | memoryview):
        return _decode_utf8(bytes(value))
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, float | np.floating):
        return _number_to_text(value)
    if inspect.isawaitable(value):
        _close_coroutine(value)
        raise NotAnAnswer(
            "the function is async and returned a coroutine: call it with asyncio.run in a plain function"
        )
    raise NotAnAnswer(f"the model returned {_type_name(value)}, not text")


def replace_lone_surrogates(text: str) -> str:
    """The text as it can be stored: surrogate pairs joined, lone surrogates replaced by U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _check_answer_fields(given: Answer) -> Answer:
    """An Answer with every field of its declared type; nothing checked that when it was made."""
    status: Any = given.status
    if not isinstance(status, str) or status not in STATUSES:
        raise NotAnAnswer(f"status {_quote_value(status)} is none of {', '.join(STATUSES)}")
    text = None if given.text is None else coerce_text(given.text)
    score = None if given.score is None else coerce_probability(given.score, "score")
    reason = None if given.reason is None else _truncate_reason(coerce_text(given.reason))
    if status == "failed" and not reason:
        reason = "the model gave no reason"
    temporary = status == "failed" and bool(given.temporary)
    known: Status = "ok" if status == "ok" else "refused" if status == "refused" else "failed"
    return Answer(known, text, score, _coerce_top_answers(given.top), reason, temporary, **_extras(given, temporary))


def _extras(given: Answer, temporary: bool) -> dict[str, Any]:
    """The fields that few models set; none of them can make an answer fail, so what is no such value is left out."""
    extras: dict[str, Any] = {}
    if isinstance(given.thinking, str):
        extras["thinking"] = replace_lone_surrogates(given.thinking[:LONGEST_TEXT])
    if isinstance(given.usage, Usage):
        extras["usage"] = _usage(given.usage)
    if temporary and given.wait is not None:
        extras["wait"] = _amount(given.wait) or 0.0
    if given.status == "failed" and isinstance(given.cause, str):
        extras["cause"] = replace_lone_surrogates(given.cause[:LONGEST_REASON])
    return extras


def _usage(given: Usage) -> Usage:
    """Amounts as numbers from 0 on; what is not one is unknown."""
    prompt, completion, requests = map(_amount, (given.prompt_tokens, given.completion_tokens, given.requests))
    return Usage(
        None if prompt is None else int(prompt),
        None if completion is None else int(completion),
        _amount(given.seconds),
        _amount(given.usd),
        1 if requests is None else int(requests),
    )


def _amount(value: Any) -> float | None:
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= LARGEST_AMOUNT else None


def _require_score_or_text(answer: Answer, query: Query) -> Answer:
    """An answer that is ok has what was asked for: a score or a text."""
    if answer.status != "ok":
        return answer
    if isinstance(query.readout, Score):
        if answer.score is None:
            raise NotAnAnswer("the model was asked for a score and returned none")
    elif answer.text is None:
        raise NotAnAnswer("the model returned an answer without text")
    elif not isinstance(query.readout, Choose):  # options may overlap, and a score has other figures beside it
        _check_top_sum(answer.top)
    return answer


def _check_top_sum(top: Iterable[tuple[str, float]]) -> None:
    """Different answers to one question exclude each other, so their probabilities cannot sum to more than 1."""
    total = math.fsum(share for _, share in top)
    if total > 1 + SLACK:
        raise NotAnAnswer(
            f"top: the probabilities sum to {total:.4g}, more than 1: divide them by their sum, or leave out top"
        )


def _coerce_top_answers(given: Any) -> tuple[tuple[str, float], ...]:
    """The most probable answers with their probabilities, from pairs or from a mapping."""
    if given is None or (type(given) is tuple and not given):
        return ()
    pairs = given.items() if isinstance(given, Mapping) else given
    if isinstance(pairs, str | bytes) or not isinstance(pairs, Iterable):
        raise NotAnAnswer(f"top is {_type_name(given)}, not pairs of answer and probability")
    found = list(islice(iter(pairs), MOST_TOP + 1))
    if len(found) > MOST_TOP:
        raise NotAnAnswer(f"top has more than {MOST_TOP:,} answers")
    return tuple(_coerce_top_pair(each) for each in found)


def _coerce_top_pair(given: Any) -> tuple[str, float]:
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise NotAnAnswer("top is not a list of pairs of answer and probability")
    return coerce_text(given[0]), coerce_probability(given[1], "top")


def coerce_probability(given: Any, what: str) -> float:
    """A number from 0 to 1 as a plain float; raises NotAnAnswer for anything else."""
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given.item()
    if not isinstance(given, numbers.Real) or isinstance(given, bool):
        raise NotAnAnswer(f"{what} is {_type_name(given)}, not a number from 0 to 1")
    value = float(given)
    if not -ROUNDING <= value <= 1 + ROUNDING:  # also false for NaN
        raise NotAnAnswer(f"{what} {value:g} is not a number from 0 to 1")
    return min(1.0, max(0.0, value))


def _decode_utf8(data: bytes) -> str:
    if len(data) > 4 * LONGEST_TEXT:  # no need to decode what is too long in any case
        raise NotAnAnswer(_too_long_message(len(data), "bytes"))
    try:
        return _check_text_length(data.decode())
    except UnicodeDecodeError as error:
        raise NotAnAnswer(f"the model returned bytes that are not UTF-8 (byte {error.start})") from error


def _number_to_text(value: Any) -> str:
    if not math.isfinite(value):
        raise NotAnAnswer(f"the model returned the number {float(value)}, not text")
    return str(int(value)) if float(value).is_integer() else str(value)


def _check_text_length(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise NotAnAnswer(_too_long_message(len(text), "characters"))
    return text


def _too_long_message(length: int, unit: str) -> str:
    return f"the answer has {length:,} {unit}; at most {LONGEST_TEXT:,} are stored"


def _truncate_reason(reason: str) -> str:
    return reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]}…"


def _type_name(value: object) -> str:
    return "None" if value is None else type(value).__name__


def _quote_value(value: object) -> str:
    return repr(value[:40]) if isinstance(value, str) else _type_name(value)


def _close_coroutine(waiting: object) -> None:
    """Close a coroutine that is never awaited, so that Python does not warn about it."""
    if inspect.iscoroutine(waiting):
        waiting.close()
