"""Rounds in PBN 2.1, so that bridge programs can open them.

Bridge knows one direction, a dealer who speaks first, and a contract of one side with the lead at the declarer's left.
What differs is exchanged or said in a comment: counter-clockwise rounds have East and West exchanged, `Dealer` is the
seat that spoke first, `Play` names who led, and 7 to 13 tricks are the levels 1 to 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from textwrap import wrap
from typing import Final

from .engine.actions import DOUBLE, PASS, REDOUBLE, Call
from .engine.deals import written_hand
from .engine.game import Game
from .engine.matches import Match
from .engine.rounds import Round, tricks_by_side
from .engine.seats import CLOCKWISE, SEATS, SIDES, Seat
from .engine.tricks import Trick

HEADER: Final = "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n"
LINE: Final = 100
_MIRRORED: Final = {Seat.N: Seat.N, Seat.S: Seat.S, Seat.E: Seat.W, Seat.W: Seat.E}
_PLAIN: Final = {seat: seat for seat in SEATS}
_TIMES: Final = {1: "", 2: "X", 4: "XX"}


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above every round: the event, the day, who sat where."""

    event: str
    played_on: date | None
    players: Mapping[str, str]


def rounds_of(match: Match) -> tuple[Round, ...]:
    """All rounds of a match, the one that was broken off too."""
    return (*(each.round for each in match.finished), *((match.round,) if match.round else ()))


def to_pbn(game: Game, rounds: Sequence[tuple[int, Round]], heading: Heading) -> str:
    """These rounds, each with its number from 1, as one file."""
    return HEADER + "\n".join(_board(game, number, round, heading) for number, round in rounds)


def _board(game: Game, number: int, round: Round, heading: Heading) -> str:
    place = _PLAIN if game.rotation is CLOCKWISE else _MIRRORED
    tags = dict(_tags(game, number, round, heading, place))
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    lines[3:3] = _comment(game, round, tags)
    return "\n".join([*lines, *_auction(game, round, place), *_play(game, round, place)]) + "\n"


def _tags(
    game: Game, number: int, round: Round, heading: Heading, place: Mapping[Seat, Seat]
) -> Iterator[tuple[str, str]]:
    yield "Event", heading.event
    yield "Site", "Cardems"
    yield "Date", heading.played_on.strftime("%Y.%m.%d") if heading.played_on else "????.??.??"
    yield "Board", str(number)
    names = {place[seat]: heading.players.get(seat.name, "") for seat in SEATS}
    for seat in (Seat.W, Seat.N, Seat.E, Seat.S):
        yield {Seat.W: "West", Seat.N: "North", Seat.E: "East", Seat.S: "South"}[seat], names[seat]
    yield "Dealer", place[game.rotation.after(round.dealer)].name
    yield "Vulnerable", "None"
    hands = {place[seat]: written_hand(round.deal.hands[seat]) for seat in SEATS}
    yield "Deal", "N:" + " ".join(hands[seat] for seat in SEATS)
    yield "Scoring", "None"
    yield from _contract(game, round, place)


def _contract(game: Game, round: Round, place: Mapping[Seat, Seat]) -> Iterator[tuple[str, str]]:
    if round.trick is None or round.trump is None:
        yield from (("Declarer", ""), ("Contract", "Pass"), ("Result", ""))
        return
    contract = game.contract(round)
    # Where each seat bids for itself, the seat after the dealer leads, as at the left of bridge's declarer.
    declarer = contract.declarer if contract else round.dealer
    tricks = contract.level if contract else game.tricks_due(round)[declarer.side] or 0
    times = _TIMES[contract.multiplier] if contract else ""
    yield "Declarer", place[declarer].name
    yield "Contract", f"{min(7, max(1, tricks - 6))}{round.trump}{times}"
    yield "Result", str(tricks_by_side(round)[declarer.side]) if len(round.tricks) == 13 else "?"


# --- the auction -----------------------------------------------------------------------------------------------------


def _auction(game: Game, round: Round, place: Mapping[Seat, Seat]) -> list[str]:
    """The calls where bridge has the same ones, in rows of four; nothing where it has not, or where they broke off."""
    calls = _as_in_bridge([call.call for call in round.calls])
    if not calls or not _in_turn(game, round.calls) or not _is_whole(round):
        return []
    first = place[round.calls[0].seat].name
    rows = [" ".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
    return [f'[Auction "{first}"]', *rows]


def _is_whole(round: Round) -> bool:
    """Whether somebody bid and play began, or all four passed. A contract may be assigned after three passes."""
    if all(call.call == PASS for call in round.calls):
        return round.trick is None and len(round.calls) == len(SEATS)
    return round.trick is not None


def _as_in_bridge(calls: Sequence[str]) -> list[str]:
    """`8H` → `2H`; three passes at the end. Empty when a call has no like, or bridge's auction would end earlier."""
    written = [_call(call) for call in calls]
    if not written or not all(written):
        return []
    while written and written[-1] == "Pass":
        written.pop()
    if any(written[at : at + 3] == ["Pass"] * 3 for at in range(1, len(written) - 2)) or len(written) > len(calls):
        return []
    return written + ["Pass"] * (3 if written else 4)


def _call(call: str) -> str:
    if call in (PASS, DOUBLE, REDOUBLE):
        return "Pass" if call == PASS else call
    level = call.rstrip("CDHSNT")
    strain = call[len(level) :]
    return f"{int(level) - 6}{strain}" if level.isdigit() and strain else ""


def _in_turn(game: Game, calls: Sequence[Call]) -> bool:
    return all(game.rotation.after(one.seat) is other.seat for one, other in pairwise(calls))


# --- the play --------------------------------------------------------------------------------------------------------


def _play(game: Game, round: Round, place: Mapping[Seat, Seat]) -> list[str]:
    """One trick a row, its cards in the order of the seats from the first leader's on; `-` is a card not played, and a
    `*` stands where the play broke off."""
    tricks = [trick for trick in (*round.tricks, round.trick) if trick is not None and trick.cards]
    if not tricks:
        return []
    columns = game.rotation.turns[tricks[0].leader]
    rows = [_row(game, trick, columns) for trick in tricks]
    return [f'[Play "{place[tricks[0].leader].name}"]', *rows, *([] if len(round.tricks) == 13 else ["*"])]


def _row(game: Game, trick: Trick, columns: Sequence[Seat]) -> str:
    cards = {seat: str(card) for seat, card in trick.plays(game.rotation)}
    return " ".join(cards.get(seat, "-") for seat in columns)


# --- what bridge has not -------------------------------------------------------------------------------------------


def _comment(game: Game, round: Round, tags: Mapping[str, str]) -> list[str]:
    text = " ".join(_sentences(game, round, tags))
    return ["{ " + line + " }" for line in wrap(text.replace("{", "(").replace("}", ")"), LINE)]


def _sentences(game: Game, round: Round, tags: Mapping[str, str]) -> Iterator[str]:
    yield f"{game.name}, {game.rule_set.slug}: no dummy."
    if game.rotation is not CLOCKWISE:
        yield "The game went counter-clockwise: East and West are exchanged."
    yield f"Dealer names the seat that spoke first; {round.dealer} dealt (seats as at the table)."
    if round.calls:
        yield "Calls: " + ", ".join(f"{call.seat} {call.call}" for call in round.calls) + "."
    if round.trick is None:
        yield "No card was played."
        return
    yield "Play names the seat that led."
    yield from _undertaken(game, round, tags)


def _undertaken(game: Game, round: Round, tags: Mapping[str, str]) -> Iterator[str]:
    contract, taken = game.contract(round), tricks_by_side(round)
    if contract:
        yield f"The contract is {contract.level} tricks, written as level {tags['Contract'][0]}."
        yield f"The declarer's side took {taken[contract.declarer.side]}."
        return
    due = game.tricks_due(round)
    sides = (f"{side} bid {due[side] or 0} and took {taken[side]}" for side in SIDES)
    yield "There is no declarer: " + ", ".join(sides) + "; Contract stands for the dealer's side."


def _quoted(value: str) -> str:
    """PBN strings escape with a backslash; not every program knows that, so a quote becomes an apostrophe."""
    return value.replace("\\", "/").replace('"', "'")
