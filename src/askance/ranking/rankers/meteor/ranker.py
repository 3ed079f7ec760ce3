"""METEOR over a whole pool: what is certain at once, the rest by beam search while it can still be among the best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from askance.core.digest import file_digest
from askance.ranking.question_pool import split_words
from askance.ranking.ranker import TOP, Floats, Indices, Ranking, top_scores
from askance.ranking.rankers.meteor.alignment import align_sentences
from askance.ranking.rankers.meteor.score import MOST, WORTH, f_mean, fragmentation_factor
from askance.ranking.rankers.meteor.shared_words import MainQuestionWords, SharedWords, find_shared_words
from askance.ranking.rankers.meteor.tables import Source, meteor_jar_path, open_meteor_tables
from askance.ranking.rankers.meteor.vocabulary import MatchingVocabulary
from askance.ranking.rankers.ngrams import Ints, PoolWords, number_pool_words
from askance.ranking.rankers.score_ranker import stack_rankings

BLOCK = 16  # questions aligned before the best are looked at again


@dataclass(frozen=True, slots=True)
class MeteorRanker:
    """METEOR 1.5 in our own words; tables="jar" takes the function words and synonyms of the reference."""

    tables: Source = "own"

    @property
    def name(self) -> str:
        return "meteor"

    @property
    def fingerprint(self) -> str:
        known = f":{file_digest(meteor_jar_path())}" if self.tables == "jar" else ""
        return f"meteor/1 tables={self.tables}{known}"

    def for_pool(self, pool: Sequence[str]) -> "MeteorPool":
        """The pool, its words under their stems and synsets."""
        held = number_pool_words(pool)
        vocabulary = MatchingVocabulary.from_words(held.vocabulary, open_meteor_tables(self.tables))
        emphasis = vocabulary.word_weights(held.vocabulary)
        weights = np.bincount(held.owners, emphasis[held.tokens], minlength=len(held.lengths))
        return MeteorPool(held, vocabulary, emphasis, weights.astype(np.int64))


@dataclass(frozen=True, slots=True)
class MeteorPool:
    """A pool ready to be scored by METEOR."""

    words: PoolWords
    vocabulary: MatchingVocabulary
    emphasis: Ints  # (vocabulary,): what each word counts
    weights: Ints  # (questions,): what their words count together

    def rank(self, main: Sequence[str], top: int = TOP) -> Ranking:
        """The best of the pool for each main question."""
        return stack_rankings(self._best_for_question(question, top) for question in main)

    def scores(self, main: str) -> Floats:
        """The score of every question of the pool: slower than to rank it."""
        places, values = self._best_for_question(main, len(self.weights))
        found = np.zeros(len(self.weights))
        found[places] = values
        return found

    def _best_for_question(self, main: str, top: int) -> tuple[Indices, Floats]:
        """The best places and their scores."""
        wanted = MainQuestionWords.match_question(split_words(main), self.vocabulary, self.emphasis)
        common = find_shared_words(self.words, wanted)
        limits = self._score_shared_words(common, wanted)  # of the certain ones: the scores
        found = np.zeros(len(self.weights))
        found[common.questions] = np.where(common.certain, limits, 0.0)
        leaders = np.delete(found, common.questions[~common.certain])
        order = np.flatnonzero(~common.certain)
        order = order[np.argsort(-limits[order], kind="stable")]
        for start in range(0, len(order), BLOCK):
            leaders = np.partition(leaders, -top)[-top:] if top < len(leaders) else leaders
            block = order[start : start + BLOCK]
            if len(leaders) >= top:
                block = block[limits[block] >= leaders.min()]
            if not len(block):
                break
            aligned = self._score_by_alignment(common.questions[block], wanted)
            found[common.questions[block]] = aligned
            leaders = np.concatenate([leaders, aligned])
        return top_scores(found, top)

    def _score_by_alignment(self, questions: Ints, wanted: MainQuestionWords) -> Floats:
        """The scores of questions whose words match in several ways."""
        rows = []
        begins = np.searchsorted(self.words.owners, questions)
        for begin, length in zip(begins, self.words.lengths[questions], strict=True):
            tokens = self.words.tokens[begin : begin + length].tolist()
            links, chunks = align_sentences(wanted.matches_of_each_word(tokens))
            tested = sum(WORTH[link.matcher] * int(self.emphasis[tokens[link.place]]) for link in links)
            kept = sum(WORTH[link.matcher] * int(wanted.emphasis[link.wanted]) for link in links)
            rows.append((len(links), chunks, tested, kept))
        return self._score_shared_words(
            SharedWords(questions, questions >= 0, *np.array(rows, dtype=np.int64).T), wanted
        )

    def _score_shared_words(self, common: SharedWords, wanted: MainQuestionWords) -> Floats:
        """The score of each question; where `common` is the most there can be, no alignment surpasses it."""
        every = int(wanted.emphasis.sum())
        precision = np.minimum(1.0, common.tested / (MOST * self.weights[common.questions]))
        mean = f_mean(precision, common.wanted / (MOST * max(1, every)))
        whole = (common.matches == self.words.lengths[common.questions]) & (common.matches == len(wanted.numbers))
        return mean * fragmentation_factor(common.chunks, common.matches, whole & (common.chunks == 1))
