"""Two people, and a browser of one of them."""

import pytest

from tests.factories import UserFactory


@pytest.fixture
def layla():
    return UserFactory(username="layla")


@pytest.fixture
def omar():
    return UserFactory(username="omar")


@pytest.fixture
def as_layla(client, layla):
    client.force_login(layla)
    return client
