"""A database of the first release, filled by `tests.first_release`, upgrades to what the code of today wants."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DUMP = ROOT / "tests" / "data" / "first-release.sql"


@pytest.fixture
def old_site(tmp_path):
    """Runs `manage.py` on that database; gives exit status and output."""
    database = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(database)) as fresh:
        fresh.executescript(DUMP.read_text())
    settings = {
        "PATH": os.environ["PATH"],
        "CARDEMS_LOCAL": "1",
        "CARDEMS_VAR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{database}",
    }

    def manage(*command: str) -> tuple[int, str]:
        words = [sys.executable, "manage.py", *command]
        result = subprocess.run(words, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=120)
        return result.returncode, result.stdout + result.stderr

    manage.database = database
    return manage


def test_upgrades_and_nothing_differs(old_site) -> None:
    assert old_site("migrate", "--no-input")[0] == 0
    assert old_site("migrate", "--check") == (0, "")
    status, said = old_site("replay_all")
    assert (status, said.split(" (")[0]) == (0, "3 matches: 3 the same")
    status, said = old_site("check_invariants")
    assert status == 0, said
    assert old_site("recompute_ratings")[0] == 0
    assert old_site("house_keeping")[0] == 0
    assert old_site("replay_all")[0] == 0


def test_the_tests_would_see_a_difference(old_site) -> None:
    with closing(sqlite3.connect(old_site.database)) as database, database:
        database.execute("UPDATE games_roundrow SET ns = ns + 1 WHERE id = (SELECT min(id) FROM games_roundrow)")
    old_site("migrate", "--no-input")
    assert old_site("replay_all")[0] == 1
