"""What all tabs share: the table, the job with its history, and what is at work."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from covey import InvalidInput
from covey.app import curves, tabs
from covey.app import session as module
from covey.app.curves import LARGE, THRESHOLDS
from covey.app.draft import Draft
from covey.app.places import Places
from covey.app.process import Died, Refused
from covey.app.session import Session
from tests.app.people import Page


def test_a_bad_file_is_said_and_nothing_is_open(page: Page, home: Path) -> None:
    (home / "bad.csv").write_text('a,b\n1,"2\n')
    for name in ("bad.csv", "missing.csv", "areas.geojson"):
        page.act("open", path=name)
        state = page.settled()
        assert state["problem"]["where"] == "open"
        assert state["problem"]["message"]
        assert state["table"] is None
        assert state["job"] is None
    refused = page.post("show", screen="columns")
    assert refused.json()["message"] == "Choose a table first."


def test_guesses_are_proposed_and_never_applied(page: Page) -> None:
    page.act("open", path="people.csv")
    state = page.settled()
    assert state["job"]["quasi"] == {}
    assert len(state["undecided"]) == len(state["table"]["columns"])
    look = {each["column"]: each["look"] for each in state["table"]["columns"]}
    assert look["name"]["treatment"] == "drop"
    assert look["age"]["why"]
    page.act("accept", columns=["age", "lat"])
    state = page.state
    assert list(state["job"]["quasi"]) == ["age", "lat, lon"]
    page.act("accept", columns=["age"])
    assert page.state["undo"] == 1


def test_every_change_can_be_taken_back(page: Page) -> None:
    page.act("open", path="people.csv")
    before = page.settled()
    page.act("treat", column="age", options={"bands": "5"}, **{"as": "ordered"})
    page.act("treat", column="age", options={"bands": "10"}, **{"as": "ordered"})
    page.act("put", values={"k": 4})
    texts = []
    for _ in range(3):
        texts.append(page.state["texts"]["command"])
        page.act("undo")
    assert [
        next(part for part in ("-k 4", "age=10", "age=5") if part in text) for text in texts
    ] == ["-k 4", "age=10", "age=5"]
    state = page.state
    assert (state["job"], state["undecided"]) == (before["job"], before["undecided"])
    page.act("undo")
    assert page.state["undo"] == 0


def test_what_is_refused_changes_nothing(page: Page) -> None:
    page.act("open", path="people.csv")
    before = page.settled()["job"]
    for body in (
        {"column": "area", "as": "region", "options": {"map": "../x.geojson"}},
        {"column": "job", "as": "tree", "options": {"tree": "/etc/passwd"}},
        {"column": "age", "as": "ordered", "options": {"bands": "nonsense"}},
        {"column": "nothing", "as": "label"},
    ):
        assert page.post("treat", **body).status_code == 422
    assert page.post("put", values={"k": -1}).status_code == 422
    assert page.state["job"] == before


def test_a_table_is_read_again(page: Page, home: Path) -> None:
    (home / "odd.csv").write_text("age;town\n" + "31,5;Bern\n40,1;N/A\n" * 20)
    page.act("open", path="odd.csv")
    state = page.settled()
    assert state["table"]["remedy"]
    page.act("remedy", remedy=state["table"]["remedy"])
    state = page.settled()
    assert state["problem"] is None
    assert state["table"]["reading"]["decimal"] == ","
    assert "--decimal ," in state["texts"]["command"]
    kinds = {each["column"]: each["kind"] for each in state["table"]["columns"]}
    assert kinds["age"] == "decimals"
    page.act("treat", column="age", **{"as": "ordered"})
    page.act("open", path="odd.csv", reading={"na": "N/A", "decimal": ","})
    state = page.settled()
    # What is known of the columns stays.
    assert list(state["job"]["quasi"]) == ["age"]
    assert state["job"]["na"] == {"*": ["N/A"]}


def test_reading_a_table_again_can_be_taken_back_as_everything_before(
    page: Page, home: Path
) -> None:
    (home / "odd.csv").write_text("31;Bern\n" + "31;Bern\n40;N/A\n" * 20)
    page.act("open", path="odd.csv", reading={"header": False})
    first = page.settled()
    names = [each["column"] for each in first["table"]["columns"]]
    page.act("treat", column=names[0], **{"as": "ordered"})
    page.act("open", path="odd.csv", reading={"header": False, "na": "N/A"})
    assert page.settled()["undo"] == 2
    # The same once more is no change.
    page.act("open", path="odd.csv", reading={"header": False, "na": "N/A"})
    assert page.settled()["undo"] == 2
    page.act("open", path="odd.csv", reading={"header": True})
    other = page.settled()
    assert (other["undo"], other["job"]["quasi"]) == (3, {})
    page.act("undo")
    state = page.settled()
    assert [each["column"] for each in state["table"]["columns"]] == names
    assert (state["undo"], list(state["job"]["quasi"])) == (2, names[:1])
    assert state["table"]["reading"]["na"] == "N/A"
    page.act("undo")
    state = page.settled()
    assert (state["undo"], state["table"]["reading"]["na"]) == (1, "")
    page.act("undo")
    state = page.settled()
    assert (state["undo"], state["job"]) == (0, first["job"])


def test_a_file_with_other_columns_by_now_has_no_way_back(page: Page, home: Path) -> None:
    table = home / "odd.csv"
    table.write_text("age,town\n" + "31,Bern\n" * 20)
    page.act("open", path="odd.csv")
    page.settled()
    page.act("treat", column="age", **{"as": "ordered"})
    table.write_text("size,town\n" + "31,Bern\n" * 20)
    page.act("open", path="odd.csv")
    state = page.settled()
    assert (state["undo"], state["job"]["quasi"]) == (0, {})


def test_another_table_takes_the_place_of_decisions_only_if_somebody_says_so(
    page: Page, home: Path
) -> None:
    (home / "other.csv").write_text("age\n" + "31\n" * 20)
    page.act("open", path="people.csv")
    page.settled()
    # Nothing is decided yet.
    page.act("open", path="other.csv")
    page.settled()
    page.act("treat", column="age", **{"as": "ordered"})
    before = page.state["job"]
    refused = page.post("open", path="people.csv")
    assert (refused.status_code, refused.json()["kind"]) == (422, "WouldLose")
    assert refused.json()["message"].startswith("This closes other.csv")
    assert page.state["job"] == before
    # Nothing is lost where the job was saved, and asked for only where it was changed since.
    assert page.act("save-draft") == {"path": "other.toml"}
    page.act("put", values={"k": 4})
    assert page.post("open", path="people.csv").status_code == 422
    assert page.act("save-draft") == {"path": "other-2.toml"}
    page.act("open", path="people.csv")
    state = page.settled()
    assert (state["table"]["shown"], state["undo_to"]) == ("people.csv", "other.csv")
    # A job file of a table without decisions asks nothing, either, and is taken back as well.
    page.act("open", path="other.toml")
    assert page.settled()["job"]["k"] == 10
    page.act("open", path="other-2.toml")
    assert page.settled()["job"]["k"] == 4
    page.act("undo")
    state = page.state
    assert (state["job"]["k"], state["table"]["shown"]) == (10, "other.csv")


def test_a_table_that_was_left_comes_back_with_its_job_its_runs_and_its_folder(
    page: Page, home: Path
) -> None:
    (home / "other.csv").write_text("age\n" + "31\n" * 20)
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age"])
    page.act("run")
    page.settled()
    page.act("aim", path="mine")
    page.act("write", run=1, path="out")
    before = page.settled()
    assert before["taken"]
    page.act("show", screen="look")
    page.act("open", path="other.csv", replace=True)
    other = page.settled()
    assert (other["runs"], other["run"], other["taken"], other["screen"]) == ([], 0, [], "table")
    # Nothing of the folder that was named for another table, nor of one that is taken.
    assert other["texts"]["command"].endswith(" -o other-out")
    assert page.post("show", screen="look").status_code == 422
    assert page.post("choose-run", run=1).status_code == 422
    page.act("treat", column="age", **{"as": "ordered"})
    page.act("undo")
    page.act("undo")
    state = page.settled()
    same = ("job", "undo", "runs", "run", "taken", "target", "undecided")
    assert {key: state[key] for key in same} == {key: before[key] for key in same}
    # Where the file has other columns by now, the table that was left for it can be had back.
    page.act("open", path="other.csv", replace=True)
    page.settled()
    (home / "people.csv").write_text("size\n" + "31\n" * 20)
    page.act("undo")
    state = page.settled()
    assert (state["job"]["quasi"], state["undo_to"]) == ({}, "other.csv")


def test_a_remedy_is_for_the_table_that_could_not_be_read(page: Page, home: Path) -> None:
    (home / "other.csv").write_bytes(b"town\n" + "Z\xfcrich\n".encode("latin-1") * 40)
    page.act("open", path="people.csv")
    page.settled()
    page.act("open", path="other.csv")
    problem = page.settled()["problem"]
    assert problem["remedy"]
    page.act("remedy", remedy=problem["remedy"])
    state = page.settled()
    assert (state["problem"], state["table"]["shown"]) == (None, "other.csv")


def test_risk_and_the_curve_come_with_their_screens(page: Page) -> None:
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age", "zip"])
    page.act("treat", column="town", **{"as": "label"})
    page.act("show", screen="risk")
    state = page.settled()
    assert state["risk"]["found"]["columns"] == ["age", "town", "zip"]
    assert state["risk"]["drivers"]
    page.act("show", screen="choose")
    state = page.settled()
    points = state["curve"]["points"]
    assert sorted(map(int, points)) == list(THRESHOLDS)
    assert state["curve"]["sampled"] == 0
    solved = [points[str(k)] for k in THRESHOLDS]
    assert all(point["smallest"] >= point["k"] for point in solved if not point["why_not"])
    example = points["10"]["example"]
    assert example["columns"] == ["age", "town", "zip"]
    assert len(example["before"]) == len(example["after"]) == 10
    # The same records, whatever k is; and what was solved is not solved again.
    assert points["2"]["example"]["before"] == example["before"]
    page.act("show", screen="columns")
    page.act("show", screen="choose")
    assert page.state["busy"] is None


def test_every_tab_finds_the_run_that_was_chosen(page: Page) -> None:
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age"])
    for _ in range(2):
        page.act("run")
        page.settled()
    assert (page.state["run"], page.state["beside"]) == (2, 0)
    page.act("choose-run", run=1)
    page.act("choose-run", beside=2)
    assert (page.state["run"], page.state["beside"]) == (1, 2)
    assert page.post("choose-run", run=3, beside=0).status_code == 422


def test_a_preset_brings_its_k(page: Page) -> None:
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age"])
    page.act("put", values={"preset": "cms"})
    state = page.state
    assert (state["job"]["k"], state["job"]["preset"]) == (11, "cms")
    assert "--preset cms" in state["texts"]["command"]
    assert {each["name"] for each in state["presets"]} >= {"cms", "k5"}
    page.act("explore", k=[2, 11])
    assert sorted(page.settled()["curve"]["points"]) == ["11", "2"]
    page.act("undo")
    assert page.state["job"]["k"] == 10


def test_a_k_without_a_release_has_the_hint_of_a_run(page: Page, home: Path) -> None:
    features = json.loads((home / "areas.geojson").read_text())["features"]
    for x, feature in enumerate(features):
        ring = [[2 * x, 0], [2 * x + 1, 0], [2 * x + 1, 1], [2 * x, 0]]
        feature["geometry"]["coordinates"] = [ring]
    isles = {"type": "FeatureCollection", "features": features}
    (home / "isles.geojson").write_text(json.dumps(isles))
    page.act("open", path="people.csv")
    page.settled()
    options = {"map": "isles.geojson", "key": "code"}
    page.act("treat", column="area", options=options, **{"as": "region"})
    page.act("put", values={"k": 100})
    page.act("explore", k=[100])
    point = page.settled()["curve"]["points"]["100"]
    page.act("run")
    problem = page.settled()["problem"]
    assert (point["why_not"], point["hint"]) == (problem["message"], problem["hint"])
    assert '"Areas without neighbours"' in point["hint"]


def test_no_release_for_too_large_a_k(page: Page) -> None:
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age"])
    page.act("put", values={"k": 5000})
    page.act("explore", k=[5000])
    point = page.settled()["curve"]["points"]["5000"]
    assert "5,000" in point["why_not"]
    page.act("run")
    state = page.settled()
    assert state["problem"]["kind"] == "Infeasible"
    assert state["runs"] == []
    assert page.post("show", screen="look").status_code == 422


def test_a_large_table_is_sampled_first(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "LARGE", 100)
    monkeypatch.setattr(curves, "SAMPLE", 60)
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age"])
    page.act("explore", k=[2])
    curve = page.settled()["curve"]
    assert (curve["sampled"], curve["rows"]) == (60, 160)
    sampled = curve["points"]["2"]["classes"]
    page.act("explore", k=[2], exact=True)
    curve = page.settled()["curve"]
    assert curve["sampled"] == 0
    assert curve["points"]["2"]["classes"] > sampled
    # Exact stays exact.
    page.act("explore", k=[3])
    assert page.settled()["curve"]["sampled"] == 0


def test_a_job_file_opens_as_it_was_left(page: Page, home: Path) -> None:
    (home / "jobs").mkdir()
    (home / "jobs" / "old.toml").write_text(
        'table = "../people.csv"\nk = 7\ndrop = ["name"]\ntrim = true\n'
        '[quasi.area]\nrole = "regions"\nmap = "../areas.geojson"\nkey = "code"\n'
    )
    page.act("open", path="jobs/old.toml")
    state = page.settled()
    assert state["problem"] is None
    assert state["undecided"] == []
    assert state["texts"]["command"] == (
        "covey anonymize people.csv --trim -k 7 --region area=areas.geojson:code --drop name -o out"
    )
    (home / "out.toml").write_text('table = "/etc/passwd"\nk = 7\n[quasi.a]\nrole = "labels"\n')
    page.act("open", path="out.toml")
    assert "not in a folder" in page.settled()["problem"]["message"]


def test_a_run_that_is_cancelled_or_dies_leaves_nothing_and_can_be_done_again(
    home: Path, private: Path
) -> None:
    async def run() -> None:
        session = Session(Places.of([home], private))
        await session.open("people.csv")
        await settled(session)
        await session.accept(["age"])
        await session.show("run")
        await session.run()
        with pytest.raises(InvalidInput, match="at work already"):
            await session.run()
        own, began = await started(session), time.monotonic()
        await session.cancel()
        assert time.monotonic() - began < 2.0
        assert own.returncode is not None
        assert session.busy is session.problem is None
        # As the system does when memory runs out.
        await session.run()
        (await started(session)).kill()
        await settled(session)
        assert session.problem is not None
        assert "not enough memory" in session.problem["message"]
        assert "try again" in session.problem["hint"]
        assert (len(session.runs), session.screen) == (0, "run")
        await session.run()
        # Whoever goes elsewhere meanwhile stays there.
        await session.show("columns")
        await settled(session)
        assert session.problem is None
        assert (len(session.runs), session.screen) == (1, "columns")
        await session.close()

    asyncio.run(run())


async def settled(session: Session) -> None:
    while session.busy:
        await asyncio.sleep(0.01)


async def started(session: Session) -> asyncio.subprocess.Process:
    """The process that makes a release."""
    while (process := session._solver.living) is None:
        await asyncio.sleep(0.01)
    return process


def test_work_ends_when_no_page_waits_for_it(
    home: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabs, "GRACE", 0.05)

    async def run() -> None:
        session = Session(Places.of([home], private))
        await session.open("people.csv")
        while session.busy:
            await asyncio.sleep(0.01)
        await session.accept(["age"])
        tab = session.listen()
        name, value = await anext(tab)
        assert (name, value["screen"]) == ("state", "table")
        await session.run()
        await tab.aclose()
        while session.busy:
            await asyncio.sleep(0.01)
        assert len(session.runs) == 0
        await session.close()

    asyncio.run(run())


def test_no_field_of_a_job_leads_out(page: Page, home: Path) -> None:
    """Whatever a job reads is in the folders of the page, and no server's password is shown."""
    page.act("open", path="people.csv")
    page.settled()
    page.act("treat", column="name", **{"as": "person"})
    page.act("accept", columns=["age"])
    before = page.state["job"]
    for values in (
        {"population": "/etc/passwd"},
        {"population": "/etc/passwd:count"},
        {"population": "postgresql://ann:secret@db/clinic#t"},
        {"pseudonym": "/etc/passwd"},
    ):
        refused = page.post("put", values=values)
        assert refused.status_code == 422
        assert "secret" not in refused.text
    assert page.state["job"] == before
    page.act("put", values={"population": "people.csv", "pseudonym": "owner"})
    (home / "out.toml").write_text(
        'table = "people.csv"\nk = 7\npopulation = "/etc/passwd"\n[quasi.age]\nrole = "ordered"\n'
    )
    page.act("open", path="out.toml", replace=True)
    assert "not in a folder" in page.settled()["problem"]["message"]


def test_the_table_stays_open_whatever_is_cancelled(home: Path, private: Path) -> None:
    """And is opened again where its process has died."""

    async def run() -> None:
        session = Session(Places.of([home], private))
        await session.open("people.csv")
        await settled(session)
        await session.accept(["age"])
        whole, reader = await session.rows(0), session._reader.living
        session.ask_risk()
        await asyncio.sleep(0)
        await session.cancel()
        session.explore([2], exact=False)
        await asyncio.sleep(0)
        await session.cancel()
        assert await session.rows(0) == whole
        assert session._reader.living is reader
        assert reader is not None
        # Held still, so that it does not answer before it dies.
        reader.send_signal(signal.SIGSTOP)
        waiting = asyncio.ensure_future(session.rows(0))
        await asyncio.sleep(0)
        reader.kill()
        with pytest.raises(Died):
            await waiting
        assert await session.rows(0) == whole
        # One copy of the table is kept, however often it was opened.
        assert [file.name for file in (private / "copies").rglob("*.parquet")] == [
            "people.csv.parquet"
        ]
        await session.close()

    asyncio.run(run())


class Reader:
    """Opens a table with one column when it may, in the place of a process."""

    def __init__(self) -> None:
        self.may, self.refuses, self.opened = asyncio.Event(), False, 0
        self.living: object | None = None
        self.told: dict[str, Any] = {}

    async def ask(self, ask: str, _: object, **more: Any) -> Any:
        if ask != "open":
            return more
        self.opened += 1
        self.living = self.living or object()
        self.told = more
        if "copy" in more:
            Path(more["copy"]).touch()
        if self.refuses:
            raise Refused({"message": "No.", "hint": "", "details": [], "remedy": []})
        await self.may.wait()
        return {"rows": 10, "columns": [{"column": "age", "look": None}]}

    async def end(self) -> None:
        self.living = None


def test_an_open_that_ends_early_leaves_the_job_before(
    home: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        session, reader = Session(Places.of([home], private)), Reader()
        monkeypatch.setattr(session, "_reader", reader)
        reader.may.set()
        await session.open("people.csv")
        await settled(session)
        await session.treat("age", "ordered", {})
        draft, kept = session.draft, session._copies.now
        # One is cancelled while it reads, one fails.
        reader.may.clear()
        await session.open("people.csv", {"na": "N/A"})
        while reader.opened < 2:
            await asyncio.sleep(0)
        await session.cancel()
        reader.refuses = True
        await session.open("people.csv")
        await settled(session)
        assert session.problem is not None
        assert (session.draft, session._copies.now) == (draft, kept)
        assert session.table is not None
        assert [file for file in (private / "copies").rglob("*") if file.is_file()] == [kept]
        assert [folder.name for folder in (private / "copies").iterdir()] == ["1"]
        await session.undo()
        assert session.view["undo"] == 0
        # Its process was ended: of two that ask for rows, one opens the table again.
        reader.refuses = False
        reader.may.set()
        before = reader.opened
        first, second = await asyncio.gather(session.rows(0), session.rows(1))
        assert (first, second) == ({"page": 0}, {"page": 1})
        assert reader.opened == before + 1

    asyncio.run(run())


def test_a_reader_that_died_leaves_the_copy_that_the_solver_reads(
    home: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        session, reader = Session(Places.of([home], private)), Reader()
        monkeypatch.setattr(session, "_reader", reader)
        reader.may.set()
        await session.open("people.csv", {"encoding": "latin-1", "na": "N/A"})
        await settled(session)
        copy = session._copies.now
        await reader.end()
        assert await session.rows(0) == {"page": 0}
        # The next one opens what was opened, also where the file is another by now.
        assert reader.told == {"table": str(copy), "reading": {"na": {"*": ["N/A"]}}}
        assert (session._copies.now, copy.exists()) == (copy, True)
        # What cannot be read is called by the name that the user knows.
        await reader.end()
        monkeypatch.setattr(reader, "ask", refusing)
        with pytest.raises(Refused) as refused:
            await session.rows(0)
        assert refused.value.said["message"] == "people.csv: no."

    async def refusing(_: str, __: object, table: str, **more: Any) -> Any:
        raise Refused({"message": f"{table}: no.", "hint": "", "details": [], "remedy": []})

    asyncio.run(run())


def test_rows_that_are_asked_for_meanwhile_do_not_bring_the_table_before_back(
    home: Path, private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "other.csv").write_text("age\n1\n")

    async def run() -> None:
        session, reader = Session(Places.of([home], private)), Reader()
        monkeypatch.setattr(session, "_reader", reader)
        reader.may.set()
        await session.open("people.csv")
        await settled(session)
        reader.may.clear()
        await reader.end()
        await session.open("other.csv")
        while reader.opened < 2:
            await asyncio.sleep(0)
        rows = asyncio.ensure_future(session.rows(0))
        await asyncio.sleep(0)
        reader.may.set()
        await rows
        await settled(session)
        assert session._copies.now.name == "other.csv.parquet"
        assert reader.opened == 2

    asyncio.run(run())


def test_a_curve_stays_when_another_cannot_be_solved_now(home: Path, private: Path) -> None:
    async def run() -> None:
        session = Session(Places.of([home], private))
        draft = Draft.of_table("/x.csv", {}, ["age"]).treated("age", "ordered", {})
        session.draft, session.table = draft, {"rows": LARGE + 1}
        sampled, _ = session.known.wanted(draft, LARGE + 1, [2], exact=False)
        session.known.keep(draft, sampled)
        session._work.start("release", asyncio.sleep(60))
        with pytest.raises(InvalidInput, match="at work already"):
            session.explore([2], exact=True)
        assert session.known.curve(draft) is sampled
        await session.cancel()

    asyncio.run(run())


def test_what_is_known_is_not_asked_for_again(page: Page) -> None:
    """Undo and a way back find the risk and the curve at once."""
    page.act("open", path="people.csv")
    page.settled()
    page.act("accept", columns=["age"])
    page.act("show", screen="risk")
    first = page.settled()["risk"]
    page.act("treat", column="age", options={"bands": "5"}, **{"as": "ordered"})
    # How a column is made coarser later on changes nothing of today.
    state = page.state
    assert (state["busy"], state["risk"]) == (None, first)
    page.act("treat", column="town", **{"as": "label"})
    second = page.settled()["risk"]
    assert second["found"]["columns"] == ["age", "town"]
    page.act("undo")
    state = page.state
    assert (state["busy"], state["risk"]) == (None, first)


def test_a_refusal_names_the_table_and_not_its_copy(page: Page, home: Path) -> None:
    (home / "mixed.csv").write_text("age\n" + "31\n" * 20 + "old\n")
    page.act("open", path="mixed.csv")
    page.settled()
    page.act("treat", column="age", **{"as": "ordered"})
    page.act("explore", k=[2])
    problem = page.settled()["problem"]
    assert problem["message"].startswith("mixed.csv: the column 'age' is not all")
    assert "parquet" not in str(problem)


def test_an_error_that_nobody_thought_of_is_said(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(module, "read_job", broken)
    page.act("open", path="job.toml")
    assert page.settled()["problem"]["kind"] == "Bug"
