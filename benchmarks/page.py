"""The local page on a million rows and a map of 32,000 areas: how long it takes until each screen
is painted, in a real browser, when everything that it shows is known."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from tests.app.driving import Page, serving
from tests.chromium import Chromium

from benchmarks.measure import Figure

ROWS = 1_000_000
WIDE, HIGH = 200, 160
BENDS = 4
"""Straight pieces of a border between two areas."""
K = 100
LIMIT = 1.0
"""Seconds until a screen is painted."""
LONG = 1800.0
"""Seconds that the steps before may take on a machine that is busy."""
TABLE = f"""
SELECT i AS id, lpad(CAST(hash(i) % {WIDE * HIGH} AS VARCHAR), 5, '0') AS zip,
    CAST(hash(i + 1) % 90 AS INTEGER) AS age, CASE hash(i + 4) % 2 WHEN 0 THEN 'f' ELSE 'm' END
    AS sex, 'D' || hash(i + 2) % 500 AS diagnosis FROM range({ROWS}) t(i)
"""
SHOWN = {
    "table": ".rows tbody tr",
    "columns": ".column",
    "risk": ".tiles",
    "choose": ".dot.loss",
    "run": ".plain",
    "look": "[data-picture=map][data-zoom]",
    "take": ".ways",
}
"""What must be there on every screen: on the sixth, the map itself."""
PAINTED = """((wanted, began) => {
  window.painted = 0;
  const look = () => {
    const screen = document.body?.dataset.screen;
    if (screen !== wanted[0] || !document.querySelector(wanted[1])) requestAnimationFrame(look);
    else requestAnimationFrame(() => requestAnimationFrame(() => {
      window.painted = performance.now() - began;
    }));
  };
  look();
})"""
"""Sets ``painted`` to the milliseconds after which a screen has what is wanted, two frames on."""


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / "home"
        home.mkdir()
        _write_table(home / "people.csv")
        _write_map(home / "zips.geojson")
        with serving(home) as (process, link), Chromium(loopback=True) as browser:
            browser.show(1280)
            browser.do("Performance.enable")
            browser.open(link)
            yield from Measured(Page(browser, home), process.pid).figures()


class Measured:
    """The page, the process that serves it, and what both of them take."""

    def __init__(self, page: Page, server: int) -> None:
        self.page, self.browser, self.server = page, page.browser, server

    def figures(self) -> Iterator[Figure]:
        page = self.page
        area = {"as": "region", "options": {"map": "zips.geojson", "key": "zip"}}
        with self._taken("open the table") as taken:
            page.told("open", {"path": "people.csv"})
            self._until("!document.body.dataset.busy && document.querySelector('.rows tbody tr')")
        yield from taken
        for column, role in (("zip", area), ("age", {"as": "ordered"}), ("sex", {"as": "label"})):
            page.told("treat", {"column": column, **role})
        for column in ("id", "diagnosis"):
            page.told("treat", {"column": column, "as": "drop"})
        page.told("put", {"values": {"k": K}})
        with self._taken("read the fields of the map") as taken:
            page.told("show", {"screen": "columns"})
            self._until("document.querySelectorAll('[data-field=\"key zip\"] option').length > 1")
            self._until("document.body.innerText.includes('areas on the map')")
        yield from taken
        with self._taken("count the risk") as taken:
            page.told("show", {"screen": "risk"})
            self._until("document.querySelector('.tiles')")
        yield from taken
        with self._taken("the first k of the curve, on a sample") as taken:
            page.told("show", {"screen": "choose"})
            self._until("document.querySelector('.dot.loss')")
        yield from taken
        with self._taken("the other seven") as taken:
            self._until("document.body.dataset.busy === ''")
        yield from taken
        for screen in ("table", "columns", "risk", "choose"):
            yield from self._screen(screen)
        # The areas alone, so that there is a map of some thousand regions.
        for column in ("age", "sex"):
            page.told("treat", {"column": column, "as": "drop"})
        with self._taken("make the release, with its report and map") as taken:
            page.told("show", {"screen": "run"})
            page.told("run", {})
            self._until("document.body.dataset.screen === 'look'")
        yield from taken
        for screen in ("run", "look", "take"):
            yield from self._screen(screen)

    def _screen(self, screen: str) -> Iterator[Figure]:
        """From another screen, and in a tab that knows nothing yet."""
        wanted = f"[{screen!r}, {SHOWN[screen]!r}]"
        other = "columns" if screen == "table" else "table"
        self.page.told("show", {"screen": other})
        self._until(f"document.body.dataset.screen === '{other}'")
        with self._taken("") as spent:
            self.browser.run(f"{PAINTED}({wanted}, performance.now())")
            self.page.told("show", {"screen": screen})
            self._until("window.painted")
            switched = float(self.browser.run("window.painted")) / 1000
        yield self._painted(f"{screen}, from another screen", switched, spent)
        script = self.browser.do(
            "Page.addScriptToEvaluateOnNewDocument", source=f"{PAINTED}({wanted}, 0)"
        )
        with self._taken("") as spent:
            self.browser.do("Page.reload")
            time.sleep(0.2)
            self._until("window.painted")
            loaded = float(self.browser.run("window.painted")) / 1000
        self.browser.do("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
        yield self._painted(f"{screen}, in a new tab", loaded, spent)

    def _painted(self, what: str, seconds: float, spent: list[Figure]) -> Figure:
        remark = spent[0].remark.partition(", ")[2]
        return Figure(f"page, {ROWS:,} rows: {what}", seconds, "s", LIMIT, remark)

    def _until(self, script: str) -> None:
        self.browser.until(f"Boolean(document.body && ({script}))", LONG)

    @contextmanager
    def _taken(self, what: str) -> Iterator[list[Figure]]:
        """A figure that is there when the block has ended."""
        found: list[Figure] = []
        began, covey, browser = time.perf_counter(), self._covey(), self._renderer()
        yield found
        seconds = time.perf_counter() - began
        remark = (
            f"{seconds:.2f} s, CPU time of covey {self._covey() - covey:.2f} s, of the page"
            f" {self._renderer() - browser:.2f} s"
        )
        found.append(Figure(f"page, {ROWS:,} rows: {what}", seconds, "s", remark=remark))

    def _renderer(self) -> float:
        metrics: list[dict[str, Any]] = self.browser.do("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "ProcessTime")

    def _covey(self) -> float:
        """CPU seconds of the server and of the processes that it started."""
        found = {int(own.name): _stat(own) for own in Path("/proc").glob("[0-9]*")}
        own = {self.server}
        while more := {pid for pid, (parent, _) in found.items() if parent in own} - own:
            own |= more
        return sum(found[pid][1] for pid in own if pid in found)


def _stat(process: Path) -> tuple[int, float]:
    """The parent of a process, and its CPU seconds with those of children that have ended."""
    try:
        words = (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0.0
    return int(words[1]), sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _write_table(target: Path) -> None:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(f"COPY ({TABLE}) TO '{target}'")


def _write_map(target: Path) -> None:
    """Areas in rows and columns, with borders that bend."""
    rng = np.random.default_rng(0)
    x, y = np.meshgrid(np.arange(WIDE + 1.0), np.arange(HIGH + 1.0))
    corners = np.stack([x, y], axis=-1) + rng.uniform(-0.25, 0.25, (HIGH + 1, WIDE + 1, 2))
    across = _bent(rng, corners[:, :-1], corners[:, 1:])
    along = _bent(rng, corners[:-1], corners[1:])
    # Around every area, and back to where it began.
    rings = np.concatenate(
        [
            across[:-1, :, :-1],
            along[:, 1:, :-1],
            across[1:, :, :0:-1],
            along[:, :-1, :0:-1],
            across[:-1, :, :1],
        ],
        axis=2,
    ).reshape(WIDE * HIGH, -1, 2)
    shapes = shapely.to_geojson(shapely.polygons(np.round(rings / 10, 5)))
    features = (
        f'{{"type": "Feature", "properties": {{"zip": "{at:05}"}}, "geometry": {shape}}}'
        for at, shape in enumerate(shapes)
    )
    listed = ", ".join(features)
    target.write_text(f'{{"type": "FeatureCollection", "features": [{listed}]}}')


def _bent(
    rng: np.random.Generator, begin: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Lines between corners, of several pieces each."""
    share = np.linspace(0, 1, BENDS + 1)[:, None]
    lines = begin[:, :, None] * (1 - share) + end[:, :, None] * share
    lines[:, :, 1:-1] += rng.uniform(-0.05, 0.05, lines[:, :, 1:-1].shape)
    return lines
