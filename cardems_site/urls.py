"""The site's addresses; each app holds its own."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from cardems_site import health

urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]
