"""The options of the suite `beliefs`, and what they open: generators, a judge, a check of legality."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from askance.core import UserError
from askance.core.suite import SuiteOption
from askance.inverse.open_generator import open_question_model
from askance.inverse.question_model import QuestionModel
from askance.models import open_model
from askance.suites.beliefs.human_judge import load_human_judge
from askance.suites.beliefs.judges import SCENE, BeliefJudge, SceneJudge
from askance.suites.beliefs.model_judge import ModelJudge
from askance.suites.suite_options import read_whole_number

GENERATOR = "inverse"  # the default: the shipped one
DRAWS, ANSWERS = 100, 5  # per image and answer; per image
HUMAN = "human:"

OPTIONS: Mapping[str, SuiteOption] = {
    "generator": SuiteOption("NAME|FOLDER", "the model of inverse VQA that draws questions"),
    "tuned": SuiteOption("NAME|FOLDER", "a second one, tuned for the model under test, that draws half of them"),
    "judge": SuiteOption("scene|human:FILE|human:WORKSPACE#QUEUE|MODEL", "who judges the beliefs"),
    "draws": SuiteOption("NUMBER", "questions drawn per image and answer", read_whole_number),
    "answers": SuiteOption("NUMBER", "answers per image", read_whole_number),
}


@dataclass(frozen=True)
class BeliefSettings:
    """What the options say; generators and the judge are opened when they are first needed."""

    generator: str = GENERATOR
    tuned: str = ""
    judge_name: str = SCENE
    draws: int = DRAWS
    answers: int = ANSWERS

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> "BeliefSettings":
        """The settings that a user gave."""
        given = {("judge_name" if key == "judge" else key): value for key, value in values.items()}
        settings = cls(**given)
        if settings.tuned and settings.draws < 2:
            raise UserError("suite beliefs: draws=1 cannot be divided between two generators: say draws=2 or more")
        return settings

    @property
    def judge_cost(self) -> str:
        """What a second model that judges costs; "" if there is none."""
        is_model = self.judge_name != SCENE and not self.judge_name.startswith(HUMAN)
        return f"1 call of the judge {self.judge_name} per different belief" if is_model else ""

    @cached_property
    def generators(self) -> Sequence[QuestionModel]:
        """The supervised generator, then the tuned one."""
        return [open_question_model(name) for name in (self.generator, self.tuned) if name]

    @cached_property
    def judge(self) -> BeliefJudge:
        """Who judges."""
        if self.judge_name == SCENE:
            return SceneJudge()
        if self.judge_name.startswith(HUMAN):
            return load_human_judge(self.judge_name.removeprefix(HUMAN))
        return ModelJudge(open_model(self.judge_name))
