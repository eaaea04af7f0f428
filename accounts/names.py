"""User names: what may be one, and when two of them look the same.

A name has two forms. The *clean* form is what people see and what is stored. The *skeleton* is what
is left when everything the eye may miss is folded away; two names with one skeleton are twins, and
only one of them may exist. No database here: `accounts.people` asks whether a skeleton is free.
"""

import re
import unicodedata

from confusable_homoglyphs.categories import alias
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .lookalikes import fold

MIN_LENGTH, MAX_LENGTH = 3, 20
MAX_CODE_POINTS = 40  # letters with their marks; the width of the column
MAX_MARKS_IN_A_ROW = 2  # Arabic needs two (shadda and a vowel), a tower of marks needs more
TATWEEL = "\u0640"
SEPARATORS = "_-."
TAKEN = _("This name is taken, or looks like one that is. Choose another one.")
# Letters and marks by category that nobody can see: fillers, joiners, variation selectors.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
RESERVED = """
    admin administrator root staff mod moderator owner support help system cardems official security team
    bot robot computer dealer guest guests anonymous user player everyone nobody deleted closed removed me you null none
    undefined api www tarneeb spades accounts login logout signup settings tables matches players leaderboards rules
    مشرف المشرف مدير المدير ادارة الادارة مسؤول المسؤول دعم الدعم مساعدة نظام النظام رسمي حكم الحكم كارديمز ادمن
    بوت روبوت حاسوب كمبيوتر ضيف الضيف زائر الزائر مجهول مستخدم لاعب محذوف مغلق طرنيب سبيدز
""".split()  # noqa: SIM905 – words of two directions read badly as a list of literals


GUEST = "Guest-"
"""How the names of guests begin; sign-up refuses such names."""


def shown(name: str) -> str:
    """The name as a reader of the active language has it: a guest's made-up one is translated, nobody's own ever is."""
    number = name.removeprefix(GUEST)
    return gettext("Guest-%(number)s") % {"number": number} if number != name and number.isdecimal() else name


def clean(name: str) -> str:
    """The stored form: NFKC, without surrounding space and without tatweel."""
    return unicodedata.normalize("NFKC", name).replace(TATWEEL, "").strip()


def skeleton(name: str) -> str:
    """The form in which twins are equal: no case, no marks, one letter for each set of lookalikes."""
    return "".join(map(fold, _without_ornament(name)))


def check_shape(name: str) -> None:
    """Refuse a name nobody should have to read; `name` is clean.

    Raises ValidationError with code `name_characters`, `name_edges`, `name_marks`, `name_scripts` or `name_length`.
    """
    if name != clean(name) or INVISIBLE.search(name) or not all(map(_is_allowed, name)):
        raise ValidationError(_("Use letters, digits and the signs _ - . only."), code="name_characters")
    _check_length(name)
    if not (_is_letter_or_digit(name[0]) and name[-1] not in SEPARATORS):
        raise ValidationError(_("Begin and end the name with a letter or a digit."), code="name_edges")
    if "M" * (MAX_MARKS_IN_A_ROW + 1) in "".join(unicodedata.category(c)[0] for c in name):
        raise ValidationError(_("Too many marks on one letter."), code="name_marks")
    if len({alias(c) for c in name} - {"COMMON", "INHERITED"}) > 1:
        raise ValidationError(_("Use letters of one alphabet only."), code="name_scripts")


def check_reserved(name: str) -> None:
    """Refuse a name that looks like an office of the site or like a guest. Raises ValidationError `name_reserved`."""
    letters = _without_ornament(name)
    words = [*re.findall(r"[^\W\d_]+", letters), re.sub("[-_.]", "", letters)]
    if any(skeleton(word) in RESERVED_SKELETONS for word in words):
        raise ValidationError(_("This name is reserved. Choose another one."), code="name_reserved")


def _check_length(name: str) -> None:
    visible = sum(not unicodedata.category(c).startswith("M") for c in name)
    if visible < MIN_LENGTH:
        raise ValidationError(_("Use at least %(n)d letters."), code="name_length", params={"n": MIN_LENGTH})
    if visible > MAX_LENGTH or len(name) > MAX_CODE_POINTS:
        raise ValidationError(_("Use at most %(n)d letters."), code="name_length", params={"n": MAX_LENGTH})


def _is_allowed(character: str) -> bool:
    return _is_letter_or_digit(character) or character in SEPARATORS or unicodedata.category(character) in ("Mn", "Mc")


def _is_letter_or_digit(character: str) -> bool:
    category = unicodedata.category(character)
    return category.startswith("L") or category == "Nd"


def _without_ornament(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", clean(name)) if not _is_ornament(c))


def _is_ornament(character: str) -> bool:
    """A mark that changes a name little: accents, Arabic and Hebrew vowels. Marks that are letters elsewhere stay."""
    return unicodedata.category(character) == "Mn" and alias(character) in ("INHERITED", "ARABIC", "HEBREW")


RESERVED_SKELETONS = frozenset(map(skeleton, RESERVED))
