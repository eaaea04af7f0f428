"""The table's socket: reads an address, hands over, brings back. It holds no rule, no query and no markup."""

from __future__ import annotations

import json
import logging
import time
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist

from accounts import sessions
from games import fragments, hub, store
from games.engine.errors import IllegalAction, InvalidAction, Reason
from games.services import admission, play, presence, wishes
from games.services.errors import Refused, StaleAction

log = logging.getLogger(__name__)

NOT_HERE = 4404

SIGNED_OUT = 4401
TOO_MUCH = 4429
TROUBLE = 4500  # the only one of these that the page tries again; Daphne sends no code from 1001 to 2999

FRAMES_PER_SECOND, BURST = 10.0, 30.0
LONGEST_FRAME = 16 * 1024


class Allowance:
    """A token bucket: so many frames a second, with a burst."""

    def __init__(self) -> None:
        self.left, self.at = BURST, time.monotonic()

    def spend(self) -> bool:
        """Take one frame's worth; false when there is none left."""
        now = time.monotonic()
        self.left = min(BURST, self.left + (now - self.at) * FRAMES_PER_SECOND)
        self.at = now
        self.left -= 1
        return self.left >= 0


class TableConsumer(AsyncWebsocketConsumer):
    """`/ws/tables/<id>/`: on connect the whole view, then what changes; takes actions and the table's other wishes."""

    is_present = False
    channel_layer_alias = "none"  # sockets never listen to the bus; the hub does, once a process

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels would visit the shared database thread before each event; nothing here uses that thread."""
        handler = getattr(self, get_handler_name(message), None)
        if handler:
            await handler(message)

    async def connect(self) -> None:
        await self.accept()
        self.allowance = Allowance()
        self.hub = hub.current()
        self.viewer = self._viewer()
        try:
            await self._enter()
        except ObjectDoesNotExist:
            await self.close(NOT_HERE)
        except Exception:
            log.exception("socket: connect failed")
            await self.close(TROUBLE)

    async def _enter(self) -> None:
        snapshot = await self.hub.call(store.read, self.viewer.table_id)
        self.viewer.links = await self.hub.call(sessions.links, self.scope["session"])
        if not admission.may_see(snapshot, self.viewer.user_id, self.viewer.links):
            await self.close(hub.NOT_ALLOWED)
            return
        self.is_present = True
        await self.hub.call(presence.came, self.viewer.table_id, self.viewer.user_id)
        await self.hub.watch(self.viewer)

    def _viewer(self) -> hub.Viewer:
        user, asked = self.scope["user"], parse_qs(self.scope["query_string"].decode("latin-1"))
        return hub.Viewer(
            table_id=int(self.scope["url_route"]["kwargs"]["table_id"]),
            user_id=user.pk if user.is_authenticated else None,
            language=_one_of(asked.get("language"), [code for code, _name in settings.LANGUAGES]),
            digits=_one_of(asked.get("digits"), ["latin", "arabic"]),
            send=self.send,
            close=self.close,
            session_key=self.scope["session"].session_key or "",
        )

    async def disconnect(self, code: int) -> None:
        if not hasattr(self, "viewer"):
            return
        self.hub.leave(self.viewer)
        if self.is_present:
            self.is_present = False
            await self.hub.call(presence.went, self.viewer.table_id, self.viewer.user_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.allowance.spend():
            await self.close(TOO_MUCH)
            return
        try:
            await self._take(_wish(text_data))
        except ObjectDoesNotExist:
            await self.close(NOT_HERE)
        except Exception:
            log.exception("socket: a frame failed")
            await self.close(TROUBLE)

    async def _take(self, wish: dict[str, Any]) -> None:
        viewer = self.viewer
        if not await self.hub.call(sessions.is_current, viewer.session_key, viewer.user_id):
            await self.close(SIGNED_OUT)
            return
        try:
            await self._do(wish)
        except (StaleAction, InvalidAction):
            await self.hub.refresh(viewer)
        except (IllegalAction, Refused) as refusal:
            await self._explain(refusal.reason)

    async def _do(self, wish: dict[str, Any]) -> None:
        table_id, user_id = self.viewer.table_id, self.viewer.user_id
        if "action" in wish:
            await self.hub.call(play.take_action, table_id, user_id, _code(wish), _version(wish))
        else:
            await self._do_other(wish)

    async def _do_other(self, wish: dict[str, Any]) -> None:
        word, _colon, value = str(wish.get("do", "")).partition(":")
        asked = wishes.Asked(self.viewer.table_id, self.scope["user"], self.viewer.links, value, wish)
        await self.hub.call(wishes.grant, word, asked)

    async def _explain(self, reason: Reason) -> None:
        await self.send(fragments.refusal(reason, self.viewer.language))


class NowhereConsumer(AsyncWebsocketConsumer):
    """Any other address: accepted and closed with a code that pages do not retry (a refusal is retried for ever)."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_HERE)


def _wish(text: str | None) -> dict[str, Any]:
    """What a frame asks for; anything that is no such thing asks for nothing."""
    if text is None or len(text) > LONGEST_FRAME:
        return {}
    try:
        wish = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return wish if isinstance(wish, dict) else {}


def _code(wish: dict[str, Any]) -> str:
    code, gesture = wish["action"], wish.get("gesture")
    if not isinstance(code, str):
        raise InvalidAction("no code")
    return f"{code}+{gesture}" if isinstance(gesture, str) and gesture and code.startswith("play:") else code


def _version(wish: dict[str, Any]) -> int:
    version = str(wish.get("version", ""))
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        raise StaleAction
    return int(version)


def _one_of(asked: list[str] | None, known: list[str]) -> str:
    return asked[0] if asked and asked[0] in known else known[0]
