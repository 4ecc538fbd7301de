"""Client addresses, by which anonymous requests are counted."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from litestar.types import Scope

_UNKNOWN: Final = "unknown"
_NETWORK_BITS: Final = 64
"""The prefix of an IPv6 network. A client can use any address of its network."""


def address_of(scope: Scope) -> str:
    """Return the client address of a request, or its network for IPv6.

    Behind a proxy that is not in `trusted_proxies`, this is the address of the proxy.
    """
    client = scope.get("client")
    return _UNKNOWN if client is None else _counted_address(client[0])


@lru_cache(4096)
def _counted_address(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return _UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, _NETWORK_BITS), strict=False))
