"""The page, driven in a real browser as somebody uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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

    def send(self, selector: str, file: Path) -> None:
        """Choose a file that the browser sends."""
        self.has(selector)
        document = self.browser.do("DOM.getDocument")["root"]["nodeId"]
        found = self.browser.do("DOM.querySelector", nodeId=document, selector=selector)
        self.browser.do("DOM.setFileInputFiles", nodeId=found["nodeId"], files=[str(file)])

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
def held(server: subprocess.Popen[str]) -> Iterator[None]:
    """Whatever the processes of a page are asked for within the block, they do not begin: it is at
    work until somebody cancels it, however fast the machine is."""
    own = [
        int(process.name)
        for process in Path("/proc").iterdir()
        if process.name.isdigit() and _parent(process) == server.pid
    ]
    assert len(own) == 2, "one that has the table open, and one that solves"
    for each in own:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in own:
            # One that was cancelled is gone.
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


def _parent(process: Path) -> int:
    try:
        stat = (process / "stat").read_text()
    except OSError:
        return 0
    # The name before may have blanks and brackets.
    return int(stat.rpartition(")")[2].split()[1])


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
