"""Matches as their logs tell them, remembered by this process."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock

from cardems_site.prepared import SEVERAL, Query, Statement, filled
from games.engine import matches
from games.engine.deals import Deal
from games.engine.matches import Ending, Match
from games.engine.registry import game_for
from games.engine.seats import Seat, Side
from games.models import LogRow, MatchRow, RoundRow

CACHED_MATCHES = 4096
DEALT = "deal"


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the log tells it, at one version, with the proofs of its deals."""

    version: int
    match: Match
    commitments: tuple[str, ...]
    seeds: tuple[str, ...]


class _Cache:
    """Matches by id as they were last seen in this process; what the log has beyond that is replayed on top."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._matches: OrderedDict[int, StoredMatch] = OrderedDict()

    def get(self, match_id: int, version: int) -> StoredMatch | None:
        """The match at this version or an earlier one."""
        with self._lock:
            stored = self._matches.get(match_id)
        return stored if stored and stored.version <= version else None

    def put(self, match_id: int, stored: StoredMatch) -> None:
        """Remember a match; only what is committed may be put here."""
        with self._lock:
            known = self._matches.pop(match_id, None)
            self._matches[match_id] = stored if not known or known.version <= stored.version else known
            while len(self._matches) > self._size:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


cache = _Cache(CACHED_MATCHES)


def stored_match(match_id: int, version: int | None = None) -> StoredMatch:
    """A match replayed from its log, up to a version (None: all of it); raises MatchRow.DoesNotExist."""
    wanted = LogRow.objects.filter(match_id=match_id).count() if version is None else version
    known = cache.get(match_id, wanted)
    if known and known.version == wanted:
        return known
    known = known or _begun(MatchRow.objects.get(pk=match_id))
    log = [LogRow(**dict(zip(_OF_LOG, row, strict=True))) for row in _LOG.raw(match_id, known.version, wanted)]
    dealt = any(row.code == DEALT for row in log)
    rounds = RoundRow.objects.filter(match_id=match_id) if dealt else ()
    stored = _followed(known, log, {row.number: row for row in rounds})
    cache.put(match_id, stored)
    return stored


def follow_several(versions: Mapping[int, int]) -> None:
    """Take in what the log says of these matches, at most SEVERAL, up to a version of each: those that are known here
    are in the cache with it afterwards, if no round was dealt since."""
    known = {match_id: stored for match_id, version in versions.items() if (stored := cache.get(match_id, version))}
    behind = [(match_id, stored) for match_id, stored in known.items() if stored.version < versions[match_id]]
    if not behind:
        return
    pairs = [number for match_id, stored in filled(behind) for number in (match_id, stored.version)]
    rows: dict[int, list[LogRow]] = defaultdict(list)
    for match_id, *row in _SINCE.rows(*pairs):
        rows[match_id].append(LogRow(**dict(zip(_OF_LOG, row, strict=True))))
    for match_id, stored in behind:
        log = [row for row in rows[match_id] if row.number <= versions[match_id]]
        if all(row.code != DEALT for row in log):
            cache.put(match_id, _followed(stored, log, {}))


_SINCE = Statement(f"""
    WITH known (match_id, version) AS (VALUES {", ".join(["(%s, %s)"] * SEVERAL)})
    SELECT DISTINCT log.match_id, log.number, log.round, log.seat, log.code
    FROM known JOIN {LogRow._meta.db_table} log ON log.match_id = known.match_id AND log.number > known.version
    ORDER BY log.number
""")  # noqa: S608 – no name in it comes from outside
_OF_LOG = ("number", "round", "seat", "code")
_LOG = Query(
    lambda: LogRow.objects.filter(match_id=0, number__gt=0, number__lte=0).order_by("number").values_list(*_OF_LOG)
)


def replay(row: MatchRow, log: Iterable[LogRow], rounds: Mapping[int, RoundRow]) -> StoredMatch:
    """The match that these rows tell, whatever this process remembers; raises what the engine raises."""
    return _followed(_begun(row), log, rounds)


def _begun(row: MatchRow) -> StoredMatch:
    return StoredMatch(0, Match(game_for(row.rule_set, row.options)), (), ())


def _followed(stored: StoredMatch, log: Iterable[LogRow], rounds: Mapping[int, RoundRow]) -> StoredMatch:
    for row in log:
        stored = _advanced(stored, row, rounds)
    return stored


def _advanced(stored: StoredMatch, row: LogRow, rounds: Mapping[int, RoundRow]) -> StoredMatch:
    if row.code == DEALT:
        return with_deal(stored, rounds[row.round])
    return StoredMatch(row.number, after(stored.match, row.seat, row.code), stored.commitments, stored.seeds)


def with_deal(stored: StoredMatch, row: RoundRow) -> StoredMatch:
    """The match with this round dealt."""
    match = matches.dealt(stored.match, Seat[row.dealer], Deal.parse(row.deal))
    return StoredMatch(stored.version + 1, match, (*stored.commitments, row.commitment), (*stored.seeds, row.seed))


def after(match: Match, seat: str, code: str) -> Match:
    """The match after a row of the log; raises what the engine raises."""
    if code.startswith("end:"):
        return matches.ended(match, ending_of(code))
    return matches.played(match, match.game.parse_action(Seat[seat], code))


def ending_of(code: str) -> Ending:
    """Read `end:closed`, `end:concession:NS`."""
    _end, by, side = (code + ":").split(":")[:3]
    return Ending(by, Side[side] if side else None)
