"""Nonsense at a running server: frames and requests made by hypothesis, and real ones changed. `./dev bench fuzz`.

Whatever comes, no answer is a 5xx, no socket ends in trouble, no error is logged, and the tables stay as they were.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import string
from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from games.models import LogRow, SeatRow, TableRow
from games.services.wishes import WISHES
from tests.bench._live_socket import Socket, connect

TROUBLE = (1011, 4500)
"""The close codes that only an error of ours sends."""

UNANSWERED = 0.3
"""Seconds after which a frame counts as one that is not answered."""

# --- frames ----------------------------------------------------------------------------------------------------------

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4))
CODES = st.sampled_from(["call:7", "call:P", "trump:H", "play:SA", "play:SA+slam", "deal", "end:closed", "play:", ":"])
WORDS = st.builds("{}:{}".format, st.sampled_from(sorted(WISHES)), st.text(max_size=10) | st.sampled_from("NESW"))
FIELDS = {"action": CODES | VALUES, "do": WORDS | VALUES, "version": st.integers().map(str) | VALUES, "text": VALUES}
FRAMES = st.fixed_dictionaries({}, optional={**FIELDS, "gesture": VALUES, "HEADERS": VALUES}) | VALUES

Frame = tuple[int, bytes]
"""Kind (1 text, 2 binary, 129 the last piece of a text …) and what is in it."""


def made(strategy: st.SearchStrategy, count: int, start: int) -> list:  # type: ignore[type-arg]
    """So many values of a strategy, the same ones for the same start."""
    found: list[object] = []

    @seed(start)
    @settings(max_examples=count, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def collect(value: object) -> None:
        found.append(value)

    collect()
    return found


def frames(count: int, chance: random.Random) -> Iterator[Frame]:
    """Half of them made, half of them real frames changed."""
    for value in made(FRAMES, count // 2, chance.randrange(2**32)):
        yield 1, json.dumps(value).encode(errors="surrogatepass")
    for _ in range(count - count // 2):
        yield _changed(_real_frame(chance), chance)


def _real_frame(chance: random.Random) -> bytes:
    wish = chance.choice(
        [{"action": chance.choice(["call:7", "play:SQ", "trump:H"])}, {"do": f"{chance.choice(sorted(WISHES))}:E"}]
    )
    return json.dumps({**wish, "version": str(chance.randrange(200)), "HEADERS": {"HX-Request": "true"}}).encode()


def _changed(frame: bytes, chance: random.Random) -> Frame:
    place, whim = chance.randrange(len(frame)), chance.random()
    if whim < 0.3:
        return 1, frame[:place] + bytes([chance.randrange(256)]) + frame[place + 1 :]
    if whim < 0.5:
        return 1, frame[:place]
    if whim < 0.7:
        return 1, frame[:place] + frame[chance.randrange(len(frame)) :]
    if whim < 0.8:
        return chance.choice((0, 2, 3, 9, 10, 11)), frame
    if whim < 0.85:
        return 1, b"[" * chance.choice((1000, 15_000, 20_000))
    return 1, frame.replace(b'"', chance.choice((b"'", b'""', b"\\")), 1) + frame * chance.randrange(3)


# --- requests --------------------------------------------------------------------------------------------------------

METHODS = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW")
PIECES = ("0", "1", "-1", "99999999999999999999", "x", "..", "%00", "%ff", "ن", "a" * 300, "'", "<script>", "{{7}}", "")
HEADERS = (
    *(
        "Host",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Real-IP",
        "X_Real_IP",
        "Daphne-Root-Path",
        "Origin",
        "Referer",
    ),
    *("Cookie", "Accept-Language", "Accept-Encoding", "Content-Type", "Content-Length", "Transfer-Encoding", "Range"),
    *("HX-Request", "HX-Current-URL", "If-None-Match", "If-Modified-Since", "Authorization"),
)
TEXTS = st.text(alphabet=string.printable + "نé\x00\u202e", max_size=60)


def routes() -> list[str]:
    """Every address pattern of the site."""
    return sorted(set(_routes(get_resolver().url_patterns, "/")))


def _routes(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for each in patterns:
        path = before + str(each.pattern).lstrip("^").rstrip("$")
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, path)
        else:
            yield path


def requests(count: int, cookies: list[str], host: str, chance: random.Random) -> Iterator[bytes]:
    """Requests to every address, with all kinds of people, methods, queries, forms and headers."""
    known, texts = routes(), made(TEXTS, max(100, count // 4), chance.randrange(2**32))
    for _ in range(count):
        method = chance.choice(METHODS)
        path = _filled(chance.choice(known), chance)
        query = "&".join(
            f"{quote(chance.choice(texts))}={quote(chance.choice(texts))}" for _ in range(chance.randrange(3))
        )
        body = _body(chance, texts) if method not in ("GET", "HEAD") else b""
        heads = {
            "Host": host,
            "Cookie": chance.choice(cookies),
            "Connection": "close",
            "Content-Length": str(len(body)),
        }
        heads["Content-Type"] = chance.choice(
            ("application/x-www-form-urlencoded", "application/json", "multipart/form-data")
        )
        if chance.random() < 0.4:
            heads[chance.choice(HEADERS)] = chance.choice(texts).replace("\n", " ").replace("\r", " ")
        lines = "".join(f"{name}: {value}\r\n" for name, value in heads.items())
        yield f"{method} {path}{'?' if query else ''}{query} HTTP/1.1\r\n{lines}\r\n".encode(errors="replace") + body


def _filled(route: str, chance: random.Random) -> str:
    path = ""
    for piece in route.replace("<", "\0<").replace(">", ">\0").split("\0"):
        path += quote(chance.choice(PIECES), safe="%") if piece.startswith("<") else piece
    return path.replace("\\", "").replace(" ", "") if chance.random() < 0.9 else path[: chance.randrange(1, 40)]


def _body(chance: random.Random, texts: list[str]) -> bytes:
    names = ("csrfmiddlewaretoken", "username", "password", "rule_set", "game", "next", "language", "seat", "text", "q")
    token = "a" * 64
    pairs = [f"{chance.choice(names)}={quote(chance.choice(texts))}" for _ in range(chance.randrange(5))]
    return "&".join([f"csrfmiddlewaretoken={token}", *pairs]).encode()


# --- the attack ------------------------------------------------------------------------------------------------------


class Attack:
    """Everything above sent to one server; `answers` counts status codes and close codes, `faults` what must not be."""

    def __init__(self, port: int, table_id: int, outsiders: list[str], sitters: list[str]) -> None:
        self.port, self.table_id = port, table_id
        self.outsiders, self.sitters = outsiders, sitters
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self.read = 0  # frames that came as far as the site's own code
        self.sockets: dict[int, Socket] = {}
        self.answer: asyncio.Future[None] | None = None
        self.last: Frame = (0, b"")

    async def send_frames(self, all_frames: list[Frame], chance: random.Random) -> None:
        """One after the other, by outsiders and by people who sit there, over a new socket whenever one was closed."""
        for kind, body in all_frames:
            # A seated person may well wish for something; all that they do here is not their turn.
            whose = self.outsiders if b'"do"' in body or chance.random() < 0.5 else self.sitters
            socket = self.sockets.get(id(whose))
            if socket is None or socket.transport.is_closing():
                socket = self.sockets[id(whose)] = await self._open(chance.choice(whose))
            self.last = kind, body
            await self._send(socket, kind, body)
        for socket in self.sockets.values():
            socket.transport.abort()

    async def _send(self, socket: Socket, kind: int, body: bytes) -> None:
        """Most frames are answered; a wait for some that are not costs little."""
        self.answer = asyncio.get_running_loop().create_future()
        socket._write(kind, body)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.answer, UNANSWERED)

    async def _open(self, cookie: str) -> Socket:
        path = f"/ws/tables/{self.table_id}/?language=en"
        return await connect(self.port, path, cookie, self._heard, self._closed)

    def _heard(self, text: bytes) -> None:
        self.answers["frame"] += 1
        self._answered()

    def _answered(self) -> None:
        if self.answer and not self.answer.done():
            self.answer.set_result(None)

    def _closed(self, code: int) -> None:
        self._tell_end(code)
        self._answered()

    def _tell_end(self, code: int) -> None:
        self.answers[f"closed {code}"] += 1
        if code in TROUBLE:
            self.faults.append(f"closed with {code} after {self.last!r:.200}")

    async def open_odd_sockets(self, chance: random.Random, count: int) -> None:
        """Sockets at addresses that are none."""
        for _ in range(count):
            path = (
                f"/ws/{chance.choice(('tables/', 'lobby/', ''))}{quote(chance.choice(PIECES), safe='%')}/?language=%00"
            )
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(5):
                    cookie = chance.choice(self.outsiders)
                    socket = await connect(self.port, path, cookie, self._heard, self._tell_end)
                    socket.send(b"{}")
                    await asyncio.sleep(0.01)
                    socket.transport.abort()

    async def send_requests(self, all_requests: list[bytes], *, at_once: int = 4) -> None:
        gate = asyncio.Semaphore(at_once)
        await asyncio.gather(*(self._request(request, gate) for request in all_requests))

    async def _request(self, request: bytes, gate: asyncio.Semaphore) -> None:
        async with gate:
            status = await self._answer(request)
        self.answers[status] += 1
        if status.startswith("5"):
            self.faults.append(f"{status} for {request!r:.300}")

    async def _answer(self, request: bytes) -> str:
        """The status, or that there was none; then the connection is cut."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            async with asyncio.timeout(20):
                writer.write(request)
                line = await reader.readline()
        except (OSError, TimeoutError):
            return "no answer"
        finally:
            writer.transport.abort()
            await asyncio.sleep(0)
        return line.decode(errors="replace").partition(" ")[2][:3] or "no answer"


def state_of(table_id: int) -> object:
    """Everything that nonsense must not change at a table."""
    table = TableRow.objects.values("state", "version", "match_id", "host_id", "rated", "options").get(pk=table_id)
    seats = list(SeatRow.objects.filter(table_id=table_id).order_by("seat").values("seat", "user_id", "bot_level"))
    return table, seats, LogRow.objects.filter(match_id=table["match_id"]).count()
