"""The files that a job names: confined to the folders of the page, and shown as the user knows
them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from covey.app.draft import FILES
from covey.app.places import Places
from covey.app.uploads import FOLDER
from covey.io.inputs.population import split_population
from covey.release.job import OWNER, Job
from covey.release.job.command import OUT
from covey.release.job.file import job_text

NAMING = ("population", "pseudonym")
"""Keys of a job that name a file."""


def data_of(job: Job, places: Places) -> dict[str, Any]:
    """A job that somebody opens as the keys of its file, with all paths checked and absolute."""
    refuse_elsewhere(job, places)
    # By its text, so that the keys are those of a job file in every detail.
    data = tomllib.loads(job_text(job, Path("/")))

    def absolute(place: str) -> str:
        return str(Path("/") / place)

    data["table"] = absolute(data["table"])
    # Where a release goes is chosen on the page, inside of its folders.
    data.pop("output", None)
    for role in data["quasi"].values():
        for key in set(FILES.values()):
            if isinstance(role.get(key), str):
                role[key] = absolute(role[key])
    return data


def refuse_elsewhere(job: Job, places: Places) -> None:
    """Refuse a job that reads from elsewhere than the folders of the page."""
    named = [str(job.table), *(str(f) for role in job.quasi.values() for f in role.files)]
    for place in named:
        places.readable(place)
    for key in NAMING:
        if given := getattr(job, key):
            confined(key, str(given), places)


def confined(key: str, given: str, places: Places) -> str:
    """What a key of the job says of a file, with its path checked and absolute."""
    # OWNER is the owner's key, not a file.
    if key == "pseudonym" and given == OWNER:
        return given
    place, column = split_population(given) if key == "population" else (given, "")
    return ":".join(filter(None, [places.readable(place), column]))


def as_known(job: Job, places: Places) -> Job:
    """The job as the user knows it: a file that was uploaded by its name, not by the place of its
    copy."""

    def move(place: str) -> str:
        return str(places.home / Path(place).name) if _is_upload(place, places) else place

    return replace(
        job,
        table=move(str(job.table)),
        quasi={name: role.moved(move) for name, role in job.quasi.items()},
    )


def uploaded(job: Job, places: Places) -> list[str]:
    """The names of files that the job reads and the folder of the page lacks: who runs the job
    elsewhere than on the page puts them there first."""
    named = [str(job.table), *(str(f) for role in job.quasi.values() for f in role.files)]
    return list(dict.fromkeys(Path(each).name for each in named if _is_upload(each, places)))


def _is_upload(place: str, places: Places) -> bool:
    return Path(place).is_relative_to(places.private / FOLDER)


def shown(place: str, places: Places) -> str:
    """The path of a table, for people."""
    path = Path(place)
    return path.name if path.is_relative_to(places.private) else places.shown(place)


def free_target(table: str, places: Places) -> str:
    """A folder for the release of a table: one with the name of the table where the usual one is
    taken."""
    return f"{_stem(table)}-{OUT}" if (places.home / OUT).exists() else OUT


def free_file(table: str, places: Places) -> Path:
    """A file for the job of a table that is not there yet."""
    stem = _stem(table)
    names = chain([f"{stem}.toml"], (f"{stem}-{number}.toml" for number in count(2)))
    return next(place for name in names if not (place := places.home / name).exists())


def _stem(table: str) -> str:
    """The name of a table without its endings; a pattern and a sheet have signs that a new file is
    better without."""
    return re.sub(r"[^\w-]+", "-", Path(table).name.partition(".")[0]).strip("-") or "table"
