"""Everything that the tabs of a page show: one job with its history, its table, and its runs.

It is held by the server, so that a second tab and a reload find the same. Whatever changes is told
to all tabs at once.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
import tomllib
from collections.abc import AsyncGenerator, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from covey.app.draft import FILES, READING, Draft
from covey.app.places import Places
from covey.app.process import Gone, Process, Refused
from covey.app.reading import from_fields, to_fields, with_remedy
from covey.app.uploads import FOLDER
from covey.attributes.population import split_population
from covey.core.errors import InvalidInput
from covey.release.job import OWNER, Job
from covey.release.job_file import job_text, read_job, write_job
from covey.release.presets import PRESETS

SCREENS = ("table", "columns", "risk", "choose", "run", "look", "take")
THRESHOLDS = (2, 3, 5, 10, 11, 20, 50, 100)
"""The k of the curve."""
LARGE, SAMPLE = 200_000, 50_000
"""Of a table with more rows the curve is first that of a sample of so many."""
HISTORY = 100
"""Changes that can be undone."""
BEAT, GRACE = 15.0, 10.0
"""Seconds between two signs of life, and after which work ends that no page waits for."""
NAMING = ("population", "pseudonym")
"""Keys of a job that name a file."""
RUNS = "runs"
JOB_FILE, RELEASE, LOOK_FILE = "job.toml", "release", "look.json"


class Session:
    """``view`` is all that a page needs to know; ``listen`` tells when that is something else."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.screen = SCREENS[0]
        self.draft: Draft | None = None
        self.table: dict[str, Any] | None = None
        self.history: list[Draft] = []
        self.problem: dict[str, Any] | None = None
        self.risk: dict[str, Any] | None = None
        self.curves: dict[str, dict[str, Any]] = {}
        self.runs: list[dict[str, Any]] = []
        self.busy: dict[str, Any] | None = None
        self.taken: list[dict[str, Any]] = []
        self.closed = False
        self._reader, self._solver = Process(places.private), Process(places.private)
        self._holder: asyncio.subprocess.Process | None = None
        """Which process of the reader has the table open."""
        self._listeners: set[asyncio.Queue[tuple[str, Any]]] = set()
        self._work: asyncio.Task[None] | None = None
        self._alone: asyncio.TimerHandle | None = None
        self._version = 0

    # What is shown

    @property
    def view(self) -> dict[str, Any]:
        draft = self.draft
        return {
            "version": self._version,
            "screen": self.screen,
            "screens": list(SCREENS),
            "home": str(self.places.home),
            "table": self.table,
            "treatments": {}
            if draft is None
            else {column: draft.treatment(column) for column in draft.columns},
            "undecided": [] if draft is None else draft.undecided,
            "job": None if draft is None else draft.data,
            "texts": None if draft is None else draft.texts(self.places.home, self._named),
            "undo": len(self.history),
            "problem": self.problem,
            "risk": self.risk,
            "curve": self.curve,
            "thresholds": list(THRESHOLDS),
            "presets": [each.to_dict() for each in PRESETS.values()],
            "busy": self.busy,
            "runs": self.runs,
            "taken": self.taken,
        }

    def _named(self, job: Job) -> Job:
        """The job as the user knows it: a file that was uploaded by its name, not by the place of
        its copy."""
        uploads = self.places.private / FOLDER

        def move(place: str) -> str:
            path = Path(place)
            return str(self.places.home / path.name) if path.is_relative_to(uploads) else place

        return replace(
            job,
            table=move(str(job.table)),
            quasi={name: role.moved(move) for name, role in job.quasi.items()},
        )

    @property
    def curve(self) -> dict[str, Any] | None:
        """The answers for several k of the job as it is now."""
        return None if self.draft is None else self.curves.get(self._signature(self.draft))

    @staticmethod
    def _signature(draft: Draft) -> str:
        """What all k have in common."""
        rest = {key: value for key, value in draft.data.items() if key not in ("k", "output")}
        return json.dumps(rest, sort_keys=True, default=str)

    # Who listens

    async def listen(self) -> AsyncGenerator[tuple[str, Any], None]:
        """What is new, as a name and a value; the first is all there is."""
        queue: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._listeners.add(queue)
        if self._alone is not None:
            self._alone.cancel()
            self._alone = None
        try:
            yield "state", self.view
            while not self.closed:
                try:
                    yield await asyncio.wait_for(queue.get(), BEAT)
                except TimeoutError:
                    yield "alive", time.time()
            yield "closed", None
        finally:
            self._listeners.discard(queue)
            if not self._listeners and not self.closed:
                loop = asyncio.get_running_loop()
                self._alone = loop.call_later(GRACE, self._left_alone)

    def _left_alone(self) -> None:
        """No page waits any more: what is at work ends."""
        if not self._listeners and self.busy is not None:
            self._spawned = asyncio.ensure_future(self.cancel())

    def _tell(self, what: str, value: Any) -> None:
        for queue in self._listeners:
            queue.put_nowait((what, value))

    def changed(self) -> None:
        self._version += 1
        self._tell("state", self.view)

    # Work

    def _start(self, what: str, work: Coroutine[Any, Any, None], **more: Any) -> None:
        if self.busy is not None:
            work.close()
            raise InvalidInput(
                "covey is at work already.", hint="Wait for it, or cancel it first.", given=what
            )
        self.problem = None
        self.busy = {"what": what, "words": "", "done": 0.0, "left": None, **more}
        self._work = asyncio.ensure_future(self._watched(what, work))
        self.changed()

    async def _watched(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused as error:
            self.problem = {"where": what, **error.said}
        except Gone:
            pass  # somebody cancelled it
        except Exception as error:
            self.problem = problem_of(what, error)
        finally:
            self.busy = None
            self.changed()

    def _heard(self, what: str, value: Any) -> None:
        if what == "progress" and self.busy is not None:
            self.busy |= {
                "words": value["what"], "done": value["done"], "left": value["left"],
            }  # fmt: skip
            self._tell("progress", self.busy)

    async def _make_way(self) -> None:
        """End what only was to be known: what is asked for now matters more."""
        if self.busy is not None and self.busy["what"] in ("risk", "explore"):
            await self.cancel()

    async def cancel(self) -> None:
        """End what is at work, at once."""
        busy, work = self.busy, self._work
        if busy is None or work is None:
            return
        if busy["what"] == "write":
            # A copy takes a moment, and appears whole: nothing is there to be ended.
            await asyncio.wait([work])
            return
        if busy["what"] in ("open", "risk"):
            await self._reader.end()
            if busy["what"] == "open":
                self.table = self.draft = None
        else:
            await self._solver.end()
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work

    async def close(self) -> None:
        self.closed = True
        await self.cancel()
        await asyncio.gather(self._reader.end(), self._solver.end())
        self._tell("closed", None)

    # The table

    async def open(self, path: str, fields: Mapping[str, Any] | None = None) -> None:
        """Read a table, or the table of a job file."""
        place, reading = self.places.readable(path), from_fields(fields or {})
        await self._make_way()
        self._start("open", self._opened(place, reading), name=Path(place).name)

    async def remedy(self, remedy: Sequence[Sequence[str]]) -> None:
        """Read the same table with options that covey proposes."""
        draft = self._needs_draft()
        reading = with_remedy(draft.reading, remedy)
        await self._make_way()
        place = str(draft.data["table"])
        self._start("open", self._opened(place, reading), name=Path(place).name)

    async def _opened(self, place: str, reading: dict[str, Any]) -> None:
        data: dict[str, Any] | None = None
        if place.endswith(".toml"):
            data = self._data_of(read_job(Path(place)))
            place = data["table"]
            reading = {key: data[key] for key in READING if key in data}
        found = await self._reader.ask("open", self._heard, table=place, reading=reading)
        self._holder = self._reader.living
        names = [column["column"] for column in found["columns"]]
        self.table = {
            **found,
            "path": place,
            "shown": self._shown(place),
            "reading": to_fields(reading),
        }
        draft = Draft.of_table(place, reading, names) if data is None else Draft.of_job(data, names)
        if data is None and self.draft is not None and self.draft.data["table"] == place:
            # The same table, read otherwise: what is known of its columns stays.
            kept = {key: own for key, own in self.draft.data.items() if key not in READING}
            if set(self.draft.columns) == set(names):
                draft = Draft({**kept, **reading}, tuple(names), self.draft.decided)
        self.draft, self.history, self.risk = draft, [], None

    def _data_of(self, job: Job) -> dict[str, Any]:
        """A job as the keys of its file, with all paths checked and absolute."""
        self._refuse_elsewhere(job)
        data = tomllib.loads(job_text(job, Path("/")))

        def absolute(place: str) -> str:
            return str(Path("/") / place)

        data["table"] = absolute(data["table"])
        data.pop("output", None)
        for role in data["quasi"].values():
            for key in ("map", "tree", "table"):
                if isinstance(role.get(key), str):
                    role[key] = absolute(role[key])
        return data

    def _refuse_elsewhere(self, job: Job) -> None:
        """Refuse a job that reads from elsewhere than the folders of the page."""
        named = [str(job.table), *(str(f) for role in job.quasi.values() for f in role.files)]
        for place in named:
            self.places.readable(place)
        for key in NAMING:
            if given := getattr(job, key):
                self._in_places(key, str(given))

    def _shown(self, place: str) -> str:
        path = Path(place)
        return path.name if path.is_relative_to(self.places.private) else self.places.shown(place)

    async def rows(self, page: int) -> Any:
        return await self._of_table("rows", page=page)

    async def fields(self, path: str, column: str) -> Any:
        return await self._of_table("map", path=self.places.readable(path), column=column)

    async def _of_table(self, ask: str, **more: Any) -> Any:
        """An answer about the table, which is opened again where the process that had it open was
        ended."""
        if self.draft is not None and self._reader.living is not self._holder:
            table, reading = self.draft.data["table"], self.draft.reading
            await self._reader.ask("open", table=table, reading=reading)
            self._holder = self._reader.living
        return await self._reader.ask(ask, self._heard, **more)

    # The job

    def _needs_draft(self) -> Draft:
        if self.draft is None:
            raise InvalidInput("Choose a table first.")
        return self.draft

    async def edit(self, draft: Draft) -> None:
        """Go on with another draft; the one before can be had back."""
        before = self._needs_draft()
        if draft != before:
            await self._replaced(draft, [*self.history, before][-HISTORY:])

    async def _replaced(self, draft: Draft, history: list[Draft]) -> None:
        assert self.draft is not None
        other = self._signature(draft) != self._signature(self.draft)
        if other:
            await self._make_way()
            self.risk = None
        self.draft, self.problem, self.history = draft, None, history
        if other:
            self._ask_for_screen()
        self.changed()

    def _ask_for_screen(self) -> None:
        """What the screen shows is looked for at once, if it is not known."""
        if self.busy is None and self.screen == "risk" and self.risk is None:
            self.ask_risk()
        if self.busy is None and self.screen == "choose" and self._needs_draft().data["quasi"]:
            self.explore(THRESHOLDS, exact=False)

    async def treat(self, column: str, treatment: str, options: Mapping[str, Any]) -> None:
        own = dict(options)
        named = FILES.get(treatment)
        if named is not None and own.get(named):
            own[named] = self.places.readable(str(own[named]))
        await self.edit(self._needs_draft().treated(column, treatment, own))

    async def accept(self, columns: Sequence[str]) -> None:
        """Treat columns as their looks propose."""
        draft = self._needs_draft()
        assert self.table is not None
        looks = {each["column"]: each["look"] for each in self.table["columns"]}
        for column in columns:
            if column in looks and column not in draft.decided:
                draft = _accepted(draft, column, looks)
        await self.edit(draft)

    async def put(self, values: Mapping[str, Any]) -> None:
        """Set keys of the job; a preset brings its k with it."""
        preset = PRESETS.get(str(values.get("preset")))
        own = {} if preset is None or preset.k is None else {"k": preset.k}
        named = {key: self._in_places(key, values[key]) for key in NAMING if values.get(key)}
        await self.edit(self._needs_draft().with_values({**own, **values, **named}))

    def _in_places(self, key: str, given: str) -> str:
        """What a key of the job says of a file, with its path checked and absolute."""
        if key == "pseudonym" and given == OWNER:
            return given
        place, column = split_population(given) if key == "population" else (given, "")
        return ":".join(filter(None, [self.places.readable(place), column]))

    async def undo(self) -> None:
        if self.history:
            await self._replaced(self.history[-1], self.history[:-1])

    async def show(self, screen: str) -> None:
        if screen not in SCREENS:
            raise InvalidInput(f"There is no screen {screen!r}.", given=screen)
        if screen != SCREENS[0]:
            self._needs_draft()
        if screen in ("look", "take") and not self.runs:
            raise InvalidInput("There is no release yet: run the job first.")
        if screen != self.screen:
            await self._make_way()
        self.screen, self.problem = screen, None
        self._ask_for_screen()
        self.changed()

    # Answers

    def ask_risk(self) -> None:
        draft = self._needs_draft()
        job = draft.job
        quasi = [column for name, role in job.quasi.items() for column in role.columns(name)]
        if not quasi:
            raise InvalidInput("Name one column or more that others know of a person.")
        self._start("risk", self._risk(draft, quasi, job.person))

    async def _risk(self, draft: Draft, quasi: list[str], person: str) -> None:
        self.risk = await self._reader.ask(
            "risk",
            self._heard,
            table=draft.data["table"],
            quasi=quasi,
            person=person,
            k=draft.data["k"],
            reading=draft.reading,
        )

    def explore(self, thresholds: Sequence[int], exact: bool) -> None:
        """Solve the job for several k. What was found once is not looked for again."""
        draft = self._needs_draft()
        assert self.table is not None
        signature, rows = self._signature(draft), self.table["rows"]
        curve = self.curves.get(signature)
        known = 0 if curve is None else curve["sampled"]
        sampled = 0 if exact or rows <= LARGE or (curve is not None and not known) else SAMPLE
        if curve is None or curve["sampled"] != sampled:
            curve = {"points": {}, "sampled": sampled, "rows": rows, "notes": []}
            self.curves[signature] = curve
        wanted = [k for k in thresholds if str(k) not in curve["points"]]
        if wanted:
            self._start("explore", self._explored(draft, curve, wanted), wanted=wanted)

    async def _explored(self, draft: Draft, curve: dict[str, Any], wanted: list[int]) -> None:
        def heard(what: str, value: Any) -> None:
            if what == "found":
                curve["points"][str(value["k"])] = value
                self.changed()
            else:
                self._heard(what, value)

        sample = ""
        if curve["sampled"]:
            sample = str(self.places.private / "sample.parquet")
            await self._of_table("sample", path=sample, rows=curve["sampled"])
        job = self.places.private / "explored.toml"
        write_job(draft.job, job)
        answer = await self._solver.ask("explore", heard, job=str(job), k=wanted, table=sample)
        curve["notes"] = answer["notes"]

    async def run(self) -> None:
        draft = self._needs_draft()
        await self._make_way()
        self._start("release", self._run(draft))

    async def _run(self, draft: Draft) -> None:
        number = len(self.runs) + 1
        folder = self.places.private / RUNS / str(number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        write_job(draft.job, folder / JOB_FILE)
        began = time.monotonic()
        answer = await self._solver.ask(
            "release",
            self._heard,
            job=str(folder / JOB_FILE),
            out=str(folder / RELEASE),
            look=str(folder / LOOK_FILE),
        )
        seconds = time.monotonic() - began
        texts = draft.texts(self.places.home, self._named)
        recoding = draft.data.get("recoding", "local")
        self.runs.append(
            {"number": number, "seconds": seconds, "recoding": recoding, "texts": texts, **answer}
        )
        self.screen = "look"

    def folder_of(self, number: int) -> Path:
        """Of a run that is finished."""
        if not 1 <= number <= len(self.runs):
            raise InvalidInput(f"There is no run {number}.", given=number)
        return self.places.private / RUNS / str(number)

    async def explain(self, number: int, values: Mapping[str, Any]) -> Any:
        release = self.folder_of(number) / RELEASE
        return await self._of_table("explain", release=str(release), values=dict(values))

    # What is taken away

    def write(self, number: int, target: str, overwrite: bool) -> None:
        """Copy a release to a folder that the user names."""
        place = Path(self.places.inside(target))
        self._start("write", self._written(number, place, overwrite))

    async def _written(self, number: int, place: Path, overwrite: bool) -> None:
        from covey.release.copying import copy_release

        source = self.folder_of(number) / RELEASE
        receipts = await asyncio.to_thread(copy_release, source, place, overwrite=overwrite)
        self.taken.append(
            {
                "what": "release",
                "run": number,
                "path": self.places.shown(str(place)),
                "receipts": self.places.shown(str(receipts)),
            }
        )

    def save_job(self, target: str, overwrite: bool) -> None:
        place = Path(self.places.inside(target))
        if place.exists() and not overwrite:
            raise InvalidInput(
                f"{self.places.shown(str(place))} is there already.",
                hint="Name another file, or let it be replaced.",
                given=target,
            )
        write_job(self._named(self._needs_draft().job), place)
        self.taken.append({"what": "job", "path": self.places.shown(str(place))})
        self.changed()


def problem_of(where: str, error: Exception) -> dict[str, Any]:
    """An error for the page: also one that nobody thought of."""
    from covey.app.worker import in_words

    said = error.said if isinstance(error, Refused) else in_words(error)
    return {"where": where, **said}


def _accepted(draft: Draft, column: str, looks: Mapping[str, Mapping[str, Any]]) -> Draft:
    """A draft in which a column is what it looks like."""
    treatment = looks[column]["treatment"]
    if treatment in ("latitude", "longitude"):
        other = "longitude" if treatment == "latitude" else "latitude"
        free = [name for name in draft.undecided if looks[name]["treatment"] == other]
        if not free:
            return draft.treated(column, "ordered", {})
        lat, lon = (column, free[0]) if treatment == "latitude" else (free[0], column)
        return draft.treated(column, "points", {"lat": lat, "lon": lon})
    if treatment == "person" and draft.data.get("person"):
        return draft.treated(column, "drop", {})
    options = {"l": 2} if treatment == "sensitive" else {}
    return draft.treated(column, treatment, options)
