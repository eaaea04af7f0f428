"""`{% person user %}`: a name that keeps its own direction, and what one should know about it."""

from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("accounts/_person.html")
def person(user: Any) -> dict[str, Any]:
    """The name of this user; a guest is marked, a closed account has no name any more."""
    return {"person": user}
