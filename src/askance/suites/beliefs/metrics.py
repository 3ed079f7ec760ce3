"""Figures of belief sets: their composition, contradictions, and what was found per call."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from askance.core.case_score import CaseScore
from askance.inverse.agreement import JudgeAgreement, judge_agreement
from askance.inverse.belief_types import BELIEF_TYPES
from askance.metrics import coverage_rows
from askance.metrics.confidence_interval import Floats
from askance.metrics.rate import (
    Grouping,
    Row,
    image_cluster_codes,
    make_groupings,
    rate_rows,
    tidy_table,
)
from askance.relations.beliefs import OF_BELIEFS, TYPE
from askance.suites.beliefs.belief_cases import BY_SCENE

BY = ("type", "source", "annotated")  # tags that have groups of their own
_OF_BELIEFS = f"relation in {OF_BELIEFS}"


def case_scores() -> dict[str, CaseScore]:
    """The metrics as scores of single cases."""

    def share(score: str) -> CaseScore:
        return CaseScore(score, _OF_BELIEFS, is_of_own_cases=True)  # the beliefs of two models are not the same

    judged = "case when holds is not null then {} end"
    return {
        "correct": share("holds::double"),
        **{name: share(judged.format(f"(tags['{TYPE}'] = '{name}')::double")) for name in BELIEF_TYPES},
        "contradictory": share("(tags['contradicted'] = 'yes')::double"),
        "contradictory_images": CaseScore("1 - holds::double", "relation = 'consistent_image'"),
    }


def belief_metrics(verdicts: pa.Table) -> pa.Table:
    """Tidy rows of one model."""
    beliefs, images = judged_beliefs(verdicts), _with_relation(verdicts, "consistent_image")
    holds = _floats(beliefs["holds"])
    kinds = _tag(beliefs, TYPE)
    scores: dict[str, Floats] = {"correct": holds}
    scores |= {name: np.where(np.isnan(holds), np.nan, _equals(kinds, name)) for name in BELIEF_TYPES}
    scores |= {"contradictory": _equals(_tag(beliefs, "contradicted"), "yes")}
    confidence = _floats(pc.cast(_tag(beliefs, "confidence"), pa.float64()))
    tables = [_rates(metric, beliefs, values, BY) for metric, values in scores.items()]
    tables += [_rates("confidence", beliefs, confidence, (TYPE,))]
    tables += [_rates("contradictory_images", images, 1.0 - _floats(images["holds"]), ())]
    return pa.concat_tables([*tables, *_per_call_rows(verdicts, beliefs), coverage_rows(verdicts)])


def scene_agreement(verdicts: pa.Table) -> JudgeAgreement:
    """How far the judge's types agree with those by the scene, where another judge was asked."""
    beliefs = judged_beliefs(verdicts)
    decided = beliefs.filter(pc.is_valid(beliefs["holds"]))
    return judge_agreement(_tag(decided, TYPE).to_pylist(), _tag(decided, BY_SCENE).to_pylist())


def _per_call_rows(verdicts: pa.Table, beliefs: pa.Table) -> list[pa.Table]:
    """What a call finds: beliefs, and adversarial ones; and how many questions there are per image and answer."""
    drawn = _with_relation(verdicts, "answers_with")
    asked = _questions(drawn)
    first = np.unique(np.asarray(asked, dtype=object), return_index=True)[1] if asked else np.zeros(0, dtype=np.int64)
    calls = drawn.take(pa.array(first))
    is_held = {name for name, holds in zip(asked, drawn["holds"].to_pylist(), strict=True) if holds}
    is_found = {
        name
        for name, kind in zip(_questions(beliefs), _tag(beliefs, TYPE).to_pylist(), strict=True)
        if kind == "adversarial"
    }
    names = [asked[place] for place in first]
    undecided = _floats(calls["holds"])
    held = np.array([float(name in is_held) for name in names])
    found = np.array([float(name in is_found) for name in names])
    lost = np.isnan(undecided)
    return [
        _rates("believed", calls, np.where(lost, np.nan, held), ("source",)),
        _rates("found_per_100_calls", calls, found, ("source",)),
        tidy_table("unique", _unique_rows(drawn)),
    ]


def _unique_rows(drawn: pa.Table) -> dict[str, Row]:
    """The mean number of different legal questions per image and answer."""
    pairs = set(zip(drawn["image"].to_pylist(), _tag(drawn, "answer").to_pylist(), strict=True))
    images = len({image for image, _ in pairs})
    value = len(drawn) / len(pairs) if pairs else None
    return {"": (value, None, None, len(pairs), 0, images)}


def judged_beliefs(verdicts: pa.Table) -> pa.Table:
    """The verdicts on single beliefs."""
    return verdicts.filter(pc.is_in(verdicts["relation"], pa.array(OF_BELIEFS)))


def _with_relation(verdicts: pa.Table, name: str) -> pa.Table:
    return verdicts.filter(pc.equal(verdicts["relation"], name))


def _questions(rows: pa.Table) -> list[str]:
    """What was asked about which image."""
    pairs = zip(rows["image"].to_pylist(), _tag(rows, "question").to_pylist(), strict=True)
    return [f"{image}\n{question}" for image, question in pairs]


def _tag(rows: pa.Table, name: str) -> pa.ChunkedArray:
    return pc.map_lookup(rows["tags"], name, "first")


def _floats(column: pa.ChunkedArray) -> Floats:
    return np.asarray(column.cast(pa.float64()).fill_null(np.nan), dtype=np.float64)


def _equals(column: pa.ChunkedArray, value: str) -> Floats:
    found: Floats = np.asarray(pc.fill_null(pc.equal(column, value), False), dtype=np.float64)
    return found


def _rates(metric: str, rows: pa.Table, scores: Floats, by: Sequence[str]) -> pa.Table:
    """The mean of the scores in percent, in all and by tag; a score that is not a number is undecided."""
    groupings: list[Grouping] = list(make_groupings(rows.drop_columns(["group"]), by))
    return tidy_table(metric, rate_rows(scores, image_cluster_codes(rows), groupings))
