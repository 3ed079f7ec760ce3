"""Where the basic questions of a data set's items come from: a ranker over a pool, or a ready-made set."""

import importlib.util
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

import numpy as np
from askance.core import Dataset, UserError
from askance.core.install_command import install_command
from askance.core.suite import SuiteOption
from askance.core.unknown_names import unknown_name_error
from askance.ranking import PENALTY
from askance.ranking.encoders import DEFAULT as ENCODER
from askance.ranking.noise_levels import NEEDED
from askance.ranking.question_pool import Kind
from askance.ranking.ranker import Ranker, Ranking
from askance.suites.basic_questions.question_pools import named_pool_fingerprint, question_pool_for

WORDLLAMA = "wordllama"  # the encoder and its package


class ScoredQuestion(NamedTuple):
    """A basic question and how like the main one it is, as the ranker scores it."""

    question: str
    score: float


@dataclass(frozen=True, slots=True)
class RankedQuestions:
    """Main question → its 21 basic ones, best first; made when it is asked for, since there may be millions."""

    pool: Sequence[str]
    rows: Mapping[str, int]  # main question → its row in the ranking
    ranking: Ranking

    def __getitem__(self, main: str) -> list[ScoredQuestion]:
        places, scores = self.ranking.places[self.rows[main]], self.ranking.scores[self.rows[main]]
        return [
            ScoredQuestion(self.pool[place], score)
            for place, score in zip(places.tolist(), scores.tolist(), strict=True)
        ]


def _read_ranker_option(text: str) -> str:
    from askance.ranking.rankers import RANKERS

    if text not in RANKERS:
        raise unknown_name_error("ranker", text, RANKERS, "the page Rankers")
    return text


def _read_kind_option(text: str) -> str:
    if text not in get_args(Kind):
        raise ValueError(f"not one of {', '.join(get_args(Kind))}")
    return text


def _read_encoder_option(text: str) -> str:
    from askance.ranking.encoders import ENCODERS

    if text.partition(":")[0] not in ENCODERS:
        raise unknown_name_error("encoder", text, [kind.form for kind in ENCODERS.values()], "the page Encoders")
    return text


def _read_penalty_option(text: str) -> float:
    try:
        penalty = float(text)
    except ValueError:
        penalty = math.nan
    if not 0 < penalty < math.inf:
        raise ValueError("not a number above 0")
    return penalty


def _read_yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("neither yes nor no")
    return text == "yes"


OPTIONS: dict[str, SuiteOption] = {
    "ranker": SuiteOption(
        "NAME", "how a pool is ranked: lasso, bleu-1 … bleu-4, rouge-l, cider, meteor", _read_ranker_option
    ),
    "pool": SuiteOption("FILE|DATA", "a file of questions, or a data set whose questions are the pool"),
    "kind": SuiteOption("general|yes/no", "all questions of the pool, or those answered yes or no", _read_kind_option),
    "encoder": SuiteOption("NAME", "lasso: what makes vectors of questions", _read_encoder_option),
    "penalty": SuiteOption("NUMBER", "lasso: λ", _read_penalty_option),
    "raw": SuiteOption(
        "yes|no", "yes: leave repetitions and main questions in the pool, as in the paper's Table 8", _read_yes_no
    ),
    "set": SuiteOption("FOLDER", "a basic-question data set that `askance questions build` made"),
}


@dataclass(frozen=True, slots=True)
class QuestionSource:
    """What decides the basic questions of some items; each field is an option of the suites that use them."""

    ranker: str = "lasso"
    pool: str = ""
    kind: Kind = "general"
    encoder: str = ENCODER
    penalty: float = PENALTY
    raw: bool = False
    set: str = ""

    @classmethod
    def from_options(cls, given: Mapping[str, Any]) -> "QuestionSource":
        """From options, refusing those that have no meaning beside one another."""
        mine = {name: given[name] for name in OPTIONS if name in given}
        others = sorted(set(mine) - {"set"})
        if "set" in mine and others:
            raise UserError(f"set={mine['set']} has its questions already: leave out {', '.join(others)}")
        made = cls(**mine)
        vectors = [name for name in ("encoder", "penalty") if name in mine]
        if vectors and made.ranker != "lasso":
            raise UserError(f"only ranker=lasso takes {' and '.join(vectors)}, not ranker={made.ranker}: leave it out")
        return made

    def lacks(self) -> str | None:
        """What must be installed before anything can be ranked."""
        is_needed = not self.set and self.ranker == "lasso" and self.encoder.partition(":")[0] == WORDLLAMA
        if is_needed and importlib.util.find_spec(WORDLLAMA) is None:
            return f"WordLlama is not installed: {install_command('questions')}, or name another ranker=NAME"
        return None

    def open_ranker(self) -> Ranker:
        """The ranker."""
        from askance.ranking.rankers import open_ranker

        if self.ranker != "lasso":
            return open_ranker(self.ranker)
        from askance.ranking.encoders import open_encoder

        return open_ranker("lasso", encoder=open_encoder(self.encoder), penalty=self.penalty)

    @property
    def fingerprint(self) -> str:
        """Changes when other basic questions may be found for the same items."""
        if self.set:
            from askance.ranking.question_set import question_set_digest as content_of_set

            return content_of_set(self.set)
        pool = named_pool_fingerprint(self.pool) if self.pool else ""
        return f"{self.open_ranker().fingerprint} {self.kind}{' raw' if self.raw else ''} {pool}"

    def find_basic_questions(self, data: Dataset, main: Sequence[str]) -> RankedQuestions:
        """The basic questions of each main question, as this source has them."""
        from askance.ranking.ranking_cache import cached_ranking

        distinct = list(dict.fromkeys(main))
        if not distinct:
            return RankedQuestions((), {}, Ranking(np.zeros((0, 0), np.int32), np.zeros((0, 0)), np.zeros(0)))
        if self.set:
            return _questions_of_ready_made_set(self.set, distinct)
        pool = question_pool_for(data, distinct, self.pool, self.kind, self.raw)
        rows = {question: row for row, question in enumerate(distinct)}
        return RankedQuestions(pool, rows, cached_ranking(self.open_ranker(), pool, distinct, NEEDED))


def _questions_of_ready_made_set(folder: str, main: Sequence[str]) -> RankedQuestions:
    """The main questions' rows of a ready-made set; missing questions are named in an error."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from askance.ranking.question_set import read_question_set

    table = read_question_set(folder)
    chosen = pc.and_(pc.is_in(table["main"], pa.array(main, pa.string())), pc.less_equal(table["rank"], NEEDED))
    table = table.filter(chosen)
    firsts = table.group_by("main").aggregate([("main_id", "min"), ("rank", "max")])
    whole = firsts.filter(pc.equal(firsts["rank_max"], NEEDED)).sort_by("main_id_min")
    rows = {question: row for row, question in enumerate(whole["main"].to_pylist())}
    lacking = [question for question in main if question not in rows]
    if lacking:
        raise UserError(
            f"{folder} has no {NEEDED} basic questions for {len(lacking):,} of {len(main):,} main questions, such as"
            f" {lacking[0]!r}: build a set of these with askance questions build"
        )
    table = table.filter(pc.is_in(table["main_id"], whole["main_id_min"].combine_chunks()))  # by main_id and rank
    basic = table["basic"].combine_chunks().dictionary_encode()
    shape = len(rows), NEEDED
    places = np.asarray(basic.indices, dtype=np.int32).reshape(shape)
    scores = np.asarray(table["score"], dtype=np.float64).reshape(shape)
    return RankedQuestions(basic.dictionary.to_pylist(), rows, Ranking(places, scores, np.full(len(rows), np.nan)))
