"""Addresses of the account pages. What is not ours or changed here is allauth's."""

from allauth.account import views as allauth
from django.urls import include, path

from . import views, views_notices

urlpatterns = [
    path("keep/", views.KeepView.as_view(), name="account_keep"),
    path("settings/", views.SettingsView.as_view(), name="account_settings"),
    path("language/", views.set_language, name="set_language"),
    path("login/", views.LogInView.as_view(), name="account_login"),
    path("signup/", views.SignUpView.as_view(), name="account_signup"),
    path("email/", views.guests_keep_first(allauth.email), name="account_email"),
    path("password/change/", views.guests_keep_first(allauth.password_change), name="account_change_password"),
    path("password/set/", views.guests_keep_first(allauth.password_set), name="account_set_password"),
    path("notices/<int:number>/", views_notices.notice, name="account_notice"),
    path("2fa/", include("allauth.mfa.urls")),
    path("", include("allauth.account.urls")),
]
