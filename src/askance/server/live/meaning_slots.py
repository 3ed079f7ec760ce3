"""From the meaning of a question back to words: the slots of question templates."""

from collections.abc import Iterator

from askance.stickers.question_wordings import join_options
from askance.suites.carets.yes_no_questions import OriginalQuestion
from askance.wording.ontology import ontology
from askance.wording.templates import NounPhrase
from askance.wording.templates.fill_template import Slot
from askance.wording.templates.noun_phrase import Number, phrase_text
from askance.wording.templates.predicate_words import predicate_words, takes_indefinite_article
from askance.wording.understand import (
    AttributeQuestion,
    Claim,
    CountComparisonClaim,
    CountQuestion,
    ExistsClaim,
    Form,
    JoinedClaims,
    NamingQuestion,
    Phrase,
    PredicateClaim,
    Quality,
    Relation,
    SameValueClaim,
    SurroundingsQuestion,
    YesNoQuestion,
    plural_of_term,
)

_PASSIVE = {"holding": "held by", "wearing": "worn by", "riding": "ridden by", "with": "of"}
_COUNTS: dict[str, Number] = {"m": "mass", "p": "plural"}


class CannotReword(Exception):  # noqa: N818  a state of a question
    """A part of the meaning that the templates have no words for."""


class MeaningSlots:
    """Words for the parts of one question; its text says which nouns are plural."""

    def __init__(self, form: Form, text: str):
        self.form = form
        self._text = f" {text.lower().rstrip('?. ')} ".replace(",", " ")

    def noun(self, phrase: Phrase, number: Number | None = None) -> NounPhrase:
        """A noun phrase with its attributes and its relation; `number` None = as in the question."""
        if phrase.kind in ("any", "who", "nothing") or len(phrase.relations) > 1:
            raise CannotReword
        name, number = phrase.said or phrase.term, number or self._number(phrase)
        if number == "plural":
            name = plural_of_term(name)
        values = tuple(_affirmed(quality) for quality in phrase.qualities)
        return NounPhrase(name, values, number, self._relation(phrase.relations[0]) if phrase.relations else None)

    def _number(self, phrase: Phrase) -> Number:
        name = phrase.said or phrase.term
        entry = ontology().noun(name)
        if entry is not None and entry.count in _COUNTS:
            return _COUNTS[entry.count]
        plural = plural_of_term(name)
        return "plural" if plural != name and f" {plural} " in self._text else "singular"

    def _relation(self, relation: Relation) -> tuple[str, NounPhrase]:
        if relation.negated or (relation.reverse and relation.name not in _PASSIVE):
            raise CannotReword
        return _PASSIVE[relation.name] if relation.reverse else relation.name, self.noun(relation.phrase)

    def original(self) -> OriginalQuestion | None:
        """The question as the suite carets has it before it is worded; None for a type that the suite has not."""
        form = self.form
        if isinstance(form, YesNoQuestion):
            return self._original_claim(form.claim)
        if not isinstance(form, AttributeQuestion | NamingQuestion) or not 2 <= len(form.options) <= 3:
            return None
        obj = self.noun(form.phrase)
        said = tuple(option.said for option in form.options)
        if isinstance(form, NamingQuestion):
            nouns = tuple(self.noun(each.meaning) for each in form.options if isinstance(each.meaning, Phrase))
            return _question("Q5", {"obj": obj, "choices": nouns}, said) if len(nouns) == len(said) else None
        slots: dict[str, Slot] = {"obj": obj, "category": form.category, "choices": said}
        return _question("Q7" if form.category in ("action", "pose") else "Q6", slots, said)

    def _original_claim(self, claim: Claim) -> OriginalQuestion | None:
        if isinstance(claim, ExistsClaim):
            return _question("Q1", {"obj": self.noun(claim.phrase, None if claim.phrase.relations else "singular")})
        if isinstance(claim, PredicateClaim) and len(claim.predicates) == 1:
            one = claim.predicates[0]
            if isinstance(one, Quality):
                return _question("Q4", {"obj": self.noun(claim.subject), "attribute": _affirmed(one)})
        if isinstance(claim, JoinedClaims) and len(claim.claims) == 2:
            found = [each.phrase for each in claim.claims if isinstance(each, ExistsClaim) and not each.negated]
            if len(found) == 2:
                first, second = (self.noun(phrase) for phrase in found)
                return _question("Q2" if claim.every else "Q3", {"first": first, "second": second})
        return None

    def wording_slots(self) -> dict[str, str]:
        """The slots of the built-in world's wordings (stickers/question_wordings.py) that the question can fill."""
        form = self.form
        if isinstance(form, YesNoQuestion):
            return dict(self._claim_slots(form.claim))
        if isinstance(form, CountQuestion):
            return self._count_slots(form)
        if isinstance(form, SurroundingsQuestion):
            return {"options": join_options(tuple(each.said for each in form.options))} if form.options else {}
        if isinstance(form, NamingQuestion) and form.phrase.kind in ("any", "who") and len(form.phrase.relations) == 1:
            relation = form.phrase.relations[0]
            return {"the": self._the(relation.phrase), "rel": predicate_words(relation.name, "short", False)}
        slots = {"the": self._the(form.phrase)}
        if len(form.options) > 1:
            nouns = [each.meaning for each in form.options if isinstance(each.meaning, Phrase)]
            said = [phrase_text(self.noun(each), "some") for each in nouns] or [each.said for each in form.options]
            slots["options"] = join_options(tuple(said))
        return slots

    def _count_slots(self, form: CountQuestion) -> dict[str, str]:
        phrase = form.phrases[0]
        if phrase.kind == "part" and len(phrase.relations) == 1:
            return {"part": plural_of_term(phrase.said or phrase.term), "the": self._the(phrase.relations[0].phrase)}
        return {"s": " and ".join(phrase_text(self.noun(each, "plural"), "some") for each in form.phrases)}

    def _claim_slots(self, claim: Claim) -> Iterator[tuple[str, str]]:
        if isinstance(claim, ExistsClaim):
            one = self.noun(claim.phrase, "singular")
            yield "a", phrase_text(one, "a")
            yield "n", phrase_text(one, "no").removeprefix("no ")
            yield "s", phrase_text(self.noun(claim.phrase, "plural"), "some")
        elif isinstance(claim, JoinedClaims):
            found = [each.phrase for each in claim.claims if isinstance(each, ExistsClaim)]
            if len(found) == len(claim.claims) == 2:
                yield from zip("ab", (phrase_text(self.noun(phrase), "a") for phrase in found), strict=True)
        elif isinstance(claim, CountComparisonClaim):
            both = claim.left, claim.right
            yield from zip("st", (phrase_text(self.noun(each, "plural"), "some") for each in both), strict=True)
        elif isinstance(claim, SameValueClaim):
            yield "the", self._the(claim.left)
            yield "other", self._the(claim.right)
        elif isinstance(claim, PredicateClaim) and len(claim.predicates) == 1:
            yield from self._predicate_slots(claim.subject, claim.predicates[0])

    def _predicate_slots(self, subject: Phrase, predicate: Quality | Relation | Phrase) -> Iterator[tuple[str, str]]:
        yield "the", self._the(subject)
        if isinstance(predicate, Quality):
            yield "v", _affirmed(predicate)
        elif isinstance(predicate, Relation):
            name, other = self._relation(predicate)
            yield "rel", predicate_words(name, "short", False)
            yield "other", phrase_text(other, "some" if takes_indefinite_article(name) else "the")

    def _the(self, phrase: Phrase) -> str:
        noun = self.noun(phrase)
        if noun.number == "plural":  # these wordings have verbs in the singular; the templates of carets agree
            raise CannotReword
        return phrase_text(noun, "the")

    def categories(self) -> frozenset[str]:
        """The attribute categories that the question is about, such as color."""
        form = self.form
        if isinstance(form, AttributeQuestion):
            return frozenset({form.category})
        claim = form.claim if isinstance(form, YesNoQuestion) else None
        found = claim.predicates if isinstance(claim, PredicateClaim) else ()
        return frozenset(each.category for each in found if isinstance(each, Quality))


def _affirmed(quality: Quality) -> str:
    if quality.negated:
        raise CannotReword
    return quality.value


def _question(kind: str, slots: dict[str, Slot], options: tuple[str, ...] = ()) -> OriginalQuestion:
    relational = any(isinstance(slot, NounPhrase) and slot.relation is not None for slot in slots.values())
    return OriginalQuestion("", kind, relational, slots, "", (), options)
