"""The key of a match in a list: when it ended, and its id where two ended together. Pages go on from a key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

_WRITTEN = re.compile(r"(-?)(\d{1,17})\.(\d{1,18})")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """In addresses `1764451200000000.77`, microseconds and id; with a minus before it the page goes back from there."""

    at: datetime
    id: int
    back: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{'-' if self.back else ''}{(self.at - _EPOCH) // timedelta(microseconds=1)}.{self.id}"

    def going_back(self) -> Key:
        return replace(self, back=True)

    @classmethod
    def parse(cls, text: str) -> Key | None:
        """Read an address's key; None for anything else, so that a broken link begins at the newest."""
        match = _WRITTEN.fullmatch(text)
        if match is None or not match[2].isascii() or not match[3].isascii():
            return None
        try:
            return cls(_EPOCH + timedelta(microseconds=int(match[2])), int(match[3]), bool(match[1]))
        except OverflowError:
            return None
