"""The sockets: they read an address, hand over, and bring back. They hold no rule, no query and no markup."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import Error as DatabaseTrouble

from accounts import sessions
from accounts.addresses import is_loopback
from games import fragments, hub, metrics
from games.engine.errors import IllegalAction, InvalidAction, Reason
from games.services import play, presence, watching, wishes
from games.services.errors import NOT_STORED, TOO_MANY_PAGES, NothingToDo, Refused, StaleAction

log = logging.getLogger(__name__)

TOO_MUCH: Final = 4429

FRAMES_PER_SECOND: Final = 10.0
BURST: Final = 30.0
LONGEST_FRAME: Final = 16 * 1024


class Allowance:
    """A token bucket: so many frames a second, with a burst."""

    def __init__(self) -> None:
        self.left, self.at = BURST, time.monotonic()

    def spend(self) -> bool:
        """Take one frame's worth; false when there is none left."""
        now = time.monotonic()
        self.left = min(BURST, self.left + (now - self.at) * FRAMES_PER_SECOND) - 1
        self.at = now
        return self.left >= 0


class SiteConsumer(AsyncWebsocketConsumer):
    """What all sockets share: no bus of their own, a limit of frames, and no error that reaches the server."""

    kind = "nowhere"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One event after the other. Channels would make two tasks for each, to listen to the bus as well; sockets
        never do, the hub does, once a process."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.forget()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels would visit the shared database thread before each event; nothing here uses that thread."""
        handler = getattr(self, get_handler_name(message), None)
        if handler:
            await handler(message)

    async def connect(self) -> None:
        await self.accept()
        self.allowance = Allowance()
        self.hub = hub.current()
        self.query = dict(parse_qsl(self.scope["query_string"].decode("latin-1")))
        self.socket = self._socket()
        if self.hub.sockets.admit(self.socket):
            await self._safely(self.enter())
        else:
            await self._safely(self.explain(TOO_MANY_PAGES))
            await self.close(TOO_MUCH)

    @property
    def user(self) -> Any:
        """Whoever opened the socket, logged in or not."""
        return self.scope["user"]

    def _socket(self) -> hub.Socket:
        """Who has opened this; the address counts for those whom a new session would make somebody else."""
        user, (address, *_port) = self.user, self.scope.get("client") or ("",)
        counts = not is_loopback(address) and (not user.is_authenticated or user.is_guest)
        return hub.Socket(self.kind, user.pk, address if counts else "", self.close)

    async def disconnect(self, code: int) -> None:
        self.forget()
        await self._safely(self.leave())

    def forget(self) -> None:
        """Let go of everything; again at the end, for a server in a hurry cancels us before or in `disconnect`."""
        if hasattr(self, "socket"):
            self.hub.sockets.leave(self.socket)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.allowance.spend():
            metrics.TURNED_AWAY.labels("flood").inc()
            await self.close(TOO_MUCH)
            return
        await self._safely(self.take(_wish(text_data)))

    async def _safely(self, work: Any) -> None:
        try:
            await work
        except ObjectDoesNotExist:
            await self.close(hub.NOT_HERE)
        except Exception:
            metrics.ERRORS.labels("socket").inc()
            log.exception("socket: trouble")
            await self.close(hub.COME_BACK)

    async def explain(self, reason: Reason) -> None:
        """Say why something is refused; only the page of a table has a place for it."""

    async def send(self, text_data: Any = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        """A page that is just closing takes nothing more; that must not keep the hub from the others."""
        try:
            if not self._say(text_data):
                await super().send(text_data, bytes_data, close)
        except Exception as error:  # each server has its own error for it
            log.debug("socket: nothing was sent: %s", error)

    async def enter(self) -> None:
        """The socket is open."""

    async def leave(self) -> None:
        """The socket is closed."""

    async def take(self, wish: dict[str, Any]) -> None:
        """A frame has come; it may be nonsense."""

    def _say(self, text: Any) -> bool:
        """Send a text the short way, where the server has one (`cardems_site.frames`); whether that was done."""
        say: Any = self.scope.get("say")
        return text is not None and say is not None and bool(say(text))

    def unsent(self) -> int:
        """The bytes that wait for this page in this process, where the server tells (`cardems_site.frames`)."""
        count: Any = self.scope.get("unsent", int)
        return int(count())

    @property
    def language(self) -> str:
        return _one_of(self.query.get("language"), [code for code, _name in settings.LANGUAGES])

    @property
    def digits(self) -> str:
        return _one_of(self.query.get("digits"), ["latin", "arabic"])


class TableConsumer(SiteConsumer):
    """`/ws/tables/<id>/`: on connect the whole view, then what changes; takes actions and the table's other wishes."""

    kind = "table"
    viewer: hub.Viewer | None = None

    async def enter(self) -> None:
        user, session = self.user, self.scope["session"]
        table_id = int(self.scope["url_route"]["kwargs"]["table_id"])
        snapshot, links = await self.hub.call(lambda: (watching.read(table_id), sessions.links(session)))
        viewer = hub.Viewer(
            table_id=table_id,
            user_id=user.pk if user.is_authenticated else None,
            language=self.language,
            digits=self.digits,
            send=self.send,
            close=self.close,
            session_key=session.session_key or "",
            password=user.session_proof if user.is_authenticated else "",
            links=links,
            unsent=self.unsent,
        )
        if not watching.may_see(snapshot, viewer.user_id, viewer.links):
            await self.close(hub.NOT_ALLOWED)
            return
        self.viewer = viewer
        await self.hub.changes.run(viewer.table_id, partial(presence.came, viewer.table_id, viewer.user_id))
        await self.hub.watch(viewer)

    def forget(self) -> None:
        super().forget()
        if self.viewer:
            self.hub.leave(self.viewer)

    async def leave(self) -> None:
        viewer, self.viewer = self.viewer, None
        if viewer:
            await self.hub.changes.run(viewer.table_id, partial(presence.went, viewer.table_id, viewer.user_id))

    async def take(self, wish: dict[str, Any]) -> None:
        viewer = self.viewer
        if viewer is None:
            return
        try:
            await self._ask(viewer, wish)
        except DatabaseTrouble as trouble:
            metrics.ERRORS.labels("socket").inc()
            log.warning("socket: not stored: %s", trouble)
            await self.explain(NOT_STORED)

    async def _ask(self, viewer: hub.Viewer, wish: dict[str, Any]) -> None:
        try:
            acts = viewer.speaker if "action" in wish or self._is_ready(viewer, wish) else None
            await self.hub.changes.run(viewer.table_id, partial(self._grant, viewer, wish), acts)
        except sessions.SignedOut:
            await self.close(hub.SIGNED_OUT)
        except NothingToDo:
            return
        except (StaleAction, InvalidAction):
            await self.hub.refresh(viewer)
        except (IllegalAction, Refused) as refusal:
            await self.explain(refusal.reason)
        if wishes.changes_talk(wish.get("do")):
            await self.hub.hear_anew(viewer)

    def _is_ready(self, viewer: hub.Viewer, wish: dict[str, Any]) -> bool:
        """Whether this asks for the next deal and for no more: like an action it changes nothing but its table."""
        return wish.get("do") == "ready" and self.hub.is_playing(viewer.table_id)

    def _grant(self, viewer: hub.Viewer, wish: dict[str, Any]) -> None:
        """In a thread of the hub: the session is looked at again before each wish."""
        with metrics.asked(viewer.table_id, viewer.user_id, wish.get("action", ""), wish.get("version")):
            sessions.check(viewer.speaker)
            if "action" in wish:
                play.take_action(viewer.table_id, viewer.user_id, _code(wish), wishes.version_of(wish))
            else:
                word, _colon, value = str(wish.get("do", "")).partition(":")
                wishes.grant(word, wishes.Asked(viewer.table_id, self.user, viewer.links, value, wish))

    async def explain(self, reason: Reason) -> None:
        await self.send(fragments.refusal(reason, self.language))


class LobbyConsumer(SiteConsumer):
    """`/ws/lobby/`: the list of tables, one update a second at most; it takes no wishes."""

    kind = "lobby"
    viewer: hub.LobbyViewer | None = None

    async def enter(self) -> None:
        filters = tuple(sorted((name, value[:40]) for name, value in self.query.items() if name in fragments.FILTERS))
        self.viewer = hub.LobbyViewer(self.language, self.digits, filters, self.send, unsent=self.unsent)
        await self.hub.lobby.watch(self.viewer)

    def forget(self) -> None:
        super().forget()
        if self.viewer:
            self.hub.lobby.leave(self.viewer)


class NowhereConsumer(SiteConsumer):
    """Any other address: accepted and closed with a code that pages do not retry (a refusal is retried for ever)."""

    async def enter(self) -> None:
        await self.close(hub.NOT_HERE)


def _wish(text: str | None) -> dict[str, Any]:
    """What a frame asks for; anything that is no such thing asks for nothing."""
    if text is None or len(text) > LONGEST_FRAME:
        return {}
    try:
        wish = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return {}
    return wish if isinstance(wish, dict) else {}


def _code(wish: dict[str, Any]) -> str:
    code, gesture = wish["action"], wish.get("gesture")
    if not isinstance(code, str):
        raise InvalidAction("no code")
    return f"{code}+{gesture}" if isinstance(gesture, str) and gesture and code.startswith("play:") else code


def _one_of(asked: str | None, known: list[str]) -> str:
    return asked if asked in known else known[0]
