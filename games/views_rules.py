"""Rules pages: what is in force, made from the engine's own rules, and the first round for beginners."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.screens import guide, match, rules


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """Every game with its rule sets."""
    return render(request, "games/rules/index.html", {"games": rules.all_rules()})


@require_safe
def rule_set(request: HttpRequest, slug: str) -> HttpResponse:
    """One rule set: its rules in words, its options, worked scores, and the others beside it."""
    page = rules.rules_page(slug.strip("/"))
    if page is None:
        raise Http404
    return render(request, "games/rules/page.html", {"page": page})


@require_safe
def how_to_play(request: HttpRequest, game: str) -> HttpResponse:
    """A game for somebody who has never played it: the idea, then a round step by step."""
    told = guide.guide(game)
    if told is None:
        raise Http404
    context = {
        "game": {"slug": game, "name": told.page.game, "first": f"games/rules/first_{game}.html"},
        "match": told.page,
        "begin": told.begin,
        "counts": match.counts(),
        "others": [one for one in rules.all_rules() if one.slug != game and one.has_guide],
    }
    return render(request, "games/rules/how_to_play.html", context)


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """How anybody can check a deal."""
    return render(request, "games/rules/deals.html")
