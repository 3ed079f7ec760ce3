"""One way to rank, one file; this table is the family."""

from collections.abc import Callable
from inspect import signature
from typing import Any

from askance.core.errors import UserError
from askance.core.unknown_names import unknown_name_error
from askance.ranking.ranker import Ranker
from askance.ranking.rankers.bleu import BleuRanker
from askance.ranking.rankers.cider import CiderRanker
from askance.ranking.rankers.meteor import MeteorRanker
from askance.ranking.rankers.rouge_l import RougeLRanker


def _open_lasso(**options: Any) -> Ranker:
    from askance.ranking.rankers.lasso import LassoRanker

    return _make_ranker("lasso", LassoRanker, options)


def _bleu_opener(longest: int) -> Callable[[], Ranker]:
    return lambda: BleuRanker(longest)


RANKERS: dict[str, Callable[..., Ranker]] = {
    "lasso": _open_lasso,
    **{f"bleu-{longest}": _bleu_opener(longest) for longest in (1, 2, 3, 4)},
    "rouge-l": RougeLRanker,
    "cider": CiderRanker,
    "meteor": MeteorRanker,
}


def open_ranker(spec: str, **options: Any) -> Ranker:
    """The ranker of that name, with its options."""
    if spec not in RANKERS:
        raise unknown_name_error("ranker", spec, RANKERS)
    return _make_ranker(spec, RANKERS[spec], options)


def _make_ranker(name: str, maker: Callable[..., Ranker], options: dict[str, Any]) -> Ranker:
    """What a maker makes of options that it knows."""
    known = [one.name for one in signature(maker).parameters.values() if one.kind != one.VAR_KEYWORD]
    strange = [option for option in options if option not in known]
    if strange and known:
        raise unknown_name_error(f"option of ranker {name}", strange[0], known)
    if strange and maker is not _open_lasso:
        raise UserError(f"ranker {name} takes no option {strange[0]!r}: leave it out")
    return maker(**options)


__all__ = ["RANKERS", "open_ranker"]
