"""What every test gets: an empty cache (it counts log-in attempts) and a channel layer of its own."""

import pytest
from channels.layers import channel_layers
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_memory():
    """Nothing that one test left in this process's memory reaches the next."""
    cache.clear()
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
