"""Addresses of people's own pages that django-allauth does not have."""

urlpatterns = []
