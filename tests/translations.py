"""`python -m tests.translations`: is every text translated, in all plural forms? Part of ./dev check."""

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent


def faults(po: Path) -> Iterator[str]:
    """What a reader of this catalogue would stumble over: untranslated or doubtful texts, lost placeholders."""
    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.parent.parent.name, abort_invalid=True)
    for message in filter(lambda message: message.id, catalogue):
        yield from (f"{po.relative_to(ROOT)}: {message.id!r}: {fault}" for fault in message_faults(message, catalogue))


def message_faults(message: Message, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with one translation."""
    forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    if not all(forms):
        yield "not translated"
        return
    if message.fuzzy:
        yield "marked as doubtful (fuzzy)"
    yield from (str(error) for error in message.check(catalogue))


def main() -> int:
    """Print every fault of every catalogue; 1 when there is one."""
    found = [fault for po in sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po")) for fault in faults(po)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
