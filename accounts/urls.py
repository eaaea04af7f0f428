"""Addresses of the account pages; what is not named here is allauth's."""

from django.urls import include, path

urlpatterns = [
    path("", include("allauth.account.urls")),
]
