"""The job as it is edited: the keys of a job file, and which columns somebody has decided on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from covey.attributes import KINDS, ROLES
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.release.job import Job
from covey.release.job.command import OUT, command_line, python_call
from covey.release.job.file import KEYS, job_of, job_text, seen_from

K = 10
"""Until somebody chooses another one."""
JOB_FILE = "job.toml"
KEEP, DROP, PERSON, GROUP, SENSITIVE, POINTS = (
    "keep", "drop", "person", "group", "sensitive", "points",
)  # fmt: skip
ROLE_OF = {kind.option.removeprefix("--"): kind.role for kind in KINDS if not kind.is_coordinates}
"""The roles of a job file by the names of the options."""
NAME_OF = {role: name for name, role in ROLE_OF.items()}
TREATMENTS = (KEEP, DROP, PERSON, GROUP, SENSITIVE, *ROLE_OF, POINTS)
FILES = {kind.option.removeprefix("--"): kind.file_field for kind in KINDS if kind.file_field}
"""Options of a role that name a file."""
READING = ("encoding", "header", "na", "decimal", "thousands", "date_format", "trim")
"""Keys that say how the table is read."""
OF_COLUMNS = ("table", "quasi", "drop", "person", "groups", "sensitive", "output")
FREE = tuple(key for key in KEYS if key not in (*OF_COLUMNS, *READING))
"""Keys that are set by their name alone."""
LISTS = ("drop", "groups", "sensitive", "weights")
"""Keys that a job does not have where they are empty."""
GROUPS_AT_LEAST = 2


@dataclass(frozen=True)
class Draft:
    """``data`` has the keys of a job file, with absolute paths; ``columns`` are those of the table;
    ``decided`` are the columns of which somebody said what they are."""

    data: Mapping[str, Any]
    columns: tuple[str, ...] = ()
    decided: frozenset[str] = field(default_factory=frozenset)

    @classmethod
    def of_table(cls, table: str, reading: Mapping[str, Any], columns: Sequence[str]) -> Draft:
        return cls({"table": table, "k": K, "quasi": {}, **reading}, tuple(columns))

    @classmethod
    def of_job(cls, data: Mapping[str, Any], columns: Sequence[str]) -> Draft:
        """A job that is there already: all its columns are decided."""
        return cls(dict(data), tuple(columns), frozenset(columns))

    @property
    def job(self) -> Job:
        """Refused where it is wrong whatever the table is."""
        # Paths are absolute: the folder of the job file has no part in them.
        return job_of(self.data, Path("/") / JOB_FILE)

    @property
    def reading(self) -> dict[str, Any]:
        return {key: self.data[key] for key in READING if key in self.data}

    @property
    def undecided(self) -> list[str]:
        return [column for column in self.columns if column not in self.decided]

    def treatment(self, column: str) -> dict[str, Any]:
        """What a column is, by the name of its option, and the options of its role."""
        data = self.data
        for name, role in data["quasi"].items():
            options = {key: value for key, value in role.items() if key != "role"}
            # Points are named by both of their columns; each column finds the pair.
            if ROLES[role["role"]].is_coordinates and column in options.values():
                return {"as": POINTS, "options": options, "name": name}
            if name == column:
                return {"as": NAME_OF[role["role"]], "options": options}
        if column in data.get("drop", ()):
            return {"as": DROP, "options": {}}
        if column == data.get("person"):
            return {"as": PERSON, "options": {}}
        if column in data.get("groups", {}):
            return {"as": GROUP, "options": {"least": data["groups"][column]}}
        if column in data.get("sensitive", {}):
            return {"as": SENSITIVE, "options": dict(data["sensitive"][column])}
        return {"as": KEEP, "options": {}}

    def treated(self, column: str, treatment: str, options: Mapping[str, Any]) -> Draft:
        """The draft with another treatment of a column."""
        if column not in self.columns:
            raise InvalidInput(
                f"There is no column {column!r}.", hint=closest(column, self.columns), given=column
            )
        if treatment not in TREATMENTS:
            raise InvalidInput(
                f"A column is one of {', '.join(TREATMENTS)}; given: {treatment!r}.",
                hint=closest(treatment, TREATMENTS),
                given=treatment,
            )
        # An empty field of the page is an option that was not given.
        own = {name: value for name, value in options.items() if value not in (None, "", [])}
        data, freed = self._without(column)
        decided = (self.decided - freed) | {column}
        if treatment in ROLE_OF:
            data["quasi"][column] = {**own, "role": ROLE_OF[treatment]}
        elif treatment == POINTS:
            data, decided = self._with_points(data, column, own, decided)
        elif treatment == DROP:
            data["drop"] = [*data.get("drop", []), column]
        elif treatment == PERSON:
            # One column identifies people: the one before is undecided again.
            if former := data.get("person"):
                decided -= {former}
            data["person"] = column
        elif treatment == GROUP:
            least = own.get("least", GROUPS_AT_LEAST)
            data["groups"] = {**data.get("groups", {}), column: least}
        elif treatment == SENSITIVE:
            data["sensitive"] = {**data.get("sensitive", {}), column: own}
        return self._checked(data, decided)

    def _without(self, column: str) -> tuple[dict[str, Any], frozenset[str]]:
        """The data without any decision about a column; the other column of a place is free
        then."""
        data, freed = deepcopy(dict(self.data)), frozenset[str]()
        was = self.treatment(column)
        if was["as"] == POINTS:
            del data["quasi"][was["name"]]
            freed = frozenset(was["options"].values())
        data["quasi"].pop(column, None)
        data["drop"] = [name for name in data.get("drop", []) if name != column]
        # A pseudonym is of the person's column, and goes with it.
        if data.get("person") == column:
            data.pop("person")
            data.pop("pseudonym", None)
        for key in ("groups", "sensitive", "weights"):
            if column in data.get(key, {}):
                data[key] = {name: own for name, own in data[key].items() if name != column}
        # Empty lists are left out, so that equal jobs have equal texts.
        return {key: value for key, value in data.items() if value or key not in LISTS}, freed

    def _with_points(
        self,
        data: dict[str, Any],
        column: str,
        options: Mapping[str, Any],
        decided: frozenset[str],
    ) -> tuple[dict[str, Any], frozenset[str]]:
        """Two columns are one place: the second is named beside the first."""
        places = {name: options.get(name) for name in ("lat", "lon", "x", "y") if name in options}
        others = [name for name in places.values() if name != column]
        if len(places) != 2 or len(others) != 1 or others[0] not in self.columns:
            raise InvalidInput(
                f"A place is in two columns: name the one that belongs to {column!r}.",
                given=column,
            )
        other = str(others[0])
        # The second column may be part of another place, which is dissolved.
        rest, freed = replace(self, data=data)._without(other)
        rest["quasi"][", ".join(map(str, places.values()))] = {"role": POINTS, **places}
        return rest, (decided - freed) | {column, other}

    def with_values(self, values: Mapping[str, Any]) -> Draft:
        """The draft with other values of keys that stand by themselves; None for the default."""
        data = dict(self.data)
        for key, value in values.items():
            if key not in FREE:
                raise InvalidInput(
                    f"{key!r} is not set by itself.", hint=closest(key, FREE), given=key
                )
            # Removed first: an empty value stands for the default, which a job does not state.
            data.pop(key, None)
            if value is not None and value != "" and value != {}:
                data[key] = value
        return self._checked(data, self.decided)

    def _checked(self, data: dict[str, Any], decided: frozenset[str]) -> Draft:
        # In the order of the table, whatever was clicked first: the answer depends on it.
        data["quasi"] = dict(sorted(data["quasi"].items(), key=self._place))
        found = Draft(data, self.columns, decided)
        # Called for its refusal: no draft is kept that is no job.
        _ = found.job
        return found

    def _place(self, entry: tuple[str, Mapping[str, Any]]) -> int:
        name, role = entry
        named = [name, *map(str, role.values())]
        return min(at for at, column in enumerate(self.columns) if column in named)

    def texts(self, folder: Path, rename: Callable[[Job], Job], out: str = OUT) -> dict[str, str]:
        """The job as a file, a command line and a call, as seen from a folder; the last two name
        the folder ``out``, which a job file leaves to the person who runs it."""
        own = rename(self.job)
        seen = replace(seen_from(own, folder), output=out)
        return {
            "file": job_text(own, folder),
            "command": command_line(seen, JOB_FILE),
            "python": python_call(seen),
        }
