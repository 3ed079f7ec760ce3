"""Which sample of a log answers which question of a data set: by id, by row number, or by question and image."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from askance.core import Dataset, Item
from askance.core.dataset import ListsQuestionIds
from askance.core.plural import plural
from askance.logs import RecordedAnswer, RecordedSample
from askance.models.recorded.question_words import QuestionIndex, is_about_same_question
from askance.wording.normalise_answers import normalise_answer

ALL_ITEMS = 2**40  # a limit that includes every question: ambiguity is that of the whole data set
SHOWN = 60  # characters of a question in a note
FEW = 0.5  # share of equal targets below which a log is suspected to be of other data

Asked = tuple[str, str]  # image, question


@dataclass(slots=True)
class Matched:
    """Recorded answers by image and question, and the samples for which no question was found."""

    answers: dict[Asked, tuple[RecordedAnswer, ...]] = field(default_factory=dict)
    known: set[Asked] = field(default_factory=set)  # all questions of the data
    by: str = ""  # how most samples were matched
    missing: list[RecordedSample] = field(default_factory=list)
    ambiguous: list[RecordedSample] = field(default_factory=list)
    targets: tuple[int, int] = (0, 0)  # targets equal to an answer of the data, of those that can be compared

    def notes(self, name: str, data: str, copies: int) -> list[str]:
        """What to know before a run, one line each."""
        answered, total = f"{len(self.answers):,}", plural(len(self.known), "question")
        lines = [f"{name}: has answers to {answered} of {total} of {data}, matched by {self.by}"]
        for samples, reason in ((self.missing, "no question"), (self.ambiguous, "several questions")):
            if samples:
                lines.append(
                    f"{name}: left out {plural(len(samples), 'sample that matches', 'samples that match')} {reason} of"
                    f" {data}, such as {samples[0].id} ({shorten(samples[0].asked)!r})"
                )
        if copies:
            lines.append(f"{name}: left out {plural(copies, 'sample')} whose id comes a second time in the log")
        same, compared = self.targets
        if compared and same < FEW * compared:
            lines.append(
                f"{name}: only {same:,} of {compared:,} targets in the log are answers of {data}: check that the log is"
                " of this data set and split"
            )
        return lines


def shorten(text: str) -> str:
    """The beginning of a text, for notes."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"


def match_samples(samples: Sequence[RecordedSample], data: Dataset) -> Matched:
    """Match all samples of a log with the questions of a data set."""
    items = list(data.items(ALL_ITEMS))
    matched = Matched(known={(item.image, item.question) for item in items})
    found = _match_all_by_id(samples, items, lambda sample: sample.id)
    matched.by = "id"
    if found is None and isinstance(data, ListsQuestionIds):
        ids = data.question_ids()
        matched.by = "row number"
        found = _match_all_by_id(samples, items, lambda sample: _id_of_row(sample, ids))
    pairs: list[tuple[RecordedSample, Item]] = []
    if found is None:
        matched.by = "question and image" if any(sample.image for sample in samples) else "question"
        pairs = _match_by_question(samples, items, matched)
    else:
        pairs = [(sample, found[sample.id]) for sample in samples if sample.id in found]
        matched.missing = [sample for sample in samples if sample.id not in found]
    _add_answers(pairs, matched)
    return matched


def _id_of_row(sample: RecordedSample, ids: Sequence[str]) -> str:
    return ids[sample.row] if sample.row is not None and 0 <= sample.row < len(ids) else ""


def _match_all_by_id(
    samples: Iterable[RecordedSample], items: Iterable[Item], id_of: Callable[[RecordedSample], str]
) -> dict[str, Item] | None:
    """Id of the sample → item; None where no id is known, or where one belongs to another question.

    Two data sets may both number their questions, so that ids are trusted only if the questions agree.
    """
    by_id = {item.id: item for item in items}
    found: dict[str, Item] = {}
    for sample in samples:
        item = by_id.get(id_of(sample))
        if item is None:
            continue
        if sample.asked and not is_about_same_question(item, sample.asked, sample.options):
            return None
        found[sample.id] = item
    return found or None


def _match_by_question(
    samples: Iterable[RecordedSample], items: Iterable[Item], matched: Matched
) -> list[tuple[RecordedSample, Item]]:
    index, pairs = QuestionIndex(items), []
    for sample in samples:
        candidates = index.in_prompt(sample.asked, sample.options)
        if sample.image:
            candidates = [item for item in candidates if item.image.partition("-")[0] == sample.image]
        asked = {(item.image, item.question) for item in candidates}
        if len(asked) == 1:
            pairs.append((sample, candidates[0]))
        else:
            (matched.ambiguous if asked else matched.missing).append(sample)
    return pairs


def _add_answers(pairs: Iterable[tuple[RecordedSample, Item]], matched: Matched) -> None:
    """The answers by question; those of several samples about one question are repetitions."""
    found: defaultdict[Asked, list[RecordedAnswer]] = defaultdict(list)
    same = compared = 0
    for sample, item in pairs:
        found[item.image, item.question] += sample.answers
        if sample.targets and item.answers:
            compared += 1
            same += _is_same_target(sample, item)
    matched.answers = {asked: tuple(answers) for asked, answers in found.items()}
    matched.targets = (same, compared)


def _is_same_target(sample: RecordedSample, item: Item) -> bool:
    """Whether the log expects what the data expects; a letter means its option."""
    options: Mapping[str, str] = dict(zip("ABCDEFGH", item.options, strict=False))
    expected = {normalise_answer(answer) for answer in item.answers}
    return any(normalise_answer(options.get(target.strip(), target)) in expected for target in sample.targets)
