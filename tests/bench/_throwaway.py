"""Importing this sets Django up on a throw-away database: SQLite in a temporary folder, or what DATABASE_URL names."""

import atexit
import os
import shutil
import tempfile

FOLDER = tempfile.mkdtemp(prefix="cardems-bench-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ.update(
    DJANGO_SETTINGS_MODULE="tests.cluster.settings",
    CARDEMS_LOCAL="1",
    CARDEMS_VAR=FOLDER,
    LOG_LEVEL="ERROR",
    TABLES_AN_HOUR="1000000",
)

import django

django.setup()

from django.core.management import call_command
from django.db import connection

call_command("migrate", verbosity=0)
DATABASE = connection.vendor
