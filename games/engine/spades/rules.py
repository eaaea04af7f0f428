"""The one rule set of Spades (rule 4)."""

from typing import Final

from ..errors import gettext_noop
from ..options import RuleSet

TARGET: Final = 500
RULE_SETS: Final = (
    RuleSet(
        "spades/cardems",
        gettext_noop("Partners"),
        gettext_noop("Partners, Nil and bags, to 500."),
        {},
        {},
    ),
)
