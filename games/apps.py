"""The app of tables and matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, matches and what shows them."""

    name = "games"
    verbose_name = _("tables and matches")
