"""What is for one viewer: what to do, and with what."""

from __future__ import annotations

from .base import Panel


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


class MatchMenu(Panel, frozen=True):
    """#match-menu (private): what a player may do beside playing. `concede`: may, asked or empty."""

    claim: bool = False
    concede: str = ""
    stand: bool = False


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
