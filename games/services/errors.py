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
NO_GAME = Reason("unknown-game", gettext_noop("There is no such game."))
