"""Questions about what is there and how many: exist, group, negation, and, or, count, compare."""

from askance.core.scene import SceneObject
from askance.stickers.attribute_values import WORDLESS, can_be_denied
from askance.stickers.class_traits import TRAITS
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import a
from askance.stickers.rng import Rng
from askance.stickers.scene_view import UNCOUNTED, SceneView, plural, singular
from askance.wording.nouns import GROUPS, NOUNS

MODIFIED = 0.3  # the share of existence and count questions with an adjective
COUNT_WEIGHTS = {0: 0.5, 1: 0.35, 2: 1.4, 3: 2.4, 4: 3.4, 5: 4.4, 6: 5.5, 7: 6.5, 8: 7.5}


def plausible_absent_objects(view: SceneView) -> list[str]:
    """Classes that could well be here but are not: of the same place, or kin to something present."""
    kin = {group for thing in view.seen for group in NOUNS[thing.name].groups}
    place = view.scene.place or ""
    likely = [name for name, traits in TRAITS.items() if place in traits.places or kin & set(NOUNS[name].groups)]
    return view.absent(likely)


def exist(wanted: DraftRequest) -> QuestionDraft | None:
    """Is there a dog / a red car?"""
    view, rng = wanted.view, wanted.rng
    if rng.chance(MODIFIED):
        found = _modified(view, rng, wanted.yes)
        if found:
            value, name, colored = found
            words = f"{value} {name}"
            slots = {"a": a(words), "n": words, "s": f"{value} {plural(name)}"}
            return QuestionDraft("exist", "exist", wanted.answer, slots, color=colored)
    terms = view.present() if wanted.yes else plausible_absent_objects(view)
    return _term_draft("exist", "exist", rng.pick(terms), wanted.answer) if terms else None


def group(wanted: DraftRequest) -> QuestionDraft | None:
    """Is there an animal?"""
    terms = wanted.view.present_groups() if wanted.yes else wanted.view.absent(list(GROUPS))
    return _term_draft("group", "exist", wanted.rng.pick(terms), wanted.answer) if terms else None


def negation(wanted: DraftRequest) -> QuestionDraft | None:
    """Is there no dog?"""
    view, rng = wanted.view, wanted.rng
    grouped = rng.chance(0.2)
    if wanted.yes:
        terms = view.absent(list(GROUPS)) if grouped else plausible_absent_objects(view)
    else:
        terms = view.present_groups() if grouped else view.present()
    return _term_draft("negation", "negation", rng.pick(terms), wanted.answer, negated=True) if terms else None


def both(wanted: DraftRequest) -> QuestionDraft | None:
    """Are there both a dog and a cat?"""
    view, rng = wanted.view, wanted.rng
    here, away = rng.shuffled(view.present()), plausible_absent_objects(view)
    mixed = rng.shuffled([here[0], rng.pick(away)]) if here and away else []
    return _pair_draft("and", here[:2] if wanted.yes else mixed, wanted.answer)


def either(wanted: DraftRequest) -> QuestionDraft | None:
    """Is there a dog or a cat?"""
    view, rng = wanted.view, wanted.rng
    here, away = rng.shuffled(view.present()), rng.shuffled(plausible_absent_objects(view))
    if not wanted.yes:
        return _pair_draft("or", away[:2], "no")
    if rng.chance(0.3):
        return _pair_draft("or", here[:2], "yes")
    return _pair_draft("or", rng.shuffled(here[:1] + away[:1]), "yes")


def count(wanted: DraftRequest) -> QuestionDraft | None:
    """How many dogs / animals / red cars are there?"""
    view, rng = wanted.view, wanted.rng
    terms = [*view.present(), *view.present_groups()]
    numbers = {term: len(view.matching(term)) for term in terms if term not in UNCOUNTED}
    for term in rng.shuffled(plausible_absent_objects(view))[:3]:
        numbers[term] = 0
    if not numbers:
        return None
    number = rng.weighted({number: COUNT_WEIGHTS[min(8, number)] for number in sorted(set(numbers.values()))})
    term = rng.pick([term for term, many in numbers.items() if many == number])
    if number > 1 and term in NOUNS and rng.chance(MODIFIED):
        colored = _colored_count(view.matching(term), rng)
        if colored:
            value, many = colored
            return QuestionDraft("count", "count", str(many), {"s": f"{value} {plural(term)}"}, color=True)
    return QuestionDraft("count", "count", str(number), {"s": plural(term)}, group=term in GROUPS)


def compare(wanted: DraftRequest) -> QuestionDraft | None:
    """Are there more dogs than cats?"""
    view, rng = wanted.view, wanted.rng
    terms = [*view.present(), *rng.shuffled(plausible_absent_objects(view))[:1]]
    equal = rng.chance(0.35)
    pairs = [(one, other) for one in terms for other in terms if one != other]
    many = {term: len(view.matching(term)) for term in terms}
    fit = [
        (one, other)
        for one, other in pairs
        if many[one] + many[other]
        and ((many[one] == many[other]) if equal else (many[one] > many[other])) == wanted.yes
    ]
    if not fit:
        return None
    lively = [pair for pair in fit if many[pair[0]] + many[pair[1]] > 2]
    one, other = rng.pick(lively or fit)
    form = "compare.equal" if equal else "compare.more"
    return QuestionDraft("compare", form, wanted.answer, {"s": plural(one), "t": plural(other)})


def _term_draft(skill: str, form: str, term: str, answer: str, negated: bool = False) -> QuestionDraft:
    word = singular(term)
    slots = {"a": a(word), "n": word, "s": plural(term)}
    return QuestionDraft(skill, form, answer, slots, group=term in GROUPS, negated=negated)


def _pair_draft(skill: str, pair: list[str], answer: str) -> QuestionDraft | None:
    if len(pair) < 2:
        return None
    one, other = pair
    return QuestionDraft(skill, skill, answer, {"a": a(one), "b": a(other), "n": one, "t": other})


def _modified(view: SceneView, rng: Rng, yes: bool) -> tuple[str, str, bool] | None:
    """(value, class, whether it is a color) such that an object like that is there, or plainly is not."""
    for name in rng.shuffled(view.present()):
        things = view.matching(name)
        for category in rng.shuffled(("color", "pattern", "material")):
            values = {thing.value(category) for thing in things}
            if None in values:
                continue
            known = sorted(value for value in values if value)
            if WORDLESS & set(known):
                continue
            if yes:
                return rng.pick(known), name, category == "color"
            traits = TRAITS[name]
            possible = {"color": traits.colors, "pattern": traits.patterns, "material": traits.materials}[category]
            false = [value for value in possible if all(can_be_denied(thing, value) for thing in things)]
            if false:
                return rng.pick(false), name, category == "color"
    return None


def _colored_count(things: list[SceneObject], rng: Rng) -> tuple[str, int] | None:
    """A color that some of the objects have, and how many; none that another might be taken for."""
    colors = [thing.value("color") or "" for thing in things]
    fit = [
        color
        for color in sorted(set(colors))
        if all(thing.value("color") == color or can_be_denied(thing, color) for thing in things)
    ]
    if "" in colors or not fit:
        return None
    color = rng.pick(fit)
    return color, colors.count(color)
