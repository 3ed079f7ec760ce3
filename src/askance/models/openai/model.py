"""A model behind a chat-completions server: asynchronous inside, plain to the engine."""

import asyncio
import dataclasses
import difflib
import itertools
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from askance.core import (
    Answer,
    ModelInput,
    Price,
    Query,
    Score,
    Usage,
    UserError,
    digest_value,
    find_unsupported_feature,
    query_key,
    source_digest,
)
from askance.core.async_models import await_values
from askance.models.openai.address import Address
from askance.models.openai.capabilities import MOST_ALTERNATIVES, Capabilities, probed
from askance.models.openai.client import Client, check_installed
from askance.models.openai.failures import KEY, LONGEST_RETRY, MODEL, REQUEST, ServerFailure, temporary
from askance.models.openai.images import ImageUrls
from askance.models.openai.prompts import messages_for
from askance.models.openai.replies import answers_of, content_of, decoded
from askance.models.openai.settings import Settings
from askance.models.openai.token_paths import MOST
from askance.models.thinking import closes_unopened_thinking
from msgspec.structs import replace

CODE = (  # what decides how a question is asked and how an answer is read
    *(f"models/openai/{name}.py" for name in ("capabilities", "images", "prompts", "replies", "token_paths")),
    "models/thinking.py",
)
ALWAYS = frozenset({"text", "choose", "draws", "turns", "no-image"})
PREPARING = 20.0  # seconds until a server that answers with errors counts as down
QUIET = 5.0  # seconds until a line says that the first answer is waited for
IMAGES = 3  # that a server rejects before anything was answered: then no single image is to blame
NAMED = 8  # models of a server in one line


class OpenAIModel:
    """One model of one server; several threads may ask it at the same time."""

    needs = frozenset({"pixels"})
    batch_size = 1  # an answer is stored when it is there; with larger batches, draws of one question share a request

    def __init__(self, address: Address, settings: Settings):
        check_installed()
        self.address, self.settings = address, settings
        self.name = address.name
        decisive = (source_digest(*CODE), address.model, address.url, address.open_query, *settings.decisive)
        self.fingerprint = f"openai:{digest_value(decisive).hex()}"
        self.price: Price | None = settings.price
        self._client = Client(address, settings.concurrency, settings.timeout)
        self._images = ImageUrls(settings.image_format)
        self._can = Capabilities()
        self._is_prepared = self._has_answered = False
        self._rejected: set[str] = set()  # images, before anything was answered
        self.preparing_requests = 0  # sent to find out what the server can do

    @property
    def at_once(self) -> int:
        """Calls that the engine should begin: as many as the server takes, and some that are ready."""
        return 1 if self.settings.concurrency == 1 else max(2, self._client.at_once)

    @property
    def most_at_once(self) -> int:
        """The most requests that are ever under way."""
        return self.settings.concurrency

    @property
    def supports(self) -> frozenset[str]:
        """What the server can do; until it is prepared, what the protocol has."""
        offers = {"temperature"} if self._can.has_temperature else set()
        return ALWAYS | offers | ({"score", "top"} if self._can.alternatives else set())

    def prepare(self, say: Callable[[str], None]) -> None:
        """Ask the server once what it can do; UserError says in one line why it does not answer."""
        if self._is_prepared:
            return
        start = time.monotonic()
        end = start + PREPARING
        for wait in itertools.chain((0.3, 0.6), itertools.repeat(1.0)):
            try:
                [self._can] = await_values([self._probed(say)])
                break
            except ServerFailure as failure:
                answer = failure.answer = self.address.secrets.hide_in(failure.answer)
                pause = max(wait, failure.retry_after or 0.0)
                end = min(end + (failure.retry_after or 0.0), start + PREPARING + LONGEST_RETRY)
                is_down = failure.code is None and "cannot connect" in (answer.reason or "") and wait == 1.0
                if answer.wait is None or is_down or time.monotonic() + pause > end:
                    raise UserError(f"{self.name}: {self._advice(failure)}") from None
                if pause > QUIET:
                    say(f"{self.name}: {answer.reason}: asking again in {pause:.0f} s")
                time.sleep(pause)
        self._is_prepared = True
        if missing := self._can.missing():
            say(f"{self.name}: the server does not support {missing}")

    def answer(self, shown: Sequence[ModelInput]) -> list[Answer]:
        """One answer per query, in order; draws of the same question share one request."""
        reasons = [find_unsupported_feature(each.query, self.supports) for each in shown]
        groups: dict[Query, list[int]] = {}
        for i, each in enumerate(shown):
            if not reasons[i]:
                alike = each.query if not each.query.condition.temperature else replace(each.query, draw=0)
                groups.setdefault(alike, []).append(i)
        found = {i: Answer("failed", reason=reason) for i, reason in enumerate(reasons) if reason}
        together = [[shown[i] for i in group] for group in groups.values()]
        payloads = [self._payload(group) for group in together]  # before any is sent: images are encoded on this thread
        replies = await_values([self._asked(*each) for each in zip(payloads, together, strict=True)])
        for group, answers in zip(groups.values(), replies, strict=True):
            found.update(zip(group, answers, strict=True))
        return [found[i] for i in range(len(shown))]

    def interrupt(self) -> None:
        """Give up the requests that wait to be sent."""
        self._client.interrupt()

    def _payload(self, group: Sequence[ModelInput]) -> bytes:
        """The request for one question, or for several draws of it."""
        query, picture = group[0].query, group[0].picture
        url = None if picture is None else self._images.url(picture)
        seed = int.from_bytes(query_key(query)[:4], "big") >> 1
        alternatives = MOST_ALTERNATIVES if isinstance(query.readout, Score) else MOST
        body: dict[str, Any] = {
            "model": self.address.model,
            "messages": messages_for(query, url, self.settings),
            **self._can.parameters(self.settings.max_new_tokens, query.condition.temperature, seed, alternatives),
        }
        return msgspec.json.encode(body | ({"n": len(group)} if len(group) > 1 else {}))

    async def _asked(self, payload: bytes, group: Sequence[ModelInput]) -> list[Answer]:
        try:
            body, seconds = await self._client.chat(payload)
            reply = decoded(body)
            opens = self._can.opens_thinking
            answers = answers_of(reply, [each.query for each in group], seconds, self.price, opens)
        except ServerFailure as failure:
            answer = self._blamed(failure.answer, group[0].query)
            # One request was sent for all of them: it counts for the first.
            answers = [answer, *(replace(answer, usage=Usage(requests=0)) for _ in group[1:])]
        else:
            self._has_answered = True
            if any(closes_unopened_thinking(content_of(choice)) for choice in reply.choices):
                self._can = dataclasses.replace(self._can, opens_thinking=True)
        return [self.address.secrets.hide_in(each) for each in answers]

    def _blamed(self, answer: Answer, query: Query) -> Answer:
        """While nothing was answered, a rejection is not final; if it is about many images, no query is to blame."""
        if answer.status != "failed" or answer.cause or self._has_answered:
            return answer
        self._rejected.add(query.stimulus.image or query.stimulus.question)
        return replace(answer, cause=REQUEST if len(self._rejected) >= IMAGES else "", temporary=True)

    async def _probed(self, say: Callable[[str], None]) -> Capabilities:
        line = f"{self.name}: no answer yet; the server may be loading the model (timeout={self.settings.timeout:g} s)"
        reminder = asyncio.get_running_loop().call_later(QUIET, say, line)
        try:
            return await probed(self._send)
        finally:
            reminder.cancel()

    async def _send(self, body: dict[str, Any]) -> bytes:
        payload = msgspec.json.encode({"model": self.address.model} | body)
        self.preparing_requests += 1
        try:
            patience = max(PREPARING, self.settings.timeout)
            found, _ = await asyncio.wait_for(self._client.chat(payload), patience)
        except TimeoutError as error:
            raise ServerFailure(temporary(f"no answer within {patience:g} s")) from error
        return found

    def _advice(self, failure: ServerFailure) -> str:
        """What went wrong before the first call, and what to do."""
        reason, place = failure.answer.reason or "", self.address
        if failure.code is None:
            if "no answer within" in reason:
                return f"{reason}: if the server is still loading the model, give it longer: --model-args timeout=600"
            return f"{reason}: start it, or correct the URL"
        if failure.answer.cause == KEY:
            what = "correct" if place.has_key else "set"
            return f"{reason}: {what} {place.key_env}, or name another variable with --model-args key_env=NAME"
        if failure.answer.cause == MODEL:
            return f"{reason}: {self._known_models()}"
        if failure.is_overload:
            return f"{reason}: the server is busy or limits its rate: run the same command again later"
        return reason

    def _known_models(self) -> str:
        """What the server has instead of an unknown model."""
        try:
            [body] = await_values([self._client.models()])
            found = msgspec.json.decode(body, type=dict[str, Any]).get("data") or ()
            names = [self.address.secrets.hide(str(each["id"])) for each in found]
        except Exception:  # the list is a courtesy; without it the line is still true
            names = []
        if not names:
            return "correct the model, or the URL, which ends in /v1 for most servers"
        near = difflib.get_close_matches(self.address.model, names, n=3, cutoff=0.4) or names[:NAMED]
        return f"the server has {', '.join(near)}{' and others' if len(names) > len(near) else ''}"
