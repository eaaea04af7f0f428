"""Forgotten and changed passwords, and the address they hang on."""

import pytest

from tests.accounts.conftest import user_of
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db
RESET = "/accounts/password/reset/"
OTHER = "four cups of coffee"


@pytest.fixture
def sara_with_address(sara):
    sara.emailaddress_set.create(email="sara@example.org", verified=True, primary=True)
    sara.email = "sara@example.org"
    sara.save()
    return sara


def link_in(mail, part):
    return next(word for word in mail.body.split() if part in word).removeprefix("http://testserver")


def test_reset_by_mail(client, sara_with_address, mailoutbox):
    assert client.post(RESET, {"email": "sara@example.org"}, follow=True).status_code == 200
    assert [mail.to for mail in mailoutbox] == [["sara@example.org"]]
    assert "example.com" not in mailoutbox[0].body + mailoutbox[0].subject
    form = client.get(link_in(mailoutbox[0], "/reset/key/"), follow=True)
    assert "set-password" in form.redirect_chain[-1][0]
    done = client.post(form.redirect_chain[-1][0], {"password1": OTHER, "password2": OTHER}, follow=True)
    assert done.status_code == 200
    client.post("/accounts/login/", {"login": "Sara", "password": OTHER})
    assert user_of(client) == sara_with_address


def test_a_reset_link_works_once(client, sara_with_address, mailoutbox):
    client.post(RESET, {"email": "sara@example.org"})
    link = link_in(mailoutbox[0], "/reset/key/")
    form = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": OTHER, "password2": OTHER})
    again = client.get(link, follow=True)
    assert again.context["token_fail"]


def test_an_unknown_address_gets_the_same_page_and_no_mail(client, sara_with_address, mailoutbox):
    known = client.post(RESET, {"email": "sara@example.org"})
    mailoutbox.clear()
    unknown = client.post(RESET, {"email": "nobody@example.org"})
    assert (unknown.status_code, unknown["Location"]) == (known.status_code, known["Location"])
    assert not mailoutbox


def test_change_of_password_keeps_this_session(client, sara):
    client.force_login(sara)
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER})
    assert user_of(client) == sara
    sara.refresh_from_db()
    assert sara.check_password(OTHER)


def test_change_of_address_asks_for_the_password_and_waits_for_the_mail(client, sara_with_address, mailoutbox):
    client.force_login(sara_with_address)
    response = client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert response["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    sara_with_address.refresh_from_db()
    assert sara_with_address.email == "sara@example.org"
    link = link_in(next(mail for mail in mailoutbox if mail.to == ["new@example.org"]), "/confirm-email/")
    client.post(link)
    sara_with_address.refresh_from_db()
    assert sara_with_address.email == "new@example.org"


def test_the_address_can_be_taken_back(client, sara_with_address):
    client.force_login(sara_with_address)
    client.post("/accounts/email/", {"email": "sara@example.org", "action_remove": ""})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "sara@example.org", "action_remove": ""})
    sara_with_address.refresh_from_db()
    assert sara_with_address.email == ""
    assert not sara_with_address.emailaddress_set.exists()
