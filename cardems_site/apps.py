"""The project as an app: it registers the start-up checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers `cardems_site.checks`."""

    name = "cardems_site"

    def ready(self) -> None:
        from cardems_site import checks  # noqa: F401 - importing registers them
