"""What may be a name, and which names are twins."""

import pytest
from django.core.exceptions import ValidationError

from accounts.names import check_reserved, check_shape, clean, skeleton

ACCEPTED = [
    "Sara", "Sami_99", "a.b-c", "José", "12345", "Ａｌｉ",
    "سارة", "عبد-الله", "مُحَمَّد", "سامي٣", "سامي3", "رضا۷",
    "Ольга", "Νίκος", "李小龙", "नमस्ते", "דניאל", "a" * 20, "Botros", "guesthouse",
]  # fmt: skip
REFUSED = {
    "name_characters": [
        "Sami_99!", "two words", "a@b.com", "😀😀😀", "<b>x</b>", "a/b/c", "sa\u200dra", "sa\u200bra", "sa\u202era",
        "sara\u2066", "sa\u00adra", "ㅤㅤㅤ", "\u1160\u1160\u1160", "abc\ufe0f", "a\u034fbc", "⠀⠀⠀", "abc\u20dd", "a\nbc",
        "abc\x00", "ab\ud800c",
    ],
    "name_length": ["", "ab", "a" * 21, "ـــــ", "مـــــ", "é" * 21, "a" + "\u0301" * 60],
    "name_edges": ["_ab", "ab_", "...", "-a-", ".hidden", "\u0301abc", "a\u0301_."],
    "name_marks": ["Za\u0316\u0317\u0318lgo", "محم\u064b\u064c\u064dد"],
    "name_scripts": ["Saра", "раypal", "Sami٣", "ساmi", "Ωmega", "saraさ", "ΑΒВ"],
}  # fmt: skip
RESERVED = [
    "admin", "ADMIN", "Ad-min", "adm1n", "a.d.m.i.n", "Admin99", "real-admin", "аdmіn", "ѕтаff", "moderator", "bot",
    "b0t", "system", "cardems", "Guest-4821", "guest_1", "GUEST",
    "مشرف", "الإدارة", "اَلادارَه", "مدىر", "بوت", "ضيف", "closed-7",
]  # fmt: skip
TWINS = [
    ("Sara", "SARA"), ("José", "jose"), ("Sami_99", "sami-99"), ("sami.99", "sami-99"),
    ("Layla", "Iayla"), ("user10", "userIO"), ("bami", "barni"), ("Straße", "STRASSE"), ("Ali", "A1i"),
    ("paul", "Ｐａｕｌ"),
    ("capa", "сара"), ("HANA", "ΗΑΝΑ"), ("Ирина", "ИРИНА"), ("İnci", "inci"), ("ılgaz", "ILGAZ"),
    ("سامي", "سامی"), ("علي", "على"), ("كمال", "کمال"), ("أحمد", "احمد"), ("آمنة", "امنة"), ("إياد", "ایاد"),
    ("فاطمة", "فاطمه"), ("محمد", "محـمـد"), ("محمد", "مُحَمَّد"), ("سامي3", "سامي٣"), ("سامي٣", "سامي۳"), ("هدى", "هدي"),
    ("مؤمن", "مومن"), ("رائد", "رايد"), ("ﻣﺤﻤﺪ", "محمد"), ("ٱلاء", "الاء"), ("هبة", "ھبہ"),
]  # fmt: skip
DISTINCT = [
    ("Sara", "Sarah"), ("sami", "sami99"), ("a-bc", "abc"), ("محمد", "محمود"), ("سامر", "سمير"), ("حسن", "خسن"),
    ("باسم", "ياسم"), ("Olga", "Ольга"), ("bob", "dod"), ("user12", "user21"),
]  # fmt: skip


def code_of(check, name):
    with pytest.raises(ValidationError) as caught:
        check(name)
    return caught.value.code


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    check_shape(clean(name))
    check_reserved(clean(name))


@pytest.mark.parametrize(("code", "name"), [(code, name) for code, names in REFUSED.items() for name in names])
def test_refused(code, name):
    assert code_of(check_shape, clean(name)) == code


@pytest.mark.parametrize("name", RESERVED)
def test_reserved(name):
    assert code_of(check_reserved, clean(name)) == "name_reserved"


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_twins_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DISTINCT)
def test_others_have_two(one, other):
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", [name for name in ACCEPTED if name])
def test_a_skeleton_is_its_own_skeleton_and_fits_its_column(name):
    assert skeleton(skeleton(name)) == skeleton(name)
    assert 0 < len(skeleton(name)) <= 80
