"""Who looks: one value for each open socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from games.fragments import Known
from games.services.watching import Speaker

NOT_HERE: Final = 4404
NOT_ALLOWED: Final = 4403
SIGNED_OUT: Final = 4401
"""Close codes of our own: pages show the reason and do not connect again."""

COME_BACK: Final = 4500
"""The only own code after which pages connect again: trouble, or a stop. Daphne sends no code from 1001 to 2999."""

MOST_UNSENT: Final = 64 * 1024
"""The bytes that may wait for a slow page. It gets nothing more until they are gone, and then the newest state."""

Send = Callable[[str], Awaitable[None]]
Close = Callable[[int], Awaitable[None]]


@dataclass(eq=False)
class Viewer:
    """A socket at a table, and what it was shown: `known` for itself, of what is public as far as `step`."""

    table_id: int
    user_id: int | None
    language: str
    digits: str
    send: Send
    close: Close
    session_key: str = ""
    password: str = ""  # the stored hash when the socket was opened: a change of it ends the socket
    links: Collection[int] = ()
    silenced: frozenset[int] = frozenset()
    known: Known = field(default_factory=Known)
    step: int = -1
    unsent: Callable[[], int] = lambda: 0  # bytes that wait in this process
    has_missed: bool = False  # something it was to be shown while it was behind

    @cached_property
    def tongue(self) -> tuple[str, str]:
        """The language and the digits of its page."""
        return self.language, self.digits

    @cached_property
    def speaker(self) -> Speaker:
        """For whom it asks."""
        return self.session_key, self.user_id, self.password

    def forget(self) -> None:
        """Whatever it was shown: it is to be shown everything."""
        self.known, self.step = Known(), -1

    @property
    def is_behind(self) -> bool:
        """Whether its page does not read what it was sent already."""
        return self.unsent() > MOST_UNSENT


@dataclass(eq=False)
class LobbyViewer:
    """A socket of the list of tables, with what it is filtered by."""

    language: str
    digits: str
    filters: tuple[tuple[str, str], ...]
    send: Send
    sent: str = ""
    unsent: Callable[[], int] = lambda: 0
