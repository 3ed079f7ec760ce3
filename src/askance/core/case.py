"""A case: some queries, and the relation that their answers must keep."""

from collections.abc import Mapping
from typing import Self

import msgspec
from askance.core.digest import digest_value
from askance.core.query import Query

Pairs = tuple[tuple[str, str], ...]


class Case(msgspec.Struct, frozen=True, gc=False):
    """Named queries (`asks`: role → query), how to read their answers, and the relation between them."""

    suite: str
    name: str
    asks: tuple[tuple[str, Query], ...]
    relation: str
    group: str = ""  # the path it is reported under, such as negation/Q1
    reads: str = "auto"  # the kind of reading; auto = chosen from the question
    options: tuple[str, ...] = ()  # the choices a question names, for reads="choice"
    expected: tuple[tuple[str, tuple[str, ...]], ...] = ()  # role → true answers (one, or several people's)
    tags: Pairs = ()
    question: str = ""  # the question that answers are read for, where what is asked says more; "" = all that is asked
    scores: tuple[tuple[str, tuple[float, ...]], ...] = ()  # role → the score of each of its true answers
    role_options: tuple[tuple[str, tuple[str, ...]], ...] = ()  # role → its choices, where roles have different ones

    @classmethod
    def of(
        cls,
        suite: str,
        name: str,
        asks: Mapping[str, Query],
        relation: str,
        *,
        group: str = "",
        reads: str = "auto",
        options: tuple[str, ...] = (),
        expected: Mapping[str, tuple[str, ...]] | None = None,
        tags: Mapping[str, str] | None = None,
        question: str = "",
        scores: Mapping[str, tuple[float, ...]] | None = None,
        role_options: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Self:
        """A case from mappings, in canonical order (roles keep the order given)."""
        return cls(
            suite,
            name,
            tuple(asks.items()),
            relation,
            group,
            reads,
            options,
            tuple((expected or {}).items()),
            tuple(sorted((tags or {}).items())),
            question,
            tuple((role, each) for role, each in (scores or {}).items() if each),
            tuple((role_options or {}).items()),
        )

    def options_for_role(self, role: str) -> tuple[str, ...]:
        """The choices that one role's question offers."""
        return dict(self.role_options).get(role, self.options) if self.role_options else self.options


_decoder = msgspec.json.Decoder(Case)


def decode_case(body: bytes) -> Case:
    """The case that stored canonical bytes describe."""
    return _decoder.decode(body)


def case_key(case: Case) -> bytes:
    """The key of a case: the digest of all of it."""
    return digest_value(case)
