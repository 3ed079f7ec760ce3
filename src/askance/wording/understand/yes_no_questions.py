"""Yes/no questions → claims, and the choice questions that are worded like them."""

from collections.abc import Callable

from askance.wording.understand.comparisons import number_claim, outnumbers, sameness
from askance.wording.understand.existence import denied, existence, exists, without
from askance.wording.understand.forms import (
    Claim,
    Exists,
    Form,
    Holds,
    Joined,
    Option,
    Polar,
    Relation,
    Same,
    Surroundings,
)
from askance.wording.understand.lexicon import CATEGORY, VERBS, Words
from askance.wording.understand.phrases import (
    BE,
    Coordination,
    add,
    at,
    coordinations,
    ends_in_value,
    noun_phrases,
    relations,
)
from askance.wording.understand.predicate_claims import (
    attribute_claim,
    cleft,
    predicate_form,
    predicated,
    text_claim,
    value_claim,
)
from askance.wording.understand.predicates import around, predications, surroundings

DO = frozenset({"does", "do", "did", "can", "could", "would", "may", "will"})
SEE = frozenset({"see", "spot", "find", "notice", "identify", "observe", "detect", "recognize", "locate"})
SHOW = frozenset({"show", "contain", "have", "include", "depict", "feature", "display", "portray", "present"})
_LACK = frozenset({"lack", "miss", "omit", "exclude"})
_LOOK = frozenset({"look", "appear", "seem", "be"})
_WATCHERS = frozenset({"you", "we", "one", "i", "anyone"})


def parse_yes_no_question(words: Words) -> Form | None:
    """The meaning of a question that starts with is, does, can, …"""
    first = at(words, 0)
    if first in BE:
        return _being(words)
    if first in DO:
        return _doing(words)
    return None


def _being(words: Words) -> Form | None:
    start = 1
    negated = at(words, start) == "not"
    start += negated
    if at(words, start) == "there":
        negated = negated or at(words, start + 1) == "not"
        claim = existence(words, start + 1 + (at(words, start + 1) == "not"))
        return Polar(denied(claim, negated)) if claim else None
    for reader in (cleft, _emptiness, _scene, attribute_claim, number_claim, value_claim):
        form = reader(words, start)
        if form is not None:
            return _flipped(form, negated)
    return _flipped(_subject_claim(words, start, predicate_form), negated)


def _flipped(form: Form | None, negated: bool) -> Form | None:
    return Polar(denied(form.claim)) if negated and isinstance(form, Polar) else form


def _doing(words: Words) -> Form | None:
    start = 1
    subject = at(words, start)
    if subject in _WATCHERS or subject == "@pic":
        start += 1
        negated = at(words, start) == "not"
        start += negated
        start += at(words, start) in ("also", "ever", "to")
        verb = at(words, start)
        if subject == "@pic" and verb in _LACK:
            claim = without(words, start + 1)
        elif verb in (SHOW if subject == "@pic" else SEE | {"have"}):
            claim = existence(words, start + 1)
        elif verb == "make" and at(words, start + 1) == "out":
            claim = existence(words, start + 2)
        else:
            return None
        if claim is not None:
            return Polar(denied(claim, negated))
        return _scene_list(words, start + 1, negated) if subject == "@pic" else None
    return _subject_claim(words, start, _verb_form)


def _subject_claim(
    words: Words, start: int, rest: Callable[[Words, int, Coordination, bool], Form | None]
) -> Form | None:
    """A coordination, perhaps "not", and what is said of it; a bare subject means that it exists."""
    bare: Coordination | None = None
    readings = coordinations(words, start)
    for subject in sorted(readings, key=lambda reading: ends_in_value(words, reading.end)):
        position = subject.end
        negated = at(words, position) == "not"
        position += negated
        position += at(words, position) == "both"
        if position == len(words):
            bare = bare or subject
            continue
        form = rest(words, position, subject, negated)
        if form is not None:
            return form
    claim = exists(bare) if bare is not None else None
    return Polar(denied(claim, words[-1] == "not")) if claim is not None else None


def _verb_form(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """What "does … look, have, hold, say" says of a subject."""
    verb, position = words[start], start + 1
    if verb in _LOOK:
        while at(words, position) in ("to", "be", "like"):
            position += 1
        return predicate_form(words, position, subject, negated) if position < len(words) else _bare(subject, negated)
    if verb == "exist":
        return _bare(subject, negated)
    if verb in ("say", "read") and len(subject.phrases) == 1:
        return text_claim(words, position, subject.phrases[0], negated)
    if verb in ("have", "share", "match", "show", "feature", "differ"):
        return _having(words, position, subject, negated)
    if verb == "outnumber":
        return outnumbers(words, position, subject, negated)
    if verb in VERBS:
        return predicate_form((*words[:start], VERBS[verb], *words[position:]), start, subject, negated)
    return None


def _bare(subject: Coordination, negated: bool) -> Form | None:
    claim = exists(subject)
    return Polar(denied(claim, negated)) if claim is not None else None


def _having(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """ "have the same color", "have a red color", "have the color red", "have a striped pattern", "have a tail" """
    same = sameness(words, start, subject)
    if same is not None:
        return Polar(denied(same, negated))
    if words[start - 1] in ("match", "differ") and at(words, start) == "in" and len(subject.phrases) == 2:
        category = CATEGORY.get(at(words, start + 1))
        differ = (words[start - 1] == "differ") != negated
        return Polar(Same(*subject.phrases, category, differ)) if category else None
    phrase = subject.phrases[0]
    position = start + (at(words, start) in ("the", "a"))
    if at(words, position) in CATEGORY:
        for said in predications(words, position + 1):
            return predicated(phrase, said, negated)
    for owned in noun_phrases(words, start):
        if owned.end == len(words) and len(owned.phrases) == 1:
            no = (owned.determiner == "no") != negated
            if owned.phrases[0].kind == "part":
                return Polar(Exists(add(owned.phrases[0], Relation("part of", phrase)), no))
            return Polar(Holds(phrase, tuple(one for one, _ in relations(words, start, "with", False))[:1], no))
    for said in predications(words, start):
        return predicated(phrase, said, negated)
    return None


def _emptiness(words: Words, start: int) -> Form | None:
    """ "Is the picture free of dogs?" """
    if at(words, start) != "@pic":
        return None
    position = start + 1
    negated = at(words, position) == "not"
    position += negated + (at(words, position + negated) in ("completely", "entirely", "totally"))
    kind = words[position : position + 2]
    if kind in (("free", "of"), ("devoid", "of"), ("empty", "of"), ("free", "from")):
        claim = without(words, position + 2)
    elif kind[:1] in (("without",), ("lacking",), ("missing",)):
        claim = without(words, position + 1)
    else:
        return None
    return Polar(denied(claim, negated)) if claim is not None else None


def _scene(words: Words, start: int) -> Form | None:
    """ "Is it sunny?", "Is this indoors or outdoors?", "Is the place a beach?" """
    found = surroundings(words, start)
    if found is None:
        return None
    negated = at(words, found[1]) == "not"
    return _scene_list(words, found[1] + negated, negated)


def _scene_list(words: Words, start: int, negated: bool) -> Form | None:
    listed = around(words, start)
    if listed is None:
        return None
    values, spoken, joint = listed
    if joint == "or" or joint == ",":
        return Surroundings(values[0].category, tuple(map(Option, spoken, values)))
    claim: Claim = values[0] if len(values) == 1 else Joined(values, True)
    return Polar(denied(claim, negated))
