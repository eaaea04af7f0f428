"""Guests, and how they become accounts."""

import pytest
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts import people
from accounts.guests import make_guest
from accounts.models import User
from accounts.names import check_reserved
from tests.accounts.conftest import NEW, become_guest, user_of
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
KEEP = "/accounts/keep/"


def test_a_guest_is_logged_in_at_once_under_a_name_nobody_can_take(client, guest):
    assert user_of(client) == guest
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert guest.username.startswith("Guest-")
    with pytest.raises(people.ValidationError):
        check_reserved(guest.username)


def test_one_session_has_one_guest(client, guest, rf):
    assert become_guest(client, rf) == guest
    assert User.objects.count() == 1


def test_guests_find_a_free_name(client, rf, monkeypatch):
    UserFactory(username="Guest-1000", is_guest=True)
    monkeypatch.setattr("accounts.guests.secrets.randbelow", lambda limit: 0)
    assert become_guest(client, rf).username == "Guest-10000"


def test_keeping_is_the_same_user_in_the_same_session(client, guest):
    session = client.session
    session["something"] = "of the guest"
    session.save()
    response = client.post(f"{KEEP}?next=/matches/", NEW | {"next": "/matches/"})
    assert (response.status_code, response["Location"]) == (302, "/matches/")
    kept = user_of(client)
    assert (kept.pk, kept.username, kept.is_guest) == (guest.pk, "Sara", False)
    assert kept.check_password(PASSWORD)
    assert client.session["something"] == "of the guest"
    assert User.objects.count() == 1


def test_the_guests_name_is_not_given_again(client, guest):
    client.post(KEEP, NEW)
    assert not people.is_free(guest.username)


def test_keeping_with_an_address(client, guest, mailoutbox):
    client.post(KEEP, NEW | {"email": "sara@example.org"})
    assert [mail.to for mail in mailoutbox] == [["sara@example.org"]]
    assert user_of(client).email == ""


@pytest.mark.parametrize("name", ["omar", "Guest-77", "x", "Saра"])
def test_a_refused_name_changes_nothing(client, guest, name):
    UserFactory(username="Omar")
    response = client.post(KEEP, NEW | {"username": name})
    assert response.context["form"].errors["username"]
    guest.refresh_from_db()
    assert guest.is_guest
    assert user_of(client).username == guest.username


def test_a_name_taken_meanwhile_changes_nothing(client, guest, monkeypatch):
    UserFactory(username="Sara")
    monkeypatch.setattr("accounts.people.is_free", lambda name: True)
    assert client.post(KEEP, NEW).context["form"].errors["username"]
    guest.refresh_from_db()
    assert guest.is_guest


def test_the_second_tab_goes_home_and_changes_nothing(client, guest):
    client.post(KEEP, NEW)
    second = client.post(KEEP, NEW | {"username": "Nadia"})
    assert second.status_code == 302
    assert user_of(client).username == "Sara"


def test_two_tabs_at_the_same_moment_keep_once(guest):
    stale = User.objects.get(pk=guest.pk)
    assert people.keep(guest, "Sara", PASSWORD)
    assert not people.keep(stale, "Nadia", PASSWORD)
    assert User.objects.get(pk=guest.pk).username == "Sara"


@pytest.mark.parametrize("method", ["get", "post"])
def test_sign_up_as_a_guest_leads_to_keeping(client, guest, method):
    response = getattr(client, method)("/accounts/signup/", NEW | {"next": "/matches/"})
    assert (response.status_code, response["Location"]) == (302, "/accounts/keep/?next=%2Fmatches%2F")
    assert User.objects.count() == 1


def test_keeping_without_being_a_guest_leads_to_sign_up(client):
    assert client.get(KEEP)["Location"] == "/accounts/signup/"


def test_a_guest_may_log_in_to_an_account_and_leaves_the_guest(client, guest, sara):
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", {"login": "Sara", "password": PASSWORD})
    assert user_of(client) == sara


@pytest.mark.parametrize("page", ["email/", "password/change/", "password/set/"])
def test_a_guest_has_nothing_to_change(client, guest, page):
    for response in (client.get(f"/accounts/{page}"), client.post(f"/accounts/{page}", NEW)):
        assert (response.status_code, response["Location"]) == (302, KEEP)
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def test_nobody_logs_in_as_a_guest(client, guest):
    client.logout()
    client.post("/accounts/login/", {"login": guest.username, "password": ""})
    client.post("/accounts/login/", {"login": guest.username, "password": "!"})
    assert not user_of(client).is_authenticated


def test_too_many_guests_get_the_page_for_that(rf, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "0/h/ip"}
    cache.clear()
    request = rf.post("/")
    request.user = AnonymousUser()
    with pytest.raises(ImmediateHttpResponse) as caught:
        make_guest(request)
    assert caught.value.response.status_code == 429
    assert not User.objects.exists()
