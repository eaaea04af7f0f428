"""Pages as different people, devices, languages and colour schemes see them."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
LOCALES = {"en": "en-GB", "ar": "ar-EG"}


class Pages:
    """Opens pages and notes in `faults` what went wrong on them: console errors, exceptions, foreign requests.

    A test that provokes an error takes it out of `faults` again.
    """

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser, self.origin = browser, origin
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def open(self, path: str = "/", **options: Any) -> Page:
        """A new page at this path in a context of its own; the options are those of `context`."""
        page = self.context(**options).new_page()
        page.goto(path)
        return page

    def context(
        self, user: Any = None, *, phone: bool = False, language: str = "en", dark: bool = False, **more: Any
    ) -> BrowserContext:
        """A browser of somebody's own, logged in when a user is given; `more` goes to Playwright as it is."""
        choices = {
            "base_url": self.origin,
            "locale": LOCALES[language],
            "color_scheme": "dark" if dark else "light",
            **(PHONE if phone else DESKTOP),
            **more,
        }
        context = self.browser.new_context(**choices)
        context.set_default_timeout(20_000)
        self._watch(context)
        if user is not None:
            context.add_cookies([self._session_cookie(user)])
        return context

    def close(self) -> None:
        """Close every page, so that no socket outlives its test."""
        for context in self.contexts:
            context.close()

    def _session_cookie(self, user: Any) -> dict[str, str]:
        client = Client()
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        name = settings.SESSION_COOKIE_NAME
        return {"name": name, "value": client.cookies[name].value, "url": self.origin}

    def _watch(self, context: BrowserContext) -> None:
        self.contexts.append(context)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.faults.append(f"exception: {error.error}"))
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https") and not request.url.startswith(f"{self.origin}/"):
            self.faults.append(f"request to another host: {request.url}")
