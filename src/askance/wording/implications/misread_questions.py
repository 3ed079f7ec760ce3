"""Questions whose words the built-in grammar joins wrongly: "the dog house", "eating a pizza", "Is that pizza?"."""

import re

from askance.wording.ontology import ontology
from askance.wording.understand import (
    AnswerOption,
    ExistsClaim,
    Form,
    JoinedClaims,
    NamingQuestion,
    Phrase,
    Quality,
    Relation,
    YesNoQuestion,
    walk_nodes,
)
from askance.wording.understand.lexicon import QUALITIES, RELATIONS, TERMS, Words
from askance.wording.understand.parse_noun_phrases import read_noun_phrases
from askance.wording.understand.tokenize import meaningful_words, split_sentences

_POINTING = re.compile(r"(?:is|are|was|were) (?:the|this|that) (?!picture|image|photo)", re.IGNORECASE)
# what is on these may be a picture: a giraffe on a sign is no giraffe
_SHOWING = frozenset({"sign", "television", "kite", "laptop", "computer", "phone", "tie", "flag", "balloon", "curtain"})


def is_misread(question: str, form: Form) -> bool:
    """Whether the meaning of a question is about other objects than its words."""
    return _is_about_what_is_pointed_at(question, form) or _may_be_depicted(form) or _joins_nouns(question, form)


def _is_about_what_is_pointed_at(question: str, form: Form) -> bool:
    """ "Is that pizza?" may be answered with no beside a pizza; "Is this elephant and adult?" misspells "an"."""
    if not isinstance(form, YesNoQuestion) or _POINTING.match(question.strip()) is None:
        return False
    claims = form.claim.claims if isinstance(form.claim, JoinedClaims) else (form.claim,)
    return all(isinstance(claim, ExistsClaim) for claim in claims)


def _may_be_depicted(form: Form) -> bool:
    """ "What animal is on the sign?" """
    return any(isinstance(node, Relation) and node.name == "on" and _shows(node.phrase) for node in walk_nodes(form))


def _shows(phrase: Phrase) -> bool:
    return phrase.term in _SHOWING or ontology().is_a(phrase.term, "clothing")


def _joins_nouns(question: str, form: Form) -> bool:
    """Whether a noun follows another, or is what somebody does something to: "Is the dog house white?"."""
    if any(isinstance(node, Quality) and node.category == "text" for node in walk_nodes(form)):
        return False  # "Does the sign on the bus say taxi?"
    if isinstance(form, NamingQuestion) and form.options and all(_is_kind_of(one, form) for one in form.options):
        return False  # "Is the person surfing a man or a woman?"
    return any(_has_joined_nouns(meaningful_words(sentence)) for sentence in split_sentences(question))


def _is_kind_of(option: AnswerOption, form: NamingQuestion) -> bool:
    return isinstance(option.meaning, Phrase) and ontology().is_a(option.meaning.term, form.phrase.term)


def _has_joined_nouns(words: Words) -> bool:
    for start in range(len(words)):
        noun = TERMS.longest_match_at(words, start)
        if noun is not None and (TERMS.longest_match_at(words, noun[1]) or _is_object_of_action(words, noun[1])):
            return True
    return False


def _is_object_of_action(words: Words, start: int) -> bool:
    """Whether a verb in -ing and its object follow: "watching this man", but not "riding the horse", a relation."""
    action = QUALITIES.longest_match_at(words, start)
    if action is None or not words[action[1] - 1].endswith("ing") or RELATIONS.longest_match_at(words, start):
        return False
    return bool(read_noun_phrases(words, action[1]))
