"""Words for what the engine says in codes: numbers, names, cards, calls, rules. In the active language.

The sources are English; whole sentences with named places, so that they can be said in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from accounts import names
from accounts.models import User
from games.engine.cards import Card, Strain
from games.engine.errors import Reason, gettext_noop
from games.engine.game import Contract, Game
from games.engine.seats import CLOCKWISE, Seat
from games.store import Sitter

from .texts import gettext, has_arabic_digits, is_rtl, ngettext, remembered
from .texts import gettext as _

ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
MINUS = "−"
_BID = re.compile(r"(\d+)(NT|[CDHS])?")

SEATS = {
    Seat.N: gettext_noop("North"),
    Seat.E: gettext_noop("East"),
    Seat.S: gettext_noop("South"),
    Seat.W: gettext_noop("West"),
}
STRAINS = {
    Strain.S: gettext_noop("Spades"),
    Strain.H: gettext_noop("Hearts"),
    Strain.D: gettext_noop("Diamonds"),
    Strain.C: gettext_noop("Clubs"),
    Strain.NT: gettext_noop("No trump"),
}
# Translators: in lower case as part of a sentence or of a card's name, "Queen of spades", "9 hearts".
_IN_SENTENCES = {
    Strain.S: gettext_noop("spades"),
    Strain.H: gettext_noop("hearts"),
    Strain.D: gettext_noop("diamonds"),
    Strain.C: gettext_noop("clubs"),
    Strain.NT: gettext_noop("no trump"),
}
_RANKS = {
    "A": gettext_noop("Ace"),
    "K": gettext_noop("King"),
    "Q": gettext_noop("Queen"),
    "J": gettext_noop("Jack"),
    "T": gettext_noop("Ten"),
    "9": gettext_noop("Nine"),
    "8": gettext_noop("Eight"),
    "7": gettext_noop("Seven"),
    "6": gettext_noop("Six"),
    "5": gettext_noop("Five"),
    "4": gettext_noop("Four"),
    "3": gettext_noop("Three"),
    "2": gettext_noop("Two"),
}
_GESTURES = {"slam": gettext_noop("slam"), "flick": gettext_noop("flick")}


# --- numbers -------------------------------------------------------------------------------------------------------


def number(value: int) -> str:
    """A number with a real minus sign, in the viewer's digits (never for a card's rank, an id or an attribute)."""
    text = str(value) if value >= 0 else f"{MINUS}{-value}"
    return text.translate(ARABIC_DIGITS) if has_arabic_digits() else text


def points(value: int) -> str:
    """Points with their sign: "+10", "−8", "0"."""
    return f"+{number(value)}" if value > 0 else number(value)


def of(part: int, whole: int) -> str:
    """ "5 / 9": tricks taken of tricks undertaken, and the like."""
    return f"{number(part)} / {number(whole)}"


def share(part: int, whole: int) -> str:
    """ "58%", or a dash where there is nothing to share."""
    # Translators: a share in per cent
    return _("%(number)s%%") % {"number": number((200 * part + whole) // (2 * whole))} if whole else "–"


def streak(matches: int) -> str:
    """ "3 won", "2 lost": matches in a row up to now; a dash before the first."""
    if matches > 0:
        return ngettext("%(count)s won", "%(count)s won", matches) % {"count": number(matches)}
    return ngettext("%(count)s lost", "%(count)s lost", -matches) % {"count": number(-matches)} if matches else "–"


# --- people and places ---------------------------------------------------------------------------------------------


def player(sitter: Sitter) -> str:
    """The name of whoever sits there; a bot's is translated, a person's never; empty for nobody."""
    return gettext(sitter.name) if sitter.kind == "bot" else called(sitter.name)


def called(name: str) -> str:
    """A person's name in the active language and digits, which only a guest's made-up one depends on."""
    if not name.startswith(names.GUEST):
        return name
    shown = names.shown(name)
    return shown.translate(ARABIC_DIGITS) if has_arabic_digits() else shown


def person(user: User) -> str:
    """The name of a person, as long as there is an account."""
    return _("former player") if user.closed_at else called(user.username)


def isolated(name: str) -> str:
    """A name for the middle of a sentence: kept apart by invisible marks where its script may run the other way."""
    return name if name.isascii() and not is_rtl() else f"\u2068{name}\u2069"


def seat(where: Seat) -> str:
    return gettext(SEATS[where])


def pair(one: str, other: str) -> str:
    """Two names in a sentence."""
    return _("%(one)s and %(other)s") % {"one": isolated(one), "other": isolated(other)}


def listed(names: Iterable[str]) -> str:
    """ "Layla, Sami"."""
    # Translators: between the names of a list
    return _(", ").join(names)


# --- cards and calls -----------------------------------------------------------------------------------------------


def card(which: Card) -> str:
    """ "Queen of spades"."""
    return remembered(which, lambda: _card(which))


def _card(which: Card) -> str:
    rank, suit = gettext(_RANKS[which.rank]), gettext(_IN_SENTENCES[which.suit])
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


def rank(which: Card) -> str:
    """As it stands on the card: Latin in every language."""
    return "10" if which.rank == "T" else which.rank


def suit(strain: Strain) -> str:
    """A suit, or no trump, within a sentence: "spades"."""
    return gettext(_IN_SENTENCES[strain])


def strain(which: Strain) -> str:
    """A suit, or no trump, standing alone: "Spades"."""
    return gettext(STRAINS[which])


def gesture(which: str) -> str:
    return gettext(_GESTURES[which])


def is_bid(call: str) -> bool:
    """Whether a call is a number of tricks, with or without a strain."""
    return _BID.fullmatch(call) is not None


def parts(call: str, game: Game) -> tuple[str, str]:
    """What is written for a call, and the strain that is drawn beside it: ("9", "H"), ("Pass", "")."""
    bid = _BID.fullmatch(call)
    if bid is None:
        return gettext(game.call_names[call]), ""
    return number(int(bid[1])), bid[2] or ""


def call(code: str, game: Game) -> str:
    """A call as it is spoken: "9", "8 hearts", "Pass"."""
    text, drawn = parts(code, game)
    return with_strain(text, Strain[drawn]) if drawn else text


def with_strain(level: str, which: Strain) -> str:
    """ "8 hearts", "8 no trump"."""
    return _("%(level)s %(strain)s") % {"level": level, "strain": suit(which)}


def contract(undertaken: Contract) -> str:
    """A contract in words: "9 hearts", doubled or not; "9" while its trump is not named."""
    text = number(undertaken.level)
    if undertaken.strain is not None:
        text = with_strain(text, undertaken.strain)
    if undertaken.multiplier == 2:
        return _("%(contract)s doubled") % {"contract": text}
    return _("%(contract)s redoubled") % {"contract": text} if undertaken.multiplier == 4 else text


def pace(turn_seconds: int | None) -> str:
    """ "30 seconds a move"; empty without a clock."""
    if turn_seconds is None:
        return ""
    told = {"count": number(turn_seconds)}
    return ngettext("%(count)s second a move", "%(count)s seconds a move", turn_seconds) % told


# --- rules ---------------------------------------------------------------------------------------------------------


def reason(why: Reason) -> str:
    """The sentence for a refusal."""
    return gettext(why.text)


def rules(game: Game) -> str:
    """ "Tarneeb, Levant"."""
    return _("%(game)s, %(rule_set)s") % {"game": gettext(game.name), "rule_set": gettext(game.rule_set.name)}


def target(game: Game) -> str:
    return _("to %(target)s") % {"target": number(game.target)}


def terms(game: Game) -> tuple[str, ...]:
    """Rule 1.8 in words: direction and target always, then every option that differs from the rule set."""
    clockwise = game.rotation is CLOCKWISE
    going = _("Clockwise, to %(target)s") if clockwise else _("Counter-clockwise, to %(target)s")
    return (going % {"target": number(game.target)}, *differences(game))


def differences(game: Game) -> tuple[str, ...]:
    """The options that differ from the rule set, but for direction and target, which `terms` says."""
    changed = game.rule_set.differences(game.values)
    options = (option for option in game.options if option.name in changed)
    return tuple(
        _option(option.label, option.in_words(changed[option.name]), changed[option.name])
        for option in options
        if option.name not in ("direction", "target")
    )


def fixed_facts(game: Game) -> tuple[str, ...]:
    """What a rule set says of every option that cannot be changed at the table, a yes or no only when it is a yes."""
    values, changeable = game.values, game.rule_set.open
    return tuple(
        _option(option.label, option.in_words(values[option.name]), values[option.name])
        for option in game.options
        if option.name not in changeable and values[option.name] not in (False, "none")
    ) or (target(game),)


def options_that_differ(game: Game) -> tuple[str, ...]:
    """Every option that differs from the rule set, direction and target too, for a list of tables."""
    changed = game.rule_set.differences(game.values)
    return tuple(
        _option(option.label, option.in_words(changed[option.name]), changed[option.name])
        for option in game.options
        if option.name in changed
    )


def _option(label: str, words: str, value: object) -> str:
    """The words of a yes or no stand alone, those of a choice need to be told of what."""
    if isinstance(value, bool):
        return _capital(gettext(words))
    return _("%(option)s: %(choice)s") % {"option": gettext(label), "choice": gettext(words)}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
