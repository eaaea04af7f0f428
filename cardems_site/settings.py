"""The settings, read from the environment; `.env.example` lists every variable.

Two modes. *Local* (`CARDEMS_LOCAL=1`, set by `./dev`) permits plain http on one's own machine and makes its own
secret key. Anything else is a public site and refuses to start without its own key, origins and database.
"""

import os
import tomllib
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from cardems_site import environment, logs

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
LOCAL = env.bool("CARDEMS_LOCAL", default=False)
if not LOCAL:
    environ.Env.read_env(os.environ.get("CARDEMS_ENV_FILE", BASE_DIR / ".env"))
VAR_DIR = Path(env.str("CARDEMS_VAR", default="") or BASE_DIR / "var")

# --- What makes the site this site -----------------------------------------------------------------------------------

DEBUG = environment.debug(env, local=LOCAL)
SECRET_KEY = environment.secret_key(env, VAR_DIR / "secret_key", local=LOCAL)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Full origins (scheme, host, port). Hosts, CSRF and the socket's origin check all follow from this one list.
SITE_ORIGINS = environment.origins(env, local=LOCAL)
ALLOWED_HOSTS = environment.hosts(SITE_ORIGINS)
CSRF_TRUSTED_ORIGINS = SITE_ORIGINS
ADMIN_PATH = env.str("ADMIN_PATH", default="admin/").strip("/") + "/"
# What the pages about the site say; whole pages can be replaced by templates of the same name in a folder of one's own.
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
CONTACT_EMAIL = env.str("CONTACT_EMAIL", default="")
SITE_OPERATOR = env.str("SITE_OPERATOR", default="", multiline=True)
SOURCE_URL = env.str("SOURCE_URL", default="")
OWN_TEMPLATES = [Path(folder) for folder in env.list("CARDEMS_TEMPLATES", default=[])]
# How many server processes run; a system check compares it with the channel layer.
WEB_PROCESSES = env.int("WEB_PROCESSES", default=1)
CARDEMS_KEEPER = env.bool("CARDEMS_KEEPER", default=True)  # false: `manage.py keeper` runs somewhere else
# Factor on every pause that a table makes by itself (bots' moves, the next deal): 1 for people, 0 for tests.
CARDEMS_PACE = env.float("CARDEMS_PACE", default=1.0)

# --- The application -------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "cardems_site.apps.SiteConfig",
    "accounts",
    "games",
    "cardems_site.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "channels",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]
MIDDLEWARE = [
    "cardems_site.health.probes",
    "django.middleware.security.SecurityMiddleware",
    "cardems_site.middleware.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "cardems_site.middleware.PermissionsPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.OwnChoices",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.middleware.speak",
    "cardems_site.middleware.FormsInUtf8",
    "accounts.middleware.Suspended",
]
ROOT_URLCONF = "cardems_site.urls"
ASGI_APPLICATION = "cardems_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [*OWN_TEMPLATES, BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.announcements",
            ],
        },
    },
    {  # The table's fragments are rendered for every action; Jinja2 is several times faster at it.
        "NAME": "fragments",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "cardems_site.jinja.environment",
            "trim_blocks": True,
            "lstrip_blocks": True,
        },
    },
]

# --- Storage: database, channel layer, cache -------------------------------------------------------------------------

DATABASES = {"default": environment.database(env, VAR_DIR / "cardems.sqlite3", local=LOCAL)}
CHANNEL_URL = env.str("CHANNEL_URL", default="")
CHANNEL_LAYERS = {"default": environment.channel_layer(CHANNEL_URL)}
CACHES = {"default": environment.cache(CHANNEL_URL)}
API_REQUESTS_A_MINUTE = env.int("API_REQUESTS_A_MINUTE", default=120)  # from one address, counted in the cache

# --- People: accounts, sessions, passwords (the accounts app owns this section) --------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "accounts.views.stale_form"
FORM_RENDERER = "accounts.renderer.FieldRenderer"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # our views redirect, and let a guest in
# One address a person, in force once confirmed; no page and no mail tells whether somebody else has it.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before the address changes
# Per address they are generous, because a mobile carrier's customers share one; per name they must not be so low
# that a stranger's wrong guesses keep the owner out.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/10m/ip,30/10m/key",
    "login_failed_known": "20/10m/key",  # in a browser where the owner has logged in before
    "signup": "60/h/ip",
    "guest": "300/h/ip",
}
ACCOUNT_FORMS = {
    "login": "accounts.forms.LogInForm",
    "signup": "accounts.forms.SignUpForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
# A second factor: anybody may set one up; with this on, staff must before they see a staff page.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=False)
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# --- (end of the accounts section) -----------------------------------------------------------------------------------

# --- Transport and browser security ----------------------------------------------------------------------------------

HTTPS = not LOCAL
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
if HTTPS:
    # The prefix makes browsers refuse such a cookie from a sister domain or from plain http.
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Only behind a proxy that always overwrites X-Forwarded-Proto and X-Real-IP, else a client could write them itself.
# The server (`cardems_site.server`) puts the latter in REMOTE_ADDR, so nothing else needs to know of the proxy.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "frame-src": [NONE],
        "object-src": [NONE],
    },
}
DEFAULT_EXCEPTION_REPORTER_FILTER = "cardems_site.reports.WithoutVariables"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# --- Languages, time, static files -----------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ar", _("Arabic"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["cardems_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
NPM_DIR = BASE_DIR / "node_modules"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("idiomorph", NPM_DIR / "idiomorph" / "dist"),
    ("cairo", NPM_DIR / "@fontsource-variable" / "cairo"),
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- E-mail, logs ----------------------------------------------------------------------------------------------------

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Cardems <cardems@localhost>")
LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING" if LOCAL else "INFO")  # INFO has a line for every card played
LOGGING = logs.configured(LOG_LEVEL, as_json=env.bool("LOG_JSON", default=not LOCAL))
# Whoever sends it as a bearer token may read /metrics and the details of /readyz from elsewhere than this machine.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# --- Limits, and how the process stops -------------------------------------------------------------------------------

TABLES_AN_HOUR = env.int("TABLES_AN_HOUR", default=20)  # that one person may open
SOCKETS_A_PERSON = env.int("SOCKETS_A_PERSON", default=8)  # open at a time in one process
SOCKETS_AN_ADDRESS = env.int("SOCKETS_AN_ADDRESS", default=40)  # the same, of people who are not logged in or guests
DRAIN_SECONDS = env.float("DRAIN_SECONDS", default=2.0)  # between the notice on the tables and the end of their sockets
