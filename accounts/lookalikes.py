"""One letter for each set of letters that look alike: Unicode's own table, and what it leaves to us."""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

# Latin letters and digits that meet in one case or the other (I l i 1, O 0, m rn), and the signs a name may hold.
LATIN = str.maketrans({"i": "l", "1": "l", "0": "o", "m": "rn", "_": "-", ".": "-"})
# Letters that Arabic, Persian and Urdu keyboards give for one another. Hamza and madda are marks and go before.
ARABIC = str.maketrans({"ٱ": "ا"} | dict.fromkeys("ىیېے", "ي") | dict.fromkeys("کڪ", "ك") | dict.fromkeys("ةۃہھە", "ه"))
_LEFT_TO_RIGHT_MARK = "\u200e"  # stands around right-to-left letters in Unicode's file


@cache
def fold(letter: str) -> str:
    """The letter (one decomposed code point) that stands for all that look like this one, in lower case."""
    letter = letter.translate(ARABIC).casefold()
    digit = unicodedata.digit(letter, None) if len(letter) == 1 else None
    plain = letter if digit is None else str(digit)
    return (plain if plain.isascii() else _prototype(plain)).translate(LATIN)


def _prototype(letter: str) -> str:
    """The Latin letters that its capital or else itself can be taken for; without any, one of its own set."""
    for shape in (letter.upper(), letter):
        if latin := sorted(twin for twin in _lookalikes(shape) if twin.isascii() and twin.isalnum()):
            return latin[0].casefold()
    return min(_lookalikes(letter))


def _lookalikes(letter: str) -> set[str]:
    """The letter and its set. The file is a star: each source points to one prototype, which points back to all."""
    near = _neighbours(letter)
    return {letter}.union(near, *map(_neighbours, near))


def _neighbours(letter: str) -> set[str]:
    mark = _LEFT_TO_RIGHT_MARK
    rows = confusables_data.get(letter) or confusables_data.get(f"{mark}{letter}{mark}") or []
    return {row["c"].strip(mark) for row in rows}
