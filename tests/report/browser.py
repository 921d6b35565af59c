"""The report in a real browser with the network cut. It needs Chromium, which make test installs,
and runs after the other tests, which leave no core free for a browser."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import shapely

from covey.report.facts import Facts
from covey.report.render import write_report
from tests.chromium import Chromium
from tests.report import examples

RECORD_MARKS = """(() => {
  const proto = CanvasRenderingContext2D.prototype;
  const fill = proto.fillText;
  window.marks = [];
  proto.fillText = function (text, x, y) {
    const wide = this.measureText(text).width;
    const left = this.textAlign === "center" ? x - wide / 2 : x;
    window.marks.push([text, left, left + wide]);
    fill.call(this, text, x, y);
  };
  document.querySelector("[data-do=fit]").click();
})()"""
"""All texts that pictures draw from now on, and from where to where each reaches."""


@pytest.fixture(scope="module")
def started() -> Iterator[Chromium]:
    with Chromium() as chromium:
        yield chromium


@pytest.fixture
def browser(started: Chromium) -> Iterator[Chromium]:
    """Every test ends with a page that threw nothing, was forbidden nothing and asked nobody."""
    started.errors.clear()
    started.requests.clear()
    yield started
    assert started.errors == []
    assert [url for url in started.requests if not url.startswith("file:")] == []


def opened(browser: Chromium, tmp_path: Path, facts: Facts) -> None:
    page = tmp_path / "report.html"
    write_report(facts, page)
    browser.open(page)


def canvas(browser: Chromium) -> tuple[float, float, float, float]:
    browser.run("document.querySelector('canvas').scrollIntoView({block: 'center'})")
    box = browser.run(
        "(() => { const b = document.querySelector('canvas').getBoundingClientRect();"
        " return [b.left, b.top, b.width, b.height]; })()"
    )
    left, top, width, height = box
    return left, top, width, height


def zoom(browser: Chromium) -> float:
    time.sleep(0.1)
    return float(browser.run("document.querySelector('.picture').dataset.zoom"))


def tip(browser: Chromium) -> str:
    return str(browser.run("document.querySelector('.tip').textContent"))


@pytest.mark.parametrize("kind", examples.EVERY)
def test_a_page_of_every_kind_opens(browser: Chromium, tmp_path: Path, kind: str) -> None:
    opened(browser, tmp_path, examples.EVERY[kind]())
    assert browser.run("document.querySelectorAll('tbody tr').length") > 0


def test_a_page_without_a_date_shows_that_of_its_file(browser: Chromium, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_report(replace(examples.of_labels(), date=None), page)
    os.utime(page, (1.6e9, 1.6e9))
    browser.open(page)
    shown = "document.querySelector('[data-undated] + dt').textContent"
    assert browser.run(shown) == "Date of this file"
    date = "document.querySelector('[data-undated] + dt + dd').textContent"
    assert browser.run(date) == browser.run("new Date(1.6e12).toLocaleString()")


@pytest.mark.parametrize("kind", ["points", "regions", "ages", "months"])
def test_a_class_says_its_name_and_size_when_pointed_at(
    browser: Chromium, tmp_path: Path, kind: str
) -> None:
    facts = examples.EVERY[kind]()
    opened(browser, tmp_path, facts)
    left, top, width, height = canvas(browser)
    browser.mouse("mouseMoved", left + width / 2, top + height / 2)
    browser.until("!document.querySelector('.tip').hidden")
    said = {f"{name}{size:,} records" for name, size in facts.attributes[0].classes}
    assert tip(browser) in said
    browser.mouse("mouseMoved", left + width / 2, top - 20)
    browser.until("document.querySelector('.tip').hidden")


def test_the_right_class_is_pointed_at(browser: Chromium, tmp_path: Path) -> None:
    """Four squares: the first in the south-west, the last in the north-east."""
    squares = [(0, 0), (1, 0), (0, 1), (1, 1)]
    shapes = examples.collection([shapely.box(x, y, x + 1, y + 1) for x, y in squares])
    names = ["south-west", "south-east", "north-west", "north-east"]
    cells = examples.attribute([20, 21, 22, 23], names, kind="points", shapes=shapes)
    opened(browser, tmp_path, examples.facts(cells))
    left, top, width, height = canvas(browser)
    for name, (x, y) in zip(names, [(-1, 1), (1, 1), (-1, -1), (1, -1)], strict=True):
        browser.mouse("mouseMoved", left + width / 2 + 60 * x, top + height / 2 + 60 * y)
        browser.until(f"document.querySelector('.tip').textContent.startsWith('{name}')")


@pytest.mark.parametrize("kind", ["regions", "ages"])
def test_wheel_buttons_and_keys_zoom(browser: Chromium, tmp_path: Path, kind: str) -> None:
    opened(browser, tmp_path, examples.EVERY[kind]())
    left, top, width, height = canvas(browser)
    assert zoom(browser) == 1
    browser.mouse("mouseWheel", left + width / 2, top + height / 2, deltaX=0, deltaY=-200)
    by_wheel = zoom(browser)
    assert by_wheel > 1.2
    browser.run("document.querySelector('[data-do=in]').click()")
    by_button = zoom(browser)
    assert by_button == pytest.approx(by_wheel * 1.5, rel=0.01)
    browser.run("document.querySelector('canvas').focus()")
    browser.key("+")
    assert zoom(browser) == pytest.approx(by_button * 1.5, rel=0.01)
    browser.key("0")
    assert zoom(browser) == 1


@pytest.mark.parametrize(
    "build",
    [
        examples.of_ranges,
        lambda: examples.of_ranges(900),
        examples.of_months,
        lambda: examples.of_months(200),
    ],
    ids=["30 ranges", "900 ranges", "12 months", "200 months"],
)
def test_bars_have_marks_that_do_not_touch(
    browser: Chromium, tmp_path: Path, build: Callable[[], Facts]
) -> None:
    facts = build()
    opened(browser, tmp_path, facts)
    canvas(browser)
    browser.run(RECORD_MARKS)
    browser.until("window.marks.length > 0")
    marks = [mark for mark in browser.run("window.marks") if not mark[0].startswith("k = ")]
    (bars,) = facts.attributes
    texts = bars.begins or [name for name, _ in bars.classes]
    thinned = [[text for text in texts[::step] if text] for step in (1, 2, 5, 10, 20, 50, 100)]
    assert [text for text, *_ in marks] in thinned
    assert len(marks) > 4
    assert all(end < begin for (_, _, end), (_, begin, _) in pairwise(marks))


def test_dragging_moves_the_map(browser: Chromium, tmp_path: Path) -> None:
    opened(browser, tmp_path, examples.of_points(4))
    left, top, width, height = canvas(browser)
    for _ in range(4):
        browser.run("document.querySelector('[data-do=in]').click()")
    time.sleep(0.1)
    before = picture(browser)
    x, y = left + width / 2, top + height / 2
    browser.mouse("mousePressed", x, y, button="left", clickCount=1)
    browser.mouse("mouseMoved", x + 90, y + 40, button="left", buttons=1)
    browser.mouse("mouseReleased", x + 90, y + 40, button="left", clickCount=1)
    browser.mouse("mouseMoved", left + 5, top - 20)
    time.sleep(0.2)
    assert picture(browser) != before


def test_colours_can_tell_neighbours_apart(browser: Chromium, tmp_path: Path) -> None:
    opened(browser, tmp_path, examples.of_regions())
    canvas(browser)
    time.sleep(0.1)
    before = picture(browser)
    browser.run("document.querySelector('[data-do=toggle]').click()")
    time.sleep(0.1)
    assert picture(browser) != before
    # The scale of sizes says nothing about these colours.
    assert browser.run("document.querySelector('.legend').offsetWidth") == 0


def test_the_list_is_searched(browser: Chromium, tmp_path: Path) -> None:
    facts = examples.of_labels(10_000)
    opened(browser, tmp_path, facts)
    name = facts.attributes[0].classes[4321][0]
    browser.run(
        f"(() => {{ const find = document.querySelector('input'); find.value = '{name.upper()}';"
        " find.dispatchEvent(new Event('input')); })()"
    )
    alike = [known for known, _ in facts.attributes[0].classes if name in known]
    listed = browser.run(
        "[...document.querySelectorAll('.classes td:first-child')].map(cell => cell.innerText)"
    )
    assert sorted(listed) == sorted(alike)


@pytest.mark.parametrize(("kind", "noun"), [("labels", "classes"), ("several", "sets")])
def test_the_list_is_one_of_classes_or_of_sets(
    browser: Chromium, tmp_path: Path, kind: str, noun: str
) -> None:
    facts = examples.EVERY[kind]()
    opened(browser, tmp_path, facts)
    count = len(facts.attributes[0].classes)
    assert (
        browser.run("document.querySelector('.count').textContent") == f"{count} of {count} {noun}"
    )
    caption = f"{noun.capitalize()} of {facts.attributes[0].name}"
    assert browser.run("document.querySelector('.classes caption').textContent") == caption


def test_without_scripts_there_is_a_map_and_parts_begin_new_pages(
    browser: Chromium, tmp_path: Path
) -> None:
    browser.do("Emulation.setScriptExecutionDisabled", value=True)
    try:
        page = tmp_path / "report.html"
        write_report(examples.of_regions(20), page)
        browser.do("Page.navigate", url=page.as_uri())
        time.sleep(1)
        root = browser.do("DOM.getDocument")["root"]["nodeId"]
        drawn = browser.do("DOM.querySelector", nodeId=root, selector="svg.drawing")["nodeId"]
        assert browser.do("DOM.getBoxModel", nodeId=drawn)["model"]["height"] > 100
        browser.print_to(tmp_path / "report.pdf")
    finally:
        browser.do("Emulation.setScriptExecutionDisabled", value=False)
    # The summary and the parts 1, 3 and 4 are on pages of their own.
    assert (tmp_path / "report.pdf").read_bytes().count(b"/Type /Page\n") >= 4


def test_a_name_that_is_a_script_is_text(browser: Chromium, tmp_path: Path) -> None:
    evil = (
        "<img src=x onerror=document.title='gone'></script><script>document.title='gone'</script>"
    )
    opened(browser, tmp_path, examples.facts(examples.attribute([20, 30], [evil, "b"])))
    assert evil in browser.run("document.querySelector('.classes tbody').innerText")
    assert browser.run("document.title") == "Release of patients.csv, k = 20"


@pytest.mark.parametrize(
    "build",
    [
        lambda: examples.of_regions(3000, corners=80),
        lambda: examples.of_points(10_000),
        lambda: examples.of_ages(10_000),
        lambda: examples.of_labels(10_000),
    ],
    ids=["3,000 regions", "10,000 rectangles", "10,000 intervals", "10,000 groups"],
)
def test_many_classes_open_quickly(
    browser: Chromium, tmp_path: Path, build: Callable[[], Facts]
) -> None:
    facts = build()
    opened(browser, tmp_path, facts)
    timing: dict[str, Any] = browser.run("performance.getEntriesByType('navigation')[0].toJSON()")
    assert timing["loadEventEnd"] < 10_000
    if facts.attributes[0].kind.on_a_line or facts.attributes[0].shapes is not None:
        left, top, width, height = canvas(browser)
        browser.mouse("mouseMoved", left + width / 2, top + height / 2)
        browser.until("!document.querySelector('.tip').hidden")


def picture(browser: Chromium) -> str:
    return str(browser.run("document.querySelector('canvas').toDataURL()"))
