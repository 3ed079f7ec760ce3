"""Which sample of a log answers which question of a data set: by row number, by id, or by question and image."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from askance.core import Dataset, Item
from askance.core.dataset import ListsQuestionIds
from askance.logs import RecordedAnswer, RecordedSample
from askance.logs.recorded_sample import CONTENT
from askance.models.recorded.matched import IMAGE, LETTER, NONE, SAME, SEVERAL, Asked, Matched
from askance.models.recorded.option_order import answers_in_order_of_item, options_of_sample
from askance.models.recorded.question_index import QuestionIndex, content_of_image, is_about_same_question
from askance.wording.normalise_answers import normalise_answer
from askance.wording.option_letters import OPTION_LETTERS

ALL_ITEMS = 2**40  # a limit that includes every question: ambiguity is that of the whole data set

Pairs = list[tuple[RecordedSample, Item]]
IdOf = Callable[[RecordedSample], str]


def match_samples(samples: Sequence[RecordedSample], data: Dataset) -> Matched:
    """Match all samples of a log with the questions of a data set."""
    items = list(data.items(ALL_ITEMS))
    matched = Matched(known={(item.image, item.question) for item in items})
    for by, id_of in _id_rules(samples, data):
        if pairs := _match_by_id(samples, items, id_of, matched):
            matched.by = by
            break
    else:
        matched.by = "question and image" if any(sample.image for sample in samples) else "question"
        pairs = _match_by_question(samples, items, matched)
    _add_answers(pairs, matched)
    return matched


def _id_rules(samples: Iterable[RecordedSample], data: Dataset) -> Iterator[tuple[str, IdOf]]:
    """The row number first: as a number it may also be the id of another question."""
    if isinstance(data, ListsQuestionIds) and any(sample.row is not None for sample in samples):
        ids = data.question_ids()
        yield "row number", lambda sample: sample.id if sample.row is None else _id_of_row(sample.row, ids)
    yield "id", lambda sample: sample.id


def _id_of_row(row: int, ids: Sequence[str]) -> str:
    return ids[row] if 0 <= row < len(ids) else ""


def _match_by_id(samples: Iterable[RecordedSample], items: Iterable[Item], id_of: IdOf, matched: Matched) -> Pairs:
    """Samples with the items of their ids; none if no id is known, or if one belongs to another question or image.

    Two data sets may both number their questions, so that ids are trusted only if the questions agree.
    """
    by_id = {item.id: item for item in items}
    pairs, missing, unchecked = [], [], 0
    for sample in samples:
        item = by_id.get(id_of(sample))
        if item is None:
            missing.append(sample)
            continue
        if _is_other_image(sample, item) or not is_about_same_question(item, sample.asked, sample.options):
            return []
        pairs.append((sample, item))
        unchecked += not sample.asked.strip() and not _can_compare_images(sample, item)
    if pairs:
        matched.left_out[NONE], matched.unchecked = missing, unchecked
    return pairs


def _can_compare_images(sample: RecordedSample, item: Item) -> bool:
    return bool(sample.image) and item.image.startswith(CONTENT)


def _is_other_image(sample: RecordedSample, item: Item) -> bool:
    """Whether both images are known by content, and differ."""
    return _can_compare_images(sample, item) and not _has_image_of(sample, item)


def _has_image_of(sample: RecordedSample, item: Item) -> bool:
    return content_of_image(item) == sample.image


def _match_by_question(samples: Iterable[RecordedSample], items: Iterable[Item], matched: Matched) -> Pairs:
    index = QuestionIndex(items)
    found: defaultdict[Asked, Pairs] = defaultdict(list)
    for sample in samples:
        candidates = index.in_prompt(sample.asked, sample.options)
        same = [item for each in candidates for item in each.about(sample.image)]
        asked = {(item.image, item.question) for item in same}
        if len(asked) == 1:
            found[asked.pop()].append((sample, same[0]))
        else:
            matched.left_out[SEVERAL if asked else IMAGE if candidates else NONE].append(sample)
    for asking, pairs in list(found.items()):
        images = {sample.image or sample.image_path for sample, _ in pairs}
        if len(pairs) > 1 and (len(images) > 1 or "" in images):  # perhaps about images that the data lacks
            matched.left_out[SAME] += [sample for sample, _ in found.pop(asking)]
    return [pair for pairs in found.values() for pair in pairs]


def _add_answers(pairs: Pairs, matched: Matched) -> None:
    """The answers by question; those of several samples about one question are repetitions."""
    found: defaultdict[Asked, list[RecordedAnswer]] = defaultdict(list)
    same = compared = 0
    for sample, item in pairs:
        answers = answers_in_order_of_item(sample, item)
        if answers is None:
            matched.left_out[LETTER].append(sample)
            continue
        found[item.image, item.question] += answers
        is_same = _is_same_target(sample, item)
        compared += is_same is not None
        same += is_same is True
    matched.answers = {asked: tuple(answers) for asked, answers in found.items()}
    matched.targets = (same, compared)


def _is_same_target(sample: RecordedSample, item: Item) -> bool | None:
    """Whether the log expects what the data expects; a letter means its option in the log. None: not known."""
    options = dict(zip(OPTION_LETTERS, options_of_sample(sample, item), strict=False))
    targets = [target.strip() for target in sample.targets]
    unknown = item.options and not options and not set(OPTION_LETTERS).isdisjoint(targets)
    if not targets or not item.answers or unknown:
        return None
    expected = {normalise_answer(answer) for answer in item.answers}
    return any(normalise_answer(options.get(target, target)) in expected for target in targets)
