"""Staff of every role, and a site with something to look at."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client

from accounts.models import User
from games import store
from tests.factories import UserFactory

ROLES = ("moderator", "table manager", "administrator")


def member(role: str) -> User:
    """Somebody with this role: a group, `superuser`, `player` or `guest`."""
    name = role.replace(" ", "-")
    if role == "superuser":
        return UserFactory(username=f"z-{name}", is_staff=True, is_superuser=True)
    if role in ROLES:
        if not Group.objects.exists():  # a test with real transactions leaves an empty database
            import_module("games.migrations.0005_roles").make_roles(apps, SimpleNamespace(connection=connection))
        user = UserFactory(username=f"z-{name}", is_staff=True)
        user.groups.add(Group.objects.get(name=role))
        return user
    return UserFactory(username=f"z-{name}", is_guest=role == "guest")


@pytest.fixture(autouse=True)
def _no_matches_remembered():
    """Each test begins its database anew, with the same numbers of matches."""
    store.cache.clear()


@pytest.fixture
def log_in(db) -> Callable[[str], Client]:
    """A browser in which somebody of this role is logged in; `nobody` is."""

    def of(role: str) -> Client:
        client = Client()
        if role != "nobody":
            client.force_login(member(role))
        return client

    return of
