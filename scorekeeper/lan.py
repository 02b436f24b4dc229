"""This machine on the home network: the addresses others reach it under, and a name they can remember."""

import contextlib
import ipaddress
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import Zeroconf

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean every network of this machine, to whoever listens on them."""
NAMES = ["scorekeeper", *(f"scorekeeper-{n}" for n in range(2, 10))]
"""What it is called, as far as no other machine is called so."""
OURS = (".local", ".localhost", ".lan", ".home.arpa", ".internal")
"""Ends of names that no registry of the internet gives away."""
ANSWERS_WITHIN = 750  # ms: another machine of a name says so in far less


def address() -> str | None:
    """The address under which this machine is likeliest reached, None outside every network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if only_here(found) else found


def addresses() -> list[str]:
    """All the addresses under which this machine is reached on its networks, the likeliest first."""
    found = [address()]
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(found) if one and not only_here(one)]


def reached(host: str) -> list[str]:
    """The addresses under which others reach what listens on this host: none of a name, which they may not know."""
    if host in EVERYWHERE:
        return addresses()
    with contextlib.suppress(ValueError):
        return [] if only_here(host) else [str(ipaddress.IPv4Address(host))]
    return []


def named_at_home(host: str) -> bool:
    """Is this host (a name or an address, without port) one that nobody outside can have given this machine?"""
    host = host.rstrip(".").lower()
    with contextlib.suppress(ValueError):
        return bool(ipaddress.ip_address(host))
    return "." not in host or host.endswith(OURS)


def only_here(host: str) -> bool:
    """Does this host (a name or an address, without port) mean this very machine, whoever says it?"""
    host = host.rstrip(".").lower()
    with contextlib.suppress(ValueError):
        found = ipaddress.ip_address(host)
        return found.is_loopback or found.is_unspecified
    return host == "localhost" or host.endswith(".localhost")


@contextlib.contextmanager
def announced(
    found: list[str], port: int, known: Callable[[str], None], unknown: Callable[[str], None]
) -> Iterator[None]:
    """Tells the network of these addresses the name of this machine as long as it is entered.

    In a thread of its own, since to ask for the name and to tell it takes two seconds. Then either `known` gets the
    name, or `unknown` the reason why there is none. Without the extra `local` nothing happens.
    """
    with ThreadPoolExecutor(1) as pool:
        telling = pool.submit(_tell, found, port, known, unknown) if found else None
        try:
            yield
        finally:
            if telling and (network := telling.result()):
                _take_back(network)


def _tell(
    found: list[str], port: int, known: Callable[[str], None], unknown: Callable[[str], None]
) -> "Zeroconf | None":
    """Whatever a network does to it, this raises nothing: the table plays on without a name."""
    network = None
    try:
        from zeroconf import IPVersion, ServiceInfo, Zeroconf

        network = Zeroconf(interfaces=found, ip_version=IPVersion.V4Only)
        name = _free(network, found)
        kind = "_http._tcp.local."
        service = ServiceInfo(
            kind, f"Scorekeeper.{kind}", port, properties={"path": "/"}, server=f"{name}.", parsed_addresses=found
        )
        network.register_service(service, allow_name_change=True)  # of the service; two books may have one machine
        known(name)
        return network
    except ImportError:
        return None
    except Exception as why:
        unknown(str(why) or type(why).__name__)
        if network:
            _take_back(network)
        return None


def _take_back(network: "Zeroconf") -> None:
    with contextlib.suppress(Exception):  # it may be gone, and with it whoever would hear it
        network.close()


def _free(network: "Zeroconf", found: list[str]) -> str:
    """The first of our names that no other machine has; raises LookupError where all are taken."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    for name in NAMES:
        asked = AddressResolverIPv4(f"{name}.local.")
        if not asked.request(network, ANSWERS_WITHIN) or set(asked.parsed_addresses()) <= set(found):
            return f"{name}.local"
    raise LookupError(f"every name up to {NAMES[-1]}.local is taken")
