"""METEOR as the COCO caption evaluation runs it: the Java program that pycocoevalcap brings, with all four matchers."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import numpy as np
from askance.core.digest import file_digest
from askance.core.errors import UserError
from askance.questions.pool import plain
from askance.questions.rankers.grams import Ints, words_of
from askance.questions.rankers.meteor.tables import jar_path
from askance.questions.rankers.scored import stacked
from askance.questions.ranking import TOP, Floats, Places, Ranking, Ranks, best

FLAGS = ("-l", "en", "-norm")  # those of the evaluation
BATCH = 200  # lines sent before any is read: the answers must fit the pipe (64 KiB), or both sides wait


@dataclass(frozen=True, slots=True)
class MeteorJarRanker:
    """The reference METEOR: exact, slow, and in need of Java and pycocoevalcap."""

    @property
    def name(self) -> str:
        return "meteor-jar"

    @property
    def fingerprint(self) -> str:
        return f"meteor-jar/1 {' '.join(FLAGS)} {file_digest(jar_path())}"

    def over(self, pool: Sequence[str]) -> Ranks:
        """The pool as plain sentences; Java and the jar must be here."""
        held = words_of(pool)
        java_command(FLAGS)
        return Jar(tuple(plain(question) for question in pool), np.flatnonzero(held.lengths))


@dataclass(frozen=True, slots=True)
class Jar:
    """A pool to be read to the Java program."""

    sentences: tuple[str, ...]
    spoken: Ints  # places of those that have words

    def rank(self, main: Sequence[str], top: int = TOP) -> Ranking:
        """The best of the pool for each main question; the program runs until the last is scored."""
        if not main:
            return stacked([])
        with running(FLAGS) as program:
            return stacked(self._best(program, plain(question), top) for question in main)

    def _best(self, program: "Program", main: str, top: int) -> tuple[Places, Floats]:
        scores = np.zeros(len(self.sentences))
        if main:
            scores[self.spoken] = program.scores([self.sentences[place] for place in self.spoken], main)
        return best(scores, top)


@dataclass(frozen=True, slots=True)
class Program:
    """The running program, spoken to line by line."""

    process: "subprocess.Popen[str]"
    complaints: IO[bytes]

    def scores(self, tested: Sequence[str], wanted: str) -> Floats:
        """The score of each tested sentence against the wanted one."""
        found: list[float] = []
        for start in range(0, len(tested), BATCH):
            batch = tested[start : start + BATCH]
            self._say(*(f"SCORE ||| {wanted} ||| {sentence}" for sentence in batch))
            statistics = [self._line() for _ in batch]
            self._say("EVAL ||| " + " ||| ".join(statistics))
            found += [float(self._line()) for _ in batch]
            self._line()  # the score of all together
        return np.array(found)

    def _say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines))
            self.process.stdin.flush()
        except BrokenPipeError:
            return  # reading says that it has ended

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.complaints.seek(0)
            said = self.complaints.read().decode(errors="replace").split("\n", 1)[0]
            raise UserError(f"the Java METEOR ended before its answer ({said}): mend that, or take ranker meteor")
        return line.strip()


def java_command(flags: Sequence[str]) -> list[str]:
    """How the program is started; without Java it cannot be."""
    java = shutil.which("java")
    if java is None:
        raise UserError("ranker meteor-jar needs Java, which is not on the path: install it, or take ranker meteor")
    return [java, "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar_path()), "-", "-", "-stdio", *flags]


@contextmanager
def running(flags: Sequence[str]) -> Iterator[Program]:
    """The program while it is needed."""
    command = java_command(flags)
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, encoding="utf-8"
        ) as process,
    ):
        try:
            yield Program(process, complaints)
        finally:
            process.kill()
