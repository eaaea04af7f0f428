"""The import rules of docs/architecture.md. A new file that no layer names fails here, so that somebody decides."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.imports import OURS, imports, is_standard, module_name, sources

ENGINE = "games.engine"
# layer → what of our own it may import, itself apart
MAY_IMPORT: dict[str, set[str]] = {
    "games.engine": set(),
    "games.bots": {"games.engine"},
    "games.models": set(),
    "games.metrics": set(),
    "games.record": {"games.engine", "games.models"},
    "games.proof": {"games.engine", "games.record"},
    "games.judge": {"games.engine", "games.record", "games.proof"},
    "games.store": {"games.engine", "games.models", "games.metrics", "cardems_site.prepared"},
    "games.clocks": {"games.store"},
    "games.services": {
        "cardems_site.connected",
        "games.engine",
        "games.bots",
        "games.models",
        "games.metrics",
        "games.store",
        "games.clocks",
        "games.record",
        "accounts",
    },
    "games.screens": {"games.engine", "games.models", "games.store", "games.clocks", "games.record", "accounts"},
    "games.marks": {"games.screens"},
    "games.markup": {"games.marks", "games.screens"},
    "games.fragments": {"games.engine", "games.store", "games.screens", "games.markup"},
    "games.pbn": {"games.engine"},
    # Reading a record that somebody brings is judging it.
    "games.match_forms": {"games.engine", "games.judge", "games.record", "games.screens", "accounts"},
    "games.forms": {"games.engine", "games.models", "games.clocks", "games.screens", "accounts"},
    "games.hub": {
        "cardems_site.connected",
        "games.fragments",
        "games.metrics",
        "games.services.notify",
        "games.services.watching",
    },
    "accounts": {"cardems_site.prepared"},
    "cardems_site.connected": set(),
    "cardems_site.prepared": set(),
    "cardems_site": {"accounts", "games"},
}
# The doors: they call services to change, screens, fragments and forms to show, and hold no rule of their own.
DOORS = (
    "admin",
    "api",
    "apps",
    "consumers",
    "context",
    "management",
    "middleware",
    "routing",
    "signals",
    "urls",
    "views",
    "views_matches",
    "views_people",
    "views_rules",
    "views_tables",
)
DOOR = {
    "accounts",
    "games.engine",
    "games.forms",
    "games.fragments",
    "games.hub",
    "games.judge",
    "games.match_forms",
    "games.metrics",
    "games.models",
    "games.pbn",
    "games.proof",
    "games.record",
    "games.screens",
    "games.services",
    "games.store",
}
MAY_IMPORT |= {f"games.{door}": DOOR | {f"games.{other}" for other in DOORS} for door in DOORS}
FILES = [path for package in OURS for path in sources(package)]


def layer(module: str) -> str | None:
    """The layer that a module belongs to; the package `games` itself is empty and belongs to none."""
    return next((name for name in MAY_IMPORT if module == name or module.startswith(f"{name}.")), None)


def our_imports(path: Path) -> set[str]:
    return {name for name in imports(path) if name.split(".")[0] in OURS and name not in ("games",)}


def within(module: str, packages: set[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("path", FILES, ids=module_name)
def test_layer_imports_only_what_it_may(path: Path) -> None:
    module = module_name(path)
    if module == "games":
        return
    own = layer(module)
    assert own, f"{module} belongs to no layer: name one in docs/architecture.md and here"
    foreign = {name for name in our_imports(path) if not within(name, MAY_IMPORT[own] | {own})}
    assert not foreign


def offences(package: str, forbidden: Callable[[str], bool]) -> dict[str, set[str]]:
    """Module → what it imports and must not."""
    found = {module_name(path): set(filter(forbidden, imports(path))) for path in sources(package)}
    return {module: names for module, names in found.items() if names}


def test_engine_is_pure() -> None:
    assert not offences("games/engine", lambda name: not is_standard(name) and not within(name, {ENGINE}))


def test_only_the_registry_names_the_games() -> None:
    games = {f"{ENGINE}.{path.parent.name}" for path in sources("games/engine") if path.parent.name != "engine"}
    found = offences("games/engine", lambda name: within(name, games))
    assert found.pop(f"{ENGINE}.registry")
    for module, names in found.items():
        assert {game for game in games if within(module, {game})} == {".".join(name.split(".")[:3]) for name in names}


def test_bots_see_no_match_and_no_deal() -> None:
    secret = {f"{ENGINE}.deals", f"{ENGINE}.matches", "django", "channels"}
    assert not offences("games/bots", lambda name: within(name, secret))


def test_only_notify_and_hub_touch_the_channel_layer() -> None:
    found = offences("games", lambda name: within(name, {"channels.layers"}))
    assert not {module for module in found if not within(module, {"games.services.notify", "games.hub"})}
