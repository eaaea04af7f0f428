"""`manage.py verify_deal [FILE]`: check that each deal of a match record follows from its seed."""

from games import judge, proof, record
from games.management.lines import RecordsCommand


class Command(RecordsCommand):
    help = (
        "Checks each deal of match records (JSON Lines) against its seed and commitment, one line a round. "
        "Exit status: 0 all right, 1 some are wrong or have no seed, 2 the input cannot be read."
    )

    def judge_line(self, number: int, line: bytes) -> bool:
        try:
            read = record.parse(line)
            rotation = judge.game_of(read).rotation
        except record.Malformed as error:
            return self._wrong(f"record {number}: malformed: {error}")
        except judge.Fault as fault:
            return self._wrong(f"record {number}: {fault.code}: {fault}")
        wrongs = [proof.fault(each, rotation) for each in read.rounds]
        for place, wrong in enumerate(wrongs):
            self.stdout.write(f"record {number} round {place}: {wrong or 'the deal follows from the seed'}")
        return not any(wrongs)

    def _wrong(self, text: str) -> bool:
        self.stdout.write(text)
        return False
