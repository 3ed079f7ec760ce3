"""Relations of belief sets: what a model answers, how probable that is, and what a judge said about it."""

from collections.abc import Mapping

from askance.core import Answer, Case, Reading, Verdict
from askance.relations.relation import Relation, compares, list_answers
from askance.relations.verdicts import decided_verdict, undecided_if_unanswered, undecided_if_unreadable, value_text
from askance.wording.normalise_answers import normalise_answer
from askance.wording.yes_no_answers import true_false_as_yes_no

ANSWER, TYPE, REASON, PAIRS = "answer", "belief", "reason", "contradictions"  # tags of the cases
OF_BELIEFS = ("belief", "irrelevant_belief")  # the relations of single beliefs
UNJUDGED = "unjudged"  # the type of a belief that the judge could not decide
TRUE_TYPES = ("rephrase", "complementary")
LIKELY = 0.5  # a probability above this
Readings = Mapping[str, Reading]
Answers = Mapping[str, Answer]


def gives_answer(reading: Reading | None, text: str | None, answer: str) -> bool:
    """Whether what was said, or what was read from it, is this answer."""
    said = [text or "", value_text(reading.value) if reading is not None and reading.value is not None else ""]
    wanted = _plain(answer)
    return wanted in map(_plain, said)


def _plain(answer: str) -> str:
    return true_false_as_yes_no(normalise_answer(answer))


def judge_answers_with(case: Case, readings: Readings, answers: Answers) -> Verdict:
    """Holds if the model gives the answer that the question was drawn for (tag `answer`)."""
    roles, wanted = _roles(case), _tag(case, ANSWER)
    verdict = undecided_if_unanswered(roles, answers)
    if verdict is not None:
        return verdict
    if all(gives_answer(readings.get(role), answers[role].text, wanted) for role in roles):
        return decided_verdict(True)
    return undecided_if_unreadable(roles, readings, answers) or decided_verdict(False)


def judge_probability(case: Case, readings: Readings, answers: Answers) -> Verdict:
    """The value is the probability of an answer; holds if it is more than half."""
    role = _roles(case)[0]
    verdict = undecided_if_unanswered(_roles(case), answers)
    if verdict is not None:
        return verdict
    score = answers[role].score
    if score is None or not 0 <= score <= 1:
        return Verdict.undecided("failed", f"the model gave no probability from 0 to 1 ({role})")
    return Verdict(score > LIKELY, score)


def judge_belief(case: Case, readings: Readings, answers: Answers) -> Verdict:
    """Holds if the judge found the belief true and about the image (tag `belief`)."""
    kind = _tag(case, TYPE) or UNJUDGED
    verdict = undecided_if_unanswered(_roles(case), answers)
    if verdict is not None or kind == UNJUDGED:
        return verdict or Verdict.undecided("untested", _tag(case, REASON))
    return decided_verdict(kind in TRUE_TYPES, _tag(case, REASON) or None)


def judge_not_both(case: Case, readings: Readings, answers: Answers) -> Verdict:
    """Never holds: the two answers were found to exclude each other (tag `reason`)."""
    verdict = undecided_if_unanswered(_roles(case), answers)
    return verdict or decided_verdict(False, _tag(case, REASON) or None)


def judge_consistent_image(case: Case, readings: Readings, answers: Answers) -> Verdict:
    """Holds if no two beliefs about the image exclude each other (tag `contradictions`: how many pairs do)."""
    verdict = undecided_if_unanswered(_roles(case), answers)
    return verdict or decided_verdict(_tag(case, PAIRS) == "0")


def _roles(case: Case) -> list[str]:
    return [role for role, _ in case.asks]


def _tag(case: Case, name: str) -> str:
    return dict(case.tags).get(name, "")


def _answers_with_rule(case: Case) -> str:
    return f"Measured, not required: whether the model answers “{_tag(case, ANSWER)}”."


def _probability_rule(case: Case) -> str:
    return f"Measured, not required: the probability that the model gives to “{_tag(case, ANSWER)}”."


def _belief_rule(case: Case) -> str:
    return "The question must be about what the image shows, and the answer must be right."


def _belief_finding(case: Case, readings: Readings) -> str:
    if list_answers(_roles(case), readings) is None:
        return ""
    return "The model believes something false."


def _irrelevant_rule(case: Case) -> str:
    return "Measured, not required: the model answers a question about something that the image does not show."


def _not_both_rule(case: Case) -> str:
    return "The two answers must not exclude each other."


def _not_both_finding(case: Case, readings: Readings) -> str:
    if list_answers(_roles(case), readings) is None:
        return ""
    return f"Both cannot be true. {_tag(case, REASON)}".strip()


def _consistent_rule(case: Case) -> str:
    return "Measured, not required: whether the model's answers about the image can all be true."


ANSWERS_WITH = Relation(judge_answers_with, _answers_with_rule, is_diagnosis=True, problem=compares(1, 1))
PROBABILITY = Relation(judge_probability, _probability_rule, is_diagnosis=True, problem=compares(1, 1))
BELIEF = Relation(judge_belief, _belief_rule, _belief_finding, problem=compares(1, 1))
IRRELEVANT_BELIEF = Relation(judge_belief, _irrelevant_rule, is_diagnosis=True, problem=compares(1, 1))
NOT_BOTH = Relation(judge_not_both, _not_both_rule, _not_both_finding, problem=compares(2, 2), has_variants=False)
CONSISTENT_IMAGE = Relation(judge_consistent_image, _consistent_rule, is_diagnosis=True)
