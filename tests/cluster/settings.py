"""The settings of servers that live for one test: static files keep their plain names, so that nothing is collected."""

from cardems_site.settings import *  # noqa: F403
from cardems_site.settings import STATIC_ROOT, STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
