"""The app of tables and matches."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tables, matches and what shows them."""

    name = "games"
