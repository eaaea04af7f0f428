"""The match record, `cardems-record/1`: one text form for a whole match, read, written, and turned into engine values.

What the judge ignores and the site keeps (players, seeds, gestures …) is read as it stands; `cleaned` drops what of it
does not fit. Nothing here knows the database.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .engine import deals
from .engine.game import Game
from .engine.matches import Ending, Match
from .engine.rounds import TRUMP, Round, begun, cards_played, with_call

FORMAT: Final[Literal["cardems-record/1"]] = "cardems-record/1"

_Part = TypeVar("_Part", bound=Struct)
SeatName = Literal["N", "E", "S", "W"]
_NO_CONTROLS: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+\Z"
_Name = Annotated[str, Meta(max_length=150, pattern=_NO_CONTROLS)]
_Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Place = Annotated[str, Meta(pattern=r"^([0-9]|[1-4][0-9]|5[01])\Z")]


class Ended(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended that the rules did not end; `side` is the one that conceded."""

    by: Literal["concession", "void", "closed"]
    side: Literal["NS", "EW"] | None = None


class RoundRecord(Struct, frozen=True, kw_only=True):
    """One round; the fields stand in the order in which they are written."""

    dealer: SeatName
    deal: str
    calls: tuple[str, ...] = ()
    trump: str | None = None
    plays: tuple[str, ...] = ()
    seed: Any = UNSET
    commitment: Any = UNSET
    deal_method: Any = UNSET
    gestures: Any = UNSET


class Record(Struct, frozen=True, kw_only=True):
    """One match; the fields stand in the order in which they are written."""

    format: Literal["cardems-record/1"]
    rules: str
    options: dict[str, Any] = {}
    rounds: tuple[RoundRecord, ...]
    players: Any = UNSET
    played_at: Any = UNSET
    ended: Any = UNSET


_KEPT: Final[Mapping[str, Any]] = {"players": dict[SeatName, _Name], "played_at": datetime, "ended": Ended}
_KEPT_OF_ROUND: Final[Mapping[str, Any]] = {
    "seed": _Hash,
    "commitment": _Hash,
    "deal_method": Annotated[str, Meta(pattern=r"^[a-z0-9/-]{1,40}\Z")],
    "gestures": dict[_Place, Literal["slam", "flick"]],
}


class Malformed(ValueError):
    """The bytes are no record: not JSON, or of another shape."""


def parse(line: bytes) -> Record:
    """Read one record, what the judge ignores as it stands; raises Malformed."""
    try:
        return msgspec.convert(_read_json(line), Record)
    except (ValueError, RecursionError) as error:
        raise Malformed(_first_words(error)) from None


def to_json(record: Record) -> bytes:
    """Keys in the order of the form, UTF-8, no white space: the same record always gives the same bytes."""
    return msgspec.json.encode(record)


def cleaned(record: Record) -> Record:
    """The record without those kept values that do not fit their form, which a stranger may have written."""
    rounds = tuple(_with_fitting(each, _KEPT_OF_ROUND) for each in record.rounds)
    return _with_fitting(msgspec.structs.replace(record, rounds=rounds), _KEPT)


def record_of(
    match: Match,
    seeds: Sequence[bytes | None] = (),
    players: Mapping[str, str] | None = None,
    played_at: datetime | None = None,
) -> Record:
    """The record of a match, and of how it ended. `seeds` are those that may be shown, one for each round from the
    first; `players` the name of each seat. A round in progress is written as far as it went."""
    rounds = [each.round for each in match.finished] + ([match.round] if match.round else [])
    shown = [*seeds, *(None for _ in rounds[len(seeds) :])]
    return Record(
        format=FORMAT,
        rules=match.game.rule_set.slug,
        options=match.game.rule_set.differences(match.game.values),
        rounds=tuple(_round_record(match.game, *pair) for pair in zip(rounds, shown, strict=True)),
        players=dict(players) if players else UNSET,
        played_at=time(played_at),
        ended=ended(match.ending),
    )


def time(at: datetime | None) -> str | UnsetType:
    """A moment as a record writes it."""
    return msgspec.to_builtins(at) if at else UNSET


def ended(ending: Ending | None) -> Any | UnsetType:
    """How a match ended that the rules did not end, as a record writes it."""
    return {"by": ending.by, "side": None if ending.side is None else str(ending.side)} if ending else UNSET


def _round_record(game: Game, round: Round, seed: bytes | None) -> RoundRecord:
    return RoundRecord(
        dealer=round.dealer.name,  # type: ignore[arg-type]  # a seat's name is one of the four
        deal=str(round.deal),
        calls=tuple(call.call for call in round.calls),
        trump=str(round.trump) if round.trump is not None and _trump_was_chosen(game, round) else None,
        plays=tuple(map(str, cards_played(round))),
        seed=UNSET if seed is None else seed.hex(),
        commitment=UNSET if seed is None else deals.commitment(seed),
        deal_method=UNSET if seed is None else deals.METHOD,
        gestures={str(place): gesture for place, gesture in round.gestures} or UNSET,
    )


def _trump_was_chosen(game: Game, round: Round) -> bool:
    """Whether somebody named it, rather than the bid or the game."""
    bidding = begun(round.dealer, round.deal)
    for call in round.calls:
        bidding = with_call(bidding, call)
    return game.phase(bidding) == TRUMP


def _with_fitting(part: _Part, kinds: Mapping[str, Any]) -> _Part:
    return msgspec.structs.replace(part, **{name: _fitting(getattr(part, name), kind) for name, kind in kinds.items()})


def _fitting(value: Any, kind: Any) -> Any | UnsetType:
    try:
        return msgspec.to_builtins(msgspec.convert(value, kind)) if value is not UNSET else UNSET
    except msgspec.ValidationError:
        return UNSET


def _read_json(line: bytes) -> Any:
    """Strict JSON in strict UTF-8. The standard library's reader, because it takes numbers of any size and strings with
    half a surrogate pair, as JSON does."""
    return _DECODER.decode(line.decode("utf-8"))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _integer(digits: str) -> int | float:
    """Python refuses to read integers of thousands of digits; none that counts here is so long."""
    return int(digits) if len(digits) < 100 else float(digits)


def _with_encodable_keys(read: dict[str, Any]) -> dict[str, Any]:
    """Half a surrogate pair in a key is JSON, but msgspec cannot look it up among the fields; escaped, it can."""
    if "".join(read).isascii():
        return read
    return {key.encode("utf-8", "backslashreplace").decode(): value for key, value in read.items()}


_DECODER: Final = json.JSONDecoder(object_hook=_with_encodable_keys, parse_constant=_no_constant, parse_int=_integer)


def _first_words(error: Exception) -> str:
    return ascii(str(error))[1:-1][:200] or type(error).__name__
