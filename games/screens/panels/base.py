"""What all panels are made of."""

from __future__ import annotations

from msgspec import Struct


class Panel(Struct, frozen=True, cache_hash=True, gc=False):
    """Values and other panels; never anything that could point back to it."""
