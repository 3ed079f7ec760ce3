"""Metrics of pairs: accuracy of both halves, consistency, both at once, and how often a model says yes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.metrics.chance_corrected_consistency import correct_consistency_for_chance
from askance.metrics.confidence_interval import Codes, Floats
from askance.metrics.coverage import coverage_rows
from askance.metrics.macro_average import count_decided_tests, group_by_test, macro_average_rows
from askance.metrics.rate import TIDY, Bools, Grouping, Row, image_cluster_codes, make_groupings, tidy_table
from askance.wording.normalise_answers import normalise_answer

ROLES = ("original", "perturbed")
BY = ("type", "answer", "choices", "relational", "direction")
BINARY, CHOICE = ("Q1", "Q2", "Q3", "Q4"), ("Q5", "Q6", "Q7")
REPHRASE_ORDER = "rephrase+order"  # the pairs of the paper's Table 4
RESPONSES: Mapping[str, Callable[[Bools, Bools], Bools]] = {  # from whether answers say yes, and whether they say no
    "yes_rate": lambda yes, no: yes,
    "no_rate": lambda yes, no: no,
    "other_rate": lambda yes, no: ~(yes | no),
}


@dataclass(frozen=True, slots=True)
class PairLayout:
    """What the metrics of one table share: the image of each pair, its test, and all groups."""

    clusters: Codes
    tests: Grouping
    groupings: list[Grouping]

    def rate_rows_by_group(self, scores: Floats) -> dict[str, Row]:
        """Tidy rows by group; the total is the mean over the tests."""
        return macro_average_rows(scores, self.clusters, self.tests, self.groupings)


def pair_metrics(verdicts: pa.Table) -> pa.Table:
    """Tidy rows by test, group and tag; the total ("") is the mean over the tests, `pooled` that over all pairs."""
    layout = _make_layout(verdicts)
    answers = [normalised_answers(verdicts, role) for role in ROLES]
    scores = _pair_scores(verdicts)
    made = {metric: layout.rate_rows_by_group(values) for metric, values in scores.items()}
    made["cons_chance_corrected"] = correct_consistency_for_chance(
        made["cons"], scores["cons"], answers, requires_opposite_answers(verdicts), layout
    )
    made |= _response_rates(verdicts, answers)
    tables = [tidy_table(metric, rows) for metric, rows in made.items()]
    return pa.concat_tables([*tables, _test_count_rows(layout, scores), coverage_rows(verdicts)]).cast(TIDY)


def _make_layout(verdicts: pa.Table) -> PairLayout:
    groupings = list(
        make_groupings(verdicts, BY, {name: mask for name, mask in _question_type_masks(verdicts) if mask.any()})
    )
    return PairLayout(image_cluster_codes(verdicts), group_by_test(verdicts), groupings)


def _question_type_masks(verdicts: pa.Table) -> Iterator[tuple[str, Bools]]:
    """Yes/no and multiple-choice pairs: of all tests, and of rephrase and order with the number of choices."""
    type_, choices = (pc.map_lookup(verdicts["tags"], tag, "first") for tag in ("type", "choices"))
    both = _is_in(_test_names(verdicts), ("rephrase", "order"))
    for name, types in (("binary", BINARY), ("choice", CHOICE)):
        inside = _is_in(type_, types)
        yield f"kind/{name}", inside
        yield f"{REPHRASE_ORDER}/{name}", inside & both
    for count in ("2", "3"):
        yield f"{REPHRASE_ORDER}/choices-{count}", _is_in(choices, (count,)) & both


def _test_names(verdicts: pa.Table) -> pa.ChunkedArray:
    return pc.replace_substring_regex(verdicts["group"], "/.*$", "")


def _is_in(column: pa.ChunkedArray, values: tuple[str, ...]) -> Bools:
    found: Bools = np.asarray(pc.fill_null(pc.is_in(column, pa.array(values)), False), dtype=np.bool_)
    return found


def _pair_scores(verdicts: pa.Table) -> dict[str, Floats]:
    """Metric → the score of each pair; not a number where it is undecided."""
    original, perturbed = half_scores(verdicts)
    return {
        "acc": (original + perturbed) / len(ROLES),
        "acc_original": original,
        "acc_perturbed": perturbed,
        "cacc": both_halves_right(original, perturbed),
        "cons": consistency_scores(verdicts),
        "cons_readable": _to_floats(verdicts["holds"]),
    }


def half_scores(verdicts: pa.Table) -> tuple[Floats, Floats]:
    """How right the two answers of each pair are, an unreadable one 0; not a number where there is no answer."""
    first, second = (_to_floats(pc.map_lookup(verdicts["scores"], role, "first")) for role in ROLES)
    return first, second


def both_halves_right(original: Floats, perturbed: Floats) -> Floats:
    """1 where both halves are wholly right, 0 where one is not, not a number where one was not answered."""
    lowest = np.minimum(original, perturbed)  # not a number wins
    return np.where(np.isnan(lowest), np.nan, (lowest >= 1).astype(np.float64))


def consistency_scores(verdicts: pa.Table) -> Floats:
    """Whether each answered pair is consistent, also where an answer could not be read.

    Unreadable answers that must be equal are compared as normalised text; those that must be opposite are inconsistent.
    """
    texts = [pc.map_lookup(verdicts["texts"], role, "first") for role in ROLES]
    is_same = np.where(requires_opposite_answers(verdicts), 0.0, _to_floats(pc.equal(*texts)))
    is_unreadable = _is_in(verdicts["status"], ("unreadable",))
    return np.where(is_unreadable, is_same, _to_floats(verdicts["holds"]))


def requires_opposite_answers(verdicts: pa.Table) -> Bools:
    """Whether the two answers of a pair must be opposite."""
    return _is_in(verdicts["relation"], ("opposite",))


def _to_floats(column: pa.ChunkedArray) -> Floats:
    return np.asarray(column.cast(pa.float64()).fill_null(np.nan), dtype=np.float64)


def normalised_answers(verdicts: pa.Table, role: str) -> pa.Array:
    """What a half was answered, normalised: as it was read, or as text where it could not be read."""
    read, text = (pc.map_lookup(verdicts[name], role, "first") for name in ("said", "texts"))
    found = pc.coalesce(read, text).combine_chunks().dictionary_encode()
    names = pa.array([normalise_answer(name) for name in found.dictionary.to_pylist()], pa.string())
    return names.take(found.indices)


def _response_rates(verdicts: pa.Table, answers: list[pa.Array]) -> dict[str, dict[str, Row]]:
    """How often answers to yes/no questions say yes, no, or anything else; pairs with both halves answered."""
    is_binary = _is_in(pc.map_lookup(verdicts["tags"], "type", "first"), BINARY)
    layout = _make_layout(verdicts.filter(pa.array(is_binary)))
    says = [answer.filter(pa.array(is_binary)) for answer in answers]
    is_answered = np.asarray(pc.and_(*(each.is_valid() for each in says)), dtype=np.bool_)
    yes, no = ([_is_in(each, (word,)) for each in says] for word in ("yes", "no"))
    made = {}
    for metric, counts in RESPONSES.items():
        share = np.mean([counts(*each).astype(np.float64) for each in zip(yes, no, strict=True)], axis=0)
        rows = layout.rate_rows_by_group(np.where(is_answered, share, np.nan))
        made[metric] = {group: row for group, row in rows.items() if row[3] + row[4] or group == ""}
    return made


def _test_count_rows(layout: PairLayout, scores: Mapping[str, Floats]) -> pa.Table:
    """The number of tests that the totals are the mean of; by metric where it has no decided pair in some test."""
    asked = np.zeros(len(layout.tests.codes))
    counts = {"": count_decided_tests(asked, layout.tests)}
    counts |= {metric: count_decided_tests(values, layout.tests) for metric, values in scores.items()}
    pairs, images = len(asked), len(np.unique(layout.clusters))
    rows: dict[str, Row] = {
        group: (float(count) if pairs else None, None, None, pairs, 0, images)
        for group, count in counts.items() if not group or count < counts[""]
    }  # fmt: skip
    return tidy_table("tests", rows)
