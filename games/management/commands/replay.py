"""`manage.py replay [FILE]`: judge match records, one JSON result a line (docs: the match record)."""

import msgspec

from games import judge
from games.management.lines import RecordsCommand


class Command(RecordsCommand):
    help = (
        "Judges match records (JSON Lines, one cardems-record/1 a line) and writes one JSON result a line. "
        "Exit status: 0 all lawful, 1 some are not, 2 the input cannot be read."
    )

    def judge_line(self, number: int, line: bytes) -> bool:
        result = judge.judged(line)
        self.stdout.write(msgspec.json.encode(result).decode())
        return "error" not in result
