"""No table is stuck: the short form of `./dev bench soak`."""

from datetime import timedelta

import pytest

from games.services import presence
from tests.services.conftest import clock  # noqa: F401 – a fixture

from .soak import Soak


@pytest.mark.usefixtures("db")
def test_forty_tables_all_end(clock):  # noqa: F811
    presence.beat()
    soak = Soak(clock, 40, seed=1)
    soak.run()
    assert soak.stuck == []
    assert sum(soak.ends.values()) == 40
    assert soak.overdue == timedelta()
