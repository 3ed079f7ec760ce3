"""STAND-IN until branch inv-judge is merged. Pairs of beliefs that exclude each other."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from askance.inverse.belief import Belief, Contradiction
from askance.wording.understand import AttributeQuestion, CountQuestion, YesNoQuestion, has_negation, understand
from askance.wording.understand.question_meaning import without_negations


def find_contradictions(beliefs: Sequence[Belief]) -> list[Contradiction]:
    """The pairs of beliefs about one image that cannot both be true."""
    facts: defaultdict[object, list[tuple[Belief, str, str]]] = defaultdict(list)
    for belief in beliefs:
        form = understand(belief.question)
        if isinstance(form, YesNoQuestion) and belief.answer in ("yes", "no"):
            claim = without_negations(form)
            truth = (belief.answer == "yes") != has_negation(form)
            facts[claim].append((belief, "negation", str(truth)))
        elif isinstance(form, CountQuestion):
            facts[form].append((belief, "two-counts", belief.answer))
        elif isinstance(form, AttributeQuestion) and not form.options:
            facts[form].append((belief, "exclusive-value", belief.answer))
    return [
        Contradiction(
            one[0],
            other[0],
            one[1],
            f"“{one[0].question}” {one[0].answer}, but “{other[0].question}” {other[0].answer}.",
        )
        for group in facts.values()
        for one, other in combinations(group, 2)
        if one[2] != other[2]
    ]
