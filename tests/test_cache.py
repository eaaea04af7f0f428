"""The shared cache when its server is away: as if it were empty."""

import pytest

from cardems_site.cache import ForgivingCache
from tests.cluster.servers import free_port


@pytest.fixture
def cache():
    return ForgivingCache(f"redis://127.0.0.1:{free_port()}", {"OPTIONS": {"socket_connect_timeout": 1}})


def test_nothing_is_known_and_nothing_fails(cache):
    cache.set("tries", 3)
    assert cache.get("tries") is None
    assert cache.get("tries", []) == []
    assert cache.get("tries", default=7) == 7
    assert cache.get_many(["tries"]) == {}
    assert "tries" not in cache


def test_counting_begins_anew(cache):
    assert cache.add("tries", 1)
    assert cache.incr("tries") == 1
    assert cache.get_or_set("tries", 5) == 5
    assert not cache.delete("tries")
