"""`recorded:FILE[#SELECTION]`: the answers that another tool logged, as a model that makes no calls."""

from collections.abc import Mapping, Sequence

from askance.core import Answer, Dataset, ModelInput, Query, UserError, find_unsupported_feature
from askance.core.digest import source_digest
from askance.core.plural import plural
from askance.core.query import step_texts
from askance.logs import find_log, read_log
from askance.logs.log_files import RecordedLog
from askance.models.recorded.matched import IMAGE, LETTER, SAME, SEVERAL, Matched, shorten
from askance.models.recorded.matching import match_samples

KIND = "recorded"
CODE = (  # all that decides which answer is given
    "logs", "models/recorded", "readings", "wording/normalise_answers.py", "wording/number_words.py",
    "wording/option_letters.py",
)  # fmt: skip
SUPPORTS = frozenset({"text", "draws"})
NO_MATCH = "the log has no answer to this question"
UNMATCHED = {
    IMAGE: "is asked about images whose files are not those of {data}: use data with the image files of the log",
    SEVERAL: "is asked about several images of {data}, and the log has no images: use data with the ids of the log",
    SAME: "is asked several times in the log, which has no images: use data with the ids of the log",
    LETTER: "is answered by letter, and the log does not list the options: log the prompts",
}


class RecordedModel:
    """The answers of a log; it answers once it is matched with a data set."""

    supports = SUPPORTS
    needs: frozenset[str] = frozenset()

    def __init__(self, log: RecordedLog, name: str):
        self.log, self.name = log, name
        self.fingerprint = f"{KIND}:{log.digest}:{source_digest(*CODE)}"

    def describe(self) -> Mapping[str, str]:
        """What the log is."""
        return {"kind": KIND, "tool": self.log.tool, "model": self.log.model, "samples": str(len(self.log.samples))}

    def match_dataset(self, data: Dataset) -> "MatchedModel":
        """The answers to the questions of a data set."""
        return MatchedModel(self, data)

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """Refusals: which question a sample answers is known only with a data set."""
        return [
            Answer(status="failed", reason=why)
            if (why := find_unsupported_feature(each.query, self.supports))
            else Answer(status="refused", reason=NO_MATCH)
            for each in shown
        ]


class MatchedModel:
    """The recorded answers to the questions of one data set; every other query is refused."""

    supports = SUPPORTS
    needs: frozenset[str] = frozenset()

    def __init__(self, model: RecordedModel, data: Dataset):
        self.model, self.name = model, model.name
        self.fingerprint = f"{model.fingerprint}:{data.fingerprint}"
        self._matched = match_samples(model.log.samples, data)
        self._notes = self._matched.notes(self.name, data.name, model.log.copies)
        self._questions = {question for _, question in self._matched.known}
        self._repeats = max(map(len, self._matched.answers.values()), default=0)
        if not self._matched.answers:
            raise UserError(_nothing_matched(model, self._matched, data))

    def notes(self) -> list[str]:
        """How many questions have an answer, and which samples were left out."""
        return self._notes

    def missing_answer(self, query: Query) -> str | None:
        """Why a log of plain questions has no answer to this kind of query."""
        stimulus, none = query.stimulus, "the recorded answers contain none"
        if unsupported := find_unsupported_feature(query, self.supports):
            return unsupported.replace("this model does", "recorded answers do")
        if stimulus.edits:
            return f"{none} about edited images, such as {shorten(step_texts(stimulus.edits)[0])}"
        if stimulus.image is None:
            return f"{none} without an image"
        if (stimulus.image, stimulus.question) not in self._matched.known:
            kind = (
                "known questions about other images"
                if stimulus.question in self._questions
                else "reworded or new questions"
            )
            return f"{none} to {kind}, such as {shorten(stimulus.question)!r}"
        if query.draw >= self._repeats:
            each = plural(self._repeats, "answer")
            return f"the log has {each} per question, and this suite repeats each question more often"
        return None

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, in order."""
        return [self._answer_query(each.query) for each in shown]

    def _answer_query(self, query: Query) -> Answer:
        if reason := find_unsupported_feature(query, self.supports):
            return Answer(status="failed", reason=reason)
        stimulus = query.stimulus
        plain = not stimulus.edits and stimulus.image is not None
        said = self._matched.answers.get((stimulus.image or "", stimulus.question), ()) if plain else ()
        if query.draw >= len(said):
            return Answer(status="refused", reason=NO_MATCH)
        answer = said[query.draw]
        if answer.text is None:
            return Answer(status="refused", reason=f"the recorded call failed: {answer.reason}")
        return Answer(text=answer.text, thinking=answer.thinking or None)


def _nothing_matched(model: RecordedModel, matched: Matched, data: Dataset) -> str:
    path, count = model.log.path, plural(len(model.log.samples), "sample")
    for reason, what in UNMATCHED.items():
        if samples := matched.left_out.get(reason):
            asked, what = repr(shorten(samples[0].asked)), what.format(data=data.name)
            return f"{path}: none of its {count} can be matched: {asked} {what}, or -d {KIND}:{path}"
    known = shorten(next((question for _, question in sorted(matched.known)), ""))
    return (
        f"{path}: none of its {count} matches a question of {data.name}: the log asks"
        f" {shorten(model.log.samples[0].asked)!r}, the data asks {known!r}: name the data set of the log, or"
        f" -d {KIND}:{path}"
    )


def is_recorded(fingerprint: str) -> bool:
    """Whether a model of this fingerprint is a log, which is read and not called."""
    return fingerprint.startswith(f"{KIND}:")


def load(rest: str, args: Mapping[str, str]) -> RecordedModel:
    """The log behind FILE, FOLDER or FOLDER#SELECTION."""
    if args:
        raise UserError(f"{KIND}: --model-args {min(args)}=…: only name=NAME is known")
    log = read_log(find_log(rest, KIND))
    return RecordedModel(log, f"{KIND}:{log.model or log.path.stem}")
