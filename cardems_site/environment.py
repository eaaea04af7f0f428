"""How single settings are read from the environment, and what is refused."""

import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

SHORTEST_KEY = 50


def secret_key(env: Env, file: Path, *, local: bool) -> str:
    """The secret key: from SECRET_KEY, in local mode else from a file that is made when missing.

    Raises ImproperlyConfigured when a public site has none, or one under 50 characters or with too little variety.
    """
    key = env.str("SECRET_KEY", default="")
    if not key and local:
        return _key_of_file(file)
    if len(key) < SHORTEST_KEY or len(set(key)) < 5 or key.startswith("django-insecure-"):
        raise ImproperlyConfigured(
            f"Set SECRET_KEY to at least {SHORTEST_KEY} random characters (.env.example says how to make them)."
        )
    return key


def _key_of_file(file: Path) -> str:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(60))
    return file.read_text().strip()


def origins(env: Env, *, local: bool) -> list[str]:
    """The full origins under which the site is reached, as a list like `https://cards.example.org`.

    Raises ImproperlyConfigured for none, a wildcard, a path, or (outside local mode) anything but https.
    """
    default = ["http://127.0.0.1:8000", "http://localhost:8000"] if local else []
    found = [origin.strip().rstrip("/") for origin in env.list("SITE_ORIGINS", default=default)]
    if not found:
        raise ImproperlyConfigured("Set SITE_ORIGINS to the site's address, such as https://cards.example.org.")
    for origin in found:
        _check_origin(origin, schemes=("http", "https") if local else ("https",))
    return found


def _check_origin(origin: str, schemes: tuple[str, ...]) -> None:
    parts = urlsplit(origin)
    if "*" in origin or not parts.hostname or parts.path or parts.query or parts.hostname.startswith("."):
        raise ImproperlyConfigured(f"SITE_ORIGINS: {origin!r} is not one full origin; wildcards are not allowed.")
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"SITE_ORIGINS: {origin!r} must begin with {' or '.join(schemes)}.")


def hosts(site_origins: list[str]) -> list[str]:
    """The host names of these origins, as ALLOWED_HOSTS wants them."""
    names = {urlsplit(origin).hostname or "" for origin in site_origins}
    return sorted(f"[{name}]" if ":" in name else name for name in names)


def debug(env: Env, *, local: bool) -> bool:
    """Whether errors are shown with their inner details: only when asked for, and never on a public site."""
    wanted = env.bool("DEBUG", default=False)
    if wanted and not local:
        raise ImproperlyConfigured("DEBUG shows secrets to strangers; it is for local mode (CARDEMS_LOCAL=1) only.")
    return wanted


def database(env: Env, sqlite_file: Path, *, local: bool) -> dict[str, Any]:
    """The database of DATABASE_URL; in local mode SQLite in the given file when there is none.

    Raises ImproperlyConfigured for none, or one that is neither PostgreSQL nor SQLite.
    """
    url = env.str("DATABASE_URL", default="") or (f"sqlite:///{sqlite_file}" if local else "")
    ours = {"sqlite": SQLITE, "postgres": POSTGRESQL, "postgresql": POSTGRESQL}.get(urlsplit(url).scheme)
    if ours is None:
        raise ImproperlyConfigured("Set DATABASE_URL to postgres://user:password@host:5432/name or sqlite:////file.")
    found: dict[str, Any] = Env.db_url_config(url)
    return {**found, **ours, "OPTIONS": ours["OPTIONS"] | found.get("OPTIONS", {})}


SQLITE: dict[str, Any] = {
    "CONN_MAX_AGE": None,
    # Immediate transactions wait for their turn at the start, where waiting is safe, instead of failing in the middle.
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
}
POSTGRESQL: dict[str, Any] = {
    "CONN_MAX_AGE": 0,
    # Asked at each use, so that a restart of the database costs nobody an error; a pool that cannot connect gives up
    # soon, because its next attempt begins at once, whereas it would wait ever longer between those of one.
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        "pool": {"min_size": 1, "max_size": 12, "timeout": 3, "reconnect_timeout": 1},
        "options": "-c statement_timeout=5s -c lock_timeout=4s -c idle_in_transaction_session_timeout=10s",
    },
}


def channel_layer(url: str) -> dict[str, Any]:
    """The channel layer: Redis publish/subscribe when an address is given, else this process's memory."""
    if not url:
        return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    # redis-py 8 gives up on a silent connection after 5 s by itself, and a quiet table is silent for longer.
    host = {"address": url, "socket_timeout": 30, "socket_connect_timeout": 5, "health_check_interval": 10}
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [host], "prefix": "cardems"},
    }


def cache(url: str) -> dict[str, Any]:
    """The cache (it counts log-in attempts and the like): shared when there is a Redis, else this process's memory."""
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    soon = {"socket_timeout": 1, "socket_connect_timeout": 1}
    return {
        "BACKEND": "cardems_site.cache.ForgivingCache",
        "LOCATION": url,
        "KEY_PREFIX": "cardems",
        "OPTIONS": soon,
    }
