"""The faulty server, the client and an engine's retries on one event loop whose clock jumps: minutes take a second."""

import asyncio
import json
import selectors
from itertools import pairwise

import chat_server
from askance.models.openai import client as client_module
from askance.models.openai.address import Address
from askance.models.openai.client import Client
from askance.models.openai.failures import ServerFailure, failure_of, temporary
from askance.models.openai.replies import decoded
from askance.models.openai.secrets import Secrets

FIRST_WAIT = 0.5  # seconds; as the engine waits after a failure


class JumpingSelector(selectors.SelectSelector):
    """Instead of waiting, moves the clock."""

    now = 1000.0

    def select(self, timeout=None):
        ready = super().select(0)
        self.now += 0.0 if ready else timeout or 0.0
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self):
        self.clock = JumpingSelector()
        super().__init__(self.clock)

    def time(self):
        return self.clock.now

    monotonic = perf_counter = time  # in place of the module time


class Reply:
    """What the server writes; in place of a stream."""

    def __init__(self):
        self.data, self.is_cut, self.transport = b"", False, self

    def write(self, data):
        self.data += data

    async def drain(self):
        pass

    def abort(self):
        self.is_cut = True


class LocalClient(Client):
    """A client whose requests reach a server object without a network."""

    def __init__(self, server, most, timeout):
        super().__init__(Address("toy", "http://toy/v1", Secrets()), most, timeout)
        self.server, self.most_under_way = server, 0

    def _connected(self):
        return None

    async def _sent(self, http, payload):
        reply = Reply()
        self.server.requests += 1
        self.most_under_way = max(self.most_under_way, self._gate.under_way)
        try:
            async with asyncio.timeout(self.timeout):
                await self.server.chat(json.loads(payload), reply)
        except TimeoutError as error:
            raise ServerFailure(temporary("no answer")) from error
        if reply.is_cut:
            raise ServerFailure(temporary("cut"))
        head, _, body = reply.data.partition(b"\r\n\r\n")
        lines = [line.partition(":") for line in head.decode().split("\r\n")[1:]]
        code = int(head.split()[1])
        if code != 200:
            raise failure_of(code, {name.lower(): value.strip() for name, _, value in lines}, body)
        return body


async def answered(client, number, waiting):
    """One call until it has its answer, with the waits of the engine."""
    payload = json.dumps({"model": "toy", "messages": [{"role": "user", "content": f"Is {number} even?"}]}).encode()
    usual = FIRST_WAIT
    while True:
        try:
            decoded((await client.chat(payload))[0])
            return
        except ServerFailure as failure:
            waiting.add(number)
            await asyncio.sleep(failure.answer.wait or usual)
            waiting.discard(number)
            usual *= 1 if failure.answer.wait else 2


async def all_answered(client, calls):
    waiting, begun = set(), set()
    for number in range(calls):
        begun.add(asyncio.create_task(answered(client, number, waiting)))
        await asyncio.sleep(0)
        while len(begun) > client.at_once + len(waiting) + 2:
            done, begun = await asyncio.wait(begun, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
            [each.result() for each in done]
    await asyncio.gather(*begun)


def simulated(monkeypatch, calls, most, timeout, settled=20.0, **settings):
    """(busy share of the slots while there is work, requests per call, most requests under way)."""
    loop = VirtualLoop()
    monkeypatch.setattr(chat_server, "time", loop)
    monkeypatch.setattr(client_module, "time", loop)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        server = chat_server.Server(chat_server.Settings(**settings))
        client = LocalClient(server, most, timeout)
        runner.run(all_answered(client, calls))
    assert server.answered == calls
    first = server.timeline[0][0] + settled
    pairs = [(one, two) for one, two in pairwise(server.timeline) if first <= one[0] <= server.last_new]
    used = sum(busy * (after - at) for (at, busy, _), (after, _, _) in pairs)
    share = used / sum(slots * (after - at) for (at, _, slots), (after, _, _) in pairs)
    return share, server.requests / calls, client.most_under_way
