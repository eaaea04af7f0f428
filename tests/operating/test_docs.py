"""The operating guide says something about every figure, every command and every limit that there is."""

import re
from pathlib import Path

from django.core.management import get_commands
from prometheus_client import REGISTRY

from games import metrics  # noqa: F401 - its figures register themselves
from games.services import figures  # noqa: F401 - the same

GUIDE = (Path(__file__).resolve().parent.parent.parent / "docs" / "operating.md").read_text()


def test_every_figure_is_explained() -> None:
    ours = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("cardems_")}
    assert len(ours) > 10
    assert {name for name in ours if f"`{name}" not in GUIDE} == set()


def test_every_command_that_it_names_exists() -> None:
    named = set(re.findall(r"manage\.py ([a-z_]+)", GUIDE))
    assert {"replay_all", "check_invariants", "house_keeping", "staff", "prepare"} <= named
    assert named <= get_commands().keys()


def test_every_limit_is_as_it_says(settings) -> None:
    assert f"{settings.SOCKETS_A_PERSON} a person, {settings.SOCKETS_AN_ADDRESS} an address" in GUIDE
    assert f"{settings.TABLES_AN_HOUR} a person in an hour" in GUIDE
    assert f"`DRAIN_SECONDS` ({settings.DRAIN_SECONDS:.0f};" in GUIDE
