"""`manage.py replay` and `verify_deal`: lines in, lines out, an exit status, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.deals import METHOD, Deal
from games.management import lines
from tests.arrange import USUAL

ROOT = Path(__file__).parents[2]
CHECKS = json.loads((ROOT / "tests/engine/data/deal-check.json").read_text())
GOOD = json.dumps(
    {"format": "cardems-record/1", "rules": "tarneeb/classic", "rounds": [{"dealer": "N", "deal": USUAL}]}
)


@pytest.fixture
def run(tmp_path, capsys):
    """Runs a command over these bytes: its exit status and its lines."""

    def runs(command: str, content: bytes) -> tuple[int, list[str]]:
        file = tmp_path / "records.jsonl"
        file.write_bytes(content)
        status = 0
        try:
            call_command(command, str(file))
        except SystemExit as end:
            status = end.code
        return status, capsys.readouterr().out.split("\n")[:-1]

    return runs


def replay(run, content: bytes) -> tuple[int, list[str]]:
    status, out = run("replay", content)
    results = [json.loads(line) for line in out]
    return status, [result["error"]["code"] if "error" in result else result["status"] for result in results]


def test_all_lawful(run):
    assert replay(run, f"{GOOD}\n{GOOD}\n".encode()) == (0, ["playing", "playing"])


def test_nothing_is_lawful(run):
    assert replay(run, b"") == (0, [])


def test_a_last_line_without_its_end(run):
    assert replay(run, f"{GOOD}\n{GOOD}".encode()) == (0, ["playing", "playing"])


def test_a_bad_line_spoils_only_itself(run):
    content = b"\n" + b"\xff\n" + b"\xef\xbb\xbf" + GOOD.encode() + b"\n" + GOOD.encode() + b"\r\n\n"
    assert replay(run, content) == (1, ["malformed", "malformed", "malformed", "playing", "malformed"])


@pytest.mark.parametrize("end", ["\r", "\v", "\f", "\x1c", "\x85", "\u2028"])
def test_only_the_byte_0a_ends_a_line(run, end):
    assert replay(run, (GOOD + end + GOOD + "\n").encode()) == (1, ["malformed"])


def test_a_line_that_is_too_long_is_malformed_and_one_line(run, monkeypatch):
    monkeypatch.setattr(lines, "LONGEST", 1000)
    content = b'"' + b"a" * 5000 + b'"\n' + GOOD.encode() + b"\n" + b"b" * 1000 + b"\n" + b"c" * 2000
    assert replay(run, content) == (1, ["malformed", "playing", "malformed", "malformed"])


@pytest.mark.parametrize("command", ["replay", "verify_deal"])
@pytest.mark.parametrize("file", ["no-such-file", ".", "\x00"])
def test_what_cannot_be_opened_or_read(command, file):
    with pytest.raises(CommandError) as refused:
        call_command(command, file)
    assert refused.value.returncode == 2


def proven(check: dict, dealer: str = "N", direction: str = "clockwise", **changes: object) -> bytes:
    written = {"dealer": dealer, "deal": check[f"deal_dealer_{dealer}_{direction}"], "calls": ["P", "P", "P", "P"]}
    proof = {"seed": check["seed"], "commitment": check["commitment"], "deal_method": METHOD}
    last = {**written, **proof, **changes}
    return json.dumps(
        {
            "format": "cardems-record/1",
            "rules": "tarneeb/classic",
            "options": {"direction": direction},
            "rounds": [{key: value for key, value in last.items() if value is not None}],
        }
    ).encode()


FOLLOWS = "the deal follows from the seed"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check["seed"][:8])
@pytest.mark.parametrize(("dealer", "direction"), [("N", "clockwise"), ("E", "counterclockwise")])
def test_a_deal_that_follows_from_its_seed(run, check, dealer, direction):
    line = proven(check, dealer, direction)
    turned = str(Deal.parse(json.loads(line)["rounds"][0]["deal"]))
    content = line + b"\n" + proven(check, dealer, direction, deal=turned, deal_method=None)
    assert run("verify_deal", content) == (0, [f"record 0 round 0: {FOLLOWS}", f"record 1 round 0: {FOLLOWS}"])


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"seed": None}, "there is no seed"),
        ({"seed": 5}, "the seed is not 32 bytes in hexadecimal"),
        ({"seed": "00"}, "the seed is not 32 bytes in hexadecimal"),
        ({"seed": "x" * 64}, "the seed is not 32 bytes in hexadecimal"),
        ({"seed": "\ud800" * 64}, "the seed is not 32 bytes in hexadecimal"),
        ({"commitment": None}, "there is no commitment"),
        ({"commitment": "00" * 32}, "the commitment is not the SHA-256 of the seed"),
        ({"commitment": []}, "the commitment is not the SHA-256 of the seed"),
        ({"seed": "00" * 32}, "the commitment is not the SHA-256 of the seed"),
        ({"deal_method": "cardems-deal/2"}, "the deal method is unknown"),
        ({"deal_method": []}, "the deal method is unknown"),
        ({"deal": USUAL}, "the deal does not follow from the seed"),
        (
            {"deal": str(Deal.parse(CHECKS[0]["deal_dealer_E_counterclockwise"]))},
            "the deal does not follow from the seed",
        ),
        ({"deal": "x"}, "bad deal: not a PBN deal"),
    ],
)
def test_a_deal_that_does_not(run, changes, wrong):
    assert run("verify_deal", proven(CHECKS[0], **changes)) == (1, [f"record 0 round 0: {wrong}"])


def test_a_record_that_cannot_be_checked(run):
    content = b"\n" + GOOD.replace("classic", "none").encode() + b"\n" + proven(CHECKS[0])
    status, out = run("verify_deal", content)
    assert status == 1
    assert out[0].startswith("record 0: malformed: ")
    assert out[1:] == ["record 1: unknown-rules: There is no such rule set.", f"record 2 round 0: {FOLLOWS}"]


@contextmanager
def started(*arguments: str, **kwargs: object) -> Iterator[subprocess.Popen]:
    """The command as people start it: nothing is set, and the database cannot be there."""
    bare = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "SYSTEMROOT")}
    with subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=bare | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"},
        stderr=subprocess.PIPE,
        **kwargs,
    ) as process:
        yield process


def test_it_reads_standard_input_and_needs_no_database():
    with started("replay", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        out, err = process.communicate(GOOD.encode(), timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["status"] == "playing"


def test_a_closed_standard_input_cannot_be_read():
    with started("replay", stdout=subprocess.PIPE, preexec_fn=lambda: os.close(0)) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, b"")
    assert b"Traceback" not in err


def test_a_closed_pipe_gives_no_traceback():
    with started("replay", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.close()
        _, err = process.communicate((GOOD + "\n").encode() * 2000, timeout=60)
    assert (process.returncode, err) == (141, b"")


def test_ctrl_c_gives_no_traceback():
    with started("replay", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write((GOOD + "\n").encode() * 500)
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
    assert (process.returncode, err) == (130, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only where there is a full device")
def test_a_full_disk_is_said_in_a_sentence():
    with Path("/dev/full").open("wb") as full, started("replay", stdin=subprocess.PIPE, stdout=full) as process:
        _, err = process.communicate(GOOD.encode(), timeout=60)
    assert process.returncode == 3
    assert err.startswith(b"CommandError: The results cannot be written")
    assert b"Traceback" not in err
