"""Starts chat servers (chat_server.py) for tests and benchmarks."""

import contextlib
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("chat_server.py")


class ChatServer:
    """A running server."""

    def __init__(self, port: int):
        self.place = f"127.0.0.1:{port}"
        self.url = f"http://{self.place}/v1"

    def get(self, path: str) -> Any:
        """A page about what happened."""
        with urllib.request.urlopen(f"http://{self.place}{path}", timeout=30) as response:
            return json.load(response)


@contextlib.contextmanager
def chat_server(**settings: Any) -> Iterator[ChatServer]:
    """A server with these settings, until the end of the block."""
    process = subprocess.Popen([sys.executable, str(SCRIPT), json.dumps(settings)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield ChatServer(int(process.stdout.readline()))
    finally:
        process.kill()
        process.communicate()
