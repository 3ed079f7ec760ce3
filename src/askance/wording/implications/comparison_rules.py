"""What follows from "Are there more dogs than cats?" and "Are the car and the tree the same color?"."""

from random import Random

from askance.wording.implications import words
from askance.wording.implications.family import NO, YES, Implied, implied
from askance.wording.implications.implication import Rule
from askance.wording.understand import CountComparisonClaim, Form, SameValueClaim, YesNoQuestion

_NUMBERS = "for every image: of two numbers one is larger, or both are equal"
COMPARED_INVERSE = Rule(
    "compared-inverse",
    "inverse",
    "Are there more dogs than cats? – yes, or no",
    "Are there fewer cats than dogs? – the same",
    _NUMBERS,
    "comparisons with a negation",
    (
        "Are there more dogs than cats? yes → Are there fewer cats than dogs? yes",
        "Are there fewer men than women? no → Are there more women than men? no",
        "Are there as many cups as bowls? yes → Are there as many bowls as cups? yes",
    ),
)
COMPARED_OTHER = Rule(
    "compared-other",
    "exclusion",
    "Are there more dogs than cats? – yes",
    "Are there fewer dogs than cats? – no",
    _NUMBERS,
    "comparisons that are denied",
    (
        "Are there more dogs than cats? yes → Are there fewer dogs than cats? no",
        "Are there more dogs than cats? yes → Are there as many dogs as cats? no",
        "Are there as many cups as bowls? yes → Are there more cups than bowls? no",
    ),
)
COMPARED_EXISTS = Rule(
    "compared-exists",
    "necessary",
    "Are there more dogs than cats? – yes",
    "Are there any dogs? – yes",
    "for every image: more than some number is not 0",
    "comparisons that are denied, equal numbers",
    (
        "Are there more dogs than cats? yes → Are there any dogs? yes",
        "Are there fewer cats than dogs? yes → Are there any dogs? yes",
        "Do you see more trees than cars? yes → Are there any trees? yes",
    ),
)
COMPARED_NEGATED = Rule(
    "compared-negated",
    "negation",
    "Are there more dogs than cats? – yes, or no",
    "Is it false that there are more dogs than cats? – the opposite",
    "for every image: one negates the other",
    "comparisons with another negation inside",
    (
        "Are there more dogs than cats? yes → Is it false that there are more dogs than cats? no",
        "Are there more dogs than cats? no → Is it false that there are more dogs than cats? yes",
        "Are there as many cups as bowls? no → Is it false that there are as many cups as bowls? yes",
    ),
)
SAME_INVERSE = Rule(
    "same-inverse",
    "inverse",
    "Are the car and the tree the same color? – yes",
    "Are the tree and the car the same color? – yes",
    "for every image: the order does not matter",
    "answers of no",
    (
        "Are the car and the tree the same color? yes → Are the tree and the car the same color? yes",
        "Is the hat the same color as the shirt? yes → Are the shirt and the hat the same color? yes",
        "Do the cup and the bowl have the same size? yes → Are the bowl and the cup the same size? yes",
    ),
)
SAME_PREMISE = Rule(
    "same-premise",
    "premise",
    "Are the car and the tree the same color? – yes",
    "Is there a tree? – yes",
    "for every image: only what is there has a color",
    "answers of no: one of them may not be there",
    (
        "Are the car and the tree the same color? yes → Is there a tree? yes",
        "Is the hat the same color as the shirt? yes → Is there a hat? yes",
        "Are the car and the tree the same color? yes → Is there a car? yes",
    ),
)
SAME_NEGATED = Rule(
    "same-negated",
    "negation",
    "Are the car and the tree the same color? – yes",
    "Is there no tree? – no",
    "for every image: only what is there has a color",
    "answers of no: one of them may not be there",
    (
        "Are the car and the tree the same color? yes → Is there no tree? no",
        "Is the hat the same color as the shirt? yes → Is there no hat? no",
        "Are the car and the tree the same color? yes → Is there no car? no",
    ),
)
RULES = (
    COMPARED_INVERSE,
    COMPARED_OTHER,
    COMPARED_EXISTS,
    COMPARED_NEGATED,
    SAME_INVERSE,
    SAME_PREMISE,
    SAME_NEGATED,
)
_TURNED = {"more": "fewer", "fewer": "more", "equal": "equal"}


def imply(form: Form, answer: str, rng: Random) -> Implied:
    """From a comparison of two numbers, or of two objects."""
    claim = form.claim if isinstance(form, YesNoQuestion) else None
    if answer not in (YES, NO) or not isinstance(claim, CountComparisonClaim | SameValueClaim) or claim.negated:
        return
    if not words.can_be_worded(claim.left) or not words.can_be_worded(claim.right):
        return
    if isinstance(claim, CountComparisonClaim):
        yield from _from_comparison(claim, answer)
    elif answer == YES:
        yield from _from_same_value(claim)


def _from_comparison(claim: CountComparisonClaim, answer: str) -> Implied:
    left, right = words.several(claim.left), words.several(claim.right)
    because = f"the model {'affirms' if answer == YES else 'denies'} that there are {_compared(claim.how, left, right)}"
    yield implied(COMPARED_INVERSE, f"are there {_compared(_TURNED[claim.how], right, left)}", answer, because)
    yield implied(
        COMPARED_NEGATED,
        f"is it false that there are {_compared(claim.how, left, right)}",
        NO if answer == YES else YES,
        because,
    )
    if answer == NO:
        return
    because = f"there are {_compared(claim.how, left, right)}"
    for how in {"more": ("fewer", "equal"), "fewer": ("more", "equal"), "equal": ("more", "fewer")}[claim.how]:
        yield implied(COMPARED_OTHER, f"are there {_compared(how, left, right)}", NO, because)
    if claim.how != "equal":
        larger = left if claim.how == "more" else right
        yield implied(COMPARED_EXISTS, f"are there any {larger}", YES, because)


def _compared(how: str, left: str, right: str) -> str:
    return f"as many {left} as {right}" if how == "equal" else f"{how} {left} than {right}"


def _from_same_value(claim: SameValueClaim) -> Implied:
    left, right = words.the(claim.left), words.the(claim.right)
    because = f"{left} and {right} have the same {claim.category}"
    if not claim.left.relations and not claim.right.relations:
        yield implied(SAME_INVERSE, f"are {right} and {left} the same {claim.category}", YES, because)
    for phrase in (claim.left, claim.right):
        yield implied(SAME_PREMISE, f"is there {words.one(phrase)}", YES, because)
        yield implied(SAME_NEGATED, f"is there no {words.bare(phrase)}", NO, because)
