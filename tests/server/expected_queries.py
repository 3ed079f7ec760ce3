"""The same selections in plain Python, without SQL: what tests compare the queries with."""

import re

from askance.server.case_filter import CaseFilter, SearchWord, Sort
from made_workspace import MadeVerdict, image_file


def outcome(one: MadeVerdict) -> str:
    return "undecided" if one.holds is None else "holds" if one.holds else "fails"


def contains_term(text: str, term: str) -> bool:
    """Whether a text has a term; a term of one or two letters is a whole word."""
    letters = re.fullmatch(r"[^a-z0-9]*([a-z0-9]{1,2})[^a-z0-9]*", term.lower())
    return letters[1] in re.findall(r"[^\W_]+", text) if letters else term.lower() in text


def has_term(one: MadeVerdict, term: tuple[SearchWord, ...], is_about_models: bool = True) -> bool:
    """Whether one of the alternatives of a search term is in the question, an answer or a name of a verdict."""
    asked = "\0".join(one.questions).lower()
    said = "\0".join(one.answers.values()).lower() if is_about_models else ""
    if not is_about_models and all(word.place == "answer" for word in term):
        return True
    places = {"": f"{asked}\0{said}", "question": asked, "answer": said}
    return any(
        contains_term(places[word.place], word.text) or (not word.place and is_in_name(word.text.lower(), one))
        for word in term
    )


def is_selected(one: MadeVerdict, wanted: CaseFilter, verdicts: list[MadeVerdict]) -> bool:
    by_tag: dict[str, set[str]] = {}
    for tag, value in wanted.tags:
        by_tag.setdefault(tag, set()).add(value)
    models = wanted.models or ((wanted.right.wrong,) if wanted.right else ())
    return (
        (not models or one.model in models)
        and (not wanted.datasets or one.dataset in wanted.datasets)
        and (not wanted.suites or one.case.suite in wanted.suites)
        and (not wanted.groups or any(_is_in(one.case.group, path) for path in wanted.groups))
        and all(dict(one.case.tags).get(tag) in values for tag, values in by_tag.items())
        and (not wanted.outcomes or outcome(one) in wanted.outcomes)
        and (wanted.values is None or _is_between(one.value, wanted))
        and all(has_term(one, term) for term in wanted.search_terms)
        and (not wanted.images or one.image in wanted.images)
        and (not wanted.statuses or one.status in wanted.statuses)
        and (not wanted.reasons or one.reason in wanted.reasons)
        and (wanted.right is None or _parts(one, wanted, verdicts))
    )


def is_in_name(term: str, one: MadeVerdict) -> bool:
    """Whether a word is in the name of a case or of its image; short words without digits are not looked for."""
    may_be_name = len(term) >= 4 and any(sign in "0123456789:/._" for sign in term)
    names = one.case.name.lower(), (one.image or "").lower(), image_file(one.image) or ""
    return may_be_name and any(term in name for name in names)


def select(verdicts: list[MadeVerdict], wanted: CaseFilter, sort: Sort) -> list[MadeVerdict]:
    """The selection in order."""
    found = [one for one in verdicts if is_selected(one, wanted, verdicts)]
    found.sort(key=_case_order, reverse=sort.descending and sort.key == "case")
    if sort.key == "value":
        sign = -1 if sort.descending else 1
        found.sort(key=lambda one: (one.value is None, sign * (one.value or 0.0)))
    return found


def _case_order(one: MadeVerdict) -> tuple[str, ...]:
    return one.dataset, one.case.suite, one.model, one.case.group, one.image or "", one.case.name, one.key


def _is_in(group: str, path: str) -> bool:
    return group.split("/")[: len(path.split("/"))] == path.split("/")


def _is_between(value: float | None, wanted: CaseFilter) -> bool:
    assert wanted.values is not None
    given = wanted.values
    if value is None:
        return False
    is_high_enough = given.low is None or value > given.low or (value == given.low and not given.excludes_low)
    is_low_enough = given.high is None or value < given.high or (value == given.high and not given.excludes_high)
    return is_high_enough and is_low_enough


def _parts(one: MadeVerdict, wanted: CaseFilter, verdicts: list[MadeVerdict]) -> bool:
    assert wanted.right is not None
    at = {each.model: each.holds for each in verdicts if (each.dataset, each.key) == (one.dataset, one.key)}
    return at.get(wanted.right.right) is True and at.get(wanted.right.wrong) is False
