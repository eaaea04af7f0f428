"""`./dev bench live` in short: every view of a few tables is right, and figures are printed. No speed is asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_few_tables_play_without_an_error():
    command = [sys.executable, "-m", "tests.bench.live", "--tables", "2", "6", "--seconds", "4", "--runs", "1"]
    environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "CHANNEL_URL")}
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ERROR" not in done.stdout
    assert " 0 /s" not in done.stdout
    for line in ("2 tables:", "6 tables:", "× the floor", "µs an action at 6 tables"):
        assert line in done.stdout
