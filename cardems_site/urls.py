"""The site's addresses; each app holds its own."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]
