"""`human:FILE[#CASES]`: people as a model, whose answers are the majority votes of annotators.

FILE is CSV with a header, or JSON lines: annotator, answer, and what was asked: question (with image and edits where
that is not enough), or case and role of CASES, the JSON lines that `askance generate SUITE -o CASES` wrote.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from askance.core import Answer, Query, Shown, UserError, beyond, digest, digest_of
from askance.core.digest import source_digest
from askance.wording.normalise import normalise

AMBIGUOUS = "ambiguous"
NO_MAJORITY = "people have no majority"
CODE = ("models/human.py", "wording/normalise.py", "wording/numerals.py")  # all that decides a majority

Asked = tuple[str | None, str, str]  # image (None: any), question, edits


class Row(msgspec.Struct, frozen=True):
    """One annotation; what was asked is named by case and role, or by question, image and edits."""

    annotator: str = ""
    answer: str = ""
    case: str = ""
    role: str = ""
    question: str = ""
    image: str = ""
    edits: str = ""


class Human:
    """Answers with what more than half of the annotators said; refuses what has no such answer, or nobody was asked."""

    name = "human"
    offers = frozenset({"text", "draws"})
    needs: frozenset[str] = frozenset()

    def __init__(self, votes: Mapping[Asked, str | None], fingerprint: str):
        self.votes, self.fingerprint = votes, fingerprint

    def answer(self, shown: Sequence[Shown]) -> list[Answer]:
        """One answer a query, in order."""
        return [self._one(each.query) for each in shown]

    def _one(self, query: Query) -> Answer:
        if reason := beyond(query, self.offers):
            return Answer(status="failed", reason=reason)
        image, question, edits = asked_of(query)
        asked = next((key for key in ((image, question, edits), (None, question, edits)) if key in self.votes), None)
        if asked is None:
            return Answer(status="refused", reason="nobody annotated this question")
        vote = self.votes[asked]
        return Answer(status="refused", reason=NO_MAJORITY) if vote is None else Answer(text=vote)


def asked_of(query: Query) -> Asked:
    """What a query asks, as annotation files name it."""
    steps = (f"{step.name}({', '.join(f'{key}={value}' for key, value in step.args)})" for step in query.stimulus.edits)
    return query.stimulus.image, query.stimulus.question, "; ".join(steps)


def majority(answers: Sequence[str]) -> str | None:
    """What more than half say, up to case and articles; None where nothing is, or where that is "ambiguous"."""
    said, count = Counter(map(normalise, answers)).most_common(1)[0]
    if 2 * count <= len(answers) or said == AMBIGUOUS:
        return None
    spelled = Counter(answer.strip() for answer in answers if normalise(answer) == said)
    return min(spelled, key=lambda answer: (-spelled[answer], answer))


def load(rest: str) -> Human:
    """The people behind FILE, or FILE#CASES."""
    name, _, cases = rest.partition("#")
    if not name:
        raise UserError("human: names no file: write human:FILE, a CSV or JSON-lines file of annotations")
    data = _bytes(Path(name))
    known = _cases(Path(cases)) if cases else {}
    given: defaultdict[Asked, dict[str, str]] = defaultdict(dict)
    for where, row in _rows(data, Path(name)):
        asked = _asked(row, known, where, bool(cases))
        who = row.annotator.strip()
        if who in given[asked]:
            raise UserError(
                f"{where}: field annotator: {who!r} answers {asked[1]!r} a second time: remove one,"
                " or tell the two apart by image and edits, or by case and role"
            )
        given[asked][who] = row.answer
    if not given:
        raise UserError(f"{name}: holds no annotations: write one a line, with annotator, question and answer")
    votes = {asked: majority(list(answers.values())) for asked, answers in given.items()}
    source = digest_of([digest(data).hex(), digest(_bytes(Path(cases))).hex() if cases else ""]).hex()
    return Human(votes, f"human:{source}:{source_digest(*CODE)}")


def _asked(row: Row, known: Mapping[tuple[str, str], Asked], where: str, has_cases: bool) -> Asked:
    for field in ("annotator", "answer"):
        if not getattr(row, field).strip():
            raise UserError(f"{where}: field {field} is empty: fill it in (an unclear question: {AMBIGUOUS})")
    if row.question:
        return row.image or None, row.question, row.edits
    if not row.case:
        raise UserError(f"{where}: field question is empty: write the question, or case and role")
    if not has_cases:
        raise UserError(f"{where}: field case needs its cases: write human:FILE#CASES (askance generate … -o CASES)")
    asked = known.get((row.case, row.role))
    if asked is None:
        raise UserError(f"{where}: field case: {row.case!r} with role {row.role!r} is not among the cases: mend it")
    return asked


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}): name a file of annotations or cases") from error


def _rows(data: bytes, path: Path) -> Iterator[tuple[str, Row]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: is not UTF-8 text ({error}): save it as UTF-8") from error
    if path.suffix == ".csv":
        reader = csv.DictReader(io.StringIO(text, newline=""))
        unknown = set(reader.fieldnames or ()) - set(Row.__struct_fields__)
        if unknown or "answer" not in (reader.fieldnames or ()):
            raise UserError(f"{path}: line 1: the header must be of {', '.join(Row.__struct_fields__)}: mend it")
        for cells in reader:
            if None in cells:
                raise UserError(f"{path}: line {reader.line_num}: more fields than the header: quote commas")
            yield f"{path}: line {reader.line_num}", Row(**{key: value or "" for key, value in cells.items()})
        return
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"{path}: line {number}", _decoded(line, Row, f"{path}: line {number}")


def _cases(path: Path) -> dict[tuple[str, str], Asked]:
    """(case, role) → what it asks."""
    known: dict[tuple[str, str], Asked] = {}
    for number, line in enumerate(_bytes(path).decode(errors="replace").splitlines(), 1):
        case: dict[str, Any] = _decoded(line, dict[str, Any], f"{path}: line {number}")
        try:
            for ask in case["asks"]:
                known[case["name"], ask["role"]] = ask["image"], ask["question"], "; ".join(ask["edits"])
        except (KeyError, TypeError) as error:
            raise UserError(
                f"{path}: line {number}: field {error} is missing: write it with askance generate"
            ) from error
    return known


def _decoded(line: str, kind: type[Any], where: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise UserError(f"{where}: {error}: mend that line") from error
