"""The shared cache. It only counts attempts, so while Valkey is away nothing is counted and the site goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


def _or_else(name: str, answer: Any) -> Callable[..., Any]:
    """RedisCache's method of this name; this answer when the server cannot be asked."""
    ask = getattr(RedisCache, name)

    def asked(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return ask(self, *args, **kwargs)
        except RedisError as error:
            log.warning("cache: not asked: %s", error)
            return answer(*args, **kwargs) if callable(answer) else answer

    return asked


def _default(key: Any, default: Any = None, **_: Any) -> Any:
    return default


class ForgivingCache(RedisCache):
    """Django's, but as if it were empty while the server is away."""

    get = _or_else("get", _default)
    get_many = _or_else("get_many", {})
    has_key = _or_else("has_key", False)
    add = _or_else("add", True)
    set = _or_else("set", None)
    set_many = _or_else("set_many", [])
    touch = _or_else("touch", False)
    incr = _or_else("incr", 1)
    delete = _or_else("delete", False)
    delete_many = _or_else("delete_many", None)
    clear = _or_else("clear", False)
