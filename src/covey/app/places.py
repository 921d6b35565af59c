"""The folders that the page may read from and write to: those that the user named when starting it,
and nothing else of the machine."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.inputs.paths import is_url

LISTED = 500
"""Entries of a folder that are listed at most."""
TABLES = (
    ".csv", ".tsv", ".txt", ".parquet", ".pq", ".xlsx", ".ods", ".jsonl", ".ndjson", ".arrow",
    ".feather", ".sav", ".dta", ".sas7bdat", ".xpt", ".duckdb", ".sqlite", ".db", ".gz", ".zst",
    ".zip", ".toml",
)  # fmt: skip
MAPS = (".geojson", ".json", ".topojson", ".shp", ".gpkg", ".zip", ".parquet", ".csv", ".gz")
TREES = (".csv", ".json", ".txt")
ENDINGS = {"table": TABLES, "map": MAPS, "tree": TREES, "folder": ()}
"""Of what is listed for each purpose."""


@dataclass(frozen=True)
class Places:
    """``home`` is the folder that paths are relative to; ``roots`` are all that are open, and
    ``private`` is covey's own, which has what was uploaded."""

    home: Path
    roots: tuple[Path, ...]
    private: Path

    @classmethod
    def of(cls, folders: Sequence[Path], private: Path) -> Places:
        roots = tuple(dict.fromkeys(folder.resolve() for folder in folders))
        return cls(roots[0], roots, private.resolve())

    def inside(self, given: str) -> str:
        """A path that the user typed, as an absolute one; refused if it leads out of the folders,
        by dots or by links. What follows ``::`` and signs of a pattern stay as they are."""
        if not given or "\0" in given:
            raise InvalidInput("A path is expected; given: none.")
        if is_url(given):
            raise InvalidInput(
                "The page reads files of this machine; given: a URL.",
                hint="A table on a server is published by the command line: covey anonymize --help",
            )
        try:
            # An absolute path replaces the home, as pathlib joins them.
            path = self.home / Path(given).expanduser()
            # A pattern or a sheet is no file: what exists above it decides.
            there = next(each for each in (path, *path.parents) if each.exists())
            rest = path.relative_to(there)
            real = there.resolve() / rest
        except (OSError, RuntimeError, ValueError):  # too long, links in a circle, no such user
            raise InvalidInput(f"{given[:100]!r} is no path of this machine.") from None
        # What does not exist cannot be resolved: dots in it could lead anywhere once it does.
        if ".." in rest.parts or not self._is_open(real):
            raise self._refusal(given)
        return str(real)

    def readable(self, given: str) -> str:
        """A path as of :meth:`inside` from which a table, a map or a tree is read: what a pattern,
        the name before ``::`` or a folder leads to is inside as well."""
        found = self.inside(given)
        # A name may have "::" in it; only if there is no such file, it is a part of one.
        bare = found if Path(found).exists() else found.rpartition("::")[0] or found
        there = Path(bare)
        if there.is_dir():
            # All of them: a link inside of the folder may lead out of it.
            files = [*there.rglob("*")]
        elif there.exists():
            files = [there]
        else:
            files = [Path(each) for each in glob.iglob(bare, recursive=True)]  # noqa: PTH207
        if not all(map(self._is_open, files)):
            raise self._refusal(given)
        return found

    def _refusal(self, given: str) -> InvalidInput:
        return InvalidInput(
            f"{given} is not in a folder that this page may use:"
            f" {', '.join(map(str, self.roots))}.",
            hint="Start covey app in the folder of the file, or name its folder:"
            " covey app --folder DIR",
            given=given,
        )

    def _is_open(self, path: Path) -> bool:
        """Whether a path is in one of the folders when all links are followed."""
        try:
            real = path.resolve()
        except (OSError, RuntimeError, ValueError):
            return False
        return any(real.is_relative_to(root) for root in (*self.roots, self.private))

    def shown(self, path: str) -> str:
        """A path as people see it: relative to the home where it is below it."""
        own = Path(path)
        return str(own.relative_to(self.home)) if own.is_relative_to(self.home) else path

    def listing(self, folder: str, purpose: str) -> dict[str, object]:
        """The folders, and the files that a purpose has use for, in one of the folders."""
        where = Path(self.inside(folder or "."))
        if not where.is_dir():
            raise InvalidInput(f"{folder} is not a folder.", given=folder)
        entries = [*self._entries(where, ENDINGS.get(purpose, ()))][:LISTED]
        # The way up ends at the folders that are open.
        above = where.parent if self._is_open(where.parent) else None
        roots = [{"path": str(root), "name": str(root)} for root in self.roots]
        return {
            "folder": str(where),
            "shown": self.shown(str(where)),
            "above": None if above is None else str(above),
            "roots": roots if len(roots) > 1 else [],
            "entries": entries,
        }

    def _entries(self, folder: Path, endings: Sequence[str]) -> Iterator[dict[str, object]]:
        try:
            found = sorted(folder.iterdir(), key=lambda path: (not path.is_dir(), path.name))
        except OSError as error:
            raise InvalidInput(f"{folder} cannot be read: {error.strerror}.") from None
        for path in found:
            if path.name.startswith(".") or not self._is_open(path) or not _is_text(path.name):
                continue
            if path.is_dir():
                yield {"name": path.name, "path": str(path), "folder": True, "size": 0}
            elif path.is_file() and path.suffix.lower() in endings:
                size = path.stat().st_size
                yield {"name": path.name, "path": str(path), "folder": False, "size": size}


def _is_text(name: str) -> bool:
    """Whether a page can say a name: one with bytes that are no text it cannot."""
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)
