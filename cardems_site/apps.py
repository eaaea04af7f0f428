"""The project as an app: it registers the start-up checks. And the staff's admin."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class SiteConfig(AppConfig):
    """Registers `cardems_site.checks`."""

    name = "cardems_site"

    def ready(self) -> None:
        from cardems_site import checks  # noqa: F401 - importing registers them


class StaffConfig(AdminConfig):
    """Django's admin with our site; what libraries register there goes, because it would change rows unaudited."""

    default_site = "cardems_site.staff_site.StaffSite"

    def ready(self) -> None:
        super().ready()
        from django.contrib import admin

        ours = ("accounts", "games")
        foreign = [model for model in admin.site._registry if model._meta.app_label not in ours]
        admin.site.unregister(foreign)
