"""Signing up, logging in and out."""

import pytest
from django.core.cache import cache

from accounts.models import User
from tests.accounts.conftest import NEW, user_of
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
LOGIN, SIGNUP = "/accounts/login/", "/accounts/signup/"


def test_sign_up_with_name_and_password_only(client, mailoutbox):
    response = client.post(SIGNUP, NEW)
    assert (response.status_code, response["Location"]) == (302, "/")
    person = user_of(client)
    assert (person.username, person.email, person.is_guest) == ("Sara", "", False)
    assert person.check_password(PASSWORD)
    assert not mailoutbox


@pytest.mark.parametrize("name", ["sara", "ＳＡＲＡ", "Guest-4821", "adm1n", "x", "Saра", "sa ra"])
def test_sign_up_refuses_the_name_and_says_so_in_the_field(client, sara, name):
    response = client.post(SIGNUP, NEW | {"username": name})
    assert response.status_code == 200
    assert response.context["form"].errors["username"]
    assert b'aria-invalid="true"' in response.content
    assert User.objects.count() == 1


def test_sign_up_stores_the_clean_form(client):
    client.post(SIGNUP, NEW | {"username": " محـمد "})
    assert user_of(client).username == "محمد"


def test_sign_up_refuses_a_weak_password(client):
    response = client.post(SIGNUP, NEW | {"password1": "12345678", "password2": "12345678"})
    assert response.context["form"].errors["password1"]
    assert not User.objects.exists()


def test_a_name_taken_between_check_and_save_is_an_error_of_the_form(client, sara, monkeypatch):
    monkeypatch.setattr("accounts.people.is_free", lambda name: True)
    response = client.post(SIGNUP, NEW)
    assert response.status_code == 200
    assert response.context["form"].errors["username"]


def test_an_address_is_the_persons_only_once_confirmed(client, mailoutbox):
    client.post(SIGNUP, NEW | {"email": "Sara@Example.org"})
    person = user_of(client)
    assert person.email == ""
    link = next(word for word in mailoutbox[0].body.split() if "/confirm-email/" in word)
    client.get(link)
    client.post(link)
    person.refresh_from_db()
    assert person.email == "sara@example.org"


def test_a_silent_mail_server_does_not_undo_a_sign_up(client, monkeypatch):
    def refuse(*args, **kwargs):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert client.post(SIGNUP, NEW | {"email": "sara@example.org"}).status_code == 302
    assert user_of(client).username == "Sara"


def test_sign_up_does_not_tell_whether_an_address_is_known(client, mailoutbox):
    other = UserFactory(username="Omar", email="sara@example.org")
    other.emailaddress_set.create(email="sara@example.org", verified=True, primary=True)
    response = client.post(SIGNUP, NEW | {"email": "sara@example.org"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert user_of(client).email == ""
    other.refresh_from_db()
    assert other.email == "sara@example.org"


@pytest.mark.parametrize("typed", ["Sara", "sara", "ＳＡＲＡ", " Sara "])
def test_log_in_by_name_in_any_spelling(client, sara, typed):
    response = client.post(LOGIN, {"login": typed, "password": PASSWORD})
    assert response.status_code == 302
    assert user_of(client) == sara


def test_log_in_by_confirmed_address(client, sara):
    sara.emailaddress_set.create(email="sara@example.org", verified=True, primary=True)
    client.post(LOGIN, {"login": "Sara@example.org", "password": PASSWORD})
    assert user_of(client) == sara


def test_log_in_tells_nothing_about_who_exists(client, sara):
    known, unknown = (client.post(LOGIN, {"login": name, "password": "wrong"}) for name in ("Sara", "Nobody-here"))
    assert known.context["form"].non_field_errors() == unknown.context["form"].non_field_errors()
    assert not user_of(client).is_authenticated


def test_a_closed_door_for_a_barred_account(client, sara):
    User.objects.update(is_active=False)
    response = client.post(LOGIN, {"login": "Sara", "password": PASSWORD}, follow=True)
    assert response.redirect_chain[-1][0] == "/accounts/inactive/"
    assert not user_of(client).is_authenticated


def test_failed_attempts_are_counted_by_person_not_by_spelling(client, sara, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/10m/key"}
    cache.clear()
    for spelling in ("Sara", "SARA", "ＳＡＲＡ"):
        client.post(LOGIN, {"login": spelling, "password": "wrong"})
    client.post(LOGIN, {"login": "sara", "password": PASSWORD})
    assert not user_of(client).is_authenticated
    cache.clear()


def test_the_default_limit_bears_a_strangers_first_dozen_wrong_guesses(client, sara, settings):
    from cardems_site.settings import ACCOUNT_RATE_LIMITS

    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    cache.clear()
    for _ in range(12):
        client.post(LOGIN, {"login": "Sara", "password": "wrong"})
    client.post(LOGIN, {"login": "Sara", "password": PASSWORD})
    assert user_of(client) == sara
    cache.clear()


def test_who_is_logged_in_sees_neither_form(client, sara):
    client.force_login(sara)
    for page in (LOGIN, SIGNUP, "/accounts/keep/"):
        response = client.get(page, {"next": "/matches/"})
        assert (response.status_code, response["Location"]) == (302, "/matches/")


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"]
)
def test_log_in_goes_nowhere_else(client, sara, target):
    response = client.post(LOGIN, {"login": "Sara", "password": PASSWORD, "next": target})
    assert response["Location"] == "/"


def test_log_out_needs_a_post(client, sara):
    client.force_login(sara)
    assert client.get("/accounts/logout/").status_code == 200
    assert user_of(client) == sara
    assert client.post("/accounts/logout/").status_code == 302
    assert not user_of(client).is_authenticated


def test_a_form_of_an_earlier_log_in_gets_a_fresh_page_and_a_foreign_one_gets_403(sara):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    ours = client.post(
        LOGIN, {}, headers={"referer": "http://testserver/accounts/login/?next=/x", "origin": "http://testserver"}
    )
    assert (ours.status_code, ours["Location"]) == (302, "/accounts/login/?next=/x")
    there = client.post(LOGIN, {}, headers={"referer": "http://testserver//evil.example/x"})
    assert there["Location"] == "/%2Fevil.example/x"
    for headers in ({}, {"referer": "https://evil.example/"}, {"origin": "https://evil.example"}, {"origin": "null"}):
        assert client.post(LOGIN, {}, headers=headers).status_code == 403
