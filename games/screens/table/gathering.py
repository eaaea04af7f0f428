"""#gathering, private: the invite for those who sit here, and the host's order of the seats before the first deal."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.seats import SEATS, Seat
from games.models import TableState
from games.store import Sitter

from .. import wording
from ..panels import ActionButton, Gathering, SeatLine
from ..texts import gettext as _
from .scene import Scene


def gathering(scene: Scene, seat: Seat | None, user_id: int | None) -> Gathering:
    """Empty for watchers, and once the match has begun."""
    snapshot = scene.snapshot
    is_host = user_id is not None and user_id == snapshot.host_id
    if snapshot.state != TableState.OPEN or not (is_host or seat is not None):
        return Gathering()
    link = f"/t/{snapshot.token}/"
    return Gathering(link, f"{link}qr.svg", tuple(_line(scene, one, link, is_host=is_host) for one in SEATS))


def _line(scene: Scene, seat: Seat, link: str, *, is_host: bool) -> SeatLine:
    sitter = scene.sitter(seat)
    return SeatLine(
        seat=seat.name,
        seat_name=wording.seat(seat),
        side=seat.side.name,
        name=scene.names[seat],
        is_bot=sitter.kind == "bot",
        link=f"{link}?seat={seat.name}" if sitter.kind == "empty" else "",
        actions=tuple(_order(scene, sitter)) if is_host else (),
    )


def _order(scene: Scene, sitter: Sitter) -> Iterator[ActionButton]:
    """What the host may do about one seat."""
    seat = sitter.seat
    if sitter.kind == "empty":
        yield ActionButton(f"add-bot:{seat.name}", _("Add a bot"), "bot")
        return
    for other in SEATS:
        if other is not seat:
            yield ActionButton(f"swap:{seat.name}{other.name}", _to(other), "swap")
    if sitter.user_id == scene.snapshot.host_id:
        return
    if sitter.kind == "person":
        yield ActionButton(f"pass-host:{seat.name}", _("Make host"), "crown")
    yield ActionButton(f"remove:{seat.name}", _("Remove"), "close")


def _to(seat: Seat) -> str:
    # Translators: on a button that moves a player to another seat
    return _("to %(seat)s") % {"seat": wording.seat(seat)}
