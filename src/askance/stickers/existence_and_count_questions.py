"""Questions about what is there and how many: exist, group, negation, and, or, count, compare."""

from askance.core.scene import SceneObject
from askance.stickers.class_traits import TRAITS
from askance.stickers.distinguishable_values import WORDLESS, is_clearly_false_of
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import with_article
from askance.stickers.rng import Rng
from askance.stickers.scene_for_questions import UNCOUNTED, SceneForQuestions, plural_of_term, singular_of_term
from askance.wording.world_nouns import GROUPS, NOUNS

MODIFIED = 0.3  # the share of existence and count questions with an adjective
COUNT_WEIGHTS = {0: 0.5, 1: 0.35, 2: 1.4, 3: 2.4, 4: 3.4, 5: 4.4, 6: 5.5, 7: 6.5, 8: 7.5}


def plausible_absent_classes(view: SceneForQuestions) -> list[str]:
    """Classes that could well be here but are not: of the same place, or kin to something present."""
    kin = {group for thing in view.seen for group in NOUNS[thing.name].groups}
    place = view.scene.place or ""
    likely = [name for name, traits in TRAITS.items() if place in traits.places or kin & set(NOUNS[name].groups)]
    return view.absent_terms(likely)


def draft_exist_question(request: DraftRequest) -> QuestionDraft | None:
    """Is there a dog / a red car?"""
    view, rng = request.view, request.rng
    if rng.true_with_probability(MODIFIED):
        found = _pick_value_and_class(view, rng, request.yes)
        if found:
            value, name, colored = found
            words = f"{value} {name}"
            slots = {"a": with_article(words), "n": words, "s": f"{value} {plural_of_term(name)}"}
            return QuestionDraft("exist", "exist", request.answer, slots, color=colored)
    terms = view.present_classes() if request.yes else plausible_absent_classes(view)
    return _draft_about_term("exist", "exist", rng.choose_one(terms), request.answer) if terms else None


def draft_group_exist_question(request: DraftRequest) -> QuestionDraft | None:
    """Is there an animal?"""
    terms = request.view.present_groups() if request.yes else request.view.absent_terms(list(GROUPS))
    return _draft_about_term("group", "exist", request.rng.choose_one(terms), request.answer) if terms else None


def draft_negated_exist_question(request: DraftRequest) -> QuestionDraft | None:
    """Is there no dog?"""
    view, rng = request.view, request.rng
    grouped = rng.true_with_probability(0.2)
    if request.yes:
        terms = view.absent_terms(list(GROUPS)) if grouped else plausible_absent_classes(view)
    else:
        terms = view.present_groups() if grouped else view.present_classes()
    return (
        _draft_about_term("negation", "negation", rng.choose_one(terms), request.answer, negated=True)
        if terms
        else None
    )


def draft_both_exist_question(request: DraftRequest) -> QuestionDraft | None:
    """Are there both a dog and a cat?"""
    view, rng = request.view, request.rng
    here, away = rng.shuffled(view.present_classes()), plausible_absent_classes(view)
    mixed = rng.shuffled([here[0], rng.choose_one(away)]) if here and away else []
    return _draft_about_two_classes("and", here[:2] if request.yes else mixed, request.answer)


def draft_either_exists_question(request: DraftRequest) -> QuestionDraft | None:
    """Is there a dog or a cat?"""
    view, rng = request.view, request.rng
    here, away = rng.shuffled(view.present_classes()), rng.shuffled(plausible_absent_classes(view))
    if not request.yes:
        return _draft_about_two_classes("or", away[:2], "no")
    if rng.true_with_probability(0.3):
        return _draft_about_two_classes("or", here[:2], "yes")
    return _draft_about_two_classes("or", rng.shuffled(here[:1] + away[:1]), "yes")


def draft_count_question(request: DraftRequest) -> QuestionDraft | None:
    """How many dogs / animals / red cars are there?"""
    view, rng = request.view, request.rng
    terms = [*view.present_classes(), *view.present_groups()]
    numbers = {term: len(view.objects_matching(term)) for term in terms if term not in UNCOUNTED}
    for term in rng.shuffled(plausible_absent_classes(view))[:3]:
        numbers[term] = 0
    if not numbers:
        return None
    number = rng.choose_weighted({number: COUNT_WEIGHTS[min(8, number)] for number in sorted(set(numbers.values()))})
    term = rng.choose_one([term for term, many in numbers.items() if many == number])
    if number > 1 and term in NOUNS and rng.true_with_probability(MODIFIED):
        colored = _pick_color_and_count(view.objects_matching(term), rng)
        if colored:
            value, many = colored
            return QuestionDraft("count", "count", str(many), {"s": f"{value} {plural_of_term(term)}"}, color=True)
    return QuestionDraft("count", "count", str(number), {"s": plural_of_term(term)}, group=term in GROUPS)


def draft_compare_counts_question(request: DraftRequest) -> QuestionDraft | None:
    """Are there more dogs than cats?"""
    view, rng = request.view, request.rng
    terms = [*view.present_classes(), *rng.shuffled(plausible_absent_classes(view))[:1]]
    equal = rng.true_with_probability(0.35)
    pairs = [(one, other) for one in terms for other in terms if one != other]
    many = {term: len(view.objects_matching(term)) for term in terms}
    fit = [
        (one, other)
        for one, other in pairs
        if many[one] + many[other]
        and ((many[one] == many[other]) if equal else (many[one] > many[other])) == request.yes
    ]
    if not fit:
        return None
    lively = [pair for pair in fit if many[pair[0]] + many[pair[1]] > 2]
    one, other = rng.choose_one(lively or fit)
    form = "compare.equal" if equal else "compare.more"
    return QuestionDraft("compare", form, request.answer, {"s": plural_of_term(one), "t": plural_of_term(other)})


def _draft_about_term(skill: str, form: str, term: str, answer: str, negated: bool = False) -> QuestionDraft:
    word = singular_of_term(term)
    slots = {"a": with_article(word), "n": word, "s": plural_of_term(term)}
    return QuestionDraft(skill, form, answer, slots, group=term in GROUPS, negated=negated)


def _draft_about_two_classes(skill: str, pair: list[str], answer: str) -> QuestionDraft | None:
    if len(pair) < 2:
        return None
    one, other = pair
    return QuestionDraft(skill, skill, answer, {"a": with_article(one), "b": with_article(other), "n": one, "t": other})


def _pick_value_and_class(view: SceneForQuestions, rng: Rng, yes: bool) -> tuple[str, str, bool] | None:
    """(value, class, whether it is a color) such that an object like that is there, or plainly is not."""
    for name in rng.shuffled(view.present_classes()):
        things = view.objects_matching(name)
        for category in rng.shuffled(("color", "pattern", "material")):
            values = {thing.value(category) for thing in things}
            if None in values:
                continue
            known = sorted(value for value in values if value)
            if WORDLESS & set(known):
                continue
            if yes:
                return rng.choose_one(known), name, category == "color"
            traits = TRAITS[name]
            possible = {"color": traits.colors, "pattern": traits.patterns, "material": traits.materials}[category]
            false = [value for value in possible if all(is_clearly_false_of(thing, value) for thing in things)]
            if false:
                return rng.choose_one(false), name, category == "color"
    return None


def _pick_color_and_count(things: list[SceneObject], rng: Rng) -> tuple[str, int] | None:
    """A color that some of the objects have, and how many; none that another might be taken for."""
    colors = [thing.value("color") or "" for thing in things]
    fit = [
        color
        for color in sorted(set(colors))
        if all(thing.value("color") == color or is_clearly_false_of(thing, color) for thing in things)
    ]
    if "" in colors or not fit:
        return None
    color = rng.choose_one(fit)
    return color, colors.count(color)
