"""Which defects the findings name: `python -m scripts.findings_table [--workspace DIR]` writes it to docs/findings.md.

The oracle and the 18 defective models answer every suite about the built-in images. A defect counts as named if one of
the first two sentences about its model is on the topic of the defect.
"""

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import askance
from askance import report
from askance.cli.demo_command import SHARE, SHARES
from askance.core import FindingRule
from askance.core.plural import plural
from askance.models.faults import FAULTS
from askance.report.finding_rules import UNANSWERED, unreadable_rule
from askance.store import Workspace
from askance.suites import SUITES, open_suite

PAGE = Path(__file__).parent.parent / "docs" / "findings.md"
FIRST = 2  # sentences among which the defect must be named
LIMIT = 600
TURNS, TURNS_SHARE = "basic_chain:as=turns", 0.5  # only a third of the questions have similar ones to be asked before
# Fault → the topics of findings that name it. The faults slow and verbose do not change any answer.
TOPICS = {
    "blind": {"ignores the image"},
    "question-deaf": {"ignores the question"},
    "yes-bias": {"says yes"},
    "no-bias": {"says no"},
    "ignores-negation": {"negation"},
    "order-sensitive": {"word order"},
    "first-choice": {"choices"},
    "hypernym-blind": {"hypernyms"},
    "color-blind": {"color"},
    "counts-zero": {"counting", "constant counts"},
    "off-by-one": {"counting", "adding up"},
    "noise-sensitive": {"image noise"},
    "paraphrase-sensitive": {"wording"},
    "context-dependent": {"background"},
    "distracted": {"distraction"},
    "echoes": {"earlier turns"},
    "refuses": {"refusals"},
    "crashes": {"failed calls"},
}


@dataclass(frozen=True)
class Named:
    """The findings about one defective model."""

    fault: str
    sentences: tuple[str, ...]
    place: int | None  # of the sentence that names the defect, from 1 on

    @property
    def is_named(self) -> bool:
        """Whether the defect is among the first sentences."""
        return self.place is not None and self.place <= FIRST


def run_defective_models(out: Path, limit: int = LIMIT) -> None:
    """Ask the oracle and all defective models every suite, as many questions as the demo does."""
    models = ["oracle", *(f"defective:{fault}" for fault in TOPICS)]
    for suite in [*(name for name, each in SUITES.items() if not each.card.variant_of), TURNS]:
        share = max(1, round(limit * TURNS_SHARE if suite == TURNS else limit * SHARES.get(suite, SHARE)))
        askance.run(models, "stickers", [suite], limit=share, out=out)


def findings_about_defects(out: Path) -> tuple[list[Named], list[str]]:
    """What the findings say of each defective model, and the sentences about the oracle: there must be none."""
    space = Workspace.for_reading(out)
    rows, declared = report.table_to_rows(report.current_metrics(space)), report.declared_metrics(space)
    found = {each.model: each.findings for each in report.find_weaknesses(rows, declared)}
    named = []
    for fault, topics in TOPICS.items():
        mine = found[f"defective:{fault}"]
        place = next((place for place, finding in enumerate(mine, 1) if finding.topic in topics), None)
        named.append(Named(fault, tuple(finding.text for finding in mine), place))
    return named, [finding.text for finding in found["oracle"]]


def table_lines(named: list[Named]) -> str:
    """The table of the page."""
    lines = ["| defect | what is wrong | first two sentences | named by |", "|---|---|---|---|"]
    for each in named:
        sentences = "<br>".join(f"{place}. {text}" for place, text in enumerate(each.sentences[:FIRST], 1))
        place = f"sentence {each.place}" if each.place else "none"
        lines.append(f"| `{each.fault}` | {FAULTS[each.fault].about} | {sentences} | {place} |")
    count = sum(each.is_named for each in named)
    return "\n".join([*lines, "", f"{count} of {len(named)} defects are named by one of the first two sentences."])


def rule_lines() -> str:
    """The table of all rules."""
    lines = ["| suite | topic | sentence | result | compared with |", "|---|---|---|---|---|"]
    cards = {name: suite.card for name, suite in SUITES.items() if not suite.card.variant_of}
    rules = [(name, rule) for name, card in cards.items() for rule in card.findings]
    rules += [("basic_chain", rule) for rule in SUITES["basic_chain"].card.findings]
    rules += [("basic_chain:as=turns", rule) for rule in open_suite("basic_chain:as=turns").card.findings]
    rules += [("all", rule) for rule in (*UNANSWERED, unreadable_rule("SUITE"))]
    for suite, rule in rules:
        sentence = rule.sentence.format(bad="**N**", name="NAME", example="EXAMPLE")
        result = f"`{rule.metric}`" + (f" of `{rule.group}`" if rule.group else "")
        lines.append(f"| {suite} | {rule.topic.format(name='NAME')} | {sentence} | {result} | {_compared_with(rule)} |")
    return "\n".join(lines)


def _compared_with(rule: FindingRule) -> str:
    parts = [f"the oracle, else {rule.limit:g}"] if rule.perfect is None else [f"{rule.perfect:g}"]
    if rule.answers:
        source = f"`{rule.accuracy}`" if rule.accuracy else f"accuracy of `{rule.accuracy_group or 'all'}`"
        parts.append(f"{source}, {plural(rule.answers, 'answer')}")
    return "; ".join(parts)


def write_between(page: str, mark: str, text: str) -> str:
    """The page with the text between two comments."""
    pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
    return pattern.sub(lambda found: f"{found[1]}{text}\n{found[2]}", page)


def main() -> None:
    """Make the runs, or read a workspace that has them, and write the table."""
    if sys.argv[1:2] == ["--workspace"]:
        named, oracle = findings_about_defects(Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            run_defective_models(Path(folder))
            named, oracle = findings_about_defects(Path(folder))
    page = write_between(PAGE.read_text(encoding="utf-8"), "defects", table_lines(named))
    made = write_between(page, "rules", rule_lines())
    PAGE.write_text(made, encoding="utf-8")
    print(
        f"{sum(each.is_named for each in named)} of {len(named)} defects named; {len(oracle)} findings about the oracle"
    )


if __name__ == "__main__":
    main()
