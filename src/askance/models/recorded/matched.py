"""What was matched: recorded answers by question, and the samples that were left out."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from askance.core.plural import plural
from askance.logs import RecordedAnswer, RecordedSample

SHOWN = 60  # characters of a question or reason in a note
REASONS = 3  # of failed calls in a note
FEW = 0.5  # share of equal targets below which a log is suspected to be of other data
# why a sample is left out: what it matches; and an answer by an unknown letter
NONE, IMAGE, SEVERAL, SAME = "no question", "a question about another image", "several questions", "the same question"
LETTER = "letter"

Asked = tuple[str, str]  # image, question


@dataclass(slots=True)
class Matched:
    """Recorded answers by image and question, and the samples that were left out."""

    answers: dict[Asked, tuple[RecordedAnswer, ...]] = field(default_factory=dict)
    known: set[Asked] = field(default_factory=set)  # all questions of the data
    by: str = ""  # how the samples were matched
    unchecked: int = 0  # samples that are matched by id or row number without a question or an image to compare
    left_out: defaultdict[str, list[RecordedSample]] = field(default_factory=lambda: defaultdict(list))
    targets: tuple[int, int] = (0, 0)  # targets equal to an answer of the data, of those that can be compared

    def notes(self, name: str, data: str, copies: int) -> list[str]:
        """What to know before a run, one line each."""
        answered, total = f"{len(self.answers):,}", plural(len(self.known), "question")
        lines = [f"has answers to {answered} of {total} of {data}, matched by {self.by}"]
        if self.unchecked:
            have = plural(self.unchecked, "sample has", "samples have")
            are = "it is" if self.unchecked == 1 else "they are"
            lines.append(f"{have} no question in the log; {are} matched by {self.by} alone")
        lines += self._left_out_notes(data)
        lines += self._failed_notes()
        if copies:
            lines.append(f"left out {plural(copies, 'sample')} whose id comes a second time in the log")
        same, compared = self.targets
        if compared and same < FEW * compared:
            lines.append(
                f"only {same:,} of {compared:,} targets in the log are answers of {data}: check that the log is of"
                " this data set and split"
            )
        return [f"{name}: {line}" for line in lines]

    def _failed_notes(self) -> Iterator[str]:
        """One line about the recorded calls that failed, if there are any."""
        reasons = Counter(each.reason for given in self.answers.values() for each in given if each.text is None)
        if not reasons:
            return
        shown = [f"{count:,} × {shorten(reason)}" for reason, count in reasons.most_common(REASONS)]
        more = ", …" if len(reasons) > REASONS else ""
        count = plural(reasons.total(), "recorded call")
        yield f"{count} failed ({', '.join(shown)}{more}): undecided, and not counted as wrong"

    def _left_out_notes(self, data: str) -> Iterator[str]:
        for reason in (NONE, IMAGE, SEVERAL, SAME):
            if samples := self.left_out.get(reason):
                count = plural(len(samples), "sample that matches", "samples that match")
                yield f"left out {count} {reason} of {data}, such as {_example(samples)}"
        if samples := self.left_out.get(LETTER):
            yield (
                f"left out {plural(len(samples), 'sample')} with an answer by letter, because the log does not say"
                f" which option it means, such as {_example(samples)}"
            )


def _example(samples: list[RecordedSample]) -> str:
    return f"{samples[0].id} ({shorten(samples[0].asked)!r})"


def shorten(text: str) -> str:
    """The beginning of a text, for notes."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"
