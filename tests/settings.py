"""The settings of the tests: local mode, a database file in a temporary folder, a cheap password hash."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

TEMPORARY = Path(tempfile.mkdtemp(prefix="cardems-tests-"))
atexit.register(shutil.rmtree, TEMPORARY, ignore_errors=True)
os.environ.update(CARDEMS_LOCAL="1", LOG_JSON="1")
os.environ.update(CARDEMS_VAR=str(TEMPORARY), SECRET_KEY="tests only " + "0123456789" * 5)
# Playwright's synchronous interface leaves an event loop in the main thread, where tests use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

from cardems_site.settings import *  # noqa: F403
from cardems_site.settings import CACHES, CHANNEL_LAYERS, CHANNEL_URL, DATABASES, STATIC_ROOT, STORAGES

# A file, because consumers and threads use connections of their own, which an in-memory database hides from them.
DATABASES["default"].setdefault("TEST", {})["NAME"] = str(TEMPORARY / "test.sqlite3")
if "sqlite3" not in DATABASES["default"]["ENGINE"]:
    del DATABASES["default"]["TEST"]
# Of two that test at once on the same Valkey none hears the other's news or empties the other's cache.
if CHANNEL_URL and (worker := os.environ.get("PYTEST_XDIST_WORKER", "")):
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] += worker
    CACHES["default"]["OPTIONS"]["db"] = int(worker.removeprefix("gw")) + 1
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ACCOUNT_RATE_LIMITS = False  # all tests come from one address; those of the limits switch them on
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
