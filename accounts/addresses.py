"""Where a request comes from."""

import ipaddress


def is_loopback(address: str) -> bool:
    """Whether this is the machine itself; anything that is no address is not."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
