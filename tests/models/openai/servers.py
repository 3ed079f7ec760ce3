"""Starts chat servers (chat_server.py) for tests and benchmarks."""

import contextlib
import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Reply = Callable[[int, dict[str, Any]], tuple[int, Any, dict[str, str]]]
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


class ReplyServer:
    """A server in this process whose replies a function decides: (number, body) → (status, reply, headers)."""

    def __init__(self, reply: Reply):
        self.bodies: list[dict[str, Any]] = []
        server, lock = self, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None: ...

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with lock:
                    server.bodies.append(body)
                    number = len(server.bodies)
                status, answer, headers = reply(number, body)
                data = json.dumps(answer).encode()
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    for name, value in (headers | {"content-length": str(len(data))}).items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(data)

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"


@contextlib.contextmanager
def reply_server(reply: Reply) -> Iterator[ReplyServer]:
    """A server with these replies, until the end of the block."""
    server = ReplyServer(reply)
    thread = threading.Thread(target=server.http.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()


def is_probe(body: dict[str, Any]) -> bool:
    """Whether a request only asks what the server can do."""
    return "Is ice cold?" in json.dumps(body["messages"])


def completion(text: str = "yes", finish: str = "stop", count: int = 1, **more: Any) -> tuple[int, Any, dict[str, str]]:
    """A reply with a text, without log-probabilities and without the numbers of tokens."""
    return 200, {"choices": [{"message": {"content": text}, "finish_reason": finish}] * count, **more}, {}
