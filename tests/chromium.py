"""Chromium without a window, spoken to through a pipe in its own protocol: nothing to install but
the browser itself."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1100,1400",
    # No name is found and no address is reached, except for this machine itself.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--proxy-server=127.0.0.1:9",
    "--remote-debugging-pipe",
)
PATIENCE = 60.0


class Chromium:
    """One page. ``errors`` are what its scripts threw and what its policy forbade, ``requests`` the
    addresses that it asked for. Even this machine can be reached only with ``loopback``."""

    def __init__(self, loopback: bool = False) -> None:
        program = shutil.which("chromium")
        assert program, "chromium is not installed: make test-page installs it, or says how"
        self._folder = Path(tempfile.mkdtemp(prefix="covey-chromium-"))
        its_in, self._out = os.pipe()
        self._in, its_out = os.pipe()
        # The protocol wants its pipes as 3 and 4.
        command = f'exec 3<&{its_in} 4>&{its_out}; exec "$0" "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", command, program, *FLAGS, f"--user-data-dir={self._folder}"],
            pass_fds=(its_in, its_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(its_in)
        os.close(its_out)
        self._read = b""
        self._last = 0
        self._session = ""
        self.errors: list[str] = []
        self.requests: list[str] = []
        target = self.do("Target.createTarget", url="about:blank")["targetId"]
        attached = self.do("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.do(f"{domain}.enable")
        self.do(
            "Network.emulateNetworkConditions",
            offline=not loopback,
            latency=0,
            downloadThroughput=-1 if loopback else 0,
            uploadThroughput=-1 if loopback else 0,
        )

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *raised: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, page: Path | str) -> None:
        self.do("Page.navigate", url=page if isinstance(page, str) else page.as_uri())
        self.until("document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        answer = self.do(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def print_to(self, pdf: Path) -> None:
        """The page on paper."""
        answer = self.do("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        pdf.write_bytes(base64.b64decode(answer["data"]))

    def until(self, script: str, seconds: float = PATIENCE) -> None:
        """Wait for an expression to be true. A page that is being loaded has nothing yet."""
        end = time.monotonic() + seconds
        while not self.run(f"document.body && ({script})"):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(0.02)

    def mouse(self, what: str, x: float, y: float, **more: Any) -> None:
        self.do("Input.dispatchMouseEvent", type=what, x=x, y=y, **more)

    def key(self, key: str) -> None:
        code = {"Tab": 9, "Enter": 13, "Escape": 27}.get(key)
        more: dict[str, Any] = {} if code is None else {"windowsVirtualKeyCode": code, "code": key}
        typed = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        # Tab moves when it goes down, and many of them lead to a button.
        for what in ("keyDown",) if key == "Tab" else ("keyDown", "keyUp"):
            text = {"text": typed} if what == "keyDown" and typed else {}
            self.do("Input.dispatchKeyEvent", type=what, key=key, **more, **text)

    def show(self, width: int, height: int = 900, dark: bool = False, mobile: bool = False) -> None:
        """How large the window is, and which colours somebody prefers."""
        self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.do("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, file: Path, whole: bool = False) -> None:
        """What the window shows, or the whole page, as a PNG."""
        found = self.do("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(found["data"]))

    def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._last += 1
        call = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            call["sessionId"] = self._session
        os.write(self._out, json.dumps(call).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._last:
                assert "error" not in said, (method, said["error"])
                result: dict[str, Any] = said["result"]
                return result
            self._heard(said)

    def _heard(self, said: dict[str, Any]) -> None:
        method, more = said.get("method"), said.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(more["exceptionDetails"]))
        elif method == "Log.entryAdded" and more["entry"]["level"] in ("error", "warning"):
            self.errors.append(more["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(more["request"]["url"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._in], [], [], PATIENCE)
            assert ready, "chromium does not answer"
            part = os.read(self._in, 1 << 20)
            assert part, "chromium has gone"
            self._read += part
        message, self._read = self._read.split(b"\0", 1)
        found: dict[str, Any] = json.loads(message)
        return found
