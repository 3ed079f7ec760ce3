"""How good the questions are that a generator draws to find out what a model believes (paper, supplement, Table 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from askance.core import Dataset, Model, UserError
from askance.inverse.answer_probability import answer_probabilities
from askance.inverse.language_scores import CiderReferences, caption_words, corpus_bleu
from askance.inverse.legal_questions import find_legal
from askance.inverse.question_model import QuestionModel
from askance.inverse.question_pools import QuestionPool
from askance.metrics.rate import PERCENT

Row = dict[str, Any]
METRICS = ("legal", "o_cider", "o_bleu4", "mean_score", "unique")
DRAWS = 100  # per image and answer, as in the paper


@dataclass(frozen=True, slots=True)
class DrawnCandidates:
    """What a generator draws for one image and answer."""

    pool: QuestionPool
    legal: float  # the share of the draws that are legal
    questions: tuple[str, ...]  # the legal ones, each once


def draw_candidates(
    generator: QuestionModel, data: Dataset, pools: Sequence[QuestionPool], draws: int, seed: int
) -> list[DrawnCandidates]:
    """The candidates of each pool whose answer the generator knows."""
    found = []
    for pool in pools:
        try:
            drawn = generator.draw_questions(pool.image, data.load_image(pool.image), pool.answer, draws, seed)
        except ValueError:  # the answer is not in its vocabulary
            continue
        texts = [one.question for one in drawn]
        is_legal = dict(zip(texts, find_legal(generator, texts), strict=True))
        kept = tuple(text for text, legal in is_legal.items() if legal)
        found.append(DrawnCandidates(pool, sum(is_legal[text] for text in texts) / max(1, len(texts)), kept))
    if not found:
        raise UserError(f"generator {generator.name}: knows none of the {len(pools):,} answers: choose other data")
    return found


def candidate_rows(
    generator: QuestionModel, model: Model, data: Dataset, pools: Sequence[QuestionPool], draws: int, seed: int
) -> list[Row]:
    """Tidy rows: legal draws, the nearest candidate to an annotated question, the model's scores, unique questions.

    Where a generator draws nothing legal for a pair, its language scores are 0 there, and it has no model score.
    """
    found = draw_candidates(generator, data, pools, draws, seed)
    references = CiderReferences([[caption_words(one) for one in each.pool.references] for each in found])
    nearest = [_nearest(each, references) for each in found]
    asked = [(each.pool.image, text, each.pool.answer) for each in found for text in each.questions]
    scores = iter(answer_probabilities(model, data, asked))
    means = [float(np.mean([next(scores) for _ in each.questions])) for each in found if each.questions]
    values = {
        "legal": PERCENT * float(np.mean([each.legal for each in found])),
        "o_cider": float(np.mean([cider for cider, _ in nearest])),
        "o_bleu4": float(np.mean([bleu for _, bleu in nearest])),
        "mean_score": float(np.mean(means)) if means else None,
        "unique": float(np.mean([len(each.questions) for each in found])),
    }
    about = {"model": generator.name, "dataset": data.name, "suite": "inverse"}
    counts = {"low": None, "high": None, "n": len(found), "undecided": len(pools) - len(found)}
    return [{**about, "metric": name, "group": f"candidates/{model.name}", "value": values[name], **counts}
            for name in METRICS]  # fmt: skip


def _nearest(drawn: DrawnCandidates, references: CiderReferences) -> tuple[float, float]:
    """The best CIDEr and the best BLEU-4 between a candidate and one annotated question."""
    wanted = [caption_words(one) for one in drawn.pool.references]
    pairs = [(caption_words(text), one) for text in drawn.questions for one in wanted]
    cider = max((references.score(words, [one]) for words, one in pairs), default=0.0)
    bleu = max((corpus_bleu([words], [[one]])[-1] for words, one in pairs), default=0.0)
    return cider, bleu
