"""People at tables whose machines fail: each comes back as the page does, and notes what became of each action."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field

from games.engine.seats import SEATS, Seat
from tests.bench._live_socket import Socket, connect
from tests.bench._live_tables import _BUTTON, _FORM, _REFUSED, _STATE

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"


@dataclass
class Sent:
    """An action that was sent for a version of the table, and what the sender knows of it."""

    version: int
    code: str
    outcome: str = UNKNOWN


@dataclass
class Person:
    """One seat's page. `patience` is the pause before an action; nothing is sent while `is_patient`."""

    table_id: int
    seat: Seat
    cookie: str
    port: int
    patience: float = 0.05
    is_patient: bool = False
    log: list[Sent] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    opened: int = 0
    socket: Socket | None = None
    version: int = -1
    phase: str = ""
    turn: str = ""
    hand: bytes = b""
    controls: bytes = b""
    seen_at: dict[int, float] = field(default_factory=dict)
    is_gone: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.table_id} {self.seat}")
        self.waiting: Sent | None = None

    def __str__(self) -> str:
        link = "here" if self.socket else "cut off"
        return f"{self.seat.name} {link}, {self.phase} {self.version}, turn {self.turn}, {self.waiting} {self.refusals}"

    # --- the link ----------------------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Open the page and keep it open until `go`, as static/js/link.js does."""
        tries = 0
        while not self.is_gone:
            self.ended = asyncio.get_running_loop().create_future()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(10):
                    await self._open()
                tries = 0
                await self.ended
            await asyncio.sleep(min(2.0, 0.4 * 2**tries) * self.chance.uniform(0.5, 1))
            tries += 1

    async def _open(self) -> None:
        self.version = -1
        path = f"/ws/tables/{self.table_id}/?language=en&digits=latin"
        self.socket = await connect(self.port, path, self.cookie, self._hear, self._closed)
        self.opened += 1

    def _closed(self, code: int) -> None:
        self.waiting = self.socket = None
        if 4000 <= code < 4500:
            self.faults.append(f"closed for good with {code}")
        if not self.ended.done():
            self.ended.set_result(None)

    def go(self) -> None:
        """Close the page."""
        self.is_gone = True
        if self.socket:
            self.socket.transport.close()

    # --- what the page shows -----------------------------------------------------------------------------------------

    @property
    def has_turn(self) -> bool:
        return self.socket is not None and self.turn == self.seat.name and self.phase in ("call", "trump", "play")

    def _hear(self, text: bytes) -> None:
        if refused := _REFUSED.search(text):
            self._hear_refusal(refused[1].decode())
        for name in (b"hand", b"controls"):
            if form := _FORM[name].search(text):
                setattr(self, name.decode(), form[0])
        if state := _STATE.search(text):
            self._hear_state(int(state[1]), state[2].decode(), state[3].decode())

    def _hear_state(self, version: int, phase: str, turn: str) -> None:
        if version < self.version:
            self.faults.append(f"version {version} after {self.version}")
        self.version, self.phase, self.turn = version, phase, turn
        self.seen_at.setdefault(version, time.monotonic())
        if self.waiting and version > self.waiting.version:
            self.waiting.outcome, self.waiting = ACKNOWLEDGED, None
        if self.has_turn and not self.is_patient:
            asyncio.get_running_loop().call_later(self.patience, self.act)

    def _hear_refusal(self, text: str) -> None:
        self.refusals.append(text)
        if self.waiting:
            self.waiting.outcome, self.waiting = REFUSED, None
            asyncio.get_running_loop().call_later(0.3, self.act)

    # --- what the person does ----------------------------------------------------------------------------------------

    def act(self) -> None:
        """If it is this seat's turn, do one of the things that the page offers."""
        if self.is_gone or self.waiting or not self.has_turn or not self.socket:
            return
        form = self.hand if self.phase == "play" else self.controls
        offered = [
            value for name, value, rest in _BUTTON.findall(form) if name == b"action" and b"disabled" not in rest
        ]
        if not offered:
            self.faults.append(f"nothing is offered at version {self.version}")
            return
        code = self.chance.choice(offered).decode()
        self.waiting = Sent(self.version, code)
        self.log.append(self.waiting)
        self.socket.send(json.dumps({"action": code, "version": str(self.version)}).encode())


class Room:
    """The four people of one table."""

    def __init__(self, table_id: int, cookies: dict[Seat, str], ports: list[int], patience: float = 0.05) -> None:
        self.table_id = table_id
        self.people = [Person(table_id, seat, cookies[seat], ports[seat % len(ports)], patience) for seat in SEATS]
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def version(self) -> int:
        """What all four have seen."""
        return min(person.version for person in self.people)

    def __str__(self) -> str:
        return "\n".join(map(str, self.people))

    async def enter(self) -> None:
        """Open all four pages, one after the other, so that a balancer spreads them evenly."""
        for person in self.people:
            self.tasks.append(asyncio.create_task(person.stay()))
            await until(lambda person=person: person.version >= 0, 30)

    def pause(self) -> None:
        for person in self.people:
            person.is_patient = True

    def play_on(self) -> None:
        for person in self.people:
            person.is_patient = False
            person.act()

    async def leave(self) -> None:
        for person in self.people:
            person.go()
        await asyncio.gather(*self.tasks)

    async def one_action(self, within: float) -> float:
        """Let whoever has the turn act; the seconds until all four see it. Raises TimeoutError."""
        start, target = time.monotonic(), self.version + 1
        await until(lambda: any(person.has_turn for person in self.people), within)
        for person in self.people:
            person.act()
        await until(lambda: self.version >= target, within)
        return time.monotonic() - start


async def until(condition: object, seconds: float) -> float:
    """Wait for a condition; the seconds that it took. Raises TimeoutError."""
    start = time.monotonic()
    async with asyncio.timeout(seconds):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.01)
    return time.monotonic() - start
