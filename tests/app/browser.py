"""The page in a real browser, with the network cut except for this machine itself. It needs
Chromium, which make test installs, and runs after the other tests."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from covey.app.curves import LARGE, SAMPLE, THRESHOLDS
from tests.app.driving import Page, held, serving
from tests.app.people import write_map, write_people, write_tree
from tests.chromium import Chromium
from tests.loopback import Loopback

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def started() -> Iterator[Chromium]:
    with Chromium(loopback=True) as chromium:
        chromium.show(1280)
        yield chromium


class Served(NamedTuple):
    page: Page
    link: str
    server: subprocess.Popen[str]


@pytest.fixture(scope="module")
def served(started: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home = tmp_path_factory.mktemp("page") / "home"
    home.mkdir()
    write_people(home)
    write_map(home)
    write_tree(home)
    with serving(home) as (server, link):
        started.open(link)
        yield Served(Page(started, home), link, server)


@pytest.fixture
def page(served: Served) -> Iterator[Page]:
    """Every test ends with a page that threw nothing, was forbidden nothing, and asked nobody but
    this machine."""
    page, link, _ = served
    page.browser.errors.clear()
    page.browser.requests.clear()
    yield page
    # A browser writes down that covey refused something, which is what some tests are about.
    assert [each for each in page.browser.errors if "a status of 422" not in each] == []
    here = link.partition("?")[0]
    outside = [url for url in page.browser.requests if not url.startswith((here, "data:"))]
    assert outside == []


def opened(page: Page, name: str = "people.csv") -> None:
    """Go to the first screen, and open a table there, if it is another one than is open."""
    page.browser.until("document.body.dataset.screen !== undefined")
    page.browser.run("[...document.querySelectorAll('.steps button')][0].click()")
    page.on("table")
    # What went wrong before is no answer to what comes.
    page.browser.until("document.querySelector('main .problem') === null")
    if page.browser.run(f"document.querySelector('h1').textContent === {json.dumps(name)}"):
        return
    if page.browser.run("document.querySelector('[data-field=table]') === null"):
        page.click("Another table")
    before = page.asked("state")["version"]
    page.put("[data-field=table]", name)
    page.browser.until(
        "(document.querySelector('[data-confirm] button:last-child')?.click(),"
        " document.querySelector('main .problem:not([data-confirm])') !== null)"
        " || (!document.body.dataset.busy &&"
        f" Number(document.body.dataset.version) > {before} &&"
        f" document.querySelector('h1').textContent === {json.dumps(name)})"
    )


def decided(page: Page, **treatments: dict[str, Any]) -> None:
    """Say what columns are, and leave all others out, as fast as nobody clicks."""
    # The second screen has the process that solves started, the fifth has little to draw.
    for screen in ("columns", "run"):
        page.told("show", {"screen": screen})
    columns = page.asked("state")["table"]["columns"]
    for column in (each["column"] for each in columns):
        own = treatments.get(column, {"as": "drop", "options": {}})
        page.told("treat", {"column": column, **own})


def ran(page: Page, k: int) -> None:
    page.told("put", {"values": {"k": k}})
    page.told("show", {"screen": "run"})
    page.on("run")
    page.click("Run")


def last_run(page: Page) -> int:
    return int(page.asked("state")["runs"][-1]["number"])


RULES = {False: {}, True: {"runOnly": ["color-contrast"]}}
"""What is looked for in light and in dark, which differ in colours alone."""
WHERE = {"exclude": [["tbody tr:nth-child(n + 6)"]]}
"""A row of a table is made as the rows above it are, and a preview has a hundred of them."""


def accessible(page: Page) -> None:
    """axe-core finds nothing, in light and in dark, and a narrow window has all of it."""
    if not page.browser.run("Boolean(window.axe)"):
        page.browser.run(f"{AXE};0")
    for dark, rules in RULES.items():
        page.browser.show(1280, dark=dark)
        options = json.dumps({"resultTypes": ["violations"], **rules})
        wrong = page.browser.run(
            f"axe.run({json.dumps(WHERE)}, {options}).then((found) =>"
            " found.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]))"
        )
        assert wrong == [], (page.browser.run("document.body.dataset.screen"), dark)
    page.browser.show(360)
    assert page.browser.run("document.documentElement.scrollWidth") <= 360
    page.browser.show(1280)


def test_the_whole_way_by_keys_alone(page: Page) -> None:
    """And every screen is accessible."""
    opened(page)
    page.has(".rows tbody tr")
    assert "160 rows and 10 columns" in page.text()
    accessible(page)
    page.press("Next: columns")
    page.on("columns")
    assert page.focus() == "What is in each column?"
    assert "by name" in page.text()
    accessible(page)
    page.press("Accept all")
    page.browser.until("document.querySelector('.proposals') === null")
    page.press("Next: risk")
    page.on("risk")
    assert "are unique today" in page.focus()
    accessible(page)
    page.press("Next: choose k")
    page.on("choose")
    page.browser.until("document.querySelectorAll('.dot.loss').length >= 7")
    assert page.focus() == "How many people must look alike?"
    accessible(page)
    slid(page)
    page.put("[data-field=k]", "5")
    page.browser.until("document.querySelector('.tiles dd').textContent === '5'")
    page.press("Next: run")
    page.on("run")
    accessible(page)
    page.press("Run")
    page.on("look")
    page.has(".decision h2")
    assert "every class has at least 5 records" in page.text(".decision")
    accessible(page)
    page.press("Next: take away")
    page.on("take")
    page.put("[data-field=target]", "from-page")
    page.press("Write the release")
    page.has(".done")
    accessible(page)
    words = page.command.split()
    subprocess.run(
        [sys.executable, "-m", *words[:-1], "from-command"], cwd=page.home, check=True,
        capture_output=True,
    )  # fmt: skip
    made: list[dict[str, Any]] = [
        {file.name: file.read_bytes() for file in (page.home / name).iterdir()}
        for name in ("from-page", "from-command")
    ]
    assert made[0] == made[1]


def slid(page: Page) -> None:
    """The slider has a place for every k that has an answer, and ten records change with it."""
    points = page.asked("state")["curve"]["points"]
    answered = sorted(map(int, points))
    assert int(page.browser.run("document.querySelector('input[type=range]').max")) + 1 == len(
        answered
    )
    seen = set()
    solved = [k for k in answered if not points[str(k)]["why_not"]]
    for k in (solved[0], solved[-1]):
        page.put("input[type=range]", str(answered.index(k)))
        page.browser.until(
            f"document.querySelector('.tiles dd').textContent === '{k}' &&"
            f" document.querySelector('.example').closest('.card').innerText.includes("
            f"'Ten records at k = {k}')"
        )
        assert f"-k {k} " in page.command
        assert page.browser.run("document.querySelectorAll('.example tbody tr').length") == 10
        seen.add(page.text(".example"))
    assert len(seen) == 2
    # A k that is not solved has a place as long as it is chosen.
    page.put("[data-field=k]", "7")
    page.browser.until("document.querySelector('input[type=range]').ariaValueText.includes('not')")
    page.browser.run(
        "(() => { const slider = document.querySelector('input[type=range]'); slider.focus();"
        f" slider.value = {answered.index(10) + 1};"
        " slider.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    page.browser.until(
        f"document.querySelector('input[type=range]').value === '{answered.index(10)}'"
        " && document.querySelector('[data-field=k]').value === '10'"
    )


ORDERED = {"as": "ordered", "options": {}}
KINDS: dict[str, tuple[dict[str, dict[str, Any]], str]] = {
    "label": ({"town": {"as": "label"}}, ".classes tbody tr"),
    "ordered": ({"age": ORDERED}, "[data-picture=bars] canvas"),
    "point": (
        {
            "lat": {"as": "points", "options": {"lat": "lat", "lon": "lon"}},
            "lon": {"as": "points", "options": {"lat": "lat", "lon": "lon"}},
        },
        "[data-picture=map] canvas",
    ),
    "region": (
        {"area": {"as": "region", "options": {"map": "areas.geojson", "key": "code"}}},
        "[data-picture=map] canvas",
    ),
    "tree": ({"job": {"as": "tree", "options": {"tree": "jobs.csv"}}}, ".tree li"),
    "code": ({"zip": {"as": "code"}}, ".tree li"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_of_every_kind_is_shown(page: Page, kind: str) -> None:
    treatments, picture = KINDS[kind]
    opened(page)
    decided(page, **treatments)
    ran(page, 20)
    page.on("look")
    page.has(picture)
    (column, *_) = treatments
    page.put(f"form input[name={column}]", {"point": "46.5"}.get(kind, first_value(page, column)))
    if kind == "point":
        page.put("form input[name=lon]", "7.5")
    page.click("Find")
    page.has(".where")
    assert "is published as" in page.text(".where")
    kept = "[...document.querySelectorAll('form.fields input')].some((own) => own.value !== '')"
    assert page.browser.run(kept), "what was asked for can be corrected"


def test_a_value_that_no_set_holds_is_said_beside_the_form(page: Page) -> None:
    opened(page)
    decided(page, town={"as": "label"})
    ran(page, 20)
    page.on("look")
    page.put("form input[name=town]", "Bern")
    page.click("Find")
    page.has(".where")
    page.put("form input[name=town]", "Bonn")
    page.click("Find")
    page.has(".card:has(form) [role=alert]")
    assert "town = Bonn" in page.text(".card:has(form) [role=alert]")
    assert page.browser.run("document.querySelectorAll('.where, .screen > .problem').length") == 0
    page.put("form input[name=town]", "Bern")
    page.click("Find")
    page.has(".where")
    assert page.browser.run("document.querySelector('main [role=alert]') === null")


def first_value(page: Page, column: str) -> str:
    rows = page.asked("rows?page=0")
    return str(rows["rows"][0][rows["columns"].index(column)])


def test_two_runs_stand_side_by_side(page: Page) -> None:
    """With their maps, in the same colours for the same sizes, and all that the command line says
    of a run."""
    opened(page)
    decided(page, area=KINDS["region"][0]["area"], town={"as": "keep"})
    for k in (20, 60):
        ran(page, k)
        page.on("look")
    page.has(".warnings li")
    assert "'town'" in page.text(".warnings")
    assert "warning " in page.browser.run("document.querySelector('.notes pre').textContent")
    runs = last_run(page)
    page.put("[data-field=compare]", str(runs - 1))
    page.browser.until("document.querySelectorAll('.pictures .picture[data-zoom]').length === 2")
    legends = page.browser.run(
        "[...document.querySelectorAll('.pictures .legend')].map((each) => each.innerText)"
    )
    assert legends[0] == legends[1]
    rows = page.browser.run(
        "[...document.querySelectorAll('.compare tbody tr')].map((each) => each.innerText)"
    )
    assert rows[0].split() == ["k", "60", "20"]
    assert "before" in page.text(".changes thead")
    assert page.browser.run("document.querySelectorAll('.utility tbody tr').length") == 1


def test_a_reload_finds_the_run_that_was_chosen(page: Page) -> None:
    opened(page)
    decided(page, town={"as": "label"})
    for k in (10, 30):
        ran(page, k)
        page.on("look")
    last = last_run(page)
    page.put("[data-field=run]", str(last - 1))
    page.has(f"[data-field=compare] option[value='{last}']")
    page.put("[data-field=compare]", str(last))
    page.has(".compare")
    page.browser.run("window.before = true; location.reload()")
    page.browser.until("!window.before && document.querySelector('.compare') !== null")
    assert page.text(".compare tr").split("\t")[1:] == [f"Run {last - 1}", f"Run {last}"]
    page.click("Next: take away")
    page.on("take")
    assert f"Run {last - 1}: k = 10" in page.text(".lead")


def test_areas_of_sets_that_overlap_are_a_map_as_well(page: Page) -> None:
    """And where they are not, the page says what gives one."""
    opened(page)
    decided(page, **KINDS["region"][0], **KINDS["point"][0])
    ran(page, 20)
    page.on("look")
    page.has("[data-picture=blur][data-zoom]")
    assert "areas on average" in page.text("[data-picture=blur] .legend")
    page.browser.run(
        "(() => { const canvas = document.querySelector('[data-picture=blur] canvas');"
        " const { left, top, width, height } = canvas.getBoundingClientRect();"
        " const at = { clientX: left + width / 2 + 9, clientY: top + height / 2 };"
        " canvas.dispatchEvent(new PointerEvent('pointermove', at)); })()"
    )
    assert "published with" in page.text("[data-picture=blur] .tip")
    page.browser.run(
        "document.querySelector('[data-picture=blur] canvas').dispatchEvent("
        "new PointerEvent('pointerleave'))"
    )
    accessible(page)
    ran(page, 40)
    page.on("look")
    beside(page, ["blur", "blur"])
    assert "Sets overlap: a value may be in several." in page.text(".pictures")
    legends = page.browser.run(
        "[...document.querySelectorAll('.pictures .legend')].map((each) => each.innerText)"
    )
    assert legends[0] == legends[1]
    accessible(page)
    page.told("put", {"values": {"recoding": "global"}})
    ran(page, 20)
    page.on("look")
    beside(page, ["map", "blur"])
    page.told("undo", {})
    page.told("choose-run", {"run": last_run(page) - 1, "beside": 0})
    page.click("Use global recoding")
    page.on("run")
    page.browser.until(
        "document.getElementById('job-text').innerText.includes('--recoding global')"
    )
    page.told("undo", {})


def beside(page: Page, kinds: list[str]) -> None:
    """The run before stands beside this one, with maps of some kinds."""
    page.told("choose-run", {"beside": last_run(page) - 1})
    found = "[...document.querySelectorAll('.pictures .picture[data-zoom]')]"
    page.browser.until(
        f"JSON.stringify({found}.map((each) => each.dataset.picture)) ==="
        f" {json.dumps(json.dumps(kinds, separators=(',', ':')))}"
    )


def test_a_release_stands_beside_the_job_that_made_it(page: Page) -> None:
    """However the job is changed afterwards, and whichever run is chosen."""
    opened(page)
    decided(page, town={"as": "label"})
    for k in (10, 30):
        ran(page, k)
        page.on("look")
    last = last_run(page)
    page.browser.until("document.querySelector('[data-of=changed]') === null")
    page.click("Undo")
    page.has("[data-of=changed]")
    page.click("Next: take away")
    page.on("take")
    page.put("[data-field=target]", "to publish")
    page.browser.until("document.querySelector('[data-of=run]').innerText.includes('to publish')")
    for shown in (page.text("[data-of=run]"), page.command):
        assert "-k 30 " in shown
        assert shown.endswith("-o 'to publish'")
    page.click("Show the job as it is now")
    page.browser.until("document.getElementById('job-text').innerText.includes('-k 10 ')")
    assert "The job was changed since this run" in page.text("#job")
    for run, k in ((last, 30), (last - 1, 10)):
        page.put("[data-field=job]", f"of-{k}.toml")
        page.click("Save the job file")
        page.browser.until(f"document.querySelector('.done')?.innerText.includes('of-{k}.toml')")
        assert f"has the job of run {run}" in page.text(".done")
        assert f"k = {k}\n" in (page.home / f"of-{k}.toml").read_text()
        link = page.browser.run("document.querySelector('a[download=\"job.toml\"]').href")
        assert link.endswith(f"runs/{run}/job.toml")
        page.click("Back")
        page.on("look")
        page.put("[data-field=run]", str(last - 1))
        page.click("Next: take away")
        page.on("take")
    # The other run was made of the job as it is.
    assert "-k 10 " in page.command
    assert page.browser.run("document.querySelector('[data-of=changed]') === null")
    # A path that the page may not use stays in the field, to be corrected.
    page.put("[data-field=target]", "../outside")
    page.has("main .problem")
    assert page.browser.run("document.querySelector('[data-field=target]').value") == "../outside"
    page.put("[data-field=target]", "out")
    # A run that is new is the one that is shown.
    ran(page, 20)
    page.has("[data-field=run]")
    assert page.browser.run("document.querySelector('[data-field=run]').value") == str(last + 1)


def test_a_map_and_a_tree_are_chosen_on_the_page(page: Page) -> None:
    opened(page)
    # No map is known of it, whatever was done before.
    decided(page)
    page.told("show", {"screen": "columns"})
    page.on("columns")
    page.put("select[data-column=area]", "region")
    fields = "document.querySelectorAll(\"[data-field='key area'] option\").length"
    sent = page.home.parent / "sent.geojson"
    sent.write_bytes((page.home / "areas.geojson").read_bytes())
    page.send("[data-upload='map area']", sent)
    page.browser.until(f"{fields} === 3")
    assert "code (100 % of the values)" in page.text("[data-field='key area']")
    assert "4 areas on the map" in page.text()
    page.put("[data-field='key area']", "code")
    page.browser.until(
        "/--region area=.*sent.geojson:code/.test(document.getElementById('job-text').innerText)"
    )
    # Another map, which is on this machine.
    page.put("[data-field='map area']", "areas.geojson")
    page.browser.until(
        f"document.getElementById('job-text').innerText.includes('areas.geojson') && {fields} === 3"
    )
    page.put("[data-field='key area']", "code")
    page.put("select[data-column=job]", "tree")
    page.click("Browse ...")
    page.has(".listing")
    page.put("[data-field='tree job']", "jobs.csv")
    page.put("select[data-column=lat]", "points")
    page.put("[data-field='place lat']", "lon")
    page.browser.until("document.getElementById('job-text').innerText.includes('--point lat,lon')")
    for part in ("--region area=areas.geojson:code", "--tree job=jobs.csv", "--point lat,lon"):
        assert part in page.command
    page.click("Undo")
    page.browser.until("!document.getElementById('job-text').innerText.includes('--point')")
    page.put("[data-field='map area']", "nowhere.geojson")
    page.has("main .problem")
    page.told("treat", {"column": "area", "as": "drop"})


def test_the_page_speaks_of_its_own_controls(page: Page) -> None:
    """And has one for the time limit and one for formulas, of which covey speaks."""
    lines = [f"{at % 70},=cmd" for at in range(60)] + ["n/a,=cmd"] * 3
    (page.home / "marks.csv").write_text("age,note\n" + "\n".join(lines) + "\n")
    opened(page, "marks.csv")
    page.click('Read it with "Marks of missing values" set to "n/a"')
    page.browser.until("!document.body.innerText.includes('Read it with')")
    page.on("table")
    assert "--na n/a" in page.command
    decided(page, age=ORDERED, note={"as": "keep"})
    page.told("put", {"values": {"k": 10}})
    page.told("show", {"screen": "choose"})
    page.on("choose")
    page.put("[data-field=time_limit]", "2")
    page.browser.until("document.getElementById('job-text').innerText.includes('--time-limit 2')")
    page.on("choose")
    page.click("Next: run")
    page.on("run")
    page.click("Run")
    page.on("look")
    page.has(".warnings")
    assert '"Escape formulas"' in page.text(".warnings")
    assert "--" not in page.text("main")
    page.told("show", {"screen": "run"})
    page.has("[data-field=escape_formulas]")
    page.browser.run("document.querySelector('[data-field=escape_formulas]').click()")
    page.browser.until(
        "document.getElementById('job-text').innerText.includes('--escape-formulas')"
    )
    accessible(page)


def test_what_went_wrong_is_said_where_it_did(page: Page) -> None:
    (page.home / "bad.csv").write_text('a,b\n1,"2\n')
    opened(page, "bad.csv")
    assert "bad.csv" in page.text("main .problem")
    opened(page, "../../etc/passwd")
    assert "not in a folder that this page may use" in page.text("main .problem")
    opened(page)
    decided(page, age=ORDERED)
    ran(page, 5000)
    page.has("main .problem")
    assert "5,000" in page.text("main .problem")
    page.click("Back")
    page.on("choose")
    page.browser.until("document.querySelectorAll('.dot.loss').length >= 7")
    page.click("Solve k = 5,000")
    page.browser.until("document.querySelector('main .problem') !== null")
    assert "There is no release at k = 5,000" in page.text("main")
    hint = page.asked("state")["curve"]["points"]["5000"]["hint"]
    assert hint
    assert hint in page.text("main .problem")


def test_what_covey_speaks_of_is_one_key_away(page: Page) -> None:
    """From a k without a release to the control on another screen that gives one."""
    isles = json.loads((page.home / "areas.geojson").read_text())
    for x, feature in enumerate(isles["features"]):
        feature["geometry"]["coordinates"] = [[[2 * x, 0], [2 * x + 1, 0], [2 * x, 1], [2 * x, 0]]]
    (page.home / "isles.geojson").write_text(json.dumps(isles))
    opened(page)
    options = {"map": "isles.geojson", "key": "code"}
    decided(page, area={"as": "region", "options": options})
    page.told("put", {"values": {"k": 100}})
    page.told("show", {"screen": "choose"})
    page.on("choose")
    page.has("main .problem .link")
    # The slider stands where the field does.
    slider = page.browser.run("document.querySelector('input[type=range]').ariaValueText")
    assert slider == "k = 100, no release"
    assert page.browser.run("document.querySelectorAll('.curve .none').length") > 0
    page.press('"Areas without neighbours"')
    page.on("columns")
    page.browser.until(
        "document.activeElement.closest('.field')?.innerText.startsWith('Areas without neighbours')"
    )


def test_decisions_are_not_lost_to_another_table_before_somebody_says_so(page: Page) -> None:
    (page.home / "towns.csv").write_text("town\n" + "Bern\n" * 30)
    opened(page)
    decided(page, age=ORDERED)
    page.told("show", {"screen": "table"})
    page.on("table")
    page.click("Another table")
    page.put("[data-field=table]", "towns.csv")
    page.has("[data-confirm]")
    assert "This closes people.csv" in page.text("[data-confirm]")
    accessible(page)
    # The one that loses nothing has the focus.
    page.browser.until("document.activeElement.textContent === 'Stay with people.csv'")
    page.browser.key("Enter")
    page.browser.until("document.querySelector('h1').textContent === 'people.csv'")
    assert "--ordered age" in page.command
    page.click("Another table")
    page.put("[data-field=table]", "towns.csv")
    page.has("[data-confirm]")
    page.press("Save the job file")
    page.browser.until("document.activeElement.textContent === 'Open towns.csv'")
    assert "people.toml has the job now" in page.text("[data-confirm]")
    assert '[quasi."age"]' in (page.home / "people.toml").read_text()
    page.browser.key("Enter")
    page.browser.until("document.querySelector('h1').textContent === 'towns.csv'")
    page.on("table")
    page.click("Undo")
    page.browser.until("document.querySelector('h1').textContent === 'people.csv'")
    page.on("table")
    assert "--ordered age" in page.command


def test_a_path_that_cannot_be_read_stays_in_its_field(page: Page) -> None:
    (page.home / "bad.csv").write_text('a,b\n1,"2\n')
    opened(page)
    page.click("Another table")
    page.put("[data-field=table]", "bad.csv")
    page.browser.until(
        "(document.querySelector('[data-confirm] button:last-child')?.click(),"
        " document.querySelector('main .problem:not([data-confirm])') !== null)"
    )
    assert page.browser.run("document.querySelector('[data-field=table]').value") == "bad.csv"
    page.click("Back to people.csv")
    page.browser.until("document.querySelector('h1').textContent === 'people.csv'")
    page.browser.until("document.querySelector('main .problem') === null")


def test_a_run_is_cancelled_at_once_and_a_reload_finds_the_same(page: Page, served: Served) -> None:
    opened(page)
    decided(page, age=ORDERED)
    page.told("put", {"values": {"k": 3}})
    page.told("show", {"screen": "run"})
    page.on("run")
    runs = len(page.asked("state")["runs"])
    with held(served.server):
        page.click("Run")
        page.has("button.cancel")
        page.browser.run("location.reload()")
        page.browser.until("document.body.dataset.screen === 'run'")
        page.click("Cancel")
        page.on("run")
    assert len(page.asked("state")["runs"]) == runs
    assert "--ordered age" in page.command
    assert "-k 3 " in page.command
    page.click("Undo")
    page.browser.until("!document.getElementById('job-text').innerText.includes('-k 3 ')")


def test_the_curve_of_a_large_table_is_that_of_a_sample_until_all_is_asked_for(page: Page) -> None:
    (page.home / "large.csv").write_text("town\n" + "Bern\nChur\nZug\n" * (LARGE // 3 + 1))
    opened(page, "large.csv")
    decided(page, town={"as": "label"})
    page.told("show", {"screen": "choose"})
    page.has(".sample")
    page.on("choose")
    said = f"A sample. Solved on {SAMPLE:,} of {LARGE + 1:,} rows"
    assert said in page.text(".sample")
    page.click("Solve the whole table")
    page.browser.until("document.querySelector('.sample') === null")
    page.on("choose")
    assert page.browser.run("document.querySelectorAll('.dot.loss').length") == len(THRESHOLDS)


def test_the_answer_of_a_larger_k_is_called_so(page: Page) -> None:
    """The screen as it is drawn when covey says so, which no table is sure to bring about."""
    opened(page)
    decided(page, town={"as": "label"})
    page.told("show", {"screen": "choose"})
    page.on("choose")
    said, acts = page.browser.run(
        """(async () => {
          const { choose } = await import(`${location.pathname}page/screens/choose.js`);
          const asked = () => fetch("api/state").then((answer) => answer.json());
          let state = await asked();
          // The screen stands before the curve is known.
          while (!state.curve?.points?.[state.job.k]) {
            await new Promise((later) => setTimeout(later, 50));
            state = await asked();
          }
          const acts = [];
          const ui = { act: (name, body) => acts.push([name, body]), go: () => {} };
          const drawn = () => choose(state, ui, "", null);
          const own = drawn();
          state.curve.points[state.job.k].answer_of = 20;
          const borrowed = drawn();
          [...borrowed.querySelectorAll("button")]
            .find((each) => each.textContent === "Choose k = 20").click();
          return [[own.textContent, borrowed.textContent], acts];
        })()"""
    )
    k = page.asked("state")["job"]["k"]
    named = f"This is the answer of k = 20, which meets k = {k} as well"
    assert [named in each for each in said] == [False, True]
    assert acts == [["put", {"values": {"k": 20}}]]


def test_uploads_are_named_beside_the_command_that_reads_them(page: Page) -> None:
    opened(page)
    sent = page.home.parent / "sent.csv"
    sent.write_text("town\n" + "Bern\nChur\n" * 20)
    page.click("Another table")
    page.send("input[type=file]", sent)
    page.browser.until(
        "(document.querySelector('[data-confirm] button:last-child')?.click(),"
        " document.querySelector('h1').textContent === 'sent.csv')"
    )
    page.on("table")
    # From the first moment on, beside the command.
    assert page.text("#job [data-of=job-uploads]").startswith("sent.csv was uploaded")
    decided(page, town={"as": "label"})
    ran(page, 5)
    page.on("look")
    page.click("Next: take away")
    page.has("[data-of=uploads]")
    said = page.text("[data-of=uploads]")
    assert said.startswith("sent.csv was uploaded")
    assert str(page.home) in said


def test_where_no_column_alone_drives_the_risk_the_page_says_so(page: Page) -> None:
    """The screen as it is drawn from what covey says."""
    opened(page)
    said = page.browser.run(
        """(async () => {
          const { risk } = await import(`${location.pathname}page/screens/risk.js`);
          const state = (without, unique) => ({ busy: null, risk: {
            unit: "record", people: 9, k: 5, notes: [], subsets: [],
            found: { columns: ["age", "town"], unique, below: 9, smallest: 1 },
            risk: { prosecutor: { average: 1 } },
            drivers: ["age", "town"].map((column) => ({ column, unique_without: without })),
            single: [
              { columns: ["town"], classes: 4, unique: 2 },
              { columns: ["age"], classes: 7, unique: 0 },
            ],
          } });
          const ui = { act: () => {}, go: () => {} };
          const cards = (own) => risk(state(...own), ui, "", null).querySelector(".cards");
          return [[6, 6], [2, 6], [0, 0]].map((own) => cards(own).textContent);
        })()"""
    )
    assert "Any one column can be left out" in said[0]
    assert said[0].index("4 values") < said[0].index("7 values")
    assert "How many of the 6 would no longer be unique" in said[1]
    assert said[2] == ""


def test_a_narrow_screen_has_all_of_the_curve(page: Page) -> None:
    opened(page)
    decided(page, town={"as": "label"})
    page.told("show", {"screen": "choose"})
    page.on("choose")
    inside = (
        "[...document.querySelectorAll('.curve text')].every((each) =>"
        " each.getBoundingClientRect().right <= innerWidth)"
        " && [...document.querySelectorAll('.curve .tick')].some((each) =>"
        " each.textContent === '100')"
    )
    for wide in (380, 1280):
        page.browser.show(wide)
        page.browser.until(inside)
    # Letters are as large on a narrow screen.
    page.browser.until("document.querySelector('.curve').viewBox.baseVal.width === 640")
    page.browser.show(380)
    page.browser.until("document.querySelector('.curve').viewBox.baseVal.width < 380")
    page.browser.show(1280)


def test_html_in_a_table_is_text(page: Page) -> None:
    evil = "<img src=x onerror=document.title='gone'><script>document.title='gone'</script>"
    (page.home / "evil.csv").write_text(
        f'"{evil}",town\n' + "".join(f'"{evil} {at % 3}",{evil}\n' for at in range(40))
    )
    opened(page, "evil.csv")
    page.has(".rows tbody tr")
    assert evil in page.text(".rows")
    decided(page, **{evil: {"as": "label"}, "town": {"as": "label"}})
    for screen in ("columns", "risk", "choose"):
        page.told("show", {"screen": screen})
        page.on(screen)
        page.browser.until(f"document.body.innerText.includes({json.dumps(evil)})")
    ran(page, 10)
    page.on("look")
    page.has(".classes tbody tr")
    assert evil in page.text(".classes tbody")
    assert page.browser.run("document.title") == "Look - covey"
    assert page.browser.run("document.querySelectorAll('main img, main script').length") == 0


def test_another_page_can_neither_read_nor_change_anything(page: Page, loopback: Loopback) -> None:
    here = str(page.browser.run("location.href"))
    before = page.asked("state")
    page.browser.open(loopback.url)
    for path, how in (("api/undo", "POST"), ("api/state", "GET"), ("api/cancel", "POST")):
        page.browser.run(
            f"fetch({json.dumps(here + path)}, {{method: '{how}', mode: 'no-cors',"
            " credentials: 'include', ...('%s' === 'POST' ? {body: '{}'} : {})})"
            ".then((answer) => answer.text()).catch(() => '')" % how
        )
    page.browser.open(here)
    page.browser.until("document.body.dataset.screen !== undefined")
    after = page.asked("state")
    assert {**after, "version": 0} == {**before, "version": 0}
    # The browser says of each request that it was refused.
    page.browser.errors.clear()
    page.browser.requests.clear()


def test_a_page_whose_server_is_gone_says_so(started: Chromium, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    write_people(home)
    with serving(home, "people.csv") as (process, link):
        started.open(link)
        page = Page(started, home)
        page.has(".rows tbody tr")
        process.terminate()
        page.has("main .problem")
        assert "covey is no longer running" in page.text("main .problem")
        assert process.wait(60) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["home"]
    page.click("Next: columns")
    started.errors.clear()
