"""Past matches for the pages that show them, and what those pages give."""

from django.test import Client
from django.urls import reverse

from games.models import MatchRow
from tests.past import past_match


def short(**kinds) -> MatchRow:
    return past_match(rounds=1, **kinds)


def exported(client: Client, row: MatchRow) -> bytes:
    return client.get(reverse("match-record", args=[row.pk])).content


def import_errors(client: Client, text: str) -> dict[str, list[str]]:
    response = client.post(reverse("match-import"), {"record": text})
    assert response.status_code == 422
    return response.context["form"].errors
