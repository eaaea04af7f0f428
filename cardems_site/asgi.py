"""The ASGI application: pages by Django, sockets by Channels."""

import os
from typing import Any, cast

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardems_site.settings")
pages = get_asgi_application()  # sets Django up; what follows may import models

from channels.auth import AuthMiddleware  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from games.services import keeper  # noqa: E402

sockets = SessionMiddleware(AuthMiddleware(URLRouter(cast(Any, websocket_urlpatterns))))

# A socket carries cookies but no CSRF token: the origin, compared whole, is what keeps other sites out.
site = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": OriginValidator(CookieMiddleware(sockets), settings.SITE_ORIGINS),
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Daphne has no lifespan, so the keeper of this process starts at the first scope that comes."""
    keeper.start()
    await site(scope, receive, send)
