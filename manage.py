#!/usr/bin/env python3
"""Django's command line. `./dev manage …` calls it inside the project's environment."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line

WITHOUT_A_SITE = ("replay", "verify_deal")
"""Commands that read files only: they run anywhere, with no secret, host or database set."""

if __name__ == "__main__":
    if any(command in WITHOUT_A_SITE for command in sys.argv[1:2]):
        os.environ.update(CARDEMS_LOCAL="1", SECRET_KEY=secrets.token_hex(32))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardems_site.settings")
    execute_from_command_line(sys.argv)
