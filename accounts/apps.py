"""The application of people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: names, guests, accounts, settings."""

    name = "accounts"
    verbose_name = _("people")

    def ready(self) -> None:
        from . import signals  # noqa: F401 – importing connects them
