"""A round that is over, in words: how it went, its sum, its four hands. For the table's board and the match page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from games.engine.cards import SUITS, Strain, cards_in
from games.engine.deals import Deal
from games.engine.game import Contract, Game, Points, Standing
from games.engine.matches import FinishedRound
from games.engine.rounds import PLAYED, THROWN_IN, Round, tricks_by_side
from games.engine.seats import SEATS, SIDES, Side

from . import wording
from .panels import HandLine, SumLine
from .texts import gettext, ngettext
from .texts import gettext as _
from .wording import isolated, number, points

Names = tuple[str, str, str, str]
"""The four players' names, by seat."""


@dataclass(frozen=True, slots=True)
class Told:
    """How a round went: `title` at a glance, `text` in sentences."""

    title: str
    text: str


def side_names(names: Names, side: Side) -> str:
    """ "Layla and Sami", in a sentence."""
    return wording.pair(names[side], names[side + 2])


def told(game: Game, finished: FinishedRound, names: Names) -> Told:
    """How this round went."""
    round = finished.round
    if finished.outcome != PLAYED:
        return _dead(game, finished, names)
    contract = game.contract(round)
    return _contract(contract, round, names) if contract else _bids(game, round, names)


def in_short(game: Game, round: Round, names: Names, outcome: str = PLAYED) -> str:
    """The contract in a line of the score sheet: "9 hearts, Layla"; "6 and 5" bid; or why there was none."""
    if outcome != PLAYED:
        return _("Thrown in") if outcome == THROWN_IN else _("Passed out")
    contract = game.contract(round)
    if contract:
        return _("%(contract)s, %(name)s") % {
            "contract": wording.contract(contract),
            "name": isolated(names[contract.declarer]),
        }
    if not game.bids_by_seat:
        return ""
    ns, ew = (number(due or 0) for due in game.tricks_due(round))
    return _("bids %(ns)s and %(ew)s") % {"ns": ns, "ew": ew}


# --- played --------------------------------------------------------------------------------------------------------


def _contract(contract: Contract, round: Round, names: Names) -> Told:
    taken = tricks_by_side(round)[contract.declarer.side]
    sentences = _assigned(round, contract), _played(contract, taken, names), _doubled(contract)
    return Told(_verdict(contract.level, taken), " ".join(filter(None, sentences)))


def _verdict(level: int, taken: int) -> str:
    if taken == 13:
        return _("Kaboot: all thirteen tricks")
    spare = taken - level
    if spare == 0:
        return _("Made exactly")
    if spare > 0:
        return ngettext("Made, with one to spare", "Made, with %(count)s to spare", spare) % {"count": number(spare)}
    return ngettext("Missed by one trick", "Missed by %(count)s tricks", -spare) % {"count": number(-spare)}


def _played(contract: Contract, taken: int, names: Names) -> str:
    told = {
        "name": isolated(names[contract.declarer]),
        "level": number(contract.level),
        "suit": "" if contract.strain in (None, Strain.NT) else wording.suit(contract.strain),
        "taken": number(taken),
    }
    if contract.strain is Strain.NT:
        return _("%(name)s played %(level)s without trump and took %(taken)s.") % told
    return _("%(name)s played %(level)s in %(suit)s and took %(taken)s.") % told


def _assigned(round: Round, contract: Contract) -> str:
    """Rule 2.4: the declarer of an assigned contract has said nothing."""
    spoke = any(call.seat == contract.declarer for call in round.calls)
    return "" if spoke else _("All passed, so the dealer got the contract.")


def _doubled(contract: Contract) -> str:
    return {2: _("The contract was doubled."), 4: _("The contract was redoubled.")}.get(contract.multiplier, "")


def _bids(game: Game, round: Round, names: Names) -> Told:
    due, taken = game.tricks_due(round), tricks_by_side(round)
    made = [side for side in SIDES if taken[side] >= (due[side] or 0)]
    sentences = (_bid_and_took(due[side] or 0, taken[side], names, side) for side in SIDES)
    return Told(_both_or_one(made, names), " ".join(sentences))


def _both_or_one(made: list[Side], names: Names) -> str:
    if len(made) == 1:
        return _("Only %(names)s made it") % {"names": side_names(names, made[0])}
    return _("Both sides made it") if made else _("Neither side made it")


def _bid_and_took(bid: int, taken: int, names: Names, side: Side) -> str:
    told = {"names": side_names(names, side), "bid": number(bid), "taken": number(taken)}
    return _("%(names)s bid %(bid)s and took %(taken)s.") % told


# --- dead rounds ---------------------------------------------------------------------------------------------------


def _dead(game: Game, finished: FinishedRound, names: Names) -> Told:
    round, dealer = finished.round, game.next_dealer(finished.round)
    told = {"dealer": isolated(names[dealer]), "name": isolated(names[round.calls[-1].seat])}
    again = dealer is round.dealer
    if finished.outcome == THROWN_IN:
        text = (
            _("%(name)s threw the hand in, so nobody scores. %(dealer)s deals again.")
            if again
            else _("%(name)s threw the hand in, so nobody scores. %(dealer)s deals next.")
        )
        return Told(_("Thrown in"), text % told)
    text = (
        _("All four passed, so nobody scores. %(dealer)s deals again.")
        if again
        else _("All four passed, so nobody scores. %(dealer)s deals next.")
    )
    return Told(_("Passed out"), text % told)


# --- the sum and the hands -----------------------------------------------------------------------------------------


def sum_lines(finished: FinishedRound, before: Standing) -> tuple[SumLine, ...]:
    """The round's sum line by line, from the scores before it to the scores now."""
    return (
        *(_line(gettext(line.text), line.points, _gain) for line in finished.lines),
        _line(_("Before this round"), before.scores, number),
        replace(_line(_("Now"), finished.standing.scores, number), is_total=True),
    )


def _line(text: str, values: Points, say: Callable[[int], str]) -> SumLine:
    ns, ew = values
    return SumLine(text, say(ns), say(ew))


def _gain(value: int) -> str:
    return points(value) if value else ""


def hand_lines(deal: Deal, names: Names) -> tuple[HandLine, ...]:
    """The four hands as dealt, suit by suit."""
    return tuple(HandLine(seat.name, wording.seat(seat), names[seat], _suits(deal.hands[seat])) for seat in SEATS)


def _suits(hand: int) -> tuple[tuple[str, str], ...]:
    held = cards_in(hand)
    ranks = (" ".join(wording.rank(card) for card in held if card.suit is suit) for suit in SUITS)
    return tuple((suit.name, written or "–") for suit, written in zip(SUITS, ranks, strict=True))
