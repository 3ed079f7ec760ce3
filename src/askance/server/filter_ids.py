"""A filter as ids: which models, groups, outcomes, tag sets and texts of an index it names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from askance.server.array_lookup import Mask, Numbers
from askance.server.case_filter import CaseFilter, Outcome, SearchWord, short_word, whole_word_pattern
from askance.server.case_names import cases_named, cases_of_images
from askance.server.query_pool import QueryPool, Ticket
from askance.server.token_index import MOST_BYTES, TokenIndex, can_search
from askance.server.verdict_columns import BINS, CODES, Block, SuiteCases

OUTCOME_CODES: dict[Outcome, tuple[int, ...]] = {"fails": (0,), "holds": (1,), "undecided": (2,), "measured": (3, 4)}
RIGHT, WRONG, UNDECIDED = 1, 2, 3  # of a pack


@dataclass(frozen=True, slots=True)
class Group:
    """One group of cases of a suite on a data set."""

    id: int
    dataset: int
    suite: int
    path: str


@dataclass(frozen=True, slots=True)
class IndexNames:
    """The names of an index by id, and its groups."""

    dataset: tuple[str, ...]
    suite: tuple[str, ...]
    model: tuple[str, ...]
    status: tuple[str, ...]
    metric: tuple[str, ...]
    groups: tuple[Group, ...]
    ids: dict[tuple[str, str], int] = field(default_factory=dict)

    def id_of(self, kind: str, name: str) -> int | None:
        """The id of a name; None where the workspace does not have it."""
        return self.ids.get((kind, name))

    def ids_of(self, kind: str, names: Sequence[str]) -> frozenset[int] | None:
        """The ids of some names; None where there are no names, and everything is wanted."""
        if not names:
            return None
        return frozenset(found for name in names if (found := self.id_of(kind, name)) is not None)


def is_below(path: str, parent: str) -> bool:
    """Whether a group is another one or part of it; "" is the group of cases that have none."""
    return path == parent or (bool(parent) and path.startswith(f"{parent}/"))


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a search: the questions and the answers (by id) that contain it; no answers: None."""

    questions: Mask
    answers: Mask | None
    cases: Numbers | None = None  # ids of the cases that have it in a name, in order
    is_of_answers: bool = False  # it says nothing about cases, only about what models answered


@dataclass(frozen=True, slots=True)
class FilterIds:
    """A filter without its value range; None = everything is wanted."""

    datasets: frozenset[int] | None
    suites: frozenset[int] | None
    models: frozenset[int] | None
    codes: Mask  # by code of outcome and bin
    groups: Mask | None  # by id
    statuses: Mask | None
    reasons: Mask | None
    tagsets: tuple[Mask, ...]  # all must fit
    terms: tuple[Term, ...]
    packs: tuple[tuple[int, int], ...]  # model, outcome
    is_empty: bool  # the filter names a model that has no verdicts here
    cases: Numbers | None = None  # ids of the cases of the wanted images, in order

    def has_block(self, block: Block) -> bool:
        """Whether a block can contain selected verdicts."""
        is_wanted = self.models is None or block.model in self.models
        return is_wanted and not self.is_empty and self.has_cases(block.cases)

    def has_cases(self, cases: SuiteCases) -> bool:
        """Whether a suite on a data set can contain selected cases."""
        return (self.datasets is None or cases.dataset in self.datasets) and (
            self.suites is None or cases.suite in self.suites
        )


@dataclass(frozen=True, slots=True)
class FilterReader:
    """Finds the ids that filters name; what a word or a tag matches is kept in `cache`."""

    pool: QueryPool
    names: IndexNames
    sizes: dict[str, int]
    cache: dict[tuple[str, tuple[str, ...]], Mask] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    tokens: dict[str, TokenIndex | None] = field(default_factory=dict)  # table → its tokens
    token_lock: Lock = field(default_factory=Lock)

    def read(self, wanted: CaseFilter, ticket: Ticket | None) -> FilterIds:
        """The ids of a filter."""
        right = wanted.right
        named = () if right is None else ((right.right, RIGHT), (right.wrong, WRONG))
        pair = tuple((self.names.id_of("model", name), code) for name, code in named if name)
        tags = dict.fromkeys(tag for tag, _ in wanted.tags)
        return FilterIds(
            datasets=self.names.ids_of("dataset", wanted.datasets),
            suites=self.names.ids_of("suite", wanted.suites),
            models=self.names.ids_of("model", wanted.shown_models),
            codes=_codes(wanted.outcomes),
            groups=self._groups(wanted.groups),
            statuses=self._statuses(wanted.statuses),
            reasons=self._reasons(wanted.reasons, ticket),
            tagsets=tuple(
                self._tagsets(tag, tuple(value for name, value in wanted.tags if name == tag), ticket) for tag in tags
            ),
            terms=tuple(self._term(term, ticket) for term in wanted.search_terms),
            packs=tuple((model, code) for model, code in pair if model is not None),
            is_empty=any(model is None for model, _ in pair),
            cases=cases_of_images(self.pool, wanted.images, ticket),
        )

    def _groups(self, paths: Sequence[str]) -> Mask | None:
        if not paths:
            return None
        return np.array([any(is_below(group.path, path) for path in paths) for group in self.names.groups], dtype=bool)

    def _statuses(self, names: Sequence[str]) -> Mask | None:
        return np.array([name in names for name in self.names.status], dtype=bool) if names else None

    def _reasons(self, reasons: tuple[str, ...], ticket: Ticket | None) -> Mask | None:
        if not reasons:
            return None
        marks = ", ".join("?" * len(reasons))
        return self._find("why", f"select id from why where reason in ({marks})", reasons, ticket)

    def _tagsets(self, tag: str, values: tuple[str, ...], ticket: Ticket | None) -> Mask:
        marks = ", ".join("?" * len(values))
        sql = (
            f"select tagset as id from tag_of_set where tag in (select id from tag where tag = ? and val in ({marks}))"
        )
        return self._find("tagset", sql, (tag, *values), ticket)

    def _term(self, words: Sequence[SearchWord], ticket: Ticket | None) -> Term:
        asked, said = (
            np.logical_or.reduce([self._texts_with(table, word, ticket) for word in words])
            for table in ("question", "answer")
        )
        names = [cases_named(self.pool, word.text, ticket) for word in words if not word.place]
        named = [each for each in names if each is not None]
        is_of_answers = all(word.place == "answer" for word in words)
        cases = np.unique(np.concatenate(named)) if named else None
        return Term(asked, said if said.any() else None, cases, is_of_answers)

    def _texts_with(self, table: str, wanted: SearchWord, ticket: Ticket | None) -> Mask:
        """The texts of a table that contain a word or phrase, by id; a short word must be a whole one."""
        term = wanted.text
        if wanted.place not in ("", table):
            return np.zeros(self.sizes[table] + 1, dtype=bool)
        if word := short_word(term):
            sql, tokens = f"select id from {table} where regexp_matches(search, ?)", self._tokens(table, ticket)
            search = None if tokens is None else tokens.texts_with_match
            return self._find(table, sql, (whole_word_pattern(word),), ticket, search)
        sql = f"select id from {table} where contains(search, lower(?))"
        tokens = self._tokens(table, ticket) if term.isascii() and can_search(term) else None
        found = None if tokens is None else lambda word: tokens.texts_with(word.lower())
        return self._find(table, sql, (term,), ticket, found)

    def _tokens(self, table: str, ticket: Ticket | None) -> TokenIndex | None:
        """The tokens of a table of texts, made by the first search; None where there are too many texts."""
        with self.token_lock:
            if table not in self.tokens:
                ((size,),) = self.pool.rows(f"select coalesce(sum(strlen(search)), 0) from {table}", (), ticket)
                texts = (
                    self.pool.arrow(f"select search from {table} order by id", ticket) if size <= MOST_BYTES else None
                )
                self.tokens[table] = None if texts is None else TokenIndex.of(texts["search"])
            return self.tokens[table]

    def _find(
        self,
        table: str,
        sql: str,
        values: tuple[str, ...],
        ticket: Ticket | None,
        search: Callable[[str], Mask] | None = None,
    ) -> Mask:
        """The rows of a table of texts that a query finds, by id; one more stands for verdicts without a text.

        `search` finds the same without the query.
        """
        key = sql, values
        with self.lock:
            found = self.cache.get(key)
        if found is None and search is not None:
            found = search(values[0])
        elif found is None:
            found = np.zeros(self.sizes[table] + 1, dtype=bool)
            found[self.pool.numpy(sql, values, ticket)["id"]] = True
        with self.lock:
            self.cache[key] = found
            while len(self.cache) > KEPT:
                del self.cache[next(iter(self.cache))]
        return found


KEPT = 16  # words and tags: a tag can take 3 MB at 24 million verdicts


def _codes(outcomes: Sequence[Outcome]) -> Mask:
    if not outcomes:
        return np.ones(CODES, dtype=bool)
    wanted = {code for outcome in outcomes for code in OUTCOME_CODES[outcome]}
    return np.array([code // BINS in wanted for code in range(CODES)], dtype=bool)
