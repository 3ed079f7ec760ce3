"""A model that writes each finished call to the file that ASKANCE_FUZZ_LOG names."""

import os
import time


def answer(image, question):
    """A guess that depends on the question alone; logged before it is given back."""
    time.sleep(0.0005)
    descriptor = os.open(os.environ["ASKANCE_FUZZ_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, f"{question}\n".encode())
    os.close(descriptor)
    return "yes" if sum(question.encode()) % 3 else "no"
