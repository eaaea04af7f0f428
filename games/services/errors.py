"""Why a service refuses; screens word it. Engine errors pass through as they are."""

from __future__ import annotations

from games.engine.errors import Reason, gettext_noop


class Refused(Exception):
    """A request that cannot be granted now; `reason` says why, and nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class StaleAction(Exception):
    """The action was made for an older version of the table: show the fresh one, nothing else."""


class NothingToDo(Exception):
    """What is asked for is so already: nothing is changed, and there is nothing to say."""


class AlreadySeated(Refused):
    """The person sits at another live table, `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__(SEATED_ELSEWHERE)
        self.table_id = table_id


SEATED_ELSEWHERE = Reason("seated-elsewhere", gettext_noop("You already have a seat at another table."))
NOT_SEATED = Reason("not-seated", gettext_noop("You have no seat at this table."))
SEAT_TAKEN = Reason("seat-taken", gettext_noop("Somebody else has that seat."))
NOT_HOST = Reason("not-host", gettext_noop("Only the host of the table can do that."))
SEATS_FREE = Reason("seats-free", gettext_noop("Four players are needed to start."))
NOT_OPEN = Reason("not-open", gettext_noop("The match has already begun."))
NOT_PLAYING = Reason("not-playing", gettext_noop("No match is being played at this table."))
NOT_FINISHED = Reason("not-finished", gettext_noop("The match is not over yet."))
NOT_INVITED = Reason("not-invited", gettext_noop("This table is for people who were invited."))
NOT_FOR_GUESTS = Reason("not-for-guests", gettext_noop("Rated matches need an account. Keep your games first."))
CLOCK_NEEDED = Reason("clock-needed", gettext_noop("A rated match needs a clock."))
SIGNALS_UNRATED = Reason("signals-unrated", gettext_noop("A match with slam and flick cannot be rated."))
CLAIM_FAILS = Reason("claim-fails", gettext_noop("That cannot be known from your cards: please play on."))
TALK_IS_OFF = Reason("talk-is-off", gettext_noop("No talk during a rated round: partners must not signal."))
TALK_TOO_FAST = Reason("talk-too-fast", gettext_noop("Not so fast, please."))
NO_TALK = Reason("no-talk", gettext_noop("Only players at the table may talk."))
MUTED_BY_STAFF = Reason("muted", gettext_noop("You may not talk for the time being."))
TOO_MANY = Reason("too-many", gettext_noop("Too many of these in a short time. Try again later."))
TOO_MANY_PAGES = Reason(
    "too-many-pages", gettext_noop("Too many pages are open at once. Close some, then reload this one.")
)
TOO_MANY_TABLES = Reason(
    "too-many-tables", gettext_noop("You have opened many tables lately. Join one, or try again in a while.")
)
RESTARTING = Reason(
    "restarting", gettext_noop("The site restarts in a moment. Your table waits, and the page comes back by itself.")
)
NOT_STORED = Reason(
    "not-stored", gettext_noop("The site cannot store anything at the moment. Your table waits: try again shortly.")
)
REMOVED = Reason("removed", gettext_noop("Staff have given your seat to a bot."))
RATED_STOPPED = Reason("rated-stopped", gettext_noop("No rated matches are being started at the moment."))
SUSPENDED = Reason("suspended", gettext_noop("Your account is suspended."))
BAD_WORDS = Reason("bad-words", gettext_noop("Please choose other words."))
NO_GAME = Reason("unknown-game", gettext_noop("There is no such game."))
