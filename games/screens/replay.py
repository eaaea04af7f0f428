"""A round as it went, step by step: what the viewer of past matches walks through, and a list where no script runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.actions import Call
from games.engine.cards import SUITS, Card, Strain, cards_in
from games.engine.game import Game
from games.engine.rounds import TRUMP, Round, begun, trick_winners, with_call
from games.engine.seats import SEATS, Seat
from games.engine.tricks import Trick, best_place

from . import wording
from .rounds import Names
from .texts import gettext as _
from .wording import isolated, number


@dataclass(frozen=True, slots=True)
class Step:
    """One call, trump choice or card. `id` is its address on the page, `r3-17`: round and place, both from 1."""

    id: str
    seat: str
    place: str  # "Trick 5, card 3"
    spoken: str  # "Layla: Queen of spades"
    text: str = ""  # of a call: "8", "Pass"
    strain: str = ""
    card: str = ""
    is_best: bool = False  # the card would take the trick as it lies
    gesture: str = ""
    note: str = ""  # what a guided round says at this step


@dataclass(frozen=True, slots=True)
class Stage:
    """The bidding, or one trick; `winner` is the seat that took it, empty while it is not full."""

    title: str
    winner: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The thirteen cards that a seat was dealt, suit by suit, each with its notation and its rank."""

    seat: str
    seat_name: str
    side: str
    name: str
    suits: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def stages(game: Game, round: Round, place: int, names: Names) -> tuple[Stage, ...]:
    """The bidding and the tricks of the match's round number `place`, from 1."""
    bidding = tuple(_bidding(game, round, place, names))
    tricks = round.tricks if round.trick is None or not round.trick.cards else (*round.tricks, round.trick)
    start = len(bidding) + 1
    told = (_trick(game, round, at, trick, f"r{place}", start + 4 * at, names) for at, trick in enumerate(tricks))
    return (Stage(_("Bidding"), "", bidding), *told)


def open_hands(round: Round, names: Names) -> tuple[OpenHand, ...]:
    """The four hands as dealt."""
    return tuple(
        OpenHand(seat.name, wording.seat(seat), seat.side.name, names[seat], _suits(round.deal.hands[seat]))
        for seat in SEATS
    )


def _suits(hand: int) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    held = cards_in(hand)
    return tuple(
        (suit.name, tuple((str(card), wording.rank(card)) for card in held if card.suit is suit)) for suit in SUITS
    )


# --- the bidding ----------------------------------------------------------------------------------------


def _bidding(game: Game, round: Round, place: int, names: Names) -> Iterator[Step]:
    for at, call in enumerate(round.calls, 1):
        yield call_step(game, call, f"r{place}-{at}", at, names)
    chooser = trump_chooser(game, round)
    if chooser is not None and round.trump is not None:
        yield trump_step(chooser, round.trump, f"r{place}-{len(round.calls) + 1}", names)


def trump_chooser(game: Game, round: Round) -> Seat | None:
    """Who named the trump, where that was a step of its own and not part of the bid."""
    bidding = begun(round.dealer, round.deal)
    for call in round.calls:
        bidding = with_call(bidding, call)
    contract = game.contract(bidding) if game.phase(bidding) == TRUMP else None
    return contract.declarer if contract and round.trump is not None else None


def call_step(game: Game, call: Call, step_id: str, at: int, names: Names) -> Step:
    """The call number `at`, from 1; the game gives the words alone."""
    text, strain = wording.parts(call.call, game)
    told = {"name": isolated(names[call.seat]), "card": wording.call(call.call, game)}
    place = _("Call %(number)s") % {"number": number(at)}
    return Step(step_id, call.seat.name, place, _("%(name)s: %(card)s") % told, text=text, strain=strain)


def trump_step(seat: Seat, strain: Strain, step_id: str, names: Names) -> Step:
    """The choice of the trump."""
    told = {"name": isolated(names[seat]), "card": wording.strain(strain)}
    drawn = "" if strain is Strain.NT else strain.name
    text = wording.strain(strain) if strain is Strain.NT else ""
    return Step(step_id, seat.name, _("Trump"), _("%(name)s: %(card)s") % told, text=text, strain=drawn)


# --- the tricks -----------------------------------------------------------------------------------------


def _trick(game: Game, round: Round, at: int, trick: Trick, round_id: str, start: int, names: Names) -> Stage:
    winners, gestures = trick_winners(round), dict(round.gestures)
    winner = winners[at] if at < len(winners) else None
    trump = Strain.NT if round.trump is None else round.trump
    steps = tuple(
        Step(
            id=f"{round_id}-{start + place}",
            seat=seat.name,
            place=card_place(at, place),
            spoken=card_spoken(names[seat], card),
            card=str(card),
            is_best=best_place(trick.cards[: place + 1], trump) == place,
            gesture=gestures.get(4 * at + place, ""),
        )
        for place, (seat, card) in enumerate(trick.plays(game.rotation))
    )
    return Stage(trick_title(at, winner, names), "" if winner is None else winner.name, steps)


def trick_title(at: int, winner: Seat | None, names: Names) -> str:
    """The trick number `at`, from 0, and who took it."""
    if winner is None:
        return _("Trick %(number)s") % {"number": number(at + 1)}
    return _("Trick %(number)s, taken by %(name)s") % {"number": number(at + 1), "name": isolated(names[winner])}


def card_place(at: int, place: int) -> str:
    """ "Trick 5, card 3"; both are counted from 0."""
    return _("Trick %(trick)s, card %(card)s") % {"trick": number(at + 1), "card": number(place + 1)}


def card_spoken(name: str, card: Card) -> str:
    """ "Layla: Queen of spades"."""
    return _("%(name)s: %(card)s") % {"name": isolated(name), "card": wording.card(card)}
