"""What people at a table agree on: to play again, to give a match up; and "the rest are mine"."""

from __future__ import annotations

from accounts.models import User
from games import store
from games.engine import claims
from games.engine.cards import Card
from games.engine.matches import Ending
from games.engine.observation import observe
from games.engine.seats import Seat
from games.models import TableState, TalkKind, Wish

from . import pace, play
from .change import Change, changing
from .errors import CLAIM_FAILS, NOT_FINISHED, NOT_PLAYING, SUSPENDED, Refused, StaleAction
from .tables import begin, gather_anew, one_live_seat

ROTATED = {Seat.N: Seat.E, Seat.E: Seat.W, Seat.W: Seat.N, Seat.S: Seat.S}
"""Where each seat's holder goes when partners rotate: after three matches each has played with each."""


def play_again(table_id: int, user: User, *, rotate: bool = False) -> None:
    """This person would play again, with partners rotated or not. When all agree who are here the next match begins;
    if a seat is free then, or somebody has gone, the table gathers anew and the seat is for anybody.

    Raises Refused, AlreadySeated.
    """
    if user.is_suspended:
        raise Refused(SUSPENDED)
    wish = Wish.ROTATE if rotate else Wish.AGAIN
    with one_live_seat(user), changing(table_id, state=TableState.FINISHED, otherwise=Refused(NOT_FINISHED)) as change:
        seat = change.seat_of(user.pk)
        change.set_seat(seat, live=True, wish=wish, has_left=False, stands_in=False, away_at=None)
        go_on_if_agreed(change)


def go_on_if_agreed(change: Change) -> None:
    """After a match: the next one, or the search for those who are missing, once nobody is waited for."""
    _drop_barred(change)
    people = [sitter for sitter in change.sitters if sitter.kind == "person"]
    wishes = {sitter.wish for sitter in people if sitter.wish}
    if not wishes or any(pace.is_waited_for(sitter, change.now) for sitter in people):
        return
    if not all(sitter.wish for sitter in people) or any(sitter.kind == "empty" for sitter in change.sitters):
        gather_anew(change)
        change.say(TalkKind.EVENT, "gathers|", None)
    elif len(wishes) == 1:
        if Wish.ROTATE in wishes:
            change.move(ROTATED)
        begin(change)


def _drop_barred(change: Change) -> None:
    """Whoever has been suspended or has closed the account since wishing for another match is not in it."""
    wishing = {sitter.user_id: sitter.seat for sitter in change.sitters if sitter.kind == "person" and sitter.wish}
    for user in User.objects.filter(pk__in=wishing):
        if user.is_suspended or user.closed_at:
            change.set_seat(wishing[user.pk], live=False, wish="", has_left=True)


def concede(table_id: int, user_id: int | None) -> None:
    """This person would give the match up; it ends when the partner agrees, as a bot does."""
    with changing(table_id, state=TableState.PLAYING, otherwise=Refused(NOT_PLAYING)) as change:
        seat = change.seat_of(user_id)
        change.set_seat(seat, wish=Wish.CONCEDE)
        partner = change.sitters[seat.partner]
        if partner.is_bot_played or partner.wish == Wish.CONCEDE:
            assert change.stored is not None  # noqa: S101 – a table in play has a match
            ending = Ending("concession", seat.side)
            change.stored = store.append_ending(change.table, change.stored, ending, play.PERSON)
            play.finish(change)
        else:
            change.event("would-concede", seat)


def play_on(table_id: int, user_id: int | None) -> None:
    """This side does not give the match up after all."""
    with changing(table_id, state=TableState.PLAYING, otherwise=Refused(NOT_PLAYING)) as change:
        seat = change.seat_of(user_id)
        for one in (seat, seat.partner):
            if change.sitters[one].wish == Wish.CONCEDE:
                change.set_seat(one, wish="")


def claim(table_id: int, user_id: int | None, version: int) -> None:
    """ "The rest are mine": accepted at once when it holds for every layout of the cards that the claimer cannot see.

    Judged on the claimer's Observation alone, so neither answer tells anything; the tricks are then written as
    ordinary plays. Raises Refused, StaleAction.
    """
    with changing(table_id, state=TableState.PLAYING, otherwise=Refused(NOT_PLAYING)) as change:
        seat, match = change.seat_of(user_id), change.before.match
        if match is None or version != change.before.version:
            raise StaleAction
        line = claims.winning_line(observe(match, seat))
        if line is None:
            raise Refused(CLAIM_FAILS)
        change.event("claimed", seat)
        _play_out(change, seat, line)


def _play_out(change: Change, claimer: Seat, line: tuple[Card, ...]) -> None:
    """The claimer's cards in order, and from the others their lowest lawful ones."""
    own = iter(line)
    rounds = len(change.before.match.finished) if change.before.match else 0
    while change.stored is not None and len(change.stored.match.finished) == rounds:
        match = change.stored.match
        seat = match.to_act
        assert seat is not None  # noqa: S101 – the round is not over
        card = next(own) if seat is claimer else claims.lowest(observe(match, seat))
        play.append(change, seat, f"play:{card}", play.PERSON)
