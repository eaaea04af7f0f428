"""The gate: the tests of single rules alone, without the long batteries, go through every branch of the engine."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_every_branch_of_the_engine_is_tested(tmp_path):
    measure = ["--cov=games.engine", "--cov-branch", "--cov-fail-under=100", "--cov-report=term-missing:skip-covered"]
    command = [sys.executable, "-m", "pytest", "tests/engine", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *measure],
        cwd=ROOT,
        env={"PATH": "", "COVERAGE_FILE": str(tmp_path / "coverage"), "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
