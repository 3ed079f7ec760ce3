"""Judging while models still answer: the cases of a deck that was just dealt wait in memory for their answers."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from askance.core import Answer, Case
from askance.engine.judging import Judged
from askance.store import Deck, Entry

KEPT = 50_000  # asks of a deck; the cases of a larger one are read again when all is answered


class Waiting:
    """The cases of one deck, and what could be judged of them for each model, by its fingerprint."""

    def __init__(self) -> None:
        self._cases: list[tuple[bytes, Case, tuple[bytes, ...]]] = []
        self._asked: defaultdict[bytes, list[int]] = defaultdict(list)  # query key → places of cases
        self._given: defaultdict[str, dict[bytes, Answer]] = defaultdict(dict)  # for cases with several asks
        self._judged: defaultdict[str, Judged] = defaultdict(Judged)
        self._left = KEPT

    def add(self, key: bytes, case: Case, queries: Sequence[bytes]) -> None:
        """A case that was dealt, and the keys of its queries."""
        self._left -= len(queries)
        if self._left < 0:
            self._give_up()
            return
        for query in dict.fromkeys(queries):
            self._asked[query].append(len(self._cases))
        self._cases.append((key, case, tuple(queries)))

    def _give_up(self) -> None:
        self._cases.clear()
        self._asked.clear()
        self._given.clear()
        self._judged.clear()

    def hear(self, entries: Iterable[Entry]) -> None:
        """Judge the cases that these answers were the last for; what may be asked again is left to the end."""
        try:
            for entry in entries:
                if not entry.answer.temporary:
                    self._hear(entry)
        except Exception:  # the end of the run says it, when all is stored
            self._give_up()

    def _hear(self, entry: Entry) -> None:
        for place in self._asked.get(entry.query, ()):
            key, case, queries = self._cases[place]
            given = self._given[entry.fingerprint] if len(queries) > 1 else {}
            given[entry.query] = entry.answer
            if all(query in given for query in queries):
                answers = {role: given[query] for (role, _), query in zip(case.asks, queries, strict=True)}
                self._judged[entry.fingerprint].add(key, case, answers)

    def judged(self, deck: Deck, fingerprint: str) -> Judged | None:
        """All verdicts on the deck in the order of the store; None if some are lacking, or a case was dealt twice."""
        found = self._judged[fingerprint]
        if not len({row.key for row in found.rows}) == len(found.rows) == deck.cases:
            return None
        return Judged(sorted(found.rows, key=lambda row: (row.name, row.key)))
