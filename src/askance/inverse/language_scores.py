"""How much generated questions resemble annotated ones: CIDEr, BLEU, ROUGE-L and METEOR of a whole corpus.

All equal those of the COCO caption evaluation on the same words; docs/inverse.md says what METEOR needs for that.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from askance.ranking.encoders.treebank import treebank_tokens
from askance.ranking.rankers.bleu import SMALL, TINY
from askance.ranking.rankers.cider import ORDERS, SCALE, SIGMA
from askance.ranking.rankers.meteor.corpus import Words, corpus_meteor
from askance.ranking.rankers.meteor.tables import Source
from askance.ranking.rankers.ngrams import Gram, count_ngrams
from askance.ranking.rankers.rouge_l import BETA, common_length

LANGUAGE_SCORES = ("CIDEr", "BLEU-4", "BLEU-3", "BLEU-2", "BLEU-1", "ROUGE-L", "METEOR")  # the order of Table 1
# the marks that the caption evaluation leaves out; it means to leave out brackets too, but spells them otherwise
_MARKS = frozenset(["''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"])
_BRACKETS = {"(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-"}


def caption_words(text: str) -> list[str]:
    """The words of a question as the caption evaluation counts them: lower case, without punctuation marks."""
    return [_BRACKETS.get(word, word) for word in treebank_tokens(text.lower()) if word not in _MARKS]


def language_scores(
    questions: Sequence[str], references: Sequence[Sequence[str]], meteor: Source = "own"
) -> dict[str, float]:
    """Each score of some questions, of which each has at least one reference."""
    tested = [caption_words(question) for question in questions]
    wanted = [[caption_words(one) for one in each] for each in references]
    bleu = corpus_bleu(tested, wanted)
    found = {f"BLEU-{order}": value for order, value in enumerate(bleu, start=1)}
    found |= {"CIDEr": corpus_cider(tested, wanted), "ROUGE-L": corpus_rouge_l(tested, wanted)}
    found |= {"METEOR": corpus_meteor(tested, wanted, meteor)}
    return {name: found[name] for name in LANGUAGE_SCORES}


def corpus_bleu(tested: Sequence[Words], wanted: Sequence[Sequence[Words]], longest: int = 4) -> list[float]:
    """BLEU-1 to BLEU-`longest`: precisions over all sentences; the length of the closest reference counts."""
    correct, guessed = [0] * longest, [0] * longest
    length = reference_length = 0
    for words, references in zip(tested, wanted, strict=True):
        length += len(words)
        reference_length += min((abs(len(one) - len(words)), len(one)) for one in references)[1]
        for order in range(longest):
            grams = count_ngrams(words, order + 1)
            most: Counter[Gram] = Counter()
            for one in references:
                most |= count_ngrams(one, order + 1)
            correct[order] += (grams & most).total()
            guessed[order] += max(0, len(words) - order)
    ratio = (length + TINY) / (reference_length + SMALL)
    penalty = math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
    product, scores = 1.0, []
    for order in range(longest):
        product *= (correct[order] + TINY) / (guessed[order] + SMALL)
        scores.append(product ** (1 / (order + 1)) * penalty)
    return scores


def corpus_rouge_l(tested: Sequence[Words], wanted: Sequence[Sequence[Words]]) -> float:
    """The mean F measure; the best precision and the best recall may come from different references."""
    total = 0.0
    for words, references in zip(tested, wanted, strict=True):
        common = [common_length(words, one) for one in references]
        precision = max(common) / max(1, len(words))
        recall = max(shared / max(1, len(one)) for shared, one in zip(common, references, strict=True))
        if precision and recall:
            total += (1 + BETA**2) * precision * recall / (recall + BETA**2 * precision)
    return total / max(1, len(tested))


def corpus_cider(tested: Sequence[Words], wanted: Sequence[Sequence[Words]]) -> float:
    """The mean CIDEr-D, with document frequencies of the references."""
    weights = CiderReferences(wanted)
    total = sum(weights.score(words, references) for words, references in zip(tested, wanted, strict=True))
    return total / max(1, len(tested))


class CiderReferences:
    """Document frequencies of all references, to score single questions by CIDEr-D."""

    def __init__(self, wanted: Sequence[Sequence[Words]]):
        self._frequency = Counter(
            gram for references in wanted for gram in set(chain.from_iterable(_all_grams(one) for one in references))
        )
        self._size = math.log(max(1, len(wanted)))

    def score(self, words: Words, references: Sequence[Words]) -> float:
        """The mean over the references of one question."""
        vectors = self._weigh(words)
        longer = [max(0, len(words) - 1) - max(0, len(one) - 1) for one in references]  # the evaluation's lengths
        found = [_cider_of_pair(vectors, self._weigh(one), each) for one, each in zip(references, longer, strict=True)]
        return SCALE * sum(found) / len(found)

    def _weigh(self, words: Words) -> list[dict[Gram, float]]:
        """Counts times inverse document frequency, by the length of the n-gram."""
        vectors: list[dict[Gram, float]] = [{} for _ in range(ORDERS)]
        for gram, count in _all_grams(words).items():
            vectors[len(gram) - 1][gram] = count * (self._size - math.log(max(1, self._frequency[gram])))
        return vectors


def _cider_of_pair(
    tested: Sequence[Mapping[Gram, float]], wanted: Sequence[Mapping[Gram, float]], longer: int
) -> float:
    """The mean clipped cosine of weighted n-grams, with a Gaussian penalty on the difference of length."""
    total = 0.0
    for one, other in zip(tested, wanted, strict=True):
        inner = sum(min(weight, other.get(gram, 0.0)) * other.get(gram, 0.0) for gram, weight in one.items())
        norms = math.sqrt(sum(weight**2 for weight in one.values()) * sum(weight**2 for weight in other.values()))
        total += inner / norms if norms else inner
    return total / ORDERS * math.exp(-(longer**2) / (2 * SIGMA**2))


def _all_grams(words: Words) -> Counter[Gram]:
    return Counter(chain.from_iterable(count_ngrams(words, length).elements() for length in range(1, ORDERS + 1)))
