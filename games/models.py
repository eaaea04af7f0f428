"""Rows. The log is the truth (`LogRow`); finished rounds and matches keep a summary for lists. Names end in Row."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SEAT_CHOICES = [("N", _("North")), ("E", _("East")), ("S", _("South")), ("W", _("West"))]


BANK_MS = 60_000
"""What a seat may use in a match beyond its time for a turn, in milliseconds."""


LONGEST_TITLE = 40


def new_token() -> str:
    """The secret of an invite link: 128 random bits."""
    return secrets.token_urlsafe(16)


class TableState(models.TextChoices):
    OPEN = "open", _("Seats are being taken")
    PLAYING = "playing", _("Playing")
    FINISHED = "finished", _("Finished")
    CLOSED = "closed", _("Closed")


class Admission(models.TextChoices):
    EVERYBODY = "everybody", _("Everybody")
    LINK = "link", _("People with the link")
    NAMED = "named", _("Named people")


class Wish(models.TextChoices):
    """What a person at the table would like and others must agree to."""

    NONE = "", _("nothing")
    AGAIN = "again", _("the same match again")
    ROTATE = "rotate", _("again with partners rotated")
    CONCEDE = "concede", _("to give the match up")


class TableRow(models.Model):
    """The place: four seats and the rules chosen.

    `version` is the number of log rows of the current match; `revision` counts every visible change. `due_at` is when
    the table must do something by itself (a bot's move, a clock, the next deal): the keeper claims it.
    """

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="hosted_tables", verbose_name=_("host")
    )
    game = models.CharField(max_length=20)
    rule_set = models.CharField(max_length=40, verbose_name=_("rule set"))
    options = models.JSONField(default=dict, blank=True)
    title = models.CharField(_("title"), max_length=LONGEST_TITLE, blank=True)
    state = models.CharField(max_length=8, choices=TableState, default=TableState.OPEN, verbose_name=_("state"))
    rated = models.BooleanField(default=False, verbose_name=_("rated"))
    may_join = models.CharField(
        max_length=9, choices=Admission, default=Admission.EVERYBODY, verbose_name=_("who may join")
    )
    may_watch = models.CharField(
        max_length=9, choices=Admission, default=Admission.EVERYBODY, verbose_name=_("who may watch")
    )
    bot_level = models.CharField(max_length=12, default="club", verbose_name=_("level of bots"))
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True, verbose_name=_("seconds for a turn"))
    language = models.CharField(max_length=5, blank=True)  # what is spoken here, for the list of tables
    fill_at = models.DateTimeField(null=True, blank=True)  # when bots take the free seats
    turn_at = models.DateTimeField(null=True, blank=True, verbose_name=_("turn began"))
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    match = models.ForeignKey("MatchRow", models.PROTECT, null=True, related_name="+", verbose_name=_("match"))
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    talk_at = models.PositiveBigIntegerField(default=0)  # the newest line of talk
    watchers = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_index=True, verbose_name=_("goes on by itself at"))
    created_at = models.DateTimeField(default=timezone.now, editable=False, verbose_name=_("opened"))
    changed_at = models.DateTimeField(default=timezone.now, verbose_name=_("changed"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["state", "-changed_at"], name="tables_by_state"),
            models.Index(fields=["state", "-id"], name="tables_of_a_state"),
            models.Index(fields=["rule_set", "-id"], name="tables_of_rules"),
            models.Index(fields=["rated", "-id"], name="tables_rated"),
        ]
        permissions = [("manage_table", "Can put tables right")]

    def __str__(self) -> str:
        return gettext("table %(number)s") % {"number": self.pk}


class SeatRow(models.Model):
    """One of a table's four seats: empty, a person, or a bot."""

    table = models.ForeignKey(TableRow, models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=1, choices=SEAT_CHOICES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    bot_level = models.CharField(max_length=12, blank=True)
    bot_name = models.CharField(max_length=20, blank=True)
    live = models.BooleanField(default=True)  # false once the table is finished or closed: a person may sit elsewhere
    ready = models.BooleanField(default=False)
    wish = models.CharField(max_length=8, blank=True, choices=Wish)
    # A person's absence: the last page closed, then away (the others may wait or call a bot), then a bot stands in.
    gone_at = models.DateTimeField(null=True, blank=True)
    away_at = models.DateTimeField(null=True, blank=True)
    has_left = models.BooleanField(default=False)  # on purpose: a page that opens by itself does not bring them back
    stands_in = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)  # by staff: only staff give the seat back
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    bank_ms = models.PositiveIntegerField(default=BANK_MS)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_row_per_seat"),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(live=True, user__isnull=False), name="one_live_seat_per_person"
            ),
            models.CheckConstraint(condition=models.Q(seat__in=["N", "E", "S", "W"]), name="a_seat_is_n_e_s_or_w"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(bot_level=""), name="a_seat_is_a_person_or_a_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} of table {self.table_id}"


class InvitedRow(models.Model):
    """Somebody named as welcome at a table that is for named people."""

    table = models.ForeignKey(TableRow, models.CASCADE, related_name="invited")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("invited person")
        verbose_name_plural = _("invited people")
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"user {self.user_id} at table {self.table_id}"


class ProcessRow(models.Model):
    """A server process and its heartbeat; presence counts only while the heart beats."""

    name = models.CharField(max_length=60, primary_key=True)
    version = models.CharField(max_length=40, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    beat_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("server process")
        verbose_name_plural = _("server processes")

    def __str__(self) -> str:
        return self.name


class PresenceRow(models.Model):
    """How many pages somebody (user None: people who are not logged in) has open at a table in one process."""

    process = models.ForeignKey(ProcessRow, models.CASCADE, related_name="presence")
    table = models.ForeignKey(TableRow, models.CASCADE, related_name="presence")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    pages = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presence")
        constraints = [
            models.UniqueConstraint(fields=["process", "table", "user"], name="one_presence_a_process"),
        ]

    def __str__(self) -> str:
        return f"{self.pages} pages at table {self.table_id}"


class TalkKind(models.TextChoices):
    PHRASE = "phrase", _("phrase")
    EMOTE = "emote", _("emote")
    TEXT = "text", _("text")
    EVENT = "event", _("event")


class TalkRow(models.Model):
    """Something said at a table, or something that happened there; `body` is a key except for text."""

    table = models.ForeignKey(TableRow, models.CASCADE, related_name="talk")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=TalkKind)
    body = models.CharField(max_length=300)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("talk")
        indexes = [models.Index(fields=["table", "-id"], name="talk_of_a_table")]

    def __str__(self) -> str:
        return f"line {self.pk} at table {self.table_id}"


class Decision(models.TextChoices):
    """What became of a report. All but the first two take a measure against the person it is about."""

    OPEN = "", _("open")
    NOTHING = "nothing", _("nothing to do")
    WARNED = "warned", _("warned")
    MUTED = "muted", _("muted")
    SUSPENDED = "suspended", _("suspended")
    RENAMED = "renamed", _("name reset")


class ReportRow(models.Model):
    """Somebody's complaint about somebody, with where it happened; staff decide it."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_made", verbose_name=_("reported by")
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports", verbose_name=_("about"))
    table = models.ForeignKey(TableRow, models.PROTECT, null=True, related_name="reports", verbose_name=_("table"))
    match = models.ForeignKey("MatchRow", models.PROTECT, null=True, related_name="reports", verbose_name=_("match"))
    round = models.PositiveSmallIntegerField(null=True, blank=True, verbose_name=_("round"))
    reason = models.CharField(max_length=12)
    text = models.CharField(max_length=300, blank=True, verbose_name=_("text"))
    at = models.DateTimeField(default=timezone.now, verbose_name=_("time"))
    decision = models.CharField(_("decision"), max_length=10, choices=Decision, blank=True, default=Decision.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    notice = models.ForeignKey(
        "accounts.Notice", models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("notice")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["decision", "-id"], name="reports_by_decision")]
        permissions = [("decide_report", "Can decide reports")]

    def __str__(self) -> str:
        return gettext("report %(number)s") % {"number": self.pk}


class AnnouncementRow(models.Model):
    """A line above every page for a time, in both languages; of a maintenance also when it begins, as a countdown."""

    text_en = models.CharField(_("text in English"), max_length=300)
    text_ar = models.CharField(_("text in Arabic"), max_length=300)
    begins_at = models.DateTimeField(_("shown from"), default=timezone.now)
    ends_at = models.DateTimeField(_("shown until"))
    maintenance_at = models.DateTimeField(_("maintenance begins"), null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        indexes = [models.Index(fields=["ends_at"], name="announcements_by_end")]
        constraints = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("begins_at")), name="shown_for_a_time")
        ]

    def __str__(self) -> str:
        return self.text_en[:60]


class SiteRow(models.Model):
    """One row for the site: when any process was last alive (an outage is given back to the clocks), and house kept."""

    alive_at = models.DateTimeField(default=timezone.now)
    kept_at = models.DateTimeField(null=True, blank=True)  # when a keeper last kept house
    rated_stopped = models.BooleanField(_("no new rated matches"), default=False)

    class Meta:
        verbose_name = _("switches of the site")
        verbose_name_plural = _("switches of the site")

    def __str__(self) -> str:
        return gettext("the site")


LISTED = models.Q(rated=True, finished_at__isnull=False)
"""The matches that lists show to everybody (a void one too, until the list leaves it out)."""


class MatchRow(models.Model):
    """A match: its rules, and once it is over its result. `rules_version` says under which rules it was judged."""

    table = models.ForeignKey(TableRow, models.PROTECT, null=True, related_name="matches", verbose_name=_("table"))
    game = models.CharField(max_length=20)
    rule_set = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=1)
    rated = models.BooleanField(default=False, verbose_name=_("rated"))
    started_at = models.DateTimeField(default=timezone.now, verbose_name=_("began"))
    finished_at = models.DateTimeField(null=True, blank=True, verbose_name=_("finished"))
    winner = models.CharField(max_length=2, blank=True)
    ns = models.IntegerField(default=0)
    ew = models.IntegerField(default=0)
    ended_by = models.CharField(max_length=10, blank=True)
    ended_side = models.CharField(max_length=2, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["-finished_at", "-id"], name="matches_by_end"),
            models.Index(fields=["-finished_at", "-id"], condition=LISTED, name="listed_by_end"),
            models.Index(fields=["game", "-finished_at", "-id"], condition=LISTED, name="listed_of_game"),
            models.Index(fields=["rule_set", "-finished_at", "-id"], condition=LISTED, name="listed_of_rules"),
            models.Index(fields=["rule_set", "-id"], name="matches_of_rules"),
            models.Index(fields=["rated", "-id"], name="matches_rated"),
            models.Index(fields=["-id"], condition=models.Q(finished_at__isnull=True), name="matches_live"),
        ]
        permissions = [("void_match", "Can void matches and undo that"), ("see_hints", "Can see hints of unfair play")]

    def __str__(self) -> str:
        return gettext("match %(number)s") % {"number": self.pk}


class PlayerRow(models.Model):
    """Who sat where when a match began. A bot has a level and a name and no user."""

    match = models.ForeignKey(MatchRow, models.CASCADE, related_name="players")
    seat = models.CharField(max_length=1, choices=SEAT_CHOICES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="played")
    bot_level = models.CharField(max_length=12, blank=True)
    bot_name = models.CharField(max_length=20, blank=True)
    tallies = models.JSONField(default=dict, blank=True)
    left_match = models.BooleanField(default=False)  # a bot stood in and the person had not come back at the end
    finished_at = models.DateTimeField(
        null=True, blank=True
    )  # as of the match, so that one index gives a person's list

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat")]
        indexes = [
            models.Index(fields=["user", "-match"], name="matches_of_a_person"),
            models.Index(
                fields=["user", "-finished_at", "-match"],
                condition=models.Q(finished_at__isnull=False),
                name="past_matches_of_a_person",
            ),
            models.Index(fields=["-finished_at"], condition=models.Q(left_match=True), name="matches_left_early"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} of match {self.match_id}"


class RoundRow(models.Model):
    """One deal of a match, stored before anything of it is shown; its result once it is over."""

    match = models.ForeignKey(MatchRow, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()  # from 0, as in the record
    dealer = models.CharField(max_length=1, choices=SEAT_CHOICES)
    deal = models.CharField(max_length=80)
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    deal_method = models.CharField(max_length=20)
    outcome = models.CharField(max_length=10, blank=True)
    ns = models.IntegerField(default=0)
    ew = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_deal_per_round")]

    def __str__(self) -> str:
        return f"round {self.number} of match {self.match_id}"


class LogRow(models.Model):
    """One accepted action: `deal`, `call:9`, `trump:H`, `play:SQ`, or a row that ends the match otherwise.

    `number` counts from 1 without a gap; `by` says who caused it: a person, a bot, the clock.
    """

    match = models.ForeignKey(MatchRow, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1, blank=True)
    code = models.CharField(max_length=24)
    by = models.CharField(max_length=8, default="person")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("log row")
        verbose_name_plural = _("log")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_row_per_number")]

    def __str__(self) -> str:
        return f"{self.number} of match {self.match_id}"  # never the code: it may name a card
