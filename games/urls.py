"""Addresses of tables, matches, players and rules."""

from django.urls import path

from . import views

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/", views.home, name="tables"),
    path("play/<slug:game>/", views.play_now, name="play-now"),
    path("tables/new/", views.new_table, name="new-table"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("tables/<int:table_id>/leave/", views.leave_table, name="leave-table"),
    path("t/<str:token>/", views.invited, name="invite"),
    path("matches/", views.matches, name="matches"),
    path("matches/<int:match_id>/", views.past_match, name="match"),
    path("matches/<int:match_id>/record.json", views.match_record, name="match-record"),
]
