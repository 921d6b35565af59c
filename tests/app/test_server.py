"""The routes of the page: the whole way, what is refused, and the bytes of a release."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from covey.app.server import ACTS, _names
from tests.app.people import COUNT, Page, opened, write_map, write_people, write_tree
from tests.conftest import Covey


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Path]]:
    """A page that went the whole way."""
    home, private = (tmp_path_factory.mktemp(name) for name in ("home", "private"))
    table = write_people(home)
    write_map(home)
    write_tree(home)
    with opened(home, private, str(table)) as page:
        state = page.settled()
        assert state["problem"] is None
        assert state["screen"] == "table"
        columns = [each["column"] for each in state["table"]["columns"]]
        page.act("accept", columns=[name for name in columns if name not in ("area", "job")])
        page.act("treat", column="area", options={"map": "areas.geojson", "key": "code"}, **AS)
        page.act("treat", column="job", options={"tree": "jobs.csv"}, **{"as": "tree"})
        page.act("put", values={"k": 8})
        page.act("show", screen="run")
        page.act("run")
        state = page.settled()
        assert state["problem"] is None
        assert state["screen"] == "look"
        yield page, home


AS = {"as": "region"}


def test_the_release_has_the_bytes_of_the_command_line(
    done: tuple[Page, Path], covey: Covey, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, home = done
    page.act("write", run=1, path="from-page")
    state = page.settled()
    assert state["taken"][-1]["path"] == "from-page"
    monkeypatch.chdir(home)
    command = state["texts"]["command"]
    assert command.startswith("covey anonymize people.csv -k 8 --ordered age")
    words = command.split()
    assert covey(*words[1:-1], "from-command").code == 0
    page.act("save-job", run=1, path="job.toml")
    assert page.get("runs/1/job.toml").text == (home / "job.toml").read_text()
    assert covey("anonymize", "job.toml", "-o", "from-job").code == 0
    files = sorted(file.name for file in (home / "from-page").iterdir())
    assert "report.html" in files
    for other in ("from-command", "from-job"):
        assert sorted(file.name for file in (home / other).iterdir()) == files
        for name in files:
            own = (home / "from-page" / name).read_bytes()
            assert own == (home / other / name).read_bytes(), name
    receipts = [home / f"{name}.receipts.jsonl" for name in ("from-page", "from-command")]
    assert receipts[0].read_text() == receipts[1].read_text()
    assert covey("verify", "from-page", "--against", "people.csv").code == 0


def test_the_job_says_every_role(done: tuple[Page, Path]) -> None:
    page, home = done
    data = page.state["job"]
    roles = {name: role["role"] for name, role in data["quasi"].items()}
    assert roles == {
        "age": "ordered", "zip": "code", "lat, lon": "points", "area": "regions", "job": "tree",
        "town": "labels",
    } or set(roles.values()) >= {"ordered", "code", "points", "regions", "tree"}  # fmt: skip
    assert data["quasi"]["area"]["map"] == str(home / "areas.geojson")


def test_the_look_has_pictures_and_words(done: tuple[Page, Path]) -> None:
    page, _ = done
    look = page.get("runs/1/look.json").json()
    assert look["standing"] == "safe" or look["standing"] == "caution"
    assert look["tiles"]["asked"] == 8
    assert look["tiles"]["attained"] >= 8
    assert len(look["attributes"]) == len(page.state["job"]["quasi"])
    assert look["histogram"]["bars"]
    assert look["certificate"]
    # Risk before and after, and what is left of every column.
    assert all(each["after"] for each in look["changes"])
    assert any(each["before"] for each in look["changes"])
    names = [", ".join(each["columns"]) for each in look["attributes"]]
    assert [each["name"] for each in look["columns"]] == names
    assert all(each["lost"].endswith("%") for each in look["columns"])
    assert page.state["runs"][0]["notes"] == look["notes"]
    assert look["warnings"] == page.state["runs"][0]["warnings"]
    for said in (*look["notes"], *look["warnings"]):
        assert said in "\n".join([*look["summary"], *look["notes"]])
    assert {group["title"] for group in look["figures"]} >= {"Classes", "Risk", "Utility"}


def test_a_search_names_the_run_and_not_its_private_place(done: tuple[Page, Path]) -> None:
    page, _ = done
    known = page.act("explain", run=1, values={"job": "nurse"})
    assert known["release"] == "Run 1"
    refused = page.post("explain", run=1, values={"job": "pilot"})
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("Run 1: nothing is published")
    assert "private" not in refused.text


def test_downloads(done: tuple[Page, Path]) -> None:
    page, _ = done
    packed = page.get("runs/1/release.zip")
    assert "attachment" in packed.headers["content-disposition"]
    with ZipFile(io.BytesIO(packed.content)) as found:
        assert sorted(found.namelist()) == sorted(
            f"release/{name}" for name in page.state["runs"][0]["files"]
        )
    assert json.loads(page.get("runs/1/receipts.jsonl").text)["certificate"]
    report = page.get("runs/1/report.html")
    assert report.headers["content-security-policy"].startswith("sandbox allow-scripts;") or (
        "sandbox" in report.headers["content-security-policy"]
    )
    for path in (
        "runs/2/look.json",
        "runs/0/report.html",
        "runs/2/job.toml",
        "runs/1/../../etc/passwd",
    ):
        assert page.get(path).status_code == 404


def test_the_fields_of_a_map_are_read_once(done: tuple[Page, Path]) -> None:
    page, home = done
    asked = {"path": "areas.geojson", "column": "area"}
    first = page.get("api/fields", params=asked).json()
    assert {each["name"]: each["share"] for each in first["fields"]} == {"code": 1.0, "half": 0.0}
    file, seen = home / "areas.geojson", (home / "areas.geojson").stat()
    text = file.read_text()
    try:
        # The same by its size and date, so it is not read again; and another one is.
        file.write_text(text.replace("half", "part"))
        os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        assert page.get("api/fields", params=asked).json() == first
        os.utime(file)
        other = page.get("api/fields", params=asked).json()
        assert {each["name"] for each in other["fields"]} == {"code", "part"}
    finally:
        file.write_text(text)


def test_where_a_value_went(done: tuple[Page, Path]) -> None:
    page, _ = done
    found = page.act("explain", run=1, values={"age": "40"})
    assert sum(each["records"] for each in found["columns"][0]["published"]) >= 8
    refused = page.post("explain", run=1, values={"age": "old"})
    assert refused.status_code == 422
    assert "takes whole numbers" in refused.json()["message"]
    assert refused.json()["hint"] == "Write it as 39."
    nothing = page.post("explain", run=1, values={})
    assert nothing.json()["message"].startswith("Type a value into one of the fields")


def test_a_second_tab_finds_the_same(done: tuple[Page, Path]) -> None:
    page, _ = done
    assert page.state == page.state
    assert page.state["runs"][0]["number"] == 1


def test_rows_come_a_page_at_a_time(done: tuple[Page, Path]) -> None:
    page, _ = done
    first, second = (page.get(f"api/rows?page={at}").json() for at in (0, 1))
    assert len(first["rows"]) == 100
    assert len(second["rows"]) == COUNT - 100
    assert first["rows"][0][0] == "person 0"
    assert second["rows"][0][0] == "person 100"


def test_the_release_is_not_written_twice_in_one_place(done: tuple[Page, Path]) -> None:
    page, home = done
    (home / "there").mkdir()
    page.act("write", run=1, path="there")
    problem = page.settled()["problem"]
    assert "exists already" in problem["message"]
    for path in ("../out", "/tmp/out", "people.csv"):
        answer = page.post("write", run=1, path=path)
        refused = answer.json() if answer.status_code == 422 else page.settled()["problem"]
        assert refused["message"], path
    assert not (home.parent / "out").exists()


@pytest.mark.parametrize("name", ["../secret", "%2e%2e/guard.py", "app.py", "", "screens/../../x"])
def test_only_files_of_the_page_are_served(page: Page, name: str) -> None:
    assert page.get(f"page/{name}").status_code == 404


@pytest.mark.parametrize(
    "name", ["app.js", "app.css", "screens/table.js", "report.js", "report.css"]
)
def test_files_of_the_page_are_served(page: Page, name: str) -> None:
    answer = page.get(f"page/{name}")
    assert answer.status_code == 200
    assert ("javascript" in answer.headers["content-type"]) == name.endswith(".js")
    assert "http://" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in answer.text


def test_all_modules_are_asked_for_at_once(page: Page) -> None:
    """A browser would else find them one after the other, each in the one that needs it."""
    modules = {name for name in _names() if name.endswith(".js")} | {"report.js"}
    first = page.get("").text
    asked = re.findall(
        r'<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)"', first
    )
    assert sorted(asked) == sorted(f"page/{name}" for name in modules)


@pytest.mark.parametrize("name", ACTS)
def test_no_request_is_a_bug(page: Page, name: str) -> None:
    """Whatever is sent, the answer says what is wrong, and nothing is at work."""
    own = {"origin": page.origin, "content-type": "application/json"}
    path = f"{page.keys.path}api/{name}"
    for body in (
        "{}", "[]", "null", "3", '{"path": 3}', '{"column": [], "as": {}}', "{", "\xff",
        '{"values": []}', '{"path": "half \\ud800"}', f'{{"path": "{"x" * 5000}"}}',
        '{"run": 1e400, "values": {}}', '{"values": {"time_limit": 1e400}}',
        '{"values": {"weights": {"age": Infinity}}}',
    ):  # fmt: skip
        answer = page.client.post(path, content=body.encode(), headers=own)
        assert answer.status_code in (200, 400, 422), (body, answer.text)
    assert page.get("api/state").status_code == 200
    assert page.client.post(path, content=b"{}", headers={"origin": page.origin}).status_code == 415
    assert page.client.post(path, content=b" " * (1 << 21), headers=own).status_code == 413


def test_a_huge_upload_is_refused(page: Page, private: Path) -> None:
    path, own = f"{page.keys.path}api/upload?name=big.csv", {"origin": page.origin}
    said = page.client.put(path, content=b"x", headers={**own, "content-length": str(2 << 30)})
    assert said.status_code == 413
    assert "can be uploaded" in said.json()["message"]

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * (1 << 16)

    assert page.client.put(path, content=endless(), headers=own).status_code == 413
    assert [file for file in private.rglob("*") if file.is_file()] == []


def test_an_upload_is_opened_and_shown_by_its_name(page: Page, home: Path) -> None:
    path, own = f"{page.keys.path}api/upload?name=../mine.csv", {"origin": page.origin}
    sent = page.client.put(path, content=(home / "people.csv").read_bytes(), headers=own)
    page.act("open", path=sent.json()["path"])
    state = page.settled()
    assert state["table"]["rows"] == COUNT
    assert state["table"]["shown"] == "mine.csv"
    assert state["texts"]["command"] == "covey anonymize mine.csv -k 10 -o out"
    assert "covey-" not in state["texts"]["file"]
