"""The short form of bench/outages.py: a server killed while deals are entered loses, doubles and reorders none."""

from pathlib import Path

import outages
import pytest
from _figures import missed
from playwright.sync_api import BrowserType

HOSTS = pytest.mark.parametrize("host", outages.HOSTS, ids=["on the home network", "on this machine"])


@HOSTS
def test_a_server_killed_at_random_moments_costs_no_deal(browser_type: BrowserType, tmp_path: Path, host: str) -> None:
    found = outages.Found()
    outages.cut_off(browser_type, tmp_path / "cut", host, matches=1, cuts=2, seed=1, found=found)
    assert (found.matches, found.deals) == (1, outages.DEALS)
    assert missed(outages.figures(found, cuts=1)) == []


@HOSTS
def test_unsent_deals_arrive_after_tab_and_browser_are_gone(
    browser_type: BrowserType, tmp_path: Path, host: str
) -> None:
    """The quickest of three: a busy machine makes one of them late, and a phone that waits all."""
    runs = (outages.unsent(browser_type, tmp_path / f"unsent-{run}", host, outages.UNSENT) for run in range(3))
    assert any(waited <= outages.WITHIN for waited in runs)
