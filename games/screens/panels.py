"""The panels of the table page: what each fragment shows, in words ready for one language and one kind of digits.

A panel is a frozen value; a fragment is rendered anew only when its panel changed. Some fifty are made and compared at
every action, so they are structures of msgspec, which does that in C. Public panels are the same for every viewer and
hold no relative word ("you", "partner"); private ones belong to one viewer. Cards are in notation.
"""

from __future__ import annotations

from msgspec import Struct


class Panel(Struct, frozen=True, cache_hash=True, gc=False):
    """Values and other panels; never anything that could point back to it."""


class State(Panel, frozen=True):
    """#table-state: what scripts and screen readers may rely on."""

    table_id: int
    version: int
    phase: str  # waiting call trump play result over
    turn: str  # a seat or empty


class Total(Panel, frozen=True):
    """One side's score in the strip; `due` is "5 / 9": tricks taken of tricks undertaken, or empty."""

    side: str
    names: tuple[str, ...]
    score: str
    is_negative: bool
    due: str
    bags: str  # "3 bags" where the game counts them, else empty


class Slip(Panel, frozen=True):
    """The contract on its slip of card paper, or the standing bid while it is open."""

    big: str  # "9", "6", "2 / 4", "End"
    strain: str  # S H D C NT or empty
    second: str  # for Spades: the other side's number beside the suit, else empty
    times: str  # "×2" when doubled
    small: str  # "Layla bids"
    is_open: bool


class Strip(Panel, frozen=True):
    """#strip: the two totals and the contract."""

    ns: Total
    ew: Total
    slip: Slip


class Beads(Panel, frozen=True):
    """#beads: `line` has an item for each trick and for each notch: NS, EW, empty, goal."""

    line: tuple[str, ...]  # empty: no beads to show
    ns: str
    ew: str
    spoken: str


class TableName(Panel, frozen=True):
    """#table-name, in the bar: the title that the host or staff gave, else the game; then its rules."""

    text: str
    rules: str
    is_title: bool = False


class Countdown(Panel, frozen=True):
    """Seconds from now until something happens; `bank` of them run after the turn's own time `of`."""

    left: float
    bank: float = 0
    of: int = 0
    text: str = ""  # what a page without a script shows


class Plate(Panel, frozen=True):
    """#seat-N …: who sits there. `kind`: empty, person, bot, away (a person who is gone, a bot playing or not)."""

    seat: str
    seat_name: str  # "North"
    side: str
    kind: str
    name: str
    initial: str
    meta: str  # rating, "bot", "away", "bot plays", "guest"
    took: str  # "2 / 2": tricks taken of the seat's own bid (Spades), else tricks taken or empty
    is_turn: bool
    is_dealer: bool
    can_sit: bool
    clock: Countdown | None = None  # of the turn, when there is one
    stand_in: Countdown | None = None  # until a bot plays for somebody who is away
    bot_plays: bool = False  # in this person's place
    is_host: bool = False
    is_ready: bool = False


class PlayedCard(Panel, frozen=True):
    """A card on the table."""

    seat: str
    card: str
    suit: str
    name: str  # "Queen of spades"
    spoken: str  # "Layla: Queen of spades"
    is_best: bool
    is_newest: bool
    gesture: str  # slam, flick or empty


class LyingCall(Panel, frozen=True):
    """A call as it lies before its seat."""

    seat: str
    text: str  # "8", "Pass", "Nil"
    strain: str
    is_bid: bool
    is_highest: bool


class TrickPanel(Panel, frozen=True):
    """#trick: the cards of the trick, or the calls while they are made; `next_seat`: where the next card will lie."""

    cards: tuple[PlayedCard, ...]
    calls: tuple[LyingCall, ...]
    next_seat: str


class LastTrick(Panel, frozen=True):
    """#last-trick: the trick before, its winner's card marked by `is_best`; empty when there is none."""

    cards: tuple[PlayedCard, ...]
    spoken: str  # "Last trick, taken by Layla"


class SumLine(Panel, frozen=True):
    """A line of the round's sum."""

    text: str
    ns: str
    ew: str
    is_total: bool = False


class HandLine(Panel, frozen=True):
    """One seat's thirteen cards of a round that is over."""

    seat: str
    seat_name: str
    name: str
    suits: tuple[tuple[str, str], ...]  # ("S", "A K 10 4") …


class RatingLine(Panel, frozen=True):
    """What the match did to one rating; `sign` is 1, 0 or −1."""

    name: str
    rating: str
    change: str
    sign: int


class Board(Panel, frozen=True):
    """#board, in the middle of the felt. `kind`: empty, waiting, result, over."""

    kind: str
    title: str = ""
    text: str = ""
    terms: tuple[str, ...] = ()  # waiting: the rules in words, what differs among them (rule 1.8)
    sides: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # names of NS and EW
    lines: tuple[SumLine, ...] = ()
    hands: tuple[HandLine, ...] = ()
    won: str = ""  # over: the side that won
    totals: tuple[str, str] = ("", "")
    ratings: tuple[RatingLine, ...] = ()
    unrated: str = ""  # why a match of a rated table does not count
    foot: str = ""
    countdown: Countdown | None = None  # until the next deal, or until bots take the free seats


class SheetRow(Panel, frozen=True):
    """One round on the score sheet."""

    number: str
    note: str  # "passed out", "9 ♥"-like words: contract in words
    ns_points: str
    ns_total: str
    ns_negative: tuple[bool, bool]  # points, total
    ew_points: str
    ew_total: str
    ew_negative: tuple[bool, bool]


class Sheet(Panel, frozen=True):
    """#score-sheet."""

    ns_names: tuple[str, ...]
    ew_names: tuple[str, ...]
    target: str  # "to 31"
    rows: tuple[SheetRow, ...]
    bags: tuple[str, str]  # words, or empty
    terms: tuple[str, ...]  # what differs from the rule set, in words
    is_over: bool = False  # no round will be added


class Seal(Panel, frozen=True):
    """#deal-seal: the commitment of this round's deal (whole, in hexadecimal), and of the round before its seed."""

    commitment: str
    last_seed: str
    last_round: str


class Said(Panel, frozen=True):
    """#said: what a screen reader should hear of the last change, in names, never "you"."""

    text: str


class Prompt(Panel, frozen=True):
    """#prompt (private): the sentence that says what to do; `acts` when it is for this viewer."""

    text: str
    acts: bool


class CallButton(Panel, frozen=True):
    """A call button; `lawful` false: shown dashed and struck through, with aria-disabled."""

    call: str
    text: str
    name: str  # spoken
    strain: str
    lawful: bool


class TrumpButton(Panel, frozen=True):
    """A trump button with how many of the suit are held."""

    strain: str
    name: str
    held: str


class ActionButton(Panel, frozen=True):
    """Anything else: `do` is the socket's word (ready, rematch, fill-bots, start, sit …), or `href` a link."""

    do: str
    text: str
    icon: str = ""
    is_main: bool = False
    href: str = ""
    copy: str = ""  # an absolute or site-relative address to copy
    opens: str = ""  # the id of a drawer


class Ask(Panel, frozen=True):
    """A sentence that asks this viewer for something, with the answers."""

    text: str
    answers: tuple[ActionButton, ...]


class Level(Panel, frozen=True):
    """Egyptian: the strains offered for one number; `number` is for attributes, `text` to be read."""

    number: str
    text: str
    lawful: bool
    strains: tuple[CallButton, ...]


class Controls(Panel, frozen=True):
    """#controls (private). Only the parts in use are filled."""

    numbers: tuple[CallButton, ...] = ()
    levels: tuple[Level, ...] = ()
    chosen_level: str = ""
    words: tuple[CallButton, ...] = ()  # Pass, Double, Redouble, Throw in, Nil
    trumps: tuple[TrumpButton, ...] = ()
    actions: tuple[ActionButton, ...] = ()
    asks: tuple[Ask, ...] = ()


class ViewerSeat(Panel, frozen=True):
    """#viewer (private): where this viewer sits, `watcher` if nowhere; the page turns the table by it."""

    seat: str


class Watchers(Panel, frozen=True):
    """#watchers: how many people look on, in words; empty for nobody."""

    text: str


class MatchMenu(Panel, frozen=True):
    """#match-menu (private): what a player may do beside playing. `concede`: may, asked or empty."""

    claim: bool = False
    concede: str = ""
    stand: bool = False


class SeatLine(Panel, frozen=True):
    """A seat while the table gathers, with what this viewer may do about it."""

    seat: str
    seat_name: str
    side: str
    name: str  # empty: free
    is_bot: bool
    link: str  # the invite for this very seat, empty when it is taken
    actions: tuple[ActionButton, ...] = ()


class Gathering(Panel, frozen=True):
    """#gathering (private): the invite, and the seats with the host's order; no link: not for this viewer."""

    link: str = ""
    qr: str = ""
    seats: tuple[SeatLine, ...] = ()


class SpokenLine(Panel, frozen=True):
    """A line of talk in the reader's words; `kind` as stored. Text comes as it was typed."""

    id: int
    kind: str
    seat: str  # of the speaker, while seated
    name: str  # empty for an event
    text: str
    icon: str
    is_own: bool


class TalkPanel(Panel, frozen=True):
    """#talk-lines (private): after mutes and blocks; `note` says why this reader may not talk now."""

    lines: tuple[SpokenLine, ...]
    may_talk: bool
    note: str


class Neighbour(Panel, frozen=True):
    """Somebody at the table whom this reader may mute, block or report."""

    user_id: int
    name: str
    is_silenced: bool


class People(Panel, frozen=True):
    """#people (private)."""

    people: tuple[Neighbour, ...]


class HandCard(Panel, frozen=True):
    """A card of one's own hand."""

    card: str
    suit: str
    name: str
    lawful: bool
    flick: bool = False  # whether a flick is allowed (rule 2.30)


class HandPanel(Panel, frozen=True):
    """#hand (private): `acts` when it is this viewer's turn to play; `why` what an unlawful touch says."""

    cards: tuple[HandCard, ...]
    acts: bool
    why: str
    slam: bool = False  # whether gestures are allowed at this table
