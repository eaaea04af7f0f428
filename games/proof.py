"""Whether a deal is the one that was fixed before anybody saw a card (deal.md; the command `verify_deal`)."""

from __future__ import annotations

import re
from typing import Final

from msgspec import UNSET

from .engine import deals
from .engine.deals import Deal, deal_from_seed
from .engine.errors import BadDeal
from .engine.seats import Rotation, Seat
from .record import RoundRecord

_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")


def fault(written: RoundRecord, rotation: Rotation) -> str | None:
    """What is wrong with a round's deal, seed or commitment, in words; None when the deal follows from the seed."""
    if written.seed is UNSET or written.seed is None:
        return "there is no seed"
    if not isinstance(written.seed, str) or not _SEED.fullmatch(written.seed):
        return "the seed is not 32 bytes in hexadecimal"
    if written.deal_method not in (UNSET, None, deals.METHOD):
        return "the deal method is unknown"
    return _mismatch(written, bytes.fromhex(written.seed), rotation)


def _mismatch(written: RoundRecord, seed: bytes, rotation: Rotation) -> str | None:
    if written.commitment is UNSET or written.commitment is None:
        return "there is no commitment"
    if written.commitment != deals.commitment(seed):
        return "the commitment is not the SHA-256 of the seed"
    try:
        deal = Deal.parse(written.deal)
    except BadDeal as error:
        return f"bad deal: {error}"
    if deal != deal_from_seed(seed, Seat[written.dealer], rotation):
        return "the deal does not follow from the seed"
    return None
