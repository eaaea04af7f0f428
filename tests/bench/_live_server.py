"""The site's own server process, but for one limit: these players are faster than people, so frames are unlimited."""

from __future__ import annotations

import sys

import django


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from games import consumers

    consumers.FRAMES_PER_SECOND = consumers.BURST = 1e9  # type: ignore[misc]
    call_command("serve", port=int(sys.argv[1]))


if __name__ == "__main__":
    main()
