"""What is wrong with a record, in words: the judge's codes (record.md) for people."""

from __future__ import annotations

from games.engine.errors import gettext_noop

from .texts import gettext
from .texts import gettext as _
from .wording import number

_WORDS = {
    "malformed": gettext_noop("This is no match record: it is not JSON of the form cardems-record/1."),
    "unknown-rules": gettext_noop("The record names a rule set that does not exist here."),
    "bad-option": gettext_noop("The rule set has no such option, or the option does not take this value."),
    "bad-deal": gettext_noop("The deal is not four hands of thirteen different cards."),
    "wrong-dealer": gettext_noop("Another seat had to deal."),
    "round-incomplete": gettext_noop("The round before this one is not over."),
    "match-complete": gettext_noop("The match was over before this round."),
    "out-of-phase": gettext_noop("That cannot be done at this point of the round."),
    "illegal-call": gettext_noop("That call is not possible now."),
    "illegal-trump": gettext_noop("That trump cannot be chosen here."),
    "card-not-held": gettext_noop("The seat to play does not hold that card."),
    "must-follow-suit": gettext_noop("The card does not follow suit, though the hand could."),
    "spades-not-broken": gettext_noop("Spades were not broken yet, so none could be led."),
    "must-lead-trump": gettext_noop("The first lead had to be a trump."),
}


def told(code: str, otherwise: str, round: int | None, step: int | None) -> str:
    """ "Round 3, step 17: …" for a fault's code and place, both from 0 as the judge counts and shown from 1, as on
    the page of a match. `otherwise` is what an unknown code says."""
    text = gettext(_WORDS.get(code, otherwise))
    if round is None:
        return text
    where = {"round": number(round + 1), "fault": text}
    if step is None:
        return _("Round %(round)s: %(fault)s") % where
    return _("Round %(round)s, step %(step)s: %(fault)s") % {**where, "step": number(step + 1)}
