"""Everything that the tabs of a page show: one job with its history, its table, and its runs.

It is held by the server, so that a second tab and a reload find the same. Whatever changes is sent
to all tabs at once. What it is made of stands in modules of its own: ``tabs``, ``work``, ``draft``,
``history``, ``naming``, ``proposals``, ``curves`` and ``runs``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from covey.app.copies import Copies, reading_of_copy
from covey.app.curves import THRESHOLDS, Known, add_point, of_curve, of_risk, quasi_columns
from covey.app.draft import FILES, READING, Draft
from covey.app.history import Stand, after, elsewhere
from covey.app.naming import (
    NAMING,
    as_known,
    confined,
    data_of,
    free_file,
    free_target,
    refuse_elsewhere,
    shown,
    uploaded,
)
from covey.app.places import Places
from covey.app.process import Process, Refused
from covey.app.proposals import accepted
from covey.app.reading import from_fields, to_fields, with_remedy
from covey.app.runs import JOB_FILE, LOOK_FILE, RELEASE, Runs
from covey.app.tabs import Tabs
from covey.app.work import ONLY_TO_KNOW, Work
from covey.core.errors import InvalidInput
from covey.core.thresholds import PRESETS
from covey.release.job.command import OUT
from covey.release.job.file import read_job, write_job

SCREENS = ("table", "columns", "risk", "choose", "run", "look", "take")


class WouldLose(InvalidInput):
    """Another table or job would take the place of decisions that somebody has not saved."""


class Session:
    """``view`` is all that a page needs to know; ``listen`` tells when that is something else."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.screen = SCREENS[0]
        self.draft: Draft | None = None
        self.table: dict[str, Any] | None = None
        self.history: list[Stand] = []
        self.known = Known()
        self.runs = Runs(places.private)
        self.taken: list[dict[str, Any]] = []
        self.target = OUT
        """Where a release is to be written, as the user named it."""
        self._safe: Draft | None = None
        """The draft as it was opened or last saved."""
        self._tabs = Tabs(self._left_alone)
        self._work = Work(self.changed, self._tabs.tell)
        # Two processes: rows and values of the table can be looked at while the solver works, and
        # to cancel a solve does not close the table.
        self._reader, self._solver = Process(places.private), Process(places.private)
        self._holder: asyncio.subprocess.Process | None = None
        """Which process of the reader has the table open."""
        self._opening = asyncio.Lock()
        """Held while the reader opens a table, until ``draft`` is that of the same table."""
        self._copies = Copies(places.private)
        self._fields: dict[Any, Any] = {}
        self._version = 0
        self._tried: tuple[str, dict[str, Any]] = ("", {})
        """Which table was to be opened last, and how it was to be read."""

    # What is shown

    @property
    def busy(self) -> dict[str, Any] | None:
        return self._work.busy

    @property
    def problem(self) -> dict[str, Any] | None:
        return self._work.problem

    @property
    def view(self) -> dict[str, Any]:
        draft = self.draft
        # Once for all runs: each of them is compared with the job of the page.
        texts = None if draft is None else self._texts(draft)
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
            "texts": texts,
            "uploads": [] if draft is None else uploaded(draft.job, self.places),
            "undo": len(self.history),
            "undo_to": self._undo_to,
            "problem": self.problem,
            "risk": None if draft is None else self.known.risk(draft),
            "curve": None if draft is None else self.known.curve(draft),
            "thresholds": list(THRESHOLDS),
            "presets": [each.to_dict() for each in PRESETS.values()],
            "busy": self.busy,
            "runs": [self._with_texts(run, texts) for run in self._own_runs],
            "run": self.runs.chosen,
            "beside": self.runs.beside,
            "target": self.target,
            "taken": [each for each in self.taken if each["run"] in self._own_numbers],
        }

    @property
    def _own_runs(self) -> list[dict[str, Any]]:
        """Runs of the table that is open. Those of another one come back with it."""
        return [] if self.draft is None else self.runs.of(str(self.draft.data["table"]))

    @property
    def _own_numbers(self) -> set[int]:
        return {run["number"] for run in self._own_runs}

    @property
    def _undo_to(self) -> str:
        """The table that undo brings back, if it is another one than is open."""
        if not self.history or self.history[-1].table == self._now().table:
            return ""
        return shown(self.history[-1].table, self.places)

    def _texts(self, draft: Draft) -> dict[str, str]:
        return draft.texts(self.places.home, lambda job: as_known(job, self.places), self.target)

    def _with_texts(self, run: Mapping[str, Any], now: Mapping[str, str] | None) -> dict[str, Any]:
        """A run with the texts of its own job, the uploads that they name, and whether that is
        still the job of the page."""
        draft = self.runs.draft(run["number"])
        texts = self._texts(draft)
        changed = now is None or texts["file"] != now["file"]
        uploads = uploaded(draft.job, self.places)
        return {**run, "texts": texts, "uploads": uploads, "changed": changed}

    def listen(self) -> AsyncGenerator[tuple[str, Any], None]:
        return self._tabs.listen(lambda: self.view)

    def changed(self) -> None:
        # Counts the states. The page has the number as data-version.
        self._version += 1
        self._tabs.tell("state", self.view)

    # Work

    def _left_alone(self) -> None:
        """No page waits any more: what is at work ends."""
        if self.busy is not None:
            # Kept in a field: the loop itself holds tasks only weakly.
            self._spawned = asyncio.ensure_future(self.cancel())

    async def _make_way(self) -> None:
        """End what only was to be known: what is asked for now matters more."""
        if self._work.what in ONLY_TO_KNOW:
            await self.cancel()

    async def cancel(self) -> None:
        """End what is at work, at once."""
        await self._work.cancel(self._ended)

    async def _ended(self, what: str) -> None:
        if what == "open":
            # The job before stays. Its table is opened again when a row is asked for.
            await self._reader.end()
        else:
            # The reader, which has the table open, stays.
            await self._solver.end()

    async def close(self) -> None:
        # What is at work first: it clears up after itself before its process is gone.
        await self.cancel()
        await asyncio.gather(self._reader.end(), self._solver.end())
        self._tabs.close()

    # The table

    async def open(
        self, path: str, fields: Mapping[str, Any] | None = None, replace: bool = False
    ) -> None:
        """Read a table, or the table of a job file. What was decided
        and not saved is replaced only if ``replace`` asks for it."""
        # Refused before anything that is at work makes way.
        place, reading = self.places.readable(path), from_fields(fields or {})
        if not replace:
            self._refuse_to_lose(place)
        await self._make_way()
        self._work.start("open", self._opened(place, reading), name=Path(place).name)

    def _refuse_to_lose(self, place: str) -> None:
        if self.draft is None or place == self.draft.data["table"]:
            return
        now = self._now()
        if now.has_decisions:
            raise WouldLose(
                f"This closes {shown(now.table, self.places)} and what you decided on it.",
                hint="Undo brings both back as long as covey runs. To go on another day, save the"
                " job file.",
                given=place,
            )

    async def remedy(self, remedy: Sequence[Sequence[str]]) -> None:
        """Read the same table with options that covey proposes: that of the page, or one that could
        not be read without them."""
        # A remedy belongs to the error that proposed it: that of opening is about the table tried
        # last.
        if self.problem is not None and self.problem["where"] == "open":
            place, before = self._tried
        else:
            draft = self._needs_draft()
            place, before = str(draft.data["table"]), draft.reading
        reading = with_remedy(before, remedy)
        await self._make_way()
        self._work.start("open", self._opened(place, reading), name=Path(place).name)

    async def _opened(
        self, place: str, reading: dict[str, Any], undone: Stand | None = None
    ) -> None:
        data: dict[str, Any] | None = None
        # A job file names its table and how it is read; what the page asked for does not count
        # then.
        if place.endswith(".toml"):
            data = data_of(read_job(Path(place)), self.places)
            place = data["table"]
            reading = {key: data[key] for key in READING if key in data}
        self._tried = place, reading
        async with self._opening:
            self._begin(place, reading, data, await self._read(place, reading), undone)

    def _begin(
        self,
        place: str,
        reading: dict[str, Any],
        data: dict[str, Any] | None,
        found: Any,
        undone: Stand | None,
    ) -> None:
        """Go on with a table that was read; ``data`` is the job of its job file, if it has one, and
        ``undone`` what somebody wants back."""
        names = [column["column"] for column in found["columns"]]
        self.table = {
            **found,
            "path": place,
            "shown": shown(place, self.places),
            "reading": to_fields(reading),
        }
        draft = Draft.of_table(place, reading, names) if data is None else Draft.of_job(data, names)
        # Before `_go_on`, which replaces the draft.
        other = self.draft is None or self.draft.data["table"] != place
        self._go_on(*self._following(draft, undone, is_job=data is not None))
        if other:
            # The screens that follow are about columns and runs of the table before.
            self.screen = SCREENS[0]
            self.runs.turn_to(place)
        # It may be another table by now, under the same name.
        self.known, self._fields = Known(), {}

    def _following(
        self, draft: Draft, undone: Stand | None, is_job: bool
    ) -> tuple[Stand, list[Stand]]:
        """Where a table that was read leads to, and the history then."""
        # Columns as a set: a file with another order of columns is still the same table to a draft.
        if undone is not None and set(undone.draft.columns) == set(draft.columns):
            return undone, self.history[:-1]
        place = str(draft.data["table"])
        begun = Stand(draft, draft, free_target(place, self.places))
        if self.draft is None:
            return begun, []
        before = self._now()
        # Another table: what was left can be had back by undo.
        if before.table != place:
            history = self.history if undone is None else elsewhere(self.history, place)
            return begun, after(history, before)
        if not is_job:
            return self._read_again(before, draft)
        # A job file of the same table: the folder that the user named stays.
        now = replace(begun, target=before.target)
        return now, after(self.history, before) if draft != before.draft else self.history

    def _read_again(self, before: Stand, draft: Draft) -> tuple[Stand, list[Stand]]:
        """The same table, read otherwise: what is known of its columns stays, and the way back."""
        own = before.draft
        if set(own.columns) == set(draft.columns):
            kept = {key: value for key, value in own.data.items() if key not in READING}
            draft = Draft({**kept, **draft.reading}, draft.columns, own.decided)
        elif own.reading == draft.reading:
            # The file has other columns by now: no draft of before fits.
            return Stand(draft, draft, before.target), elsewhere(self.history, before.table)
        now = replace(before, draft=draft)
        return now, after(self.history, before) if draft != own else self.history

    def _now(self) -> Stand:
        draft = self._needs_draft()
        return Stand(draft, self._safe or draft, self.target)

    def _go_on(self, now: Stand, history: list[Stand]) -> None:
        self.draft, self._safe, self.target, self.history = now.draft, now.safe, now.target, history

    async def _read(self, place: str, reading: Mapping[str, Any]) -> Any:
        """Have the reader open a table, and keep a copy for all that follows."""
        copy = self._copies.begin(place)
        try:
            found = await self._reader.ask(
                "open", self._work.heard, table=place, reading=reading, copy=str(copy)
            )
        # CancelledError is no Exception.
        except BaseException:
            # Also when it was cancelled: no part of the table stays.
            self._copies.drop(copy)
            raise
        self._holder = self._reader.living
        self._copies.keep(copy)
        return found

    async def rows(self, page: int) -> Any:
        return await self._of_table("rows", page=page)

    async def fields(self, path: str, column: str) -> Any:
        """Of a map. A large one takes a while to read: what was found is kept as long as the file
        is the same."""
        place = self.places.readable(path)
        # Time and size tell a file that was replaced under the same name.
        seen = Path(place).stat() if Path(place).exists() else None
        asked = (place, column, seen and (seen.st_mtime_ns, seen.st_size))
        if asked not in self._fields:
            self._fields[asked] = await self._of_table("map", path=place, column=column)
        return self._fields[asked]

    async def _of_table(self, ask: str, **more: Any) -> Any:
        """An answer about the table. Where the process that had it open is no more, the next one
        opens its copy, which stays where it is: the solver may be reading it."""
        async with self._opening:
            # Of several that ask at once, the first opens it for all.
            if self.draft is not None and self._reader.living is not self._holder:
                how = reading_of_copy(self.draft.reading)
                await self._about_copy(self._reader, "open", self._work.heard, reading=how)
                self._holder = self._reader.living
        return await self._reader.ask(ask, self._work.heard, **more)

    # The job

    def _needs_draft(self) -> Draft:
        if self.draft is None:
            raise InvalidInput("Choose a table first.")
        return self.draft

    async def edit(self, draft: Draft) -> None:
        """Go on with another draft; the one before can be had back."""
        before = self._now()
        # Whichever key names a file, and whichever program wrote it.
        refuse_elsewhere(draft.job, self.places)
        if draft != before.draft:
            await self._replaced(replace(before, draft=draft), after(self.history, before))

    async def _replaced(self, now: Stand, history: list[Stand]) -> None:
        # Changes that no curve depends on, as another k, do not end the work.
        other = of_curve(now.draft) != of_curve(self._needs_draft())
        if other:
            await self._make_way()
        self._go_on(now, history)
        self._work.problem = None
        if other:
            self._ask_for_screen()
        self.changed()

    def _ask_for_screen(self) -> None:
        """What the screen shows is looked for at once, if it is not known."""
        draft = self._needs_draft()
        if self.busy is not None or not draft.data["quasi"]:
            return
        if self.screen == "risk" and self.known.risk(draft) is None:
            self.ask_risk()
        elif self.screen == "choose":
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
        await self.edit(accepted(draft, columns, looks))

    async def put(self, values: Mapping[str, Any]) -> None:
        """Set keys of the job; a preset brings its k with it."""
        preset = PRESETS.get(str(values.get("preset")))
        own = {} if preset is None or preset.k is None else {"k": preset.k}
        named = {key: confined(key, values[key], self.places) for key in NAMING if values.get(key)}
        await self.edit(self._needs_draft().with_values({**own, **values, **named}))

    async def undo(self) -> None:
        if not self.history:
            return
        before, now = self.history[-1], self._now()
        if before.table == now.table:
            # The folder that was named meanwhile is no change of the job.
            before = replace(before, target=now.target)
        if before.is_read_as(now):
            await self._replaced(before, self.history[:-1])
            return
        # The table was read otherwise then, or it was another one.
        await self._make_way()
        work = self._opened(before.table, before.draft.reading, before)
        self._work.start("open", work, name=Path(before.table).name)

    async def show(self, screen: str) -> None:
        if screen not in SCREENS:
            raise InvalidInput(f"There is no screen {screen!r}.", given=screen)
        if screen != SCREENS[0]:
            self._needs_draft()
        if screen in ("look", "take") and not self._own_runs:
            raise InvalidInput("There is no release yet: run the job first.")
        # Work that only was to be known is for the screen that asked for it.
        if screen != self.screen:
            await self._make_way()
        self.screen, self._work.problem = screen, None
        if screen == "columns":
            # The next screen needs it, and a process takes a moment to start.
            await self._solver.start()
        if self.draft is not None:
            self._ask_for_screen()
        self.changed()

    # Answers

    def ask_risk(self) -> None:
        """Count who is unique today. What was counted once is not counted again."""
        draft = self._needs_draft()
        quasi = quasi_columns(draft)
        if not quasi:
            raise InvalidInput("Name one column or more that others know of a person.")
        self._work.start("risk", self._risk(draft, quasi))

    async def _risk(self, draft: Draft, quasi: list[str]) -> None:
        # By the draft as it was asked: the user may change the job while it is counted.
        found = await self._about_copy(
            self._solver,
            "risk",
            self._work.heard,
            quasi=quasi,
            person=draft.job.person,
            k=draft.data["k"],
            reading=draft.reading,
        )
        self.known.risks[of_risk(draft)] = found

    def explore(self, thresholds: Sequence[int], exact: bool) -> None:
        """Solve the job for several k. What was found once is not looked for again."""
        draft = self._needs_draft()
        assert self.table is not None
        curve, wanted = self.known.wanted(draft, self.table["rows"], thresholds, exact)
        if wanted:
            # Refused before the curve that is shown makes way.
            self._work.refuse_second("explore")
            self.known.keep(draft, curve)
            self._work.start("explore", self._explored(draft, curve, wanted), wanted=wanted)

    async def _explored(self, draft: Draft, curve: dict[str, Any], wanted: list[int]) -> None:
        asked = draft.job

        def heard(what: str, value: Any) -> None:
            if what == "found":
                add_point(curve, value, asked)
                self.changed()
            else:
                self._work.heard(what, value)

        job = self.places.private / "explored.toml"
        write_job(asked, job)
        sample = curve["sampled"]
        await self._about_copy(
            self._solver, "explore", heard, job=str(job), k=wanted, sample=sample
        )

    async def _about_copy(
        self, process: Process, ask: str, heard: Callable[[str, Any], None], **more: Any
    ) -> Any:
        """An answer about the copy of the table. Errors name the table itself, not the copy."""
        assert self.table is not None
        try:
            return await process.ask(ask, heard, table=str(self._copies.now), **more)
        except Refused as error:
            stand_ins = self._copies.stand_ins(more.get("sample", 0))
            raise error.about(dict.fromkeys(stand_ins, self.table["shown"])) from None

    async def run(self) -> None:
        draft = self._needs_draft()
        await self._make_way()
        self._work.start("release", self._run(draft))

    async def _run(self, draft: Draft) -> None:
        folder = self.runs.begin(draft.job)
        began = time.monotonic()
        # The job itself, not the copy of the table: a release has the same bytes as that of the
        # command line.
        answer = await self._solver.ask(
            "release",
            self._work.heard,
            job=str(folder / JOB_FILE),
            out=str(folder / RELEASE),
            look=str(folder / LOOK_FILE),
        )
        self.runs.finish(
            draft,
            seconds=time.monotonic() - began,
            recoding=draft.data.get("recoding", "local"),
            **answer,
        )
        if self.screen == "run":
            # A user who went elsewhere meanwhile stays there.
            self.screen = "look"

    def choose_run(self, number: int, beside: int) -> None:
        """Choose the run that is looked at and taken away, and one to compare it with."""
        # 0 is no second run.
        if not {number, beside or number} <= self._own_numbers:
            raise InvalidInput("There is no such run of this table.", given=number)
        self.runs.choose(number, beside)
        self.changed()

    async def explain(self, number: int, values: Mapping[str, Any]) -> Any:
        """Where values went. The place of the release is private: it is called by its run."""
        if not values:
            raise InvalidInput("Type a value into one of the fields, or into several.")
        release, known = str(self.runs.folder(number) / RELEASE), f"Run {number}"
        try:
            found = await self._of_table("explain", release=release, values=dict(values))
        except Refused as error:
            raise error.about({release: known}) from None
        return {**found, "release": known}

    # What is taken away

    def aim(self, target: str) -> None:
        """Name the folder of the release, which the command and the call name as well."""
        self.target = self.places.shown(self.places.inside(target))
        self.changed()

    def write(self, number: int, target: str, overwrite: bool) -> None:
        """Copy a release to a folder that the user names."""
        place = Path(self.places.inside(target))
        self._work.start("write", self._written(number, place, overwrite))

    async def _written(self, number: int, place: Path, overwrite: bool) -> None:
        from covey.release.write.copying import copy_release

        source = self.runs.folder(number) / RELEASE
        # In a thread: a large table takes a while to copy, and other tabs must still be served.
        receipts = await asyncio.to_thread(copy_release, source, place, overwrite=overwrite)
        self.taken.append(
            {
                "what": "release",
                "run": number,
                "path": self.places.shown(str(place)),
                "receipts": self.places.shown(str(receipts)),
            }
        )

    def job_text(self, number: int) -> str:
        """The job file of a run, as it stands in the first folder of the page."""
        return self._texts(self.runs.draft(number))["file"]

    def save_job(self, number: int, target: str, overwrite: bool) -> None:
        """Write the job that a run was made of."""
        place = Path(self.places.inside(target))
        if place.exists() and not overwrite:
            raise InvalidInput(
                f"{self.places.shown(str(place))} is there already.",
                hint="Name another file, or let it be replaced.",
                given=target,
            )
        self._write_job(self.runs.draft(number), place)
        self.taken.append({"what": "job", "run": number, "path": self.places.shown(str(place))})
        self.changed()

    def save_draft(self) -> dict[str, str]:
        """Write the job as it is to a file that is not there yet, and say which one."""
        draft = self._needs_draft()
        place = free_file(str(draft.data["table"]), self.places)
        self._write_job(draft, place)
        return {"path": self.places.shown(str(place))}

    def _write_job(self, draft: Draft, place: Path) -> None:
        write_job(as_known(draft.job, self.places), place)
        # A run's job may be older than that of the page, which is not saved by it.
        if draft == self.draft:
            self._safe = draft
