"""Addresses of tables, matches, players and rules."""

from django.urls import path

from . import api, views, views_matches, views_people, views_rules, views_tables

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/", views.home, name="tables"),
    path("play/<slug:game>/", views.play_now, name="play-now"),
    path("seat-me/<slug:game>/", views.seat_me, name="seat-me"),
    path("tables/new/", views_tables.new_table, name="new-table"),
    path("tables/<int:table_id>/", views_tables.table, name="table"),
    path("tables/<int:table_id>/leave/", views_tables.leave_table, name="leave-table"),
    path("tables/<int:table_id>/sit/", views_tables.sit, name="sit"),
    path("t/<str:token>/", views_tables.invited, name="invite"),
    path("t/<str:token>/qr.svg", views_tables.invite_qr, name="invite-qr"),
    path("matches/", views_matches.matches, name="matches"),
    path("matches/import/", views_matches.import_record, name="match-import"),
    path("matches/<int:match_id>/", views_matches.past_match, name="match"),
    path("matches/<int:match_id>/record.json", views_matches.match_record, name="match-record"),
    path("matches/<int:match_id>/match.pbn", views_matches.match_pbn, name="match-pbn"),
    path("matches/<int:match_id>/round-<int:number>.pbn", views_matches.match_pbn, name="round-pbn"),
    path("matches/<int:match_id>/round-<int:number>.svg", views_matches.round_card, name="round-card"),
    path("leaderboards/", views_people.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:game>/", views_people.leaderboard, name="leaderboard"),
    path("players/<str:username>/", views_people.player, name="player"),
    path("accounts/export/", views_people.own_data, name="own-data"),
    path("accounts/close/", views_people.close_account, name="close-account"),
    path("rules/", views_rules.all_rules, name="all-rules"),
    path("rules/deals/", views_rules.deals, name="rules-deals"),
    path("rules/<slug:game>/how-to-play/", views_rules.how_to_play, name="how-to-play"),
    path("rules/<path:slug>/", views_rules.rule_set, name="rules"),
    path("api/", api.described, name="api"),
    path("api/matches/", api.matches, name="api-matches"),
    path("api/matches/<int:match_id>/", api.one_match, name="api-match"),
    path("api/players/<str:username>/", api.player, name="api-player"),
    path("api/leaderboards/<slug:game>/", api.leaderboard, name="api-leaderboard"),
]
