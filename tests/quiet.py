"""A progress listener for trainings that keeps what is said, and interrupts at a step."""

from askance.core.progress import NoProgress


class Quiet(NoProgress):
    """Keeps what is said; raises KeyboardInterrupt when step `stop` of an epoch is reported."""

    def __init__(self, stop=None):
        self.stop, self.said = stop, []
        self.what, self.step = "", 0

    def start(self, total, saved, what="calls"):
        self.what, self.step = what, 0
        self.advance(saved)

    def advance(self, calls):
        self.step += calls
        if self.what == "steps" and self.step == self.stop:
            raise KeyboardInterrupt

    def say(self, message):
        self.said.append(message)
