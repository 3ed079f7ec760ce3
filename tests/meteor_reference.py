"""The reference METEOR, which ours must equal: the Java program that pycocoevalcap brings."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

import numpy as np
from askance.ranking.ranker import Floats
from askance.ranking.rankers.meteor.tables import meteor_jar_path

BATCH = 200  # lines sent before any is read: the answers must fit the pipe (64 KiB), or both sides wait


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
            raise AssertionError(f"the Java METEOR ended before its answer: {said}")
        return line.strip()


def java_command(flags: Sequence[str]) -> list[str]:
    """How the program is started; without Java it cannot be."""
    java = shutil.which("java")
    assert java is not None, "Java is not on the path"
    return [java, "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(meteor_jar_path()), "-", "-", "-stdio", *flags]


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
