"""The answers that a run adds, read as they come: of the journal only what is new."""

from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from askance.store.journal import JournalEntry, parse_journal_lines
from askance.store.workspace_layout import JOURNAL, SHARD, list_files_matching

FAILED = "failed"
LATEST, FAILURES = 24, 24  # answers that are kept to be shown
READ_AT_ONCE = 4 * 2**20  # bytes of a journal per look
MOST_REASONS, LONGEST_REASON = 200, 300  # different reasons that are counted in a file, and their characters
OTHER = ""  # the reason of all others


class AnswerTail:
    """Counts the answers of a round by model and status, and keeps the last ones."""

    def __init__(self, root: Path, first_shard: int):
        self._folder, self._first = root / "answers", first_shard
        self._offsets: dict[str, int] = {}  # number of a journal → bytes of whole lines read
        self._counts: dict[str, Counter[tuple[str, str]]] = {}  # number → (fingerprint, status) → answers
        self._reasons: dict[str, Counter[str]] = {}  # number → reason → failed answers
        self._written: set[str] = set()  # numbers that are shards now
        self.latest: deque[JournalEntry] = deque(maxlen=LATEST)
        self.failures: deque[JournalEntry] = deque(maxlen=FAILURES)

    def look(self) -> None:
        """Take in what was written since the last look."""
        for path in list_files_matching(self._folder, SHARD):
            number = path.name[:6]
            if int(number) >= self._first and number not in self._written:
                self._take_shard(number, path)
        for path in list_files_matching(self._folder, JOURNAL):
            if int(path.stem) >= self._first and path.stem not in self._written:
                self._take_journal(path)

    def counts(self) -> Counter[tuple[str, str]]:
        """(fingerprint, status) → answers so far."""
        return sum(self._counts.values(), Counter())

    def reasons(self) -> Counter[str]:
        """Reason → failed answers so far; `OTHER` counts those beyond the first different ones."""
        return sum(self._reasons.values(), Counter())

    def _take_shard(self, number: str, path: Path) -> None:
        """Count a finished shard; its journal was perhaps not read to the end."""
        try:
            table = pq.read_table(path, columns=["fingerprint", "status", "reason"])
        except (OSError, pa.ArrowException):  # damaged, or removed meanwhile
            return
        statuses = table["status"].to_pylist()
        self._counts[number] = Counter(zip(table["fingerprint"].to_pylist(), statuses, strict=True))
        said = zip(statuses, table["reason"].to_pylist(), strict=True)
        self._reasons[number] = Counter()
        count_reasons(self._reasons[number], (reason for status, reason in said if status == FAILED))
        self._written.add(number)

    def _take_journal(self, path: Path) -> None:
        offset = self._offsets.get(path.stem, 0)
        try:
            with path.open("rb") as file:
                file.seek(offset)
                data = file.read(READ_AT_ONCE)
        except OSError:  # it became a shard since it was listed
            return
        whole = data[: data.rfind(b"\n") + 1]
        self._offsets[path.stem] = offset + len(whole)
        found = parse_journal_lines(whole)
        self._counts.setdefault(path.stem, Counter()).update((each.fingerprint, each.answer.status) for each in found)
        self.latest.extend(found)
        failed = [each for each in found if each.answer.status == FAILED]
        self.failures.extend(failed)
        count_reasons(self._reasons.setdefault(path.stem, Counter()), (each.answer.reason for each in failed))


def count_reasons(counts: Counter[str], reasons: Iterable[str | None]) -> None:
    """Count reasons; a model may put an id into each of them, so only the first different ones are kept."""
    for reason in reasons:
        shown = " ".join((reason or "no reason was given").split())[:LONGEST_REASON]
        counts[shown if shown in counts or len(counts) < MOST_REASONS else OTHER] += 1
