"""Where requests come from."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from litestar.types import Scope

_UNKNOWN: Final = "unknown"
_HOUSEHOLD_BITS: Final = 64
"""Who has an IPv6 address has all of its network."""


def address_of(scope: Scope) -> str:
    """The address of a request: its network's with IPv6; that of the proxy unless that is a trusted one."""
    client = scope.get("client")
    return _UNKNOWN if client is None else _household(client[0])


@lru_cache(4096)
def _household(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return _UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _HOUSEHOLD_BITS), strict=False))
