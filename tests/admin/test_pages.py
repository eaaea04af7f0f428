"""Every page of the staff admin opens, in both languages."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import conduct
from accounts.models import BannedWord
from games.models import AnnouncementRow, ReportRow, SiteRow, TableRow
from games.services.staff import matches, people
from tests.factories import UserFactory
from tests.past import past_match
from tests.services import room

pytestmark = pytest.mark.django_db

MODELS = (
    "accounts_user",
    "accounts_notice",
    "accounts_bannedword",
    "accounts_auditentry",
    "games_tablerow",
    "games_matchrow",
    "games_reportrow",
    "games_announcementrow",
    "games_siterow",
)


@pytest.fixture
def site(db):
    """One row of everything."""
    sara, omar = room.people("Sara", "Omar")
    table = room.playing(sara, omar)
    match = past_match(people={"N": sara, "E": omar})
    staff = UserFactory(username="Boss", is_staff=True, is_superuser=True)
    notice = conduct.warn(staff, omar, "be kind")
    word = BannedWord.objects.create(word="badword")
    report = ReportRow.objects.create(reporter=sara, about=omar, table_id=table, reason="insult", text="he said it")
    now = timezone.now()
    news = AnnouncementRow.objects.create(text_en="Hello", text_ar="مرحبا", ends_at=now + timezone.timedelta(hours=1))
    SiteRow.objects.get_or_create(pk=1)
    return {
        "accounts_user": omar.pk,
        "accounts_notice": notice.pk,
        "accounts_bannedword": word.pk,
        "accounts_auditentry": staff.audited.first().pk,
        "games_tablerow": table,
        "games_matchrow": match.pk,
        "games_reportrow": report.pk,
        "games_announcementrow": news.pk,
        "games_siterow": 1,
    }


@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_page_opens(site, log_in, language) -> None:
    client = log_in("superuser")
    client.cookies["django_language"] = language
    assert client.get(reverse("admin:index")).status_code == 200
    for model, key in site.items():
        for page in (reverse(f"admin:{model}_changelist"), reverse(f"admin:{model}_change", args=[key])):
            response = client.get(page, follow=True)
            assert response.status_code == 200, page
            csp = response.headers["Content-Security-Policy"]
            assert "unsafe" not in csp and b"style=" not in response.content


def test_action_pages_open(site, log_in) -> None:
    from django.contrib import admin

    client = log_in("superuser")
    for model, key in site.items():
        name = model.split("_")[1]
        registered = next(one for one in admin.site._registry if one._meta.model_name == name)
        for action in admin.site._registry[registered].staff_actions:
            page = reverse(f"admin:{model}_do", args=[key, action.name])
            assert client.get(page).status_code == 200, page
            response = client.post(page, {})
            assert response.status_code == 200 and response.context["form"].errors


def test_replay_check_and_hints(site, log_in) -> None:
    client = log_in("table manager")
    page = client.get(reverse("admin:games_matchrow_replay", args=[site["games_matchrow"]]))
    assert page.status_code == 200
    assert client.get(reverse("admin:games_matchrow_hints")).status_code == 200
    assert TableRow.objects.count() == 1 and matches and people
