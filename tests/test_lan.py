"""This machine on the home network: its addresses and its name."""

import contextlib
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, Zeroconf

from scorekeeper import lan

MINE, ANOTHERS, THIRD = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""Three machines, as far as names go."""
HEARD_WITHIN = 20  # seconds


@pytest.mark.parametrize(
    ("host", "so"),
    [
        *[(host, True) for host in ("localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.1.2.3", "::1")],
        *[(host, True) for host in ("0.0.0.0", "::")],
        *[(host, False) for host in ("", "192.168.1.20", "fd00::5", "localhost.example", "raspberrypi", "127.example")],
    ],
)
def test_which_hosts_mean_this_machine_alone(host: str, so: bool) -> None:
    assert lan.only_here(host) is so


class Probe(contextlib.nullcontext[None]):
    """A socket of a machine with this address, or with none; `sent`: whether anything was."""

    def __init__(self, address: str | None) -> None:
        super().__init__()
        self.address = address

    def __enter__(self) -> "Probe":  # type: ignore[override]
        return self

    def connect(self, _: object) -> None:
        if self.address is None:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return str(self.address), 9


@pytest.mark.parametrize(
    ("routed", "by_name", "found"),
    [
        ("192.168.1.20", ["127.0.1.1"], ["192.168.1.20"]),
        ("192.168.1.20", ["10.0.0.4", "192.168.1.20"], ["192.168.1.20", "10.0.0.4"]),
        (None, ["127.0.1.1", "10.0.0.4"], ["10.0.0.4"]),
        (None, [], []),
        ("127.0.0.1", [], []),
        ("0.0.0.0", [], []),
    ],
)
def test_the_addresses_of_this_machine_are_those_that_lead_to_it(
    monkeypatch: pytest.MonkeyPatch, routed: str | None, by_name: list[str], found: list[str]
) -> None:
    monkeypatch.setattr(socket, "socket", lambda *_: Probe(routed))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(2, 1, 6, "", (one, 0)) for one in by_name])
    assert lan.addresses() == found
    assert lan.address() == (routed if routed in found else None)


@pytest.mark.parametrize(
    ("host", "found"),
    [
        *[(host, ["10.0.0.4"]) for host in ("0.0.0.0", "::")],
        *[(host, []) for host in ("127.0.0.1", "localhost", "::1", "raspberrypi", "fd00::5")],
        ("192.168.1.20", ["192.168.1.20"]),
    ],
)
def test_others_reach_what_listens_where_they_are(monkeypatch: pytest.MonkeyPatch, host: str, found: list[str]) -> None:
    monkeypatch.setattr(lan, "addresses", lambda: ["10.0.0.4"])
    assert lan.reached(host) == found


@contextlib.contextmanager
def announced(address: str, port: int) -> Iterator[str]:
    """The name that a machine of this address takes."""
    done, said = threading.Event(), SimpleNamespace(name="", why="")

    def known(name: str) -> None:
        said.name = name
        done.set()

    def unknown(why: str) -> None:
        said.why = why
        done.set()

    with lan.announced([address], port, known, unknown):
        assert done.wait(HEARD_WITHIN)
        assert said.why == ""
        yield said.name


def asked(name: str) -> list[str]:
    """What the network says to this name. Asked apart: a browser's driver may have left its loop in this thread."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(_asked, name).result()


def _asked(name: str) -> list[str]:
    network = Zeroconf(interfaces=[THIRD], ip_version=IPVersion.V4Only)
    try:
        found = AddressResolverIPv4(f"{name}.")
        found.request(network, lan.ANSWERS_WITHIN)
        return list(found.parsed_addresses())
    finally:
        network.close()


@pytest.mark.slow
def test_the_network_knows_the_name_as_long_as_it_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "NAMES", ["scorekeeper-test", "scorekeeper-test-2"])
    with announced(MINE, 8321) as name:
        assert name == "scorekeeper-test.local"
        assert asked(name) == [MINE]
        with announced(ANOTHERS, 8321) as other:
            assert other == "scorekeeper-test-2.local"
            assert asked(other) == [ANOTHERS]
        with announced(MINE, 8322) as same:
            assert same == name
    assert asked(name) == []


def outcome(found: list[str]) -> list[str]:
    """What is said of a name, once all is said."""
    said: list[str] = []
    with lan.announced(found, 8321, said.append, lambda why: said.append(f"none: {why}")):
        pass
    return said


class Network(SimpleNamespace):
    """A network of which a part fails."""

    closed = False

    def close(self) -> None:
        Network.closed = True
        raise OSError("nobody is there")


def test_a_network_that_fails_is_said_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError("no such device")

    monkeypatch.setattr("zeroconf.Zeroconf", refuse)
    assert outcome(["192.168.1.20"]) == ["none: no such device"]


def test_a_name_that_cannot_be_had_is_said_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zeroconf.Zeroconf", lambda **_: Network())
    monkeypatch.setattr(lan, "NAMES", [])
    monkeypatch.setattr(lan, "_free", lambda *_: (_ for _ in ()).throw(LookupError("every name is taken")))
    assert outcome(["192.168.1.20"]) == ["none: every name is taken"]
    assert Network.closed


def test_without_the_extra_or_a_network_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome([]) == []
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    assert outcome(["192.168.1.20"]) == []
