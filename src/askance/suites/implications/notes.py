"""What the suite says about its figures: coverage, errors predicted, and one contradiction as a dialogue."""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
from askance.core.suite import FinalNote, ResultNote
from askance.suites.implications.error_prediction import error_prediction_rows
from askance.suites.implications.implied_cases import DEPTH
from askance.suites.implications.metrics import tag_values

CHANCE = 50.0


def implication_notes(verdicts: pa.Table) -> list[str]:
    """One line each."""
    return [*_nothing_note(verdicts), *_error_note(verdicts)]


def _nothing_note(verdicts: pa.Table) -> Iterator[str]:
    """Why there is no figure: an apology, for example, is an answer from which nothing follows."""
    asked = verdicts.filter(pc.equal(verdicts["relation"], "asked"))
    read = len(asked) - asked["holds"].null_count
    if read and not pc.any(pc.equal(verdicts["relation"], "follows")).as_py():
        yield FinalNote(
            f"nothing follows from any of the {read:,} answers of {verdicts['model'][0].as_py()}:"
            " look at its answers (askance serve, page Cases)"
        )


def _error_note(verdicts: pa.Table) -> Iterator[str]:
    follows = verdicts.filter(pc.equal(verdicts["relation"], "follows"))
    if not len(follows):
        return
    first = follows.filter(pc.equal(tag_values(follows, DEPTH), "1"))
    found = {row["metric"]: row for table in error_prediction_rows(first) for row in table.to_pylist()}
    auc = found.get("error_auc")
    if auc is None or auc["value"] is None or auc["low"] is None:
        return
    verdict = "yes" if auc["low"] > CHANCE else "no: the other way round" if auc["high"] < CHANCE else "no clear sign"
    model = verdicts["model"][0].as_py()
    yield ResultNote(
        f"does inconsistency predict the errors of {model}? {verdict}"
        f" (AUC {auc['value']:.1f} %, 95 % interval {auc['low']:.1f} to {auc['high']:.1f}: how often a wrong answer is"
        " less consistent than a right one; 50 % is chance)"
    )
