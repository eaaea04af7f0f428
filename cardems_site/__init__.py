"""The Django project: settings, addresses, the ASGI application and its start-up checks."""
