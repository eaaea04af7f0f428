"""Races for seats and turns, in short form."""

from contextlib import closing

import pytest

from .races import DONE, Races


@pytest.mark.django_db(transaction=True)
def test_fifty_races_of_each_kind(settings):
    settings.TABLES_AN_HOUR = 1000
    with closing(Races()) as races:
        races.run(50)
    assert races.faults == []
    assert races.outcomes[DONE] >= 3 * 50
