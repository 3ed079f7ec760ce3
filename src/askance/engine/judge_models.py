"""Judges: second models that adaptive suites ask. Their queries are a case set of their own, which has no verdicts."""

from collections.abc import Iterable, Iterator, Sequence

from askance.core import Case, Model, Suite, digest_value
from askance.core.outside_code_errors import name_outside_code_in_errors
from askance.core.suite import SuiteWithJudge
from askance.engine.resolve_names import resolve_model
from askance.store import CaseSet, Workspace, write_case_shards

JUDGE = "judge"


def find_judges(suites: Sequence[Suite]) -> dict[str, Model]:
    """The judge of each suite that asks one, by the name of the suite."""
    found: dict[str, Model] = {}
    for suite in suites:
        if isinstance(suite, SuiteWithJudge):
            with name_outside_code_in_errors(f"suite {suite.card.name}: judge_model()", suite):
                judge = suite.judge_model()
            if judge is not None:
                found[suite.card.name] = resolve_model(judge)
    return found


def judge_set_id(case_set: CaseSet) -> str:
    """The case set of what a suite asks its judge; it is never described, so reports do not see it."""
    return digest_value((JUDGE, case_set.id)).hex()


def is_for_judge(case: Case) -> bool:
    """Whether a case asks the judge; all of its queries do, then."""
    return case.asks[0][1].to == JUDGE


class JudgeQueries:
    """Takes the cases for the judge out of the rounds of a suite, and stores them."""

    def __init__(self, space: Workspace, case_set: CaseSet):
        self.id = judge_set_id(case_set)
        self._space, self._shard = space, 1
        self._cases: list[Case] = []
        self.remove()  # what an interrupted run left

    def take_out(self, cases: Iterable[Case]) -> Iterator[Case]:
        """The cases for the model under test; those for the judge are kept for `store`."""
        for case in cases:
            if is_for_judge(case):
                self._cases.append(case)
            else:
                yield case

    def store(self) -> None:
        """Store the cases of a round."""
        if self._cases:
            _, _, shards = write_case_shards(self._space, self.id, self._cases, self._shard)
            self._shard += len(shards["cases"])
            self._cases = []

    def remove(self) -> None:
        """Remove the queries; the answers are kept."""
        self._space.remove_case_set(self.id)
