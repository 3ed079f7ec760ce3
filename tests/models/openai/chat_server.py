"""A chat-completions server as a process of its own, with faults by seed; it answers toy questions, and keeps count.

    python chat_server.py '{"latency": 0.02, "slots": [[0, 8]], "faults": 0.1, "seed": 7}'

It prints its port. A fault strikes the first request of a call (the same body again is the same call): with five
faults of 10 % each, a client cannot do with fewer than 1.5 requests per call. `slots` are pairs (requests so far,
requests that are worked on at once from then on); more are rejected with 429. GET /stats tells what happened, GET /seen
the bodies.
"""

import asyncio
import hashlib
import json
import math
import re
import sys
import time
from dataclasses import dataclass, field
from typing import Any

FAULTS = ("rate", "error", "hang", "cut", "broken")


@dataclass
class Settings:
    latency: float = 0.01
    slots: list[list[int]] = field(default_factory=lambda: [[0, 1000]])
    is_queueing: bool = False  # more than the slots wait instead of being rejected
    faults: float = 0.0  # share of calls for each fault
    seed: int = 0
    retry_after: str = "1"
    key: str = ""
    model: str = "toy"
    context: int = 0  # characters of the question; 0: any
    has_logprobs: bool = True
    refuses: tuple[str, ...] = ()  # names of parameters that are rejected
    thinking: str = ""  # "field": reasoning_content; "tags": in the content
    answer: str = ""  # in place of the true one
    finish: str = "stop"
    refusal: str = ""
    error: str = ""  # JSON of an error that every request gets, with `code`
    code: int = 500


class Server:
    def __init__(self, settings: Settings):
        self.settings = settings
        self.requests = self.busy = self.rejected = self.answered = 0
        self.tries: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self.told: dict[str, float] = {}  # call → when it was told to wait
        self.gaps: list[float] = []  # seconds until it came again
        self.bodies: list[dict[str, Any]] = []
        self.timeline: list[tuple[float, int, int]] = []  # when, busy, slots
        self.last_new = 0.0  # when the latest call came that was not there before
        self.free = asyncio.Condition()

    @property
    def slots(self) -> int:
        return [slots for since, slots in self.settings.slots if self.requests >= since][-1]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lines = head.decode().split("\r\n")
                headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:])}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                if not await self.respond(lines[0], headers, body, writer):
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def respond(self, line: str, headers: dict[str, str], body: bytes, writer: asyncio.StreamWriter) -> bool:
        path = line.split()[1].partition("?")[0]
        if path == "/stats":
            once = sum(count > 1 for count in self.done.values())
            stats = {"requests": self.requests, "rejected": self.rejected, "answered": self.answered, "twice": once}
            stats["least_gap"], stats["last_new"] = min(self.gaps, default=None), self.last_new
            return await self.send(writer, 200, stats | {"timeline": self.timeline[-200_000:]})
        if path == "/seen":
            return await self.send(writer, 200, self.bodies)
        if self.settings.key and headers.get("authorization") != f"Bearer {self.settings.key}":
            given = headers.get("authorization", "")
            return await self.send(writer, 401, _error(f"Incorrect API key provided: {given}", "invalid_api_key"))
        if path == "/v1/models":
            return await self.send(writer, 200, {"data": [{"id": self.settings.model}, {"id": "other-model"}]})
        if path != "/v1/chat/completions":
            return await self.send(writer, 404, {"detail": "Not Found"})
        self.requests += 1
        return await self.chat(json.loads(body), writer)

    async def chat(self, asked: dict[str, Any], writer: asyncio.StreamWriter) -> bool:
        settings = self.settings
        if len(self.bodies) < 1000:
            self.bodies.append(asked)
        if asked["model"] != settings.model:
            return await self.send(writer, 404, _error(f"The model `{asked['model']}` does not exist.", "not_found"))
        if settings.error:
            return await self.send(writer, settings.code, json.loads(settings.error))
        for name in settings.refuses:
            if name in asked:
                hint = " Use 'max_completion_tokens' instead." if name == "max_tokens" else ""
                return await self.send(writer, 400, _error(f"Unsupported parameter: '{name}'.{hint}", "unsupported"))
        question = _question(asked)
        if settings.context and len(question) > settings.context:
            words = f"maximum context length is {settings.context} tokens, but you requested {len(question)}"
            return await self.send(writer, 400, _error(words, "context_length_exceeded"))
        fault = self.fault(asked)
        if call := self.told.pop(_call(asked), None):
            self.gaps.append(time.monotonic() - call)
        if fault == "rate":
            self.told[_call(asked)] = time.monotonic()
            return await self.send(writer, 429, _error("slow down", "rate"), f"Retry-After: {settings.retry_after}\r\n")
        if fault == "error":
            return await self.send(writer, 500, {"error": "internal error"})
        if fault == "hang":
            await asyncio.sleep(3600)
        if not await self.worked():
            self.rejected += 1
            return await self.send(writer, 429, _error("busy", "rate"), f"Retry-After: {settings.retry_after}\r\n")
        if fault == "cut":
            writer.transport.abort()
            return False
        if fault == "broken":
            return await self.send(writer, 200, b'{"choices": [{"message": {"content": "ye')
        self.answered += 1
        self.done[_call(asked)] = self.done.get(_call(asked), 0) + 1
        return await self.send(writer, 200, self.reply(asked, question))

    def fault(self, asked: dict[str, Any]) -> str:
        call = _call(asked)
        self.tries[call] = self.tries.get(call, 0) + 1
        if self.tries[call] > 1:
            return ""
        self.last_new = time.monotonic()
        share = int(hashlib.sha256(f"{self.settings.seed}{call}".encode()).hexdigest()[:8], 16) / 2**32
        number = int(share / self.settings.faults) if self.settings.faults else len(FAULTS)
        return FAULTS[number] if number < len(FAULTS) else ""

    async def worked(self) -> bool:
        """Take a slot for the time that an answer takes; False if there is none."""
        if self.busy >= self.slots and not self.settings.is_queueing:
            return False
        async with self.free:
            await self.free.wait_for(lambda: self.busy < self.slots)
            self.count(1)
        await asyncio.sleep(self.settings.latency)
        async with self.free:
            self.count(-1)
            self.free.notify()
        return True

    def count(self, more: int) -> None:
        self.busy += more
        self.timeline.append((time.monotonic(), self.busy, self.slots))

    def reply(self, asked: dict[str, Any], question: str) -> dict[str, Any]:
        settings = self.settings
        numbers = re.findall(r"\d+", question)
        text = settings.answer or ("yes" if not numbers or int(numbers[0]) % 2 == 0 else "no")
        if options := re.search(r"one of these options: (.*?)[,.]", question):
            text = text if f" {text}" in question else options[1]
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if settings.thinking == "field":
            message["reasoning_content"] = "no no no"
        if settings.thinking == "tags":
            message["content"] = f"<think>no no no</think>\n{text}"
        if settings.refusal:
            message |= {"content": None, "refusal": settings.refusal}
        choice = {"index": 0, "message": message, "finish_reason": settings.finish}
        if asked.get("logprobs") and settings.has_logprobs:
            other = {"yes": "no", "no": "yes"}.get(text, "maybe")
            shares = ((text, 0.75), (f" {other.title()}", 0.2))
            first, second = ({"token": token, "logprob": math.log(share)} for token, share in shares)
            choice["logprobs"] = {"content": [first | {"top_logprobs": [first, second]}]}
        usage = {"prompt_tokens": 100 + len(question), "completion_tokens": 2}
        return {"choices": [choice] * int(asked.get("n", 1)), "usage": usage}

    async def send(self, writer: asyncio.StreamWriter, code: int, body: object, more: str = "") -> bool:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"HTTP/1.1 {code} X\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n{more}\r\n"
        writer.write(head.encode() + data)
        await writer.drain()
        return True


def _error(message: str, code: str) -> dict[str, Any]:
    return {"error": {"message": message, "code": code}}


def _call(asked: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _question(asked: dict[str, Any]) -> str:
    content = asked["messages"][-1]["content"]
    return content if isinstance(content, str) else content[-1]["text"]


async def main(settings: Settings) -> None:
    server = await asyncio.start_server(Server(settings).serve, "127.0.0.1", 0, backlog=1024, limit=2**26)
    print(server.sockets[0].getsockname()[1], flush=True)  # noqa: T201
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(Settings(**json.loads(sys.argv[1]))))
