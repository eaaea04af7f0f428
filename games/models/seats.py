"""The four seats, as columns have them."""

from django.utils.translation import gettext_lazy as _

SEAT_CHOICES = [("N", _("North")), ("E", _("East")), ("S", _("South")), ("W", _("West"))]
