"""The figures of the suite: consistency by kind, type and depth, contradicted images, and errors predicted."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core.case_score import CaseScore
from askance.metrics import coverage_rows
from askance.metrics.confidence_interval import Floats
from askance.metrics.rate import Grouping, image_cluster_codes, make_groupings, rate_rows, tidy_table
from askance.relations.follows import EXPECTS, keeps_expectation
from askance.suites.implications.error_prediction import error_prediction_rows
from askance.suites.implications.implied_cases import DEPTH
from askance.wording.implications import KINDS

FIRST = "relation = 'follows' and tags['depth'] = '1'"


def implication_scores() -> dict[str, CaseScore]:
    """The metrics as scores of single cases."""
    return {
        "consistency": CaseScore("value", FIRST),
        "contradicted_images": CaseScore("1 - holds::double", "relation = 'consistent_image'"),
    }


def implication_metrics(verdicts: pa.Table) -> pa.Table:
    """Tidy rows of one model; figures are about depth 1, where each question has one vote."""
    follows = _with_relation(verdicts, "follows")
    images = _with_relation(verdicts, "consistent_image")
    first = follows.filter(pc.equal(tag_values(follows, DEPTH), "1"))
    rows = rate_rows(_floats(first["value"]), image_cluster_codes(first), _groupings(first, ("type",)))
    rows |= rate_rows(_floats(follows["value"]), image_cluster_codes(follows), [_depths(follows)])
    for kind, scores in scores_by_kind(first).items():
        rows |= rate_rows(scores, image_cluster_codes(first), [Grouping([kind], _inside(first, kind))])
    contradicted = 1.0 - _floats(images["holds"])
    tables = [
        tidy_table("consistency", rows),
        tidy_table("contradicted_images", rate_rows(contradicted, image_cluster_codes(images), _groupings(images))),
        _covered_rows(verdicts, first),
        *error_prediction_rows(first),
    ]
    return pa.concat_tables([*tables, coverage_rows(verdicts)])


def scores_by_kind(rows: pa.Table) -> dict[str, Floats]:
    """Kind → the share of its implied questions that hold, per row; not a number where none could be decided."""
    scores = {kind: np.full(len(rows), np.nan) for kind in KINDS}
    for place, kept in enumerate(_outcomes(rows)):
        found: defaultdict[str, list[bool]] = defaultdict(list)
        for role, holds in kept:
            found[role.rpartition("-")[0]].append(holds)
        for kind, outcomes in found.items():
            scores[kind][place] = sum(outcomes) / len(outcomes)
    return {kind: each for kind, each in scores.items() if any(kind in str(text) for text in _expects(rows))}


def _outcomes(rows: pa.Table) -> Iterator[list[tuple[str, bool]]]:
    """Per row, role and whether its answer is what follows; what could not be read is left out."""
    for expects, said in zip(_expects(rows), rows["said"].to_pylist(), strict=True):
        answers = dict(said or ())
        kept = []
        for part in expects.split():
            role, _, expected = part.partition("=")
            holds = keeps_expectation(expected, answers.get(role))
            if holds is not None:
                kept.append((role, holds))
        yield kept


def _expects(rows: pa.Table) -> list[str]:
    return [text or "" for text in tag_values(rows, EXPECTS).to_pylist()]


def _inside(rows: pa.Table, kind: str) -> np.ndarray:
    found = [0 if any(part.startswith(f"{kind}-") for part in text.split()) else -1 for text in _expects(rows)]
    return np.array(found, dtype=np.int64)


def _depths(rows: pa.Table) -> Grouping:
    found = [int(depth) for depth in tag_values(rows, DEPTH).to_pylist()]
    names = sorted(set(found))
    return Grouping([f"depth/{depth}" for depth in names], np.array([names.index(each) for each in found], np.int64))


def _covered_rows(verdicts: pa.Table, first: pa.Table) -> pa.Table:
    asked = _with_relation(verdicts, "asked")
    followed = {name.partition("/")[2] for name in first["name"].to_pylist()}
    covered = np.array([float(name.partition("/")[2] in followed) for name in asked["name"].to_pylist()])
    scores = np.where(np.isnan(_floats(asked["holds"])), np.nan, covered) if len(asked) else covered
    return tidy_table("covered", rate_rows(scores, image_cluster_codes(asked), _groupings(asked, ("type",))))


def _groupings(rows: pa.Table, by: tuple[str, ...] = ()) -> list[Grouping]:
    return list(make_groupings(rows.drop_columns(["group"]), by))


def _with_relation(verdicts: pa.Table, name: str) -> pa.Table:
    return verdicts.filter(pc.equal(verdicts["relation"], name))


def tag_values(rows: pa.Table, name: str) -> pa.ChunkedArray:
    """The values of one tag."""
    return pc.map_lookup(rows["tags"], name, "first")


def _floats(column: pa.ChunkedArray) -> Floats:
    return np.asarray(column.cast(pa.float64()).fill_null(np.nan), dtype=np.float64)
