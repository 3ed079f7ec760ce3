"""Yes/no questions → claims, and the choice questions that are worded like them."""

from collections.abc import Callable

from askance.wording.understand.lexicon import CATEGORY, VERBS, Words
from askance.wording.understand.parse_comparisons import (
    parse_number_comparison,
    parse_outnumbers_claim,
    parse_same_value_claim,
)
from askance.wording.understand.parse_existence import (
    make_existence_claim,
    negate_claim,
    parse_absence_claim,
    parse_existence_claim,
)
from askance.wording.understand.parse_noun_phrases import (
    BE,
    Coordination,
    does_value_list_start_inside,
    narrow_phrase,
    read_coordinations,
    read_noun_phrases,
    read_relations,
    word_at,
)
from askance.wording.understand.parse_predicate_claims import (
    claim_or_choice_about,
    parse_attribute_claim,
    parse_cleft_question,
    parse_predicate_of_subject,
    parse_text_claim,
    parse_value_claim,
)
from askance.wording.understand.parse_predicates import (
    read_predications,
    read_surroundings_list,
    read_surroundings_subject,
)
from askance.wording.understand.question_meaning import (
    AnswerOption,
    Claim,
    ExistsClaim,
    Form,
    JoinedClaims,
    PredicateClaim,
    Relation,
    SameValueClaim,
    SurroundingsQuestion,
    YesNoQuestion,
)

DO = frozenset({"does", "do", "did", "can", "could", "would", "may", "will"})
SEE = frozenset({"see", "spot", "find", "notice", "identify", "observe", "detect", "recognize", "locate"})
SHOW = frozenset({"show", "contain", "have", "include", "depict", "feature", "display", "portray", "present"})
_LACK = frozenset({"lack", "miss", "omit", "exclude"})
_LOOK = frozenset({"look", "appear", "seem", "be"})
_WATCHERS = frozenset({"you", "we", "one", "i", "anyone"})


def parse_yes_no_question(words: Words) -> Form | None:
    """The meaning of a question that starts with is, does, can, …"""
    first = word_at(words, 0)
    if first in BE:
        return _parse_is_question(words)
    if first in DO:
        return _parse_does_question(words)
    return None


def _parse_is_question(words: Words) -> Form | None:
    start = 1
    negated = word_at(words, start) == "not"
    start += negated
    if word_at(words, start) == "there":
        negated = negated or word_at(words, start + 1) == "not"
        claim = parse_existence_claim(words, start + 1 + (word_at(words, start + 1) == "not"))
        return YesNoQuestion(negate_claim(claim, negated)) if claim else None
    for reader in (
        parse_cleft_question,
        _parse_free_of_question,
        _parse_scene_question,
        parse_attribute_claim,
        parse_number_comparison,
        parse_value_claim,
    ):
        form = reader(words, start)
        if form is not None:
            return _negate_if(form, negated)
    return _negate_if(_parse_subject_and_rest(words, start, parse_predicate_of_subject), negated)


def _negate_if(form: Form | None, negated: bool) -> Form | None:
    return YesNoQuestion(negate_claim(form.claim)) if negated and isinstance(form, YesNoQuestion) else form


def _parse_does_question(words: Words) -> Form | None:
    start = 1
    subject = word_at(words, start)
    if subject in _WATCHERS or subject == "@pic":
        start += 1
        negated = word_at(words, start) == "not"
        start += negated
        start += word_at(words, start) in ("also", "ever", "to")
        verb = word_at(words, start)
        if subject == "@pic" and verb in _LACK:
            claim = parse_absence_claim(words, start + 1)
        elif verb in (SHOW if subject == "@pic" else SEE | {"have"}):
            claim = parse_existence_claim(words, start + 1)
        elif verb == "make" and word_at(words, start + 1) == "out":
            claim = parse_existence_claim(words, start + 2)
        else:
            return None
        if claim is not None:
            return YesNoQuestion(negate_claim(claim, negated))
        return _parse_scene_values(words, start + 1, negated) if subject == "@pic" else None
    return _parse_subject_and_rest(words, start, _parse_verb_clause)


def _parse_subject_and_rest(
    words: Words, start: int, rest: Callable[[Words, int, Coordination, bool], Form | None]
) -> Form | None:
    """A coordination, perhaps "not", and what is said of it; a bare subject means that it exists."""
    bare: Coordination | None = None
    readings = read_coordinations(words, start)
    for subject in sorted(readings, key=lambda reading: does_value_list_start_inside(words, reading.end)):
        position = subject.end
        negated = word_at(words, position) == "not"
        position += negated
        position += word_at(words, position) == "both"
        if position == len(words):
            bare = bare or subject
            continue
        form = rest(words, position, subject, negated)
        if form is not None:
            return form
    claim = make_existence_claim(bare) if bare is not None else None
    return YesNoQuestion(negate_claim(claim, words[-1] == "not")) if claim is not None else None


def _parse_verb_clause(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """What "does … look, have, hold, say" says of a subject."""
    verb, position = words[start], start + 1
    if verb in _LOOK:
        while word_at(words, position) in ("to", "be", "like"):
            position += 1
        return (
            parse_predicate_of_subject(words, position, subject, negated)
            if position < len(words)
            else _subject_exists_form(subject, negated)
        )
    if verb == "exist":
        return _subject_exists_form(subject, negated)
    if verb in ("say", "read") and len(subject.phrases) == 1:
        return parse_text_claim(words, position, subject.phrases[0], negated)
    if verb in ("have", "share", "match", "show", "feature", "differ"):
        return _parse_have_clause(words, position, subject, negated)
    if verb == "outnumber":
        return parse_outnumbers_claim(words, position, subject, negated)
    if verb in VERBS:
        return parse_predicate_of_subject((*words[:start], VERBS[verb], *words[position:]), start, subject, negated)
    return None


def _subject_exists_form(subject: Coordination, negated: bool) -> Form | None:
    claim = make_existence_claim(subject)
    return YesNoQuestion(negate_claim(claim, negated)) if claim is not None else None


def _parse_have_clause(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """ "have the same color", "have a red color", "have the color red", "have a striped pattern", "have a tail" """
    same = parse_same_value_claim(words, start, subject)
    if same is not None:
        return YesNoQuestion(negate_claim(same, negated))
    if words[start - 1] in ("match", "differ") and word_at(words, start) == "in" and len(subject.phrases) == 2:
        category = CATEGORY.get(word_at(words, start + 1))
        differ = (words[start - 1] == "differ") != negated
        return YesNoQuestion(SameValueClaim(*subject.phrases, category, differ)) if category else None
    phrase = subject.phrases[0]
    position = start + (word_at(words, start) in ("the", "a"))
    if word_at(words, position) in CATEGORY:
        for said in read_predications(words, position + 1):
            return claim_or_choice_about(phrase, said, negated)
    for owned in read_noun_phrases(words, start):
        if owned.end == len(words) and len(owned.phrases) == 1:
            no = (owned.determiner == "no") != negated
            if owned.phrases[0].kind == "part":
                return YesNoQuestion(ExistsClaim(narrow_phrase(owned.phrases[0], Relation("part of", phrase)), no))
            return YesNoQuestion(
                PredicateClaim(phrase, tuple(one for one, _ in read_relations(words, start, "with", False))[:1], no)
            )
    for said in read_predications(words, start):
        return claim_or_choice_about(phrase, said, negated)
    return None


def _parse_free_of_question(words: Words, start: int) -> Form | None:
    """ "Is the picture free of dogs?" """
    if word_at(words, start) != "@pic":
        return None
    position = start + 1
    negated = word_at(words, position) == "not"
    position += negated + (word_at(words, position + negated) in ("completely", "entirely", "totally"))
    kind = words[position : position + 2]
    if kind in (("free", "of"), ("devoid", "of"), ("empty", "of"), ("free", "from")):
        claim = parse_absence_claim(words, position + 2)
    elif kind[:1] in (("without",), ("lacking",), ("missing",)):
        claim = parse_absence_claim(words, position + 1)
    else:
        return None
    return YesNoQuestion(negate_claim(claim, negated)) if claim is not None else None


def _parse_scene_question(words: Words, start: int) -> Form | None:
    """ "Is it sunny?", "Is this indoors or outdoors?", "Is the place a beach?" """
    found = read_surroundings_subject(words, start)
    if found is None:
        return None
    negated = word_at(words, found[1]) == "not"
    return _parse_scene_values(words, found[1] + negated, negated)


def _parse_scene_values(words: Words, start: int, negated: bool) -> Form | None:
    listed = read_surroundings_list(words, start)
    if listed is None:
        return None
    values, spoken, joint = listed
    if joint == "or" or joint == ",":
        return SurroundingsQuestion(values[0].category, tuple(map(AnswerOption, spoken, values)))
    claim: Claim = values[0] if len(values) == 1 else JoinedClaims(values, True)
    return YesNoQuestion(negate_claim(claim, negated))
