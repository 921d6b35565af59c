"""python -m tests.app.screens FOLDER: a picture of every screen of the page, for its how-to.

The table is one of synthetic patients. The pictures are of a window that is 1,200 pixels wide;
``--all`` makes them in dark colours and on a narrow window as well, to be looked at.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import covey
from covey.research.experiments.patients import write_patients
from tests.app.driving import Page, serving
from tests.chromium import Chromium

MAP = Path(covey.__file__).parent / "research" / "data" / "counties.geojson"
PATIENTS, K = 20_000, 20
WIDE, NARROW, HIGH, MOST = 1200, 400, 800, 1500


@contextmanager
def page_on_patients(folder: Path) -> Iterator[Page]:
    home = folder / "clinic"
    home.mkdir()
    write_patients(home / "patients.csv", PATIENTS)
    (home / "counties.geojson").write_bytes(MAP.read_bytes())
    with serving(home, "patients.csv") as (_, link), Chromium(loopback=True) as browser:
        browser.show(WIDE, HIGH)
        browser.open(link)
        yield Page(browser, home)


def pictures(target: Path, more: bool) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, page_on_patients(Path(folder)) as page:

        def take(name: str) -> None:
            ways = [("", WIDE, False)]
            if more:
                ways += [("-dark", WIDE, True), ("-narrow", NARROW, False)]
            for ending, wide, dark in ways:
                page.browser.show(wide, HIGH, dark)
                page.browser.run("window.scrollTo(0, 0)")
                high = page.browser.run("document.documentElement.scrollHeight")
                page.browser.show(wide, min(max(int(high), HIGH), MOST * (2 if more else 1)), dark)
                page.browser.run("new Promise((done) => setTimeout(done, 400))")
                page.browser.picture(target / f"{name}{ending}.png")
            page.browser.show(WIDE, HIGH)

        page.on("table")
        page.has(".rows tbody tr")
        take("1-table")
        page.click("Next: columns")
        page.on("columns")
        region = {"map": "counties.geojson", "key": "fips", "islands": "nearest"}
        page.told("treat", {"column": "county", "as": "region", "options": region})
        for column in ("latitude", "longitude", "visit_date"):
            page.told("treat", {"column": column, "as": "drop"})
        page.browser.until("document.querySelectorAll('.column.open').length === 5")
        page.browser.until("document.body.innerText.includes('areas on the map')")
        take("2-columns")
        page.click("Accept all")
        page.browser.until("document.querySelector('.proposals') === null")
        page.click("Next: risk")
        page.on("risk")
        take("3-risk")
        page.told("put", {"values": {"k": K}})
        page.told("show", {"screen": "choose"})
        page.browser.until("document.querySelectorAll('.dot.loss').length >= 7", 300)
        page.on("choose")
        take("4-choose")
        page.click("Next: run")
        page.on("run")
        page.click("Run")
        page.browser.until("document.querySelector('.progress.large progress')?.value > 0.3", 300)
        take("5-run")
        page.browser.until("document.body.dataset.screen === 'look'", 300)
        page.on("look")
        page.has("[data-picture=blur][data-zoom]")
        take("6-look")
        page.click("Next: take away")
        page.on("take")
        page.click("Write the release")
        page.has(".done")
        take("7-take")


if __name__ == "__main__":
    pictures(Path(sys.argv[1]), "--all" in sys.argv)
