"""Models for tests of the Live view, opened by name: `python:live_models:slow`."""

import threading

CALLS: list[tuple[str, int]] = []  # of the slow model: question and thread
MAY_ANSWER = threading.Event()  # the slow model waits for it
HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>{{7*7}}"


def slow(image, question):
    """Answers when a test lets it."""
    CALLS.append((question, threading.get_ident()))
    MAY_ANSWER.wait(60)
    return "yes"


def hostile(image, question):
    """Answers with markup."""
    return HOSTILE


def broken(image, question):
    """Raises an exception that names a folder of this machine."""
    raise FileNotFoundError(2, "No such file or directory", "/home/someone/secret/weights.bin")
