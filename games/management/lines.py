"""What the commands that read records share: lines from a file or standard input, and ends without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

LONGEST: Final = 1 << 26
"""Of a line that is longer, 64 MiB, only the beginning is kept, so that memory has a bound; such a line is no JSON."""

WRONG, UNREADABLE, UNWRITABLE, INTERRUPTED, NOBODY_READS = 1, 2, 3, 130, 141
"""Exit statuses; the last two are those that a shell gives for Ctrl-C and a closed pipe."""


class RecordsCommand(BaseCommand):
    """A command over JSON Lines: `judge_line` writes about one line and says whether it is right."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON Lines; else standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            right = self._all_right(file)
            self.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            sys.exit(NOBODY_READS)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        except OSError as error:
            _forget_output()
            raise CommandError(f"The results cannot be written: {error}", returncode=UNWRITABLE) from None
        if not right:
            sys.exit(WRONG)

    def judge_line(self, number: int, line: bytes) -> bool:
        raise NotImplementedError

    def _all_right(self, file: str) -> bool:
        right = True
        with _opened(file) as stream:
            for number, line in enumerate(_lines(stream)):
                right = self.judge_line(number, line) and right
        return right


def _opened(file: str) -> BinaryIO:
    with _readable():
        return open(0, "rb", closefd=False) if file == "-" else Path(file).open("rb")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines end at byte 0x0A only; nothing after the last one is no line."""
    while line := _read(stream):
        end = line
        while end and not end.endswith(b"\n"):
            end = _read(stream)
        yield line


def _read(stream: BinaryIO) -> bytes:
    with _readable():
        return stream.readline(LONGEST)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise CommandError(f"The input cannot be read: {error}", returncode=UNREADABLE) from None


def _forget_output() -> None:
    """Keeps Python from writing what is left to the closed pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
