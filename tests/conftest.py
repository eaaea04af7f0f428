"""What every test gets: an empty cache (it counts log-in attempts) and a channel layer of its own."""

import os

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


@pytest.fixture(autouse=True)
def _fresh_memory():
    """Nothing that one test left in this process's memory reaches the next."""
    cache.clear()
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
