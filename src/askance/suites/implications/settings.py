"""The options of the suite `implications`."""

from collections.abc import Mapping
from dataclasses import dataclass

from askance.core.suite import SuiteOption
from askance.suites.suite_options import read_whole_number
from askance.wording.part_of_speech_tags import TAGGERS, TaggerName, read_tagger

STARTS = ("auto", "questions", "openings")
DEEPEST = 2


def _read_start(text: str) -> str:
    if text not in STARTS:
        raise ValueError(f"not one of {', '.join(STARTS)}")
    return text


def _read_depth(text: str) -> int:
    depth = read_whole_number(text)
    if not 1 <= depth <= DEEPEST:
        raise ValueError("neither 1 nor 2")
    return depth


OPTIONS: Mapping[str, SuiteOption] = {
    "depth": SuiteOption("1|2", "2: also ask what follows from the answers to implied questions", _read_depth),
    "implied": SuiteOption("NUMBER", "implied yes/no questions per question, half of them with the answer yes",
                           read_whole_number),
    "start": SuiteOption("auto|questions|openings", "the data set's questions, or opening questions about each image",
                         _read_start),
    "openings": SuiteOption("NUMBER", "opening questions per image, of a pool of 30", read_whole_number),
    "calls": SuiteOption("NUMBER", "most calls per image if it starts with opening questions", read_whole_number),
    "tagger": SuiteOption("|".join(TAGGERS), "what tags the words of questions that the built-in grammar does not"
                          " understand", read_tagger),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ImplicationSettings:
    """What the options say."""

    depth: int = 1
    implied: int = 4  # yes/no questions per question
    start: str = "auto"
    openings: int = 12
    calls: int = 40
    tagger: TaggerName = "builtin"
