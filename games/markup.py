"""The fragments that change at nearly every action, as plain Python: a tenth of the time of a template.

One function for each panel, named like its fragment's id; all other fragments are templates. Texts are in the active
language. Whatever is not markup goes through `text`, which escapes it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from games.marks import both_faces, card, icon, number, running, side_names, strain, text
from games.screens.panels import (
    Beads,
    HandCard,
    HandPanel,
    LastTrick,
    LyingCall,
    MatchMenu,
    Plate,
    PlayedCard,
    Prompt,
    Said,
    State,
    Strip,
    Total,
    TrickPanel,
)
from games.screens.texts import gettext as _
from games.screens.texts import spoken

Tongue = tuple[str, str]

MORPH = 'hx-swap-oob="morph"'
BUTTON = ' class="button"'
RING = (
    '<svg class="ring" viewBox="0 0 44 44" aria-hidden="true"><circle cx="22" cy="22" r="20"/>'
    '<circle cx="22" cy="22" r="20" pathLength="100" stroke-dasharray="100 100"/></svg>'
)
LONG, LONGEST = 8, 14
"""Names of more letters than this are written smaller."""


def table_state(panel: State) -> str:
    version, facts = panel.version, f'data-phase="{panel.phase}" data-turn="{panel.turn}"'
    return (
        f'<div id="table-state" {MORPH} hidden data-version="{version}" {facts}>'
        f'<input type="hidden" name="version" value="{version}"></div>'
    )


def said(panel: Said) -> str:
    return f'<p id="said" {MORPH} class="said" aria-live="polite">{text(panel.text)}</p>'


def prompt(panel: Prompt) -> str:
    star = icon("star") if panel.acts and panel.text else ""
    words = f"<span>{text(panel.text)}</span>" if panel.text else ""
    return f'<p id="prompt" {MORPH}{" data-act" if panel.acts else ""}>{star}{words}</p>'


def match_menu(panel: MatchMenu) -> str:
    claim = _wish("claim", _("The rest are mine")) if panel.claim else ""
    stand = _wish("stand", _("Stand up")) if panel.stand else ""
    concede = ""
    if panel.concede == "may":
        concede = (
            f'<details id="concede"><summary>{text(_("Give the match up …"))}</summary>'
            f"<p>{text(_('If your partner agrees, the other side wins at once.'))}</p>\n"
            f"{_wish('concede', _('Give it up'), BUTTON)}</details>"
        )
    elif panel.concede:
        concede = _wish("play-on", _("Play on after all"))
    return f'<form id="match-menu" {MORPH} ws-send>{claim}{concede}{stand}</form>'


def _wish(word: str, label: str, extra: str = "") -> str:
    return f'<button type="submit"{extra} name="do" value="{word}" data-closes="table-menu">{text(label)}</button>'


# --- the plates ----------------------------------------------------------------------------------------------------


def seat(panel: Plate) -> str:
    where, clock = panel.seat, panel.clock
    flags = (" data-turn" if panel.is_turn else "") + (" data-bot-plays" if panel.bot_plays else "")
    return (
        f'<article class="seat" id="seat-{where}" {MORPH} data-seat="{where}" data-kind="{panel.kind}"{flags}'
        f' aria-label="{text(panel.seat_name)}"{running(clock) if clock else ""}>\n'
        f'<div class="face">\n{_face(panel)}</div>\n'
        f'<div class="who">\n{_name(panel)}\n'
        f'<span class="meta"><span class="side side-{panel.side}"></span>\n{_meta(panel)}</span>\n</div>\n</article>'
    )


def _face(panel: Plate) -> str:
    if panel.kind == "person":
        face = f'<span aria-hidden="true">{text(panel.initial)}</span>'
    else:
        face = icon("bot" if panel.bot_plays else {"bot": "bot", "away": "away"}.get(panel.kind, "chair"))
    if panel.clock:
        face = RING + face
    if panel.is_dealer:
        # Translators: one letter on the disc of the dealer
        letter, word = text(_("D")), text(_("Dealer"))
        face += f'<span class="dealer" title="{word}"><span aria-hidden="true">{letter}</span>{_unseen(word)}</span>'
    if panel.is_host:
        word = text(_("Host"))
        face += f'<span class="host" title="{word}">{icon("crown")}{_unseen(word)}</span>'
    return face


def _unseen(words: str) -> str:
    return f'<span class="said">{words}</span>'


def _name(panel: Plate) -> str:
    name, size = text(panel.name), len(panel.name)
    shown = f"<bdi>{name}</bdi>"
    if panel.can_sit:
        label = f"{text(_('Sit here'))}{_unseen(' ' + text(panel.seat_name))}"
        button = f'<button type="submit" class="take" name="do" value="sit:{panel.seat}">{label}</button>'
        shown = f"<form ws-send>{button}</form>"
    elif panel.kind == "empty":
        shown = text(_("free"))
    length = " longest" if size > LONGEST else " long" if size > LONG else ""
    title = f' title="{name}"' if size > LONG else ""
    return f'<span class="name{length}" dir="auto"{title}>{shown}</span>'


def _meta(panel: Plate) -> str:
    clock, is_away = panel.clock, panel.kind == "away"
    parts = ""
    if clock:
        bank = f'<span class="banking">{text(_("bank"))}</span>'
        parts = f"{icon('clock')}{number(clock.text, ' left')}{bank}"
    if panel.is_ready:
        parts += f'{icon("check")}<b class="is-ready">{text(_("ready"))}</b>\n'
    elif panel.kind == "empty":
        parts += f"{text(panel.seat_name)}\n"
    elif panel.took and not is_away:
        parts += f'<b class="took">{number(panel.took)}</b>\n'
    elif not clock or is_away:
        parts += f"<bdi>{text(panel.meta)}</bdi>"
    if panel.stand_in:
        until = f"{_unseen(text(_('A bot plays in')) + ' ')}{number(panel.stand_in.text, ' left')}"
        parts += f'<span class="stand-in"{running(panel.stand_in)}>{icon("bot")}{until}</span>'
    return parts


# --- the felt ------------------------------------------------------------------------------------------------------


def trick(panel: TrickPanel) -> str:
    calls, cards = "".join(map(_called, panel.calls)), _each(_played, panel.cards)
    slot = f'<span class="slot" data-seat="{panel.next_seat}"></span>' if panel.next_seat else ""
    return f'<div id="trick" {MORPH}>\n{calls}{cards}\n{slot}</div>'


def _called(call: LyingCall) -> str:
    kind = (" bid" if call.is_bid else "") + (" high" if call.is_highest else "")
    words = f"{text(call.text)}{strain(call.strain)}"
    return f'<div class="called{kind}" id="called-{call.seat}" data-seat="{call.seat}">{words}</div>\n'


@lru_cache(maxsize=4096)
def _played(_tongue: Tongue, play: PlayedCard) -> str:
    flags = (" data-newest" if play.is_newest else "") + (" data-winning" if play.is_best else "")
    label, best, gesture = text(play.spoken), "", ""
    if play.is_best:
        label += text(_(", ") + _("winning so far"))
        best = f'<span class="best">{icon("star")}</span>'
    if play.gesture:
        flags += f' data-gesture="{play.gesture}"'
        gesture = f'<span class="gesture">{text(_("slam") if play.gesture == "slam" else _("flick"))}</span>'
    return (
        f'<div class="played" id="played-{play.card}" data-played="{play.card}" data-seat="{play.seat}"{flags}'
        f' role="img" aria-label="{label}">\n{both_faces(play.card)}\n{best}{gesture}</div>'
    )


def last_trick(panel: LastTrick) -> str:
    if not panel.cards:
        return f'<div id="last-trick" {MORPH}></div>'
    label = f"{panel.spoken}: {_(', ').join([play.name for play in panel.cards])}"
    cards = "".join([card(play.card, " won" if play.is_best else "") for play in panel.cards])
    return (
        f'<div id="last-trick" {MORPH} role="img" aria-label="{text(label)}">'
        f"<span>{cards}</span>{text(_('Last trick'))}</div>"
    )


def _each(mark: Callable[[Tongue, Any], str], items: tuple[Any, ...]) -> str:
    tongue = spoken()
    return "".join([mark(tongue, item) for item in items])


# --- the strip -----------------------------------------------------------------------------------------------------


def strip(panel: Strip) -> str:
    slip = panel.slip
    times = f'<span class="times">{text(slip.times)}</span>' if slip.times else ""
    second = number(slip.second) if slip.second else ""
    on_paper = ' class="on-paper"' if slip.is_open and slip.strain else ""
    kind = ' class="by-side"' if slip.second else on_paper
    return (
        f'<div id="strip" {MORPH}>\n{_total(panel.ns)}\n<div class="contract{" open" if slip.is_open else ""}">\n'
        f"<b{kind}>{number(slip.big)}{strain(slip.strain)}{second}{times}</b>\n"
        f"<span>{text(slip.small)}</span>\n</div>\n{_total(panel.ew)}\n</div>"
    )


def _total(total: Total) -> str:
    side = total.side
    due = f'<span class="of">{text(_("tricks"))} {number(total.due)}</span>' if total.due else ""
    bags = f'<span class="of">{text(total.bags)}</span>' if total.bags else ""
    score = f'<b class="n{" neg" if total.is_negative else ""}">{text(total.score)}</b>'
    about = f'<span class="names">{side_names(side, total.names)}</span>\n{due}{bags}'
    return f'<div class="total {side}" data-score="{side}">{score}<div class="about">{about}</div></div>\n'


def beads(panel: Beads) -> str:
    if not panel.line:
        return f'<div id="beads" {MORPH}></div>'
    line = "".join([f'<li class="{bead}"></li>' if bead else "<li></li>" for bead in panel.line])
    ns, ew = text(panel.ns), text(panel.ew)
    label = f'role="img" aria-label="{text(panel.spoken)}"'
    return f'<div id="beads" {MORPH} {label}><b>{ns}</b><ol>{line}</ol><b>{ew}</b></div>'


# --- the hand ------------------------------------------------------------------------------------------------------


def hand(panel: HandPanel) -> str:
    slams = panel.slam and panel.acts
    flags = (" data-act" if panel.acts else "") + (f' data-why="{text(panel.why)}"' if panel.why else "")
    cards = ""
    if panel.cards:
        label = text(_("Your hand"))
        cards = f'<div class="cards" role="group" aria-label="{label}">\n{_each(_held, panel.cards)}\n</div>'
    return (
        f'<form id="hand" {MORPH} ws-send{flags}{" data-slam" if slams else ""}>'
        f"{_gestures() if slams else ''}{cards}</form>"
    )


def _gestures() -> str:
    return (
        f'<fieldset class="gestures"><legend class="said">{text(_("How the card lands"))}</legend>\n'
        f'<label><input type="radio" name="gesture" value="" checked><span>{text(_("plain"))}</span></label>\n'
        f'<label><input type="radio" name="gesture" value="slam"><span>{text(_("slam"))}</span></label>\n'
        f'<label><input type="radio" name="gesture" value="flick"><span>{text(_("flick"))}</span></label>\n'
        "</fieldset>"
    )


@lru_cache(maxsize=2048)
def _held(_tongue: Tongue, held: HandCard) -> str:
    flags = ("" if held.lawful else ' aria-disabled="true"') + (" data-flick" if held.flick else "")
    return (
        f'<button type="submit" id="card-{held.card}" name="action" value="play:{held.card}" data-card="{held.card}"'
        f' aria-label="{text(held.name)}"{flags}>{card(held.card)}</button>'
    )
