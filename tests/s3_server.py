"""A server process that speaks S3 (moto), and a proxy before it that spoils some requests."""

import http.client
import os
import random
import socket
import subprocess
import sys
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVER = """
import sys, threading
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()  # until the tests end
"""
KEY, SECRET = "AKIATESTTESTTESTTEST", "secret-that-must-not-be-stored"
BUCKET = "askance-tests"


class S3Server:
    """A server in a process of its own, with one bucket."""

    def __init__(self) -> None:
        quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=quiet,
        )  # fmt: skip
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())
        self.request("PUT", f"/{BUCKET}")

    @property
    def environment(self) -> dict[str, str]:
        """What a client finds the server by."""
        return environment_of(self.port)

    def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """Make a request without any library between."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, body, {"Authorization": f"AWS4-HMAC-SHA256 Credential={KEY}/x/us-east-1/s3/x"})
        reply = connection.getresponse()
        data = reply.read()
        assert reply.status in (200, 204), (reply.status, data)
        connection.close()
        return data

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def environment_of(port: int) -> dict[str, str]:
    """The variables for a client of a server on this machine."""
    return {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true",
    }  # fmt: skip


class FaultyProxy:
    """Passes requests on, but for a share of them: an error reply, or a cut connection before or after the request."""

    def __init__(self, port: int, share: float, rng: random.Random, ignored_header: str = ""):
        self.faults: Counter[str] = Counter()
        self.requests = 0
        self.share = share  # may be changed
        lock = threading.Lock()

        def draw() -> str:
            with lock:
                self.requests += 1
                fault = rng.choice(("500", "503", "cut before", "cut after")) if rng.random() < self.share else ""
                self.faults[fault] += bool(fault)
                return fault

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                fault = draw()
                if fault == "cut before":
                    self.cut()
                elif fault in ("500", "503"):
                    code = {"500": "InternalError", "503": "SlowDown"}[fault]
                    text = f"<Error><Code>{code}</Code><Message>injected</Message></Error>".encode()
                    self.reply(int(fault), {"Content-Type": "application/xml"}, text)
                else:
                    status, headers, data = self.pass_on(body)
                    if fault:
                        self.cut()
                    else:
                        self.reply(status, headers, data)

            do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = handle_any  # noqa: N815

            def pass_on(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
                connection = http.client.HTTPConnection("127.0.0.1", port)
                headers = {name: value for name, value in self.headers.items() if name != ignored_header}
                connection.request(self.command, self.path, body, headers)
                found = connection.getresponse()
                data = found.read()
                connection.close()
                return found.status, dict(found.getheaders()), data

            def reply(self, status: int, headers: dict[str, str], data: bytes) -> None:
                self.send_response_only(status)
                for name, value in headers.items():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                is_head = self.command == "HEAD"
                self.send_header("Content-Length", headers.get("Content-Length", "0") if is_head else str(len(data)))
                self.end_headers()
                if not is_head:
                    self.wfile.write(data)

            def cut(self) -> None:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)

            def log_message(self, *arguments: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *arguments: None  # type: ignore[method-assign]  # clients that went away
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
