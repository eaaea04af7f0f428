"""The players of `./dev bench live`: what four sockets of a table see, what they do, what must hold at every view."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from games.engine.seats import SEATS, Seat

from . import _live_socket
from ._live_socket import Socket

STALLED = 10.0
"""Seconds after which a table that does not go on counts as stalled."""

_STATE = re.compile(rb'<div id="table-state"[^>]* data-version="(\d+)" data-phase="(\w+)" data-turn="(\w?)"')
_SEAL = re.compile(rb'<div id="deal-seal"[^>]*data-commitment="(\w+)"')
_FORM = {name: re.compile(rb'<form id="%s".*?</form>' % name, re.DOTALL) for name in (b"hand", b"controls")}
_CARD = re.compile(rb'data-card="(\w\w)"')
_BUTTON = re.compile(rb'<button type="submit"[^>]*? name="(action|do)" value="([^"]+)"([^>]*)>')
_REFUSED = re.compile(rb'<p id="why"[^>]*>([^<]+)<')


@dataclass
class Tally:
    """What was measured between `start` and `stop`."""

    counting: bool = False
    actions: int = 0
    own: list[float] = field(default_factory=list)
    everybody: list[float] = field(default_factory=list)
    frames: int = 0
    frame_bytes: int = 0
    sent_bytes: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def acted(self, own: float, everybody: float, sent: int) -> None:
        """An action was seen by its sender and by all after these seconds."""
        if self.counting:
            self.actions += 1
            self.own.append(own)
            self.everybody.append(everybody)
            self.sent_bytes += sent

    def viewed(self, size: int) -> None:
        if self.counting:
            self.frames += 1
            self.frame_bytes += size


class Table:
    """Four sockets that act in turn, one action at a time: the next is sent when all four have seen the last one.

    With a rate, actions are sent at random times (so many a second on average), but never before that.
    """

    def __init__(self, tally: Tally, chance: random.Random, rate: float) -> None:
        self.tally, self.chance, self.rate = tally, chance, rate
        self.loop = asyncio.get_running_loop()
        self.sockets: list[Socket] = []
        self.waiting_for: set[int] = set()
        self.sent_at = self.own_after = self.next_at = 0.0
        self.sent_size = self.actor = 0
        self.is_over = False

    def begin(self) -> None:
        """All sockets have seen the table: act from now on."""
        self.next_at = self.loop.time()
        self._plan()

    def finish(self) -> None:
        """Act no more; what is on its way still arrives."""
        self.is_over = True

    def _plan(self) -> None:
        if self.rate:
            self.next_at = max(self.loop.time(), self.next_at + self.chance.expovariate(self.rate))
            self.loop.call_at(self.next_at, self._act)
        else:
            self.loop.call_soon(self._act)

    def _act(self) -> None:
        if not self.is_over:
            self.act()

    def act(self) -> None:
        """Send one action by `sent`."""
        raise NotImplementedError

    def sent(self, socket: int, text: bytes) -> None:
        """Send an action and wait for all four views of it."""
        self.actor, self.waiting_for = socket, {0, 1, 2, 3}
        self.sent_size = len(text)
        self.sent_at = self.loop.time()
        self.sockets[socket].send(text)

    def has_seen(self, socket: int) -> None:
        """This socket's view holds the action that was sent last."""
        if socket not in self.waiting_for:
            return
        after = self.loop.time() - self.sent_at
        self.waiting_for.discard(socket)
        if socket == self.actor:
            self.own_after = after
        if not self.waiting_for:
            self.tally.acted(self.own_after, after, self.sent_size)
            self._plan()

    def check_progress(self) -> None:
        """Count a table at which an action is still not seen by all."""
        if self.waiting_for and self.loop.time() - self.sent_at > STALLED and not self.is_over:
            self.error("stalled: an action was not seen by all four")
            self.is_over = True

    def ended(self, code: int) -> None:
        if not self.is_over:
            self.error(f"a socket was closed with {code}")
            self.is_over = True

    def error(self, what: str) -> None:
        self.tally.errors[what] += 1

    def close(self) -> None:
        self.is_over = True
        for socket in self.sockets:
            socket.transport.close()


@dataclass
class View:
    """What one seat's page shows."""

    version: int = -1
    phase: str = ""
    turn: str = ""
    seal: bytes = b""
    hand: bytes = b""
    controls: bytes = b""
    held: frozenset[bytes] | None = None


class CardTable(Table):
    """A table of the site. Every view must be of a version not below the last one, with the hand that follows."""

    def __init__(self, tally: Tally, chance: random.Random, rate: float, table_id: int) -> None:
        super().__init__(tally, chance, rate)
        self.table_id = table_id
        self.views = [View() for _ in SEATS]
        self.target = 0  # the version that shows the last action
        self.played = b""
        self.dealt: dict[bytes, dict[int, frozenset[bytes]]] = {}

    async def connect(self, ports: list[int], cookies: dict[Seat, str], *, split: bool = False) -> None:
        """Open the four sockets and wait for the first views. All at one server process, as nginx would do by the
        address of the table; or split over all of them in turn."""
        path = f"/ws/tables/{self.table_id}/?language=en&digits=latin"
        for seat in SEATS:
            place = seat if split else self.table_id
            port, hear = ports[place % len(ports)], partial(self.hear, int(seat))
            async with asyncio.timeout(STALLED):
                self.sockets.append(await _live_socket.connect(port, path, cookies[seat], hear, self.ended))
                while self.views[seat].version < 0 and not self.is_over:
                    await asyncio.sleep(0.002)

    def hear(self, socket: int, text: bytes) -> None:
        """Take a frame's fragments over into this seat's view, and check it."""
        if not text:
            return
        self.tally.viewed(len(text))
        if refused := _REFUSED.search(text):
            self.error(f"refused: {refused[1].decode()}")
        view = self.views[socket]
        if state := _STATE.search(text):
            self._take_state(view, int(state[1]), state[2].decode(), state[3].decode())
        if (seal := _SEAL.search(text)) and seal[1] != view.seal:
            view.seal, view.held = seal[1], None
            if socket == self.actor:
                self.played = b""  # of the round before
        self._take_forms(socket, view, text)
        if view.version >= self.target:
            self.has_seen(socket)

    def _take_state(self, view: View, version: int, phase: str, turn: str) -> None:
        if version < view.version and view.phase != "over":
            self.error(f"a version went back ({view.phase} → {phase})")
        view.version, view.phase, view.turn = version, phase, turn

    def _take_forms(self, socket: int, view: View, text: bytes) -> None:
        if form := _FORM[b"controls"].search(text):
            view.controls = form[0]
        form = _FORM[b"hand"].search(text)
        if form:
            view.hand = form[0]
        if view.phase in ("call", "trump", "play") and (form or view.held is None):
            self._check_hand(socket, view, frozenset(_CARD.findall(view.hand)))

    def _check_hand(self, socket: int, view: View, cards: frozenset[bytes]) -> None:
        """The hand is what was dealt without what was played, and no other seat has a card of it."""
        if view.held is None:
            dealt = self.dealt.setdefault(view.seal, {})
            if any(cards & others for seat, others in dealt.items() if seat != socket):
                self.error("a card of another hand")
            dealt[socket] = cards
        elif cards != view.held - self._just_played(socket, view):
            self.error("a hand is not what was dealt without what was played")
        view.held = cards

    def _just_played(self, socket: int, view: View) -> frozenset[bytes]:
        mine = socket == self.actor and view.version >= self.target
        return frozenset([self.played]) if mine else frozenset()

    def act(self) -> None:
        """Whoever has the turn does one of the things that the own view offers."""
        turns = [socket for socket, view in enumerate(self.views) if view.turn == SEATS[socket].name]
        if not turns:
            self._between_rounds()
            return
        offered = self._offered(self.views[turns[0]], b"action")
        if offered:
            self._send(turns[0], b"action", self.chance.choice(offered))
        else:
            self.error("nothing is offered to the one who has the turn")
            self.is_over = True

    def _offered(self, view: View, name: bytes) -> list[bytes]:
        form = view.hand if view.phase == "play" else view.controls
        found = _BUTTON.findall(form)
        return [value for kind, value, rest in found if kind == name and b"aria-disabled" not in rest]

    def _between_rounds(self) -> None:
        """Say "ready" or "again" where it is offered; the keeper deals; look again soon."""
        for socket, view in enumerate(self.views):
            for wish in self._offered(view, b"do"):
                if wish in (b"ready", b"rematch"):
                    self._send_plainly(socket, b"do", wish)
                    view.controls = b""
        self.loop.call_later(0.02, self._act)

    def _send(self, socket: int, name: bytes, value: bytes) -> None:
        self.target = self.views[socket].version + 1
        self.played = value[5:7] if value.startswith(b"play:") else b""
        self.sent(socket, self._frame(socket, name, value))

    def _send_plainly(self, socket: int, name: bytes, value: bytes) -> None:
        self.sockets[socket].send(self._frame(socket, name, value))

    def _frame(self, socket: int, name: bytes, value: bytes) -> bytes:
        """As htmx sends a form."""
        form = "hand" if value.startswith(b"play:") else "controls"
        headers = {
            "HX-Request": "true",
            "HX-Trigger": form,
            "HX-Trigger-Name": None,
            "HX-Target": form,
            "HX-Current-URL": f"http://127.0.0.1:{self.sockets[socket].transport.get_extra_info('peername')[1]}"
            f"/tables/{self.table_id}/",
        }
        fields = {name.decode(): value.decode(), "version": str(self.views[socket].version)}
        return json.dumps({**fields, "HEADERS": headers}).encode()


class FloorTable(Table):
    """Four sockets of the floor: what one sends, all four get, under the next number."""

    def __init__(self, tally: Tally, chance: random.Random, rate: float, sizes: tuple[int, int]) -> None:
        super().__init__(tally, chance, rate)
        self.sent_size_wanted, self.got_size_wanted = sizes
        self.number = 0

    async def connect(self, ports: list[int], table: int) -> None:
        path = f"/ws/floor/?table={table}&size={self.got_size_wanted}"
        for socket in range(4):
            hear = partial(self.hear, socket)
            self.sockets.append(await _live_socket.connect(ports[0], path, "", hear, self.ended))

    def hear(self, socket: int, text: bytes) -> None:
        self.tally.viewed(len(text))
        if int(text[:10].rstrip(b".")) == self.number:
            self.has_seen(socket)

    def act(self) -> None:
        self.number += 1
        head = b"%d " % self.number
        self.sent(self.number % 4, head.ljust(self.sent_size_wanted, b"."))
