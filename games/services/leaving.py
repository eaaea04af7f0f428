"""Closing one's own account: the name goes from old records, the records stay."""

from __future__ import annotations

from django.db import transaction

from accounts import people
from accounts.models import User
from games.engine.errors import Reason, gettext_noop

from . import tables
from .errors import Refused

STILL_SEATED = Reason("still-seated", gettext_noop("You have a seat at a table. Leave it first."))


@transaction.atomic
def close_account(user_id: int) -> None:
    """Close for good. Raises Refused while the person has a live seat, since others wait there."""
    user = User.objects.select_for_update().get(pk=user_id)
    if tables.live_table_of(user) is not None:
        raise Refused(STILL_SEATED)
    people.close(user)
