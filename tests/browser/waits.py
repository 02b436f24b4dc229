"""Waiting for a page to be done, however slow the machine: for what is to be seen, never for a while."""

import contextlib
import time

import pytest
from playwright.sync_api import Error, Page, Route

WITHIN = 30
"""Seconds, before a page is given up."""

WATCH = """(() => {
  const here = window.here = { heard: 0, asking: 0 };
  const later = (then) => { // by no timer: a test may have stopped the clock
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage("");
  };
  addEventListener("click", () => later(() => here.heard++), true);
  const ask = fetch;
  window.fetch = (...about) => {
    here.asking++;
    const answer = ask(...about);
    answer.then((one) => one.clone().text()).catch(() => {}).finally(() => later(() => here.asking--));
    return answer;
  };
})()"""
"""For a page before it is loaded: counts what was touched, and what is asked of the book."""


def until(page: Page, so: str, about: object = None) -> None:
    """Waits until a function on the page says so; a policy as strict as ours lets no driver wait there itself."""
    late = time.monotonic() + WITHIN
    while time.monotonic() < late:
        with contextlib.suppress(Error):  # another page may be on its way
            if page.evaluate(so, about):
                return
        page.wait_for_timeout(50)
    pytest.fail(f"never so: {so}")


def heard(page: Page, touches: int = 0) -> None:
    """Waits until a watched page has heard so many touches, and the book has answered all that it was asked then."""
    until(page, "(touches) => here.heard >= touches && here.asking === 0", touches)


def at_rest(page: Page) -> None:
    """Waits until no key is pressed any more, and what was to be drawn is drawn."""
    until(page, "() => document.querySelector('.key:active, .button:active') === null")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def first_answer_held(page: Page, address: str) -> list[Route]:
    """All that is sent to this address from now on. What is sent first arrives, and its answer is long in coming."""
    sent: list[Route] = []

    def slow(route: Route) -> None:
        sent.append(route)
        if len(sent) == 1:
            route.fetch(max_redirects=0)
        else:
            route.continue_()

    page.route(address, slow)
    return sent
