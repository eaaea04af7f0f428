"""People in the staff admin."""

import pytest
from django.contrib.auth.models import Permission
from django.template import Context, Template
from django.urls import reverse

from accounts import people
from accounts.models import RetiredName, User
from tests.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator():
    person = UserFactory(username="Dana", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user", "delete_user"]))
    return person


def change_page(person):
    return reverse("admin:accounts_user_change", args=[person.pk])


def posted(person, **changes):
    return {
        "username": person.username, "is_active": "on", "language": "", "digits": "latin", "theme": "system",
        "deck": "four", "motion": "system", "time_zone": "", "reason": "asked for it",
    } | changes  # fmt: skip


def test_a_new_name_by_staff_retires_the_old_one(client, moderator, sara):
    client.force_login(moderator)
    assert client.post(change_page(sara), posted(sara, username="Renamed")).status_code == 302
    sara.refresh_from_db()
    assert sara.username == "Renamed"
    assert RetiredName.objects.get().skeleton == "sara"


def test_a_twin_by_staff_is_an_error(client, moderator, sara):
    client.force_login(moderator)
    response = client.post(change_page(sara), posted(sara, username="DANA"))
    assert response.context["adminform"].form.errors["username"]


def test_nobody_is_deleted(client, admin_client, moderator, sara):
    for someone in (admin_client,):
        assert someone.post(reverse("admin:accounts_user_delete", args=[sara.pk]), {"post": "yes"}).status_code == 403
    client.force_login(moderator)
    assert client.post(reverse("admin:accounts_user_delete", args=[sara.pk]), {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=sara.pk).exists()


def test_a_moderator_sees_no_address_and_gives_no_powers(client, moderator, sara):
    sara.email = "sara@example.org"
    sara.save()
    client.force_login(moderator)
    assert b"sara@example.org" not in client.get(change_page(sara)).content
    client.post(change_page(sara), posted(sara, is_superuser="on", is_staff="on", email="x@example.org"))
    sara.refresh_from_db()
    assert (sara.is_superuser, sara.is_staff, sara.email) == (False, False, "sara@example.org")


def test_a_moderator_cannot_change_staff(client, moderator, admin_user):
    client.force_login(moderator)
    assert client.post(change_page(admin_user), posted(admin_user, username="Fallen")).status_code == 403


def test_an_administrator_makes_a_person(admin_client):
    page = reverse("admin:accounts_user_add")
    assert admin_client.get(page).status_code == 200
    data = {
        "username": "Noor",
        "usable_password": "true",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "reason": "opening day",
    }
    assert admin_client.post(page, data).status_code == 302
    assert User.objects.get(username="Noor").check_password(PASSWORD)


def shown(person):
    return Template("{% load people %}{% person p %}").render(Context({"p": person}))


def test_names_stand_isolated_and_escaped(sara):
    assert shown(sara) == '<bdi class="who-name">Sara</bdi>\n'
    assert "<script>" not in shown(User(username="<script>"))
    assert "guest" in shown(User(username="Guest-1234", is_guest=True))
    people.close(sara)
    assert "closed-" not in shown(sara)
