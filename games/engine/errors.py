"""How the engine says no: a reason is a value with a code, and there are three ways to fail."""

from dataclasses import dataclass


def gettext_noop(text: str) -> str:
    """Mark a source text for translation without importing Django; screens translate it."""
    return text


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: `code` for programs and tests, `text` the English source of what people read."""

    code: str
    text: str


class InvalidAction(ValueError):
    """The text is not the notation of anything."""


class IllegalAction(ValueError):
    """The action can be read but is not allowed now; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class BadDeal(ValueError):
    """Not a PBN deal of four hands of thirteen different cards."""


class UnknownRules(ValueError):
    """No rule set has this slug."""


class BadOption(ValueError):
    """No such option, or a value that it does not take (rule 2). `name` is the option's name."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


OUT_OF_PHASE = Reason("out-of-phase", gettext_noop("That cannot be done at this point of the round."))
NOT_YOUR_TURN = Reason("not-your-turn", gettext_noop("It is not your turn."))
ILLEGAL_CALL = Reason("illegal-call", gettext_noop("That call is not possible now."))
ILLEGAL_TRUMP = Reason("illegal-trump", gettext_noop("That trump cannot be chosen here."))
CARD_NOT_HELD = Reason("card-not-held", gettext_noop("You do not hold that card."))
MUST_FOLLOW_SUIT = Reason("must-follow-suit", gettext_noop("You must follow suit."))
GESTURE_NOT_ALLOWED = Reason("gesture-not-allowed", gettext_noop("That gesture is not allowed here."))
