"""What the pages cost a phone, in short: bytes on the wire, script for a first deal, nothing that jumps.

The whole measurement, times included, is `python3 dev.py bench screens`.
"""

from collections.abc import Iterator

import pytest
from _shelf import KINDS, Shelf, shelf
from playwright.sync_api import Browser
from screens import KEYS, MOST, MOST_SCRIPT, WATCH, Wire, cold, enter, opened, press, script_of_entry, weighed


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    with shelf(tmp_path_factory.mktemp("shelf")) as found:
        yield found


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_comes_with_the_first_round_trip(browser: Browser, served: Shelf, kind: str) -> None:
    sent = weighed(browser, served, served.pages[kind], settled=0).first
    assert [one.kind for one in sent] == ["Document", "Stylesheet", "Script"]
    assert all(0 < one.body < one.bytes for one in sent)
    assert sum(one.bytes for one in sent) <= MOST, sent


def test_a_first_deal_by_touch_takes_little_script_and_nothing_jumps(browser: Browser, served: Shelf) -> None:
    page = cold(browser, served.address)
    page.add_init_script(WATCH)
    wire = Wire(page)
    opened(page, served)
    enter(page, KEYS[:-1])
    assert page.evaluate("seen.shifts.filter((one) => !one.after)") == []
    press(page, "")
    page.wait_for_url("**saved=*")
    assert 0 < script_of_entry(wire) <= MOST_SCRIPT
    page.context.close()
