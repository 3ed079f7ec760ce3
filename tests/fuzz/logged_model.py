"""A model that writes each finished call to the file that ASKANCE_FUZZ_LOG names."""

import os
import time
from pathlib import Path


def answer(image, question):
    """A guess that depends on the question alone; logged before it is given back."""
    time.sleep(0.0005)
    with Path(os.environ["ASKANCE_FUZZ_LOG"]).open("ab", buffering=0) as log:
        log.write(f"{question}\n".encode())
    return "yes" if sum(question.encode()) % 3 else "no"
