"""Mail: one address sets it up, it comes in the reader's language, and everything works without it."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from environ import Env

from tests.factories import PASSWORD, UserFactory


@pytest.mark.parametrize(("language", "words"), [("en", "password reset"), ("ar", "إعادة ضبط كلمة المرور")])
def test_reset_comes_in_the_readers_language(client, db, settings, language, words) -> None:
    settings.DEFAULT_FROM_EMAIL = "Cardems <cards@example.org>"
    user = UserFactory(username="Warda", email="warda@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.post(
        reverse("account_reset_password"), {"email": "warda@example.org"}, headers={"Accept-Language": language}
    )
    [letter] = mail.outbox
    assert words in letter.body
    assert "/accounts/password/reset/key/" in letter.body
    assert letter.from_email == "Cardems <cards@example.org>"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_change_is_told_to_both_addresses(client, db, language) -> None:
    from django.template.loader import render_to_string
    from django.utils import translation

    with translation.override(language):
        text = render_to_string(
            "account/email/email_changed_message.txt", {"from_email": "old@example.org", "to_email": "new@example.org"}
        )
    assert "old@example.org" in text
    assert "new@example.org" in text
    assert "\nJ " not in text


def test_one_address_sets_the_server_up() -> None:
    found = Env.email_url_config("smtp+tls://user:secret@mail.example.org:587")
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)
    assert Env.email_url_config("consolemail://")["EMAIL_BACKEND"].endswith("console.EmailBackend")


def test_without_an_address_everything_works(client, db) -> None:
    answer = client.post(
        reverse("account_signup"), {"username": "Warda", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert answer.status_code == 302
    assert client.post(reverse("play-now", args=["tarneeb"])).url.startswith("/tables/")
    assert mail.outbox == []
