"""#talk-lines and #people, private: what this reader sees of the talk, and whom this reader may silence or report."""

from __future__ import annotations

from .. import wording
from ..panels import Neighbour, People, SpokenLine, TalkPanel
from ..talk import TalkLine, TalkView, spoken
from ..texts import gettext as _
from .scene import Scene


def talk_lines(scene: Scene, user_id: int | None, talk: TalkView) -> TalkPanel:
    return TalkPanel(tuple(_line(scene, user_id, line) for line in talk.lines), talk.may_talk, _note(talk))


def _line(scene: Scene, user_id: int | None, line: TalkLine) -> SpokenLine:
    seat = scene.snapshot.seat_of(line.user_id)
    told = spoken(line)
    return SpokenLine(
        id=line.id,
        kind=line.kind,
        seat="" if seat is None else seat.name,
        name=wording.called(line.name),
        text=told.text,
        icon=told.icon,
        is_own=user_id is not None and line.user_id == user_id,
    )


def _note(talk: TalkView) -> str:
    if talk.is_off:
        return _("No talk until the last card of this rated round: partners must not signal.")
    return "" if talk.may_talk else _("Only players at the table may talk.")


def people(scene: Scene, user_id: int | None, talk: TalkView) -> People:
    """The others who sit here; nobody for a reader who is not logged in."""
    if user_id is None:
        return People(())
    others = {
        sitter.user_id: wording.called(sitter.name) for sitter in scene.snapshot.people if sitter.user_id != user_id
    }
    return People(tuple(Neighbour(other, name, other in talk.silenced) for other, name in others.items() if other))
