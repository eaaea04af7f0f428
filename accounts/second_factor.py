"""A second factor at log-in: anybody may set one up, staff must where the settings say so."""

from __future__ import annotations

from typing import Any, Final

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings

PAGE: Final = "mfa_activate_totp"


def is_missing(user: Any) -> bool:
    """Whether this member of staff must have a second factor and has none. Who has one is asked for it at log-in."""
    return settings.STAFF_SECOND_FACTOR and not is_mfa_enabled(user)


class SecondFactorAdapter(DefaultMFAAdapter):
    """allauth's, with the QR code drawn within the page, as the security policy wants it."""

    def build_totp_svg(self, url: str) -> str:
        """The drawing, dark on white in every theme, because cameras want it so."""
        return segno.make(url, error="m", micro=False).svg_inline(
            border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
        )

    def get_totp_issuer(self) -> str:
        """What the app on the phone calls the site."""
        return "Cardems"
