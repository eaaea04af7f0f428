"""Records with their right answers: all must agree."""

import json
from pathlib import Path

import pytest

from games.judge import judged

CASES = Path(__file__).parent / "cases"
RECORDS = (CASES / "records.jsonl").read_bytes().splitlines(keepends=True)
ANSWERS = [json.loads(line) for line in (CASES / "expected.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("number", range(len(ANSWERS)))
def test_the_case(number):
    assert comparable(judged(RECORDS[number])) == comparable(ANSWERS[number])


def comparable(result: dict) -> dict:
    """Without the message, and with what is lawful in one order: these are free."""
    if "error" in result:
        return {"error": {**result["error"], "message": None}}
    coming = result["next"]
    return result | {"next": coming and coming | {"legal": sorted(coming["legal"])}}
