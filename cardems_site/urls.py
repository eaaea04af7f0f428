"""The site's addresses; each app holds its own."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from cardems_site import pages

urlpatterns = [
    path("privacy/", pages.privacy, name="privacy"),
    path("cookies/", pages.cookies, name="cookies"),
    path("terms/", pages.terms, name="terms"),
    path("contact/", pages.contact, name="contact"),
    path("source/", pages.source, name="source"),
    path(".well-known/security.txt", pages.security, name="security"),
    path("robots.txt", pages.robots, name="robots"),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]
