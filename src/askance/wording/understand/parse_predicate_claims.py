"""What "is …" says of a subject: predicates, attributes, choices between them."""

from askance.wording.understand.lexicon import QUALITIES, Words
from askance.wording.understand.parse_comparisons import (
    parse_attribute_owner,
    parse_outnumbers_claim,
    parse_same_value_claim,
)
from askance.wording.understand.parse_existence import join_claims, negate_claim
from askance.wording.understand.parse_noun_phrases import (
    BE,
    DEFINITE,
    Coordination,
    does_value_list_start_inside,
    narrow_phrase,
    read_coordinations,
    word_at,
)
from askance.wording.understand.parse_predicates import (
    Predication,
    make_choice_question,
    read_attribute_phrases,
    read_predications,
)
from askance.wording.understand.question_meaning import (
    ANYTHING,
    AnswerOption,
    AttributeQuestion,
    Claim,
    ExistsClaim,
    Form,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    Quality,
    SameValueClaim,
    YesNoQuestion,
)

_GONE = frozenset({"missing", "absent", "gone"})


def parse_predicate_of_subject(words: Words, start: int, subject: Coordination, negated: bool) -> Form | None:
    """What "is …" says of a subject."""
    if word_at(words, start) in _GONE and start + 1 == len(words):
        claims = tuple(map(ExistsClaim, subject.phrases, (determiner != "no" for determiner in subject.determiners)))
        claim: Claim = claims[0] if len(claims) == 1 else join_claims(claims, subject.joint == "and")
        return YesNoQuestion(negate_claim(claim, negated))
    same = parse_same_value_claim(words, start, subject)
    if same is not None:
        return YesNoQuestion(negate_claim(same, negated))
    if words[start : start + 3] == ("more", "numerous", "than"):
        return parse_outnumbers_claim(words, start + 3, subject, negated)
    for said in read_predications(words, start):
        form = (
            _form_about_subject(subject, said, negated)
            if len(subject.phrases) == 1
            else _form_about_subject_list(subject, said, negated)
        )
        if form is not None:
            return form
    return None


def _form_about_subject(subject: Coordination, said: Predication, negated: bool) -> Form | None:
    phrase = subject.phrases[0]
    if subject.determiners[0] in DEFINITE or said.joint in ("or", ","):
        return claim_or_choice_about(phrase, said, negated)
    nodes = tuple(node for item in said.items for node in item)
    return YesNoQuestion(ExistsClaim(narrow_phrase(phrase, *nodes), (subject.determiners[0] == "no") != negated))


def claim_or_choice_about(phrase: Phrase, said: Predication, negated: bool) -> Form | None:
    """What is said of "the X": a claim, or a choice where options are joined by or."""
    if said.joint in ("or", ","):
        return make_choice_question(phrase, said)
    return YesNoQuestion(PredicateClaim(phrase, tuple(node for item in said.items for node in item), negated))


def _form_about_subject_list(subject: Coordination, said: Predication, negated: bool) -> Form | None:
    """ "Are the dog and the cat brown?" is about each; "Is the dog or the cat brown?" is a choice."""
    if said.joint in ("or", ",") or subject.joint == ",":
        return None
    nodes = tuple(node for item in said.items for node in item)
    definite = all(determiner in DEFINITE for determiner in subject.determiners)
    if subject.joint == "or" and definite and subject.lead != "either":
        return NamingQuestion(
            narrow_phrase(ANYTHING, *nodes), tuple(AnswerOption(phrase.said, phrase) for phrase in subject.phrases)
        )
    if definite:
        claims: tuple[Claim, ...] = tuple(PredicateClaim(phrase, nodes) for phrase in subject.phrases)
    else:
        none = subject.lead == "neither"
        claims = tuple(
            ExistsClaim(narrow_phrase(phrase, *nodes), none or determiner == "no")
            for phrase, determiner in zip(subject.phrases, subject.determiners, strict=True)
        )
    return YesNoQuestion(negate_claim(join_claims(claims, subject.joint != "or"), negated))


def parse_cleft_question(words: Words, start: int) -> Form | None:
    """ "Is it a dog or a cat that is on the table?" """
    if word_at(words, start) != "it":
        return None
    for listed in reversed(read_coordinations(words, start + 1)):
        if word_at(words, listed.end) not in ("that", "which", "who"):
            continue
        verb = word_at(words, listed.end + 1)
        for said in read_predications(words, listed.end + 2) if verb in BE else ():
            definite = listed._replace(determiners=("the",) * len(listed.phrases))
            return (
                _form_about_subject_list(definite, said, False)
                if len(listed.phrases) > 1
                else _form_about_subject(listed, said, False)
            )
    return None


def parse_value_claim(words: Words, start: int) -> Form | None:
    """ "Is red the color of the car?" """
    found = QUALITIES.longest_match_at(words, start)
    for category, phrase, end in read_attribute_phrases(words, found[1]) if found is not None else ():
        if end == len(words) and found is not None and found[0].category == category:
            return YesNoQuestion(PredicateClaim(phrase, (found[0],)))
    return None


def parse_attribute_claim(words: Words, start: int) -> Form | None:
    """ "Is the color of the car red?", "Is the color of the car the same as that of the truck?" """
    for category, phrase, end in sorted(
        read_attribute_phrases(words, start), key=lambda one: does_value_list_start_inside(words, one[2])
    ):
        negated = word_at(words, end) == "not"
        end += negated
        if words[end : end + 3] == ("the", "same", "as"):
            for other in parse_attribute_owner(words, end + 3):
                return YesNoQuestion(SameValueClaim(phrase, other, category, negated))
        if category == "text":
            form: Form | None = parse_text_claim(words, end, phrase, negated)
            if form is not None:
                return form
        for said in read_predications(words, end):
            if all(isinstance(node, Quality) and node.category == category for item in said.items for node in item):
                return claim_or_choice_about(phrase, said, negated)
    return None


def parse_text_claim(words: Words, start: int, phrase: Phrase, negated: bool) -> Form | None:
    """The words from `start` to the end are what is written on an object, or options for that."""
    said = words[start:]
    if not said:
        return None
    if "or" in said:
        offered = tuple(word for word in said if word not in ("or", ",", "either"))
        return AttributeQuestion(phrase, "text", tuple(AnswerOption(word, Quality("text", word)) for word in offered))
    return YesNoQuestion(PredicateClaim(phrase, (Quality("text", " ".join(said)),), negated))
