"""Where allauth asks us: which names may be had, and who is meant by the one that was typed."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse

from . import known, people
from .models import User

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """allauth's behaviour with our rules of names."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The clean form of a new name. Raises ValidationError with the reason."""
        return people.check_new_name(username)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Any spelling of a name logs in, and all of them count as one for the limit of failed attempts."""
        if name := credentials.get("username"):
            credentials["username"] = people.stored_name(name)
        return super().authenticate(request, **credentials)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; in a browser that knows this person apart from others'. Raises ValidationError."""
        mark = known.mark_of(request, credentials)
        if mark is None:
            super().pre_authenticate(request, **credentials)
            return
        self._login_failed_rl_usage = ratelimit.consume(
            request, app="allauth.account", action="login_failed_known", key=mark
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **options: Any) -> HttpResponse:
        """Where to go now; the browser will know this person."""
        response = super().post_login(request, user, **options)
        if isinstance(user, User):
            known.remember(request, response, user)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send; when the mail server does not answer, what the person did still counts."""
        try:
            super().send_mail(template_prefix, email, context)
        except OSError:
            logger.exception("mail %s was not sent", template_prefix)
