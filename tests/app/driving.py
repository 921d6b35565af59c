"""The page, driven in a real browser as somebody uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.chromium import Chromium

BUTTON = """(() => {
  const found = [...document.querySelectorAll('button')].filter(
    (each) => each.textContent.trim().startsWith(%s) && !each.disabled && each.offsetParent);
  if (!found.length) return false;
  found[0].click();
  return true;
})()"""


class Page:
    """The page as somebody uses it: by what stands on its buttons."""

    def __init__(self, browser: Chromium, home: Path) -> None:
        self.browser, self.home = browser, home

    def click(self, text: str) -> None:
        self.browser.until(BUTTON % json.dumps(text))

    def on(self, screen: str) -> None:
        """Wait for a screen on which nothing is at work."""
        self.browser.until(
            f"document.body.dataset.screen === '{screen}' && !document.body.dataset.busy"
        )

    def has(self, selector: str) -> None:
        self.browser.until(f"document.querySelector({json.dumps(selector)}) !== null")

    def put(self, selector: str, value: str) -> None:
        """Type or choose a value, as somebody does who then leaves the field."""
        self.has(selector)
        self.browser.run(
            f"(() => {{ const field = document.querySelector({json.dumps(selector)});"
            f" field.focus(); field.value = {json.dumps(value)};"
            " field.dispatchEvent(new Event('input', {bubbles: true}));"
            " field.dispatchEvent(new Event('change', {bubbles: true})); field.blur(); })()"
        )

    def text(self, selector: str = "main") -> str:
        found = self.browser.run(f"document.querySelector({json.dumps(selector)}).innerText")
        return str(found)

    def press(self, text: str) -> None:
        """Go from field to field to a button, and press it, without a mouse."""
        wanted = f"document.activeElement.textContent.trim().startsWith({json.dumps(text)})"
        for _ in range(400):
            self.browser.key("Tab")
            if self.browser.run(f"document.activeElement.matches('button') && {wanted}"):
                self.browser.key("Enter")
                return
        raise AssertionError(f"no key leads to {text!r}")

    def focus(self) -> str:
        return str(self.browser.run("document.activeElement.textContent"))

    def asked(self, path: str) -> Any:
        return self.browser.run(f"fetch('api/{path}').then((answer) => answer.json())")

    def told(self, name: str, body: dict[str, Any]) -> None:
        """What a click would say."""
        done = self.browser.run(
            f"fetch('api/{name}', {{method: 'POST', body: {json.dumps(json.dumps(body))},"
            " headers: {'content-type': 'application/json'}}).then(async (answer) =>"
            " answer.ok ? '' : await answer.text())"
        )
        assert done == "", done

    @property
    def command(self) -> str:
        self.click("Command")
        return self.text("#job-text")


@contextmanager
def serving(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """covey app as a process of its own, and its link."""
    command = [sys.executable, "-m", "covey", "app", "--no-browser", *arguments]
    with subprocess.Popen(
        command,
        cwd=home,
        env={**os.environ, "TMPDIR": str(home.parent)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as page:
        assert page.stdout is not None
        try:
            yield page, page.stdout.readline().split()[-1]
        finally:
            page.terminate()
