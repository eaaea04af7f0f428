"""The lists and pages of the staff admin that tests and the benchmark open, with every filter and search."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

LISTS = {
    "accounts_user": (
        "?kind=account", "?kind=guest", "?kind=staff", "?kind=suspended", "?q=crowd", "?q=17", "?q=a@example.org",
        "?p=3", "?o=3.-6",
    ),
    "accounts_notice": ("?appeal=open", "?kind=mute", "?q=crowd"),
    "accounts_bannedword": (),
    "accounts_auditentry": ("?q=table.close", "?q=7", "?q=boss"),
    "games_tablerow": (
        "?state=open", "?state=closed", "?overdue=yes", "?rated=yes", "?rated=no", "?rules=tarneeb/classic",
        "?q=crowd1", "?q=7", "?host__id__exact=7",
    ),
    "games_matchrow": ("?course=live", "?course=void", "?rated=yes", "?rules=tarneeb/classic", "?q=crowd1", "?q=7"),
    "games_reportrow": ("?decision=open", "?decision=nothing", "?q=crowd1"),
    "games_announcementrow": ("?shown=now",),
}  # fmt: skip


def lists() -> Iterator[str]:
    """Every list, as it is and filtered; then the dashboard and the hints."""
    for model, queries in LISTS.items():
        page = reverse(f"admin:{model}_changelist")
        yield page
        yield from (page + query for query in queries)
    yield reverse("admin:index")
    yield reverse("admin:games_matchrow_hints")
