"""An English parser that nobody here wrote reads 20,000 generated questions."""

import os
import re
import shutil
import subprocess
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

import pytest
from askance.suites import SUITES

from carets_world import traps, vocabulary, world

WANTED = 20_000
MOST_REJECTED = 0.04  # measured: see docs/suites/carets.md
REPORT = os.environ.get("ASKANCE_GRAMMAR_REPORT", "")  # a file for all that is rejected, to be read
NULL_WORD = re.compile(r"\[([\w'-]+)\]")
pytestmark = pytest.mark.slow


def parser(questions: list[str], *options: str) -> str:
    """What link-parser prints about some sentences."""
    command = ["link-parser", "en", "-limit=100", "-timeout=3", *options]
    done = subprocess.run(command, input="\n".join(questions) + "\n", capture_output=True, text=True, check=True)
    return done.stdout


def rejected(questions: list[str]) -> list[str]:
    """The sentences for which there is no complete parse."""
    lines = parser(questions, "-batch", "-echo").splitlines()
    asked = set(questions)
    read = [line for line in lines if line in asked]
    assert len(read) == len(questions), "link-parser did not read every sentence"
    bad: list[str] = []
    last = ""
    for line in lines:
        if line in asked:
            last = line
        elif line.startswith("+++++") and last not in bad[-1:]:
            bad.append(last)
    return bad


def unlinked(questions: list[str]) -> dict[str, str]:
    """Sentence → the words that a parse must leave out."""
    asked, last, found = set(questions), "", dict.fromkeys(questions, "")
    for line in parser(questions, "-null=1", "-echo").splitlines():
        if line in asked:
            last = line
        elif line.startswith("LEFT-WALL") and last and not found[last]:
            found[last] = " ".join(NULL_WORD.findall(line))
    return {question: words or "(no parse)" for question, words in found.items()}


def generated() -> dict[str, tuple[str, str]]:
    """Distinct questions → the template and the world that made them, in equal parts from every world that is here."""
    worlds = [world("stickers"), traps(1200), vocabulary(1200)]
    here = [data for data in worlds if data is not None]
    found: dict[str, tuple[str, str]] = {}
    for place, data in enumerate(here):
        wanted = WANTED * (place + 1) // len(here)
        for seed in count():
            for case in next(SUITES["carets"].rounds(data, 9000, seed)):
                tags = dict(case.tags)
                for (_, query), template in zip(case.asks, ("template", "other_template"), strict=True):
                    if len(found) < wanted:
                        found.setdefault(query.stimulus.question, (tags[template], data.name))
            if len(found) >= wanted:
                break
    return found


def stem(template: str) -> str:
    return "/".join(template.split("/")[:2])


@pytest.mark.skipif(not shutil.which("link-parser"), reason="link-grammar is absent: apt-get install link-grammar")
def test_a_parser_reads_nearly_all_questions() -> None:
    questions = generated()
    assert len(questions) >= WANTED
    bad = rejected(list(questions))
    asked = Counter(stem(made) for made, _ in questions.values())
    stems = Counter(stem(questions[one][0]) for one in bad)
    worlds = Counter(world for _, world in questions.values())
    lines = [f"{len(bad)} of {len(questions)} rejected ({len(bad) / len(questions):.2%})"]
    lines += [f"  {world}: {sum(questions[one][1] == world for one in bad) / worlds[world]:.2%}" for world in worlds]
    lines += [f"  {name}: {each} of {asked[name]} ({each / asked[name]:.1%})" for name, each in stems.most_common(15)]
    sample = Random(0).sample(bad, min(100, len(bad)))
    reasons = unlinked(sample)
    lines += [f"  without: {words}: {number}" for words, number in Counter(reasons.values()).most_common(15)]
    print("\n".join(lines))  # noqa: T201  read with pytest -s
    if REPORT:
        read = [f"{question}\t{questions[question][0]}\t{words}" for question, words in reasons.items()]
        Path(REPORT).write_text("\n".join([*lines, "", *read, "", *bad]) + "\n")
    assert len(bad) / len(questions) < MOST_REJECTED
