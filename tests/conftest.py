"""What every test gets: an empty cache (it counts log-in attempts) and a channel layer of its own."""

import os
from pathlib import Path

import hypothesis
import pytest
from channels.layers import channel_layers
from django.core.cache import cache

# A busy machine is no fault of the code; a gate must judge the same code alike each time.
hypothesis.settings.register_profile(
    "site",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("site")


HERE = Path(__file__).parent
ON_BOTH = [HERE / name for name in ("services", "operating", "hub", "admin")]
"""What runs on SQLite and the layer in memory, and once more on PostgreSQL and Valkey."""


def pytest_collection_modifyitems(items):
    """Mark what is about storage and news, for the second run."""
    for item in items:
        if not set(ON_BOTH).isdisjoint(item.path.parents):
            item.add_marker("services")


@pytest.fixture(autouse=True)
def _fresh_memory():
    """Nothing that one test left in this process's memory reaches the next."""
    cache.clear()
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
