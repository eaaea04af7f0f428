"""Addresses of tables, matches, players and rules."""

urlpatterns = []
