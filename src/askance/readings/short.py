"""The short answer to an open question, taken out of a sentence where need be."""

import re

from askance.core import Reading
from askance.readings.answer_passage import (
    FILLERS,
    OLD,
    VERBS,
    Token,
    find_answer_passage,
    find_color_span,
    starts_description,
    tokenize_sentence,
)
from askance.readings.question_words import PREPOSITIONS, QuestionWords, analyse_question, crude_stem, lower_case_words
from askance.readings.reasoning import strip_reasoning
from askance.readings.unwrap import is_only_pleasantry, shorten_gaps_and_length, strip_preamble, unwrap_answer
from askance.wording.normalise_answers import normalise_answer

VERSION = 3

_SHORT = 3  # words; so few are the answer as they stand
_EXTRACTED = "extracted from a sentence"
_SUBJECT = r"(?:it|this|that|he|she|they|these|those|there|we|you)"
_LEAD = re.compile(
    r"^(?:because\s+)?"
    rf"(?:{_SUBJECT}(?:'s|'re| is| are| was| were| (?:could|might|may|must|would) be| (?:appear|seem|look)s? to be"
    r"| (?:look|seem|sound)s? like| (?:appear|seem|look)s?|(?P<says> (?:say|read)s?:?))|i see|because)\s+"
    r"(?:(?:probably|(?:most |very )?likely|possibly|maybe|clearly|just|actually|currently|definitely|both|all)\s+)?"
    r"(?:(?:a|an|the)\s+)?(?=\S)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b(?:Dr|St|Mr|Ms|Mt|No|vs)\.)(?<!\bMrs\.)\s+(?=[A-Z\"'(])")
_REFUSAL = re.compile(
    r"^(?:(?:unfortunately|sorry|i(?:'m| am) sorry)\b,?\s*(?:but\s+)?)?"
    r"(?:i(?:'m| am) (?:unable|not able|not (?:\w+ )?(?:sure|certain))"
    r"|i (?:cannot|can't|can not|do not|don't|couldn't)\b"
    r"|(?:it is|it's) (?:not (?:possible|clear)|impossible|unclear|(?:\w+ )?(?:hard|difficult)))",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"[\"“]([^\"“”]+)[\"”]|(?<!\w)'([^']+)'(?!\w)")
_BOLD = re.compile(r"\*\*([^*\n]+?)[.!,]?\*\*")
_LABEL = re.compile(r"^([A-Za-z' ]{2,40}):\s+(?=\S)")
_REASON = re.compile(
    r"^((?:[\w'-]+ ){0,2}[\w'-]+)(?:,\s+(?:because|since|as|which|where|with|based|it|the|they|there|he|she|this|i)\b.*"
    r"|\s+(?:because|since)\s.*| \([^()]*\))$",
    re.IGNORECASE | re.DOTALL,
)
_SUBJECT_BEGINS = frozenset({"a", "an", "the", "it", "he", "she", "they", "this", "that", "there", "these", "those"})
_ARTICLES = frozenset({"a", "an", "the"})


def read_short_answer(text: str, question: str = "", options: tuple[str, ...] = ()) -> Reading:
    """The words that answer the question; only an empty text is unreadable."""
    said = unwrap_answer(text, question)
    if not normalise_answer(said):
        return Reading("short", None, "empty")
    if said.isalnum():  # one word is the answer
        return Reading("short", said)
    asks = analyse_question(question)
    first = _informative_sentence(said, asks)
    sentence = _strip_label(_trim_punctuation(strip_preamble(first)), asks) or said
    lead = _match_opening(sentence, asks)
    bare = sentence[lead.end() :] if lead else sentence
    told = lead is not None or len(sentence) < len(_trim_punctuation(first))
    if len(bare.split()) <= _SHORT:
        answer = _strip_repeated_words(bare, asks) if told else _strip_preposition(bare, asks)
        return Reading("short", answer, None if len(answer) >= len(said) - 1 else _EXTRACTED)
    opening = sentence.split(",", 1)[0].lower()
    if opening in ("yes", "no"):
        return Reading("short", opening, _EXTRACTED)
    marked = _quoted_or_bold_passage(shorten_gaps_and_length(strip_reasoning(text)), sentence, asks)
    if marked is not None:
        return Reading("short", marked, "the quoted words")
    found = _extract_answer(sentence, asks, told) if question and not _REFUSAL.match(sentence) else None
    return Reading("short", found or bare, _EXTRACTED if found or bare != said else None)


def _extract_answer(sentence: str, asks: QuestionWords, told: bool) -> str | None:
    """The answer inside a longer text, if there is more in it than an answer."""
    if not told and not _is_about_question(sentence, asks):
        return _cut_description(sentence, asks)
    answer = find_answer_passage(sentence, asks)
    return _strip_generic_noun(_strip_preposition(_trim_punctuation(answer), asks), asks) if answer else None


def _match_opening(sentence: str, asks: QuestionWords) -> re.Match[str] | None:
    """What opens a sentence before its answer; a longer "it is …" may be the very words that are written there."""
    lead = _LEAD.match(sentence)
    if lead and asks.written and not lead["says"] and len(sentence[lead.end() :].split()) >= _SHORT:
        return None
    return lead


def _trim_punctuation(sentence: str) -> str:
    return sentence.strip().rstrip(".!;,").strip()


def _informative_sentence(said: str, asks: QuestionWords) -> str:
    """The first sentence, unless it only says that nothing is sure, or a later one repeats the whole question."""
    sentences = _SENTENCE.split(said)
    if len(sentences) == 1:
        return said
    sentences = [part for part in sentences if not is_only_pleasantry(part)] or [said]
    if len(sentences) > 1 and _REFUSAL.match(sentences[0]) and " but " not in sentences[0]:
        return sentences[1]
    if len(sentences) > 1 and len(asks.stems) > 1 and len(sentences[0].split()) > _SHORT:
        for sentence in sentences[:3]:
            if asks.stems <= {crude_stem(word) for word in lower_case_words(sentence)}:
                return sentence
    return sentences[0]


def _strip_label(sentence: str, asks: QuestionWords) -> str:
    """The same without "Color:" or "The sign says:" before it, where that only repeats the question."""
    label = _LABEL.match(sentence) if ":" in sentence else None
    repeats = label and all(crude_stem(word) in asks.echoes or word in OLD for word in lower_case_words(label[1]))
    return sentence[label.end() :] if label and repeats else sentence


def _quoted_or_bold_passage(text: str, sentence: str, asks: QuestionWords) -> str | None:
    """The one quoted or bold passage, if it is new."""
    quoting = '"' in sentence or "'" in sentence or "“" in sentence
    quotes = [double or single for double, single in _QUOTE.findall(sentence)] if quoting else []
    if not quotes and "**" in text:
        quotes = [bold for bold in _BOLD.findall(text) if len(bold.split()) <= _SHORT + 1 and not bold.endswith(":")]
    if len(quotes) != 1 or not quotes[0].strip():
        return None
    new = any(crude_stem(word) not in asks.stems for word in lower_case_words(quotes[0])) or not lower_case_words(
        quotes[0]
    )
    return _trim_punctuation(quotes[0]) if new else None


def _is_about_question(sentence: str, asks: QuestionWords) -> bool:
    """Whether this is a sentence about the question, rather than a long answer such as a book's title."""
    words = lower_case_words(sentence)
    if not VERBS.isdisjoint(words):
        return words[0] in _SUBJECT_BEGINS or any(crude_stem(word) in asks.stems for word in words)
    echo = [crude_stem(word) in asks.stems for word in words]
    return any(
        is_echo and not PREPOSITIONS.isdisjoint(words[max(0, place - 2) : place]) for place, is_echo in enumerate(echo)
    )


def _strip_repeated_words(bare: str, asks: QuestionWords) -> str:
    """A few words after "it is" without those that only repeat the question: "made of wood", "holding a ball"."""
    tokens = tokenize_sentence(bare) if " " in bare else []  # one word is the answer
    start = 0
    while start < len(tokens) and _repeats_question(tokens, start, asks):
        start += 1
    if tokens and start == len(tokens):  # all of it repeats the question, as "the orange" may
        start = next((place for place, token in enumerate(tokens) if token.word not in _ARTICLES), 0)
    rest = bare[tokens[start].start :] if start else bare
    quoted = _QUOTE.fullmatch(rest)
    rest = (quoted[1] or quoted[2]) if quoted else rest
    return _strip_generic_noun(_strip_preposition(rest, asks), asks)


def _repeats_question(tokens: list[Token], place: int, asks: QuestionWords) -> bool:
    """Whether a word before the answer repeats the question; a preposition does only after such a word."""
    word = tokens[place].word
    if crude_stem(word) in asks.echoes or word in FILLERS or word in _ARTICLES or word in ("called", "named", "being"):
        return True
    return place > 0 and word in PREPOSITIONS and not asks.where


def _strip_preposition(answer: str, asks: QuestionWords) -> str:
    """ "beach" for "on the beach" where a place is asked for; "in front of the house" stays whole."""
    words = answer.split()
    if not asks.where or not 3 <= len(words) <= _SHORT + 2 or words[1].lower() not in _ARTICLES:
        return answer
    dropped = ("in", "at", "on") if asks.scene else ("in", "at")
    if words[0].lower() not in dropped or any(word.lower() in PREPOSITIONS for word in words[2:]):
        return answer
    return " ".join(words[2:])


def _strip_generic_noun(answer: str, asks: QuestionWords) -> str:
    """ "sunny" for "sunny day", "striped" for "striped pattern"."""
    words = answer.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].lower() in asks.generic else answer


def _cut_description(sentence: str, asks: QuestionWords) -> str | None:
    """A long answer without a verb, up to what only describes it: "A cat on a sofa", "Wood, because …"."""
    reason = _REASON.match(sentence)
    if reason:
        return _strip_repeated_words(reason[1], asks)
    if asks.where:
        return _strip_preposition(sentence, asks)
    tokens = tokenize_sentence(sentence)
    begins = tokens[0].word
    if asks.written or asks.why or not (begins in ("a", "an") or (asks.who and begins == "the")):
        return None
    if asks.color:
        span = find_color_span(tokens, asks)
        return sentence[tokens[span[0]].start : tokens[span[1]].end] if span else None
    end = next((place for place in range(2, len(tokens)) if starts_description(tokens, place)), len(tokens))
    return _strip_generic_noun(sentence[tokens[1].start : tokens[end - 1].end], asks)
