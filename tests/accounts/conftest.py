"""People and small helpers of the account tests."""

import pytest
from django.test import Client

from accounts.guests import make_guest
from accounts.models import User
from tests.factories import PASSWORD, UserFactory

NEW = {"username": "Sara", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def sara(db) -> User:
    return UserFactory(username="Sara")


def become_guest(client: Client, rf) -> User:
    """Make a guest in the session of this client, as a "Play now" view does."""
    request = rf.post("/")
    request.session = client.session
    request.user = client.get("/accounts/login/").wsgi_request.user
    guest = make_guest(request)
    request.session.save()
    client.cookies["sessionid"] = request.session.session_key
    return guest


@pytest.fixture
def guest(client, rf, db) -> User:
    return become_guest(client, rf)


def user_of(client: Client):
    """Who this client is for the site."""
    return client.get("/accounts/password/reset/").wsgi_request.user
