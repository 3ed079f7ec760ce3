"""The answers of journals by query: while a run adds answers, only what is new is read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from askance.store.journal import JournalEntry, parse_journal_lines
from askance.store.workspace_layout import JOURNAL, list_files_matching

Asked = tuple[bytes, str]  # key of the query, fingerprint of the model


@dataclass
class _Read:
    """What was read of one journal."""

    offset: int = 0  # bytes of whole lines
    entries: dict[Asked, list[JournalEntry]] = field(default_factory=dict)
    last: list[JournalEntry] = field(default_factory=list)  # the last line, where it lacks its line break

    def add(self, data: bytes, is_old: bool) -> None:
        """Take in what follows the whole lines that were read before."""
        size = data.rfind(b"\n") + 1
        self.offset += size
        for entry in parse_journal_lines(data[:size], is_old):
            self.entries.setdefault((entry.query, entry.fingerprint), []).append(entry)
        self.last = parse_journal_lines(data[size:], is_old)


class JournalAnswers:
    """The journals of one workspace; a journal has some ten thousand answers at most."""

    def __init__(self, root: Path):
        self._folder, self._lock = root / "answers", Lock()
        self._read: dict[str, _Read] = {}  # by name of the journal

    def find(self, keys: Iterable[bytes], fingerprint: str, is_old: bool = False) -> list[JournalEntry]:
        """What a model answered to some queries, in the order of the journals."""
        with self._lock:
            self._look(is_old)
            asked = [(key, fingerprint) for key in keys]
            found = [entry for read in self._read.values() for each in asked for entry in read.entries.get(each, ())]
            wanted = set(asked)
            last = [entry for read in self._read.values() for entry in read.last]
        return found + [entry for entry in last if (entry.query, entry.fingerprint) in wanted]

    def _look(self, is_old: bool) -> None:
        """Take in what was written since the last look."""
        paths = {path.name: path for path in list_files_matching(self._folder, JOURNAL)}
        before, self._read = self._read, {}
        for name, path in paths.items():
            read = before.get(name, _Read())
            try:
                if path.stat().st_size < read.offset:  # replaced: a workspace was copied over it
                    read = _Read()
                with path.open("rb") as file:
                    file.seek(read.offset)
                    read.add(file.read(), is_old)
            except OSError:  # it became a shard since it was listed
                continue
            self._read[name] = read
