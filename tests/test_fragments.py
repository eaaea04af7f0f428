"""Panels become markup once for each language and kind of digits, and never twice the same."""

from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from games import fragments
from games.engine.seats import SEATS
from tests.screens.stage import EVERY_RULE_SET, SARA, forget_markup, game_of, positions, sitters, snapshot_of

PUBLIC = {
    "table-state",
    "table-name",
    "strip",
    "beads",
    "seat-N",
    "seat-E",
    "seat-S",
    "seat-W",
    "trick",
    "last-trick",
    "board",
    "score-sheet",
    "deal-seal",
    "watchers",
    "said",
}
PRIVATE = {"viewer", "prompt", "controls", "hand", "match-menu", "gathering", "talk-lines", "people"}
VOID = {"input", "use", "circle", "path", "br", "img"}


class _Outline(HTMLParser):
    """The ids of a fragment, and whether its tags close each other."""

    def __init__(self, markup):
        super().__init__()
        self.open, self.ids, self.roots = [], [], 0
        self.feed(markup)

    def handle_starttag(self, tag, attrs):
        self.roots += not self.open
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.roots += not self.open

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def _all(snapshot, seat, user=SARA, language="en", digits="latin"):
    public = fragments.public_fragments(snapshot, language, digits)
    return public, fragments.private_fragments(snapshot, seat, user, language, digits)


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_every_phase_renders_for_every_seat_and_a_watcher(rules, language):
    for match in positions(rules, rounds=2)[1::6]:
        for seat in (None, *SEATS):
            public, private = _all(snapshot_of(match), seat, language=language, digits="arabic")
            assert set(public) == PUBLIC
            assert set(private) == PRIVATE
            for element, markup in (public | private).items():
                outline = _Outline(markup)
                assert (outline.open, outline.roots, outline.ids[0]) == ([], 1, element)


def test_no_id_stands_twice_on_the_page():
    for match in positions("tarneeb/egyptian", rounds=2)[::5]:
        public, private = _all(snapshot_of(match) if match.round else snapshot_of(None, match.game), SEATS[2])
        ids = [name for markup in (public | private).values() for name in _Outline(markup).ids]
        assert len(ids) == len(set(ids))


def test_a_page_gets_the_same_markup_under_names_that_templates_can_say():
    snapshot = snapshot_of(positions("spades/cardems")[40])
    public, private = _all(snapshot, SEATS[2])
    page = fragments.page_fragments(snapshot, SEATS[2], SARA, "en", "latin")
    assert page == {name.replace("-", "_"): markup for name, markup in (public | private).items()}


def test_a_panel_that_did_not_change_is_not_rendered_again():
    forget_markup()
    snapshot = snapshot_of(positions("spades/cardems")[40])
    _all(snapshot, SEATS[2])
    rendered = fragments._rendered.cache_info().misses
    again = _all(snapshot, SEATS[2])
    assert fragments._rendered.cache_info().misses == rendered
    assert again == _all(snapshot, SEATS[2])


def test_languages_and_digits_are_kept_apart():
    snapshot = snapshot_of(positions("tarneeb/levant")[-1])
    latin = fragments.public_fragments(snapshot, "ar", "latin")
    arabic = fragments.public_fragments(snapshot, "ar", "arabic")
    assert latin["score-sheet"] != arabic["score-sheet"]
    assert "٣١" in arabic["score-sheet"]
    assert fragments.public_fragments(snapshot, "en", "latin")["score-sheet"].count("٣") == 0


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_attributes_hold_latin_digits_only(rules):
    class Attributes(HTMLParser):
        def handle_starttag(self, tag, attrs):
            spoken = ("aria-label", "title", "data-why", "data-copied")
            for name, value in attrs:
                assert name in spoken or not set(value or "") & set("٠١٢٣٤٥٦٧٨٩"), (tag, name, value)

    for match in positions(rules, rounds=2)[::6]:
        public, private = _all(snapshot_of(match), match.to_act, language="ar", digits="arabic")
        Attributes().feed("".join((public | private).values()))


def test_names_are_escaped():
    people = tuple(replace(one, name='<i class="x">') for one in sitters())
    public, private = _all(snapshot_of(positions("spades/cardems")[40], sitters=people), SEATS[0])
    assert "<i class" not in "".join((public | private).values())


def test_the_promised_attributes_are_there():
    match = next(match for match in positions("tarneeb/classic") if match.phase == "play" and match.round.trick.cards)
    public, private = _all(snapshot_of(match), match.to_act)
    card = match.round.trick.cards[0]
    assert f'data-played="{card}"' in public["trick"]
    assert 'data-phase="play"' in public["table-state"]
    assert f'data-turn="{match.to_act}"' in public["table-state"]
    assert 'data-score="NS"' in public["strip"]
    assert private["hand"].count("data-card=") == match.round.hands[match.to_act].bit_count()


def test_a_waiting_table_renders():
    public, _private = _all(snapshot_of(None, game_of("tarneeb/classic signals target=61")), SEATS[2])
    assert "to 61" in public["board"]
    assert 'data-phase="waiting"' in public["table-state"]
