"""`manage.py serve`: one server process. The first scope starts the keeper, so it calls on itself at once."""

import threading
import urllib.request
import webbrowser
from argparse import ArgumentParser
from contextlib import suppress
from time import sleep
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Serves pages and sockets until it is stopped by SIGINT or SIGTERM."""

    help = "Run one server process (Daphne with this site's limits)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Address, port and what `./dev play` wants beside."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--prepare", action="store_true", help="run `manage.py prepare` first")
        parser.add_argument("--browser", action="store_true", help="open the home page in a browser")

    def handle(self, *, host: str, port: int, prepare: bool, browser: bool, **options: Any) -> None:
        """Prepare if asked to, serve, and end with a plain line."""
        self.check()
        if prepare:
            call_command("prepare", verbosity=0)
        # Imported late: this loads every view and installs Twisted's reactor.
        from cardems_site.asgi import application
        from cardems_site.server import build_server

        announcer = threading.Thread(target=self.announce, args=(host, port, browser), daemon=True)
        server = build_server(application, host, port, ready_callable=announcer.start)
        server.run()
        if not server.listening_addresses:
            raise CommandError(f"Cannot listen on {host}, port {port}: is it in use?")
        self.stdout.write("Stopped.")

    def announce(self, host: str, port: int, browser: bool) -> None:
        """Make the first request, then say where the site is."""
        if not self.alive(f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}/healthz"):  # noqa: S104
            self.stderr.write("The server does not answer its own first request.")
            return
        self.stdout.write("\n".join(["Cardems is at", *(f"  {origin}/" for origin in settings.SITE_ORIGINS)]))
        self.stdout.flush()
        if browser:
            webbrowser.open(settings.SITE_ORIGINS[0])

    def alive(self, url: str) -> bool:
        """Whether the server answers within some seconds."""
        host = settings.ALLOWED_HOSTS[0]
        request = urllib.request.Request(url, headers={"Host": host})  # noqa: S310 - our own address
        for _attempt in range(100):
            with suppress(OSError):
                urllib.request.urlopen(request, timeout=5).close()  # noqa: S310
                return True
            sleep(0.1)
        return False
