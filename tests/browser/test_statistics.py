"""Asking for somebody's figures with a thumb, on a phone that runs no script."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.test_looks import filled
from playwright.sync_api import Browser, Page


@pytest.fixture
def page(
    browser: Browser, tmp_path: Path, at_home: Callable[[Path], Any], browser_context_args: dict[str, Any]
) -> Iterator[Page]:
    with at_home(tmp_path / "kitchen.book") as home:
        filled(home)
        options = browser_context_args | {"java_script_enabled": False, "base_url": f"http://127.0.0.1:{home.port}"}
        context = browser.new_context(**options)
        yield context.new_page()
        context.close()


def test_from_the_household_to_a_pairing_and_to_the_deal_that_was_the_best(page: Page) -> None:
    page.goto("/statistics")
    page.get_by_text("Whose, which game, when").tap()
    page.get_by_label("Whose").fill("ana")
    page.get_by_label("together with").fill("rui")
    page.get_by_label("against").fill("marta")
    page.get_by_label("Game").select_option("Classic canasta")
    page.get_by_role("button", name="Show").tap()
    page.wait_for_url("**who=ana&**")
    assert page.locator("h1").inner_text() == "Ana & Rui against Marta, Classic canasta"
    page.get_by_text("Whose, which game, when").tap()
    assert page.get_by_label("together with").input_value() == "rui"
    best = page.locator(".fact", has_text="Best deal")
    assert best.locator(".fact-figure").inner_text() == "3,105"
    best.get_by_role("link").tap()
    page.wait_for_url("**/deals/*")
    page.go_back()
    page.get_by_role("link", name="Records").first.tap()
    page.wait_for_url("**/records?*")
    assert page.locator("h1").inner_text() == "Ana & Rui against Marta, Classic canasta"
    assert page.locator(".fact", has_text="Highest deal").locator(".fact-figure").inner_text() == "3,105"
