"""Figures of pairs: accuracy of both halves, consistency, and both at once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import pyarrow as pa
from askance.metrics.coverage import coverage
from askance.metrics.rate import TIDY, rates

ROLES = ("original", "perturbed")
BY = ("type", "answer", "choices", "relational", "direction")
CERTAIN = 1 - 1e-9  # by chance alone, but for rounding


def pair_metrics(verdicts: pa.Table) -> pa.Table:
    """Tidy rows by group and tag: acc, acc_original, acc_perturbed, cons, cons_chance_corrected, cacc, coverage."""
    scores = [dict(each or ()) for each in verdicts["scores"].to_pylist()]
    columns: dict[str, list[float | None]] = {
        "acc": [_mean(each) for each in scores],
        "acc_original": [each.get("original") for each in scores],
        "acc_perturbed": [each.get("perturbed") for each in scores],
        "cacc": [_both(each) for each in scores],
    }
    tables = []
    for metric, values in columns.items():
        graded = verdicts.set_column(verdicts.column_names.index("value"), "value", pa.array(values, pa.float64()))
        tables.append(rates(graded, metric, of="value", by=BY))
    consistency = rates(verdicts, "cons", by=BY)
    return pa.concat_tables([*tables, consistency, _corrected(verdicts, consistency), coverage(verdicts)])


def _mean(scores: Mapping[str, float]) -> float | None:
    return sum(scores.values()) / len(ROLES) if len(scores) == len(ROLES) else None


def _both(scores: Mapping[str, float]) -> float | None:
    return float(min(scores.values()) >= 1) if len(scores) == len(ROLES) else None


def _corrected(verdicts: pa.Table, consistency: pa.Table) -> pa.Table:
    """(cons − chance) / (1 − chance), where chance comes from the model's own answer shares on either half.

    As Cohen's kappa does, with pairs that must be equal and pairs that must be opposite taken apart. Where chance alone
    keeps every relation, as with answers that never vary, there is no such figure: the row has a null value.
    """
    chance = _chance(verdicts)
    rows = []
    for row in consistency.to_pylist():
        expected = chance.get(row["group"], 1.0)
        for name in ("value", "low", "high"):
            is_defined = row[name] is not None and expected < CERTAIN
            row[name] = min(100.0, 100 * (row[name] / 100 - expected) / (1 - expected)) if is_defined else None
        rows.append({**row, "metric": "cons_chance_corrected"})
    return pa.Table.from_pylist(rows, schema=TIDY)


def _chance(verdicts: pa.Table) -> dict[str, float]:
    """Expected consistency by chance, for every group that has a row."""
    shares: defaultdict[str, tuple[Counter[tuple[bool, str]], Counter[tuple[bool, str]]]] = defaultdict(
        lambda: (Counter(), Counter())
    )
    rows = zip(*(verdicts[name].to_pylist() for name in ("group", "tags", "said", "holds")), strict=True)
    for group, tags, said, holds in rows:
        answers = dict(said or ())
        if holds is None or len(answers) < len(ROLES):
            continue
        tagged = dict(tags)
        is_opposite = tagged.get("test") in ("negation", "antonym")
        for name in _groups(group, tagged):
            for counter, role in zip(shares[name], ROLES, strict=True):
                counter[is_opposite, answers[role]] += 1
    return {group: _agreement(*counters) for group, counters in shares.items()}


def _agreement(first: Counter[tuple[bool, str]], second: Counter[tuple[bool, str]]) -> float:
    total, expected = sum(first.values()), 0.0
    for is_opposite in (False, True):
        ones = {answer: n for (kind, answer), n in first.items() if kind == is_opposite}
        twos = {answer: n for (kind, answer), n in second.items() if kind == is_opposite}
        count = sum(ones.values())
        if count:
            same = sum(n * twos.get(answer, 0) for answer, n in ones.items()) / count**2
            expected += (1 - same if is_opposite else same) * count / total
    return expected


def _groups(group: str, tags: Mapping[str, str]) -> Iterable[str]:
    """The groups that a pair counts in: the prefixes of its path, and its tags; named as `rates` names them."""
    parts = group.strip("/").split("/") if group else []
    prefixes = ["/".join(parts[:depth]) for depth in range(len(parts) + 1)]
    return dict.fromkeys([*prefixes, *(f"{tag}/{tags[tag].replace('/', '-')}" for tag in BY if tag in tags)])
