"""certificate.json: what is claimed of a release, and what proves it.

It holds no clock and no path, so that the same input, job and seed of one owner give the same
bytes; no counts of single values, but for what a few kinds of proof need: see ``reveals``; and no
plain fingerprint of what was read: see ``receipt.py``.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey import __version__
from covey.attributes import ROLES, Role, role_from_dict
from covey.codebook.rows import FILE as CODEBOOK
from covey.core.errors import InvalidInput
from covey.io.inputs import paths
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import CERTIFICATE_FORMAT, MARK, oddity
from covey.release.certificate_fields import Amiss, refuse_amiss
from covey.release.receipt import OwnerKey, Receipt, keyed_fingerprint
from covey.release.sensitive import Settled, from_rules, rules_of

if TYPE_CHECKING:
    from covey.engine.protocol import Staged
    from covey.io.layout import Layout
    from covey.release.job import Job
    from covey.release.pipeline import Solved

FILE = MARK
STEM = "table"
FORMAT = f"{CERTIFICATE_FORMAT}1"
LIBRARIES = ("numpy", "numba", "duckdb", "highspy", "shapely", "pymetis")

REVEALS = {
    "arc-flow": "the sizes of single values, without saying which value has which",
    "pocket": "how many records an area has together with those that only it joins to the rest",
    "way": "how many records some areas of one region have",
    "seed": "how many records some areas of one region have",
}
"""What a kind of proof says beyond the sizes of classes."""


def describe(solved: Solved, layout: Layout, shuffled: bool) -> dict[str, Any]:
    """All but what was read (:func:`name_tables`) and the files' fingerprints, as plain data."""
    job, result, sizes = solved.job, solved.result, solved.sizes
    return {
        "format": FORMAT,
        "k": job.k,
        "records": record_counts(solved.staged.rows, sizes),
        "table": table_entry(layout),
        "quasi": {
            name: role.public() | {"columns": list(role.columns(name))}
            for name, role in job.quasi.items()
        },
        "sensitive": {column: rules_of(job.requirements, column) for column in job.sensitive},
        "recoding": job.recoding,
        "suppress": job.suppress,
        "weights": dict(job.weights),
        "tight": job.tight,
        "k_map": job.k_map,
        "read": solved.reading,
        "classes": class_counts(sizes),
        "objective": job.objective,
        "cost": result.cost,
        "lower_bound": result.lower_bound,
        "gap": result.gap,
        "status": result.status.value,
        "verdict": result.verdict(),
        "proof": result.certificate.to_dict() | {"words": result.certificate.words(result.problem)},
        "reveals": REVEALS.get(result.certificate.kind, ""),
        "guarantee": result.guarantee.to_dict(),
        "method": result.method,
        "options": dict(result.options),
        "notes": list(result.notes),
        "seed": job.seed,
        "missing": job.missing,
        "unmapped": job.unmapped,
        "dropped": list(job.drop),
        "shuffled": shuffled,
        "escape_formulas": job.escape_formulas,
        "versions": versions(),
    }


def table_entry(layout: Layout) -> dict[str, str]:
    """How the released table is to be read."""
    if layout.format == "frame":
        return {"format": layout.format}
    return {
        "file": STEM + layout.ending,
        "format": layout.format,
        "delimiter": layout.delimiter,
        "part": layout.part,
    }


def versions() -> dict[str, str]:
    found = {"covey": __version__, "python": platform.python_version()}
    return found | {library: version(library) for library in LIBRARIES}


def record_counts(rows: int, sizes: list[int]) -> dict[str, int]:
    return {"input": rows, "published": sum(sizes), "suppressed": rows - sum(sizes)}


def class_counts(sizes: list[int]) -> dict[str, Any]:
    """A class that new records left empty does not count."""
    there = [size for size in sizes if size]
    return {
        "count": len(there),
        "smallest": min(there),
        "largest": max(there),
        "sizes": sizes,
    }


def name_tables(
    data: dict[str, Any], staged: Staged, key: OwnerKey
) -> tuple[dict[str, Any], Receipt]:
    """The certificate with the table and the population that were read, by name and by keyed
    fingerprint, and the receipt that goes with these."""
    tables = {"input": staged.fingerprint}
    population = data["read"].get("population")
    if population is not None and "fingerprint" in population:
        tables["population"] = population["fingerprint"]
    salt = key.salt(data, tables)
    keyed = {role: keyed_fingerprint(salt, seen) for role, seen in tables.items()}
    named = data | {"input": {"name": Path(staged.name).name, "fingerprint": keyed["input"]}}
    if population is not None and "population" in keyed:
        about = population | {"fingerprint": keyed["population"]}
        named["read"] = data["read"] | {"population": about}
    return named, Receipt("", salt.hex(), tables)


def write_certificate(
    target: Path, data: dict[str, Any], known: Mapping[str, str] | None = None
) -> None:
    """With the fingerprints of the files beside it, of which some may be known."""
    folder, known = target.parent, known or {}
    others = sorted(file for file in folder.iterdir() if file.is_file() and file.name != FILE)
    data = data | {
        "files": {file.name: known.get(file.name) or fingerprint(file) for file in others}
    }
    with replacing(target) as file:
        file.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def fingerprint(file: Path) -> str:
    return paths.fingerprint([paths.digest(file)])


def folder_of(release: Any) -> Path:
    """The folder of a release, given as such, by its codebook, or as what published it."""
    path = getattr(release, "folder", release)
    if not isinstance(path, str | Path):
        what = "a release of a frame" if path is None else type(release).__name__
        raise InvalidInput(
            f"A release is the folder that covey.anonymize(..., out=) wrote; given: {what}.",
            given=type(release),
        )
    path = Path(path)
    is_book = path.name in (CODEBOOK, "codebook") and not path.is_dir()
    return path.parent if is_book else path


def refuse_changed(folder: Path, data: dict[str, Any], name: str) -> None:
    """Refuse a file of a release that somebody changed."""
    if data["files"].get(name) != fingerprint(folder / name):
        raise InvalidInput(
            f"{folder / name} is not the one that was released: its fingerprint is another.",
            hint="Somebody changed it: publish the table anew.",
            given=name,
        )


def read_release(folder: Path) -> dict[str, Any]:
    """The certificate of a release, refused if it is none."""
    return parsed(folder, read_bytes(folder))


def read_bytes(folder: Path) -> bytes:
    """The certificate of a release as it is written: what a signature is of."""
    if not folder.is_dir():
        raise InvalidInput(
            f"There is no release {folder}: the folder that covey anonymize wrote is expected.",
            given=str(folder),
        )
    path = folder / FILE
    try:
        odd = oddity(path)
        if not odd:
            return path.read_bytes()
    except FileNotFoundError:
        raise InvalidInput(f"{folder} is not a release: it has no {FILE}.") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({type(error).__name__}).") from None
    raise InvalidInput(f"{path} is {odd}; a plain file is expected.", given=str(path))


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Of a name that is there twice, readers take one or the other."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice")
    return found


def parsed(folder: Path, content: bytes) -> dict[str, Any]:
    """What the certificate of a release says."""
    path = folder / FILE
    try:
        data = json.loads(content.decode("utf-8"), object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path} cannot be read ({type(error).__name__}).") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidInput(f'{path} is not a certificate: it does not say "format": "{FORMAT}".')
    try:
        refuse_amiss(data)
    except Amiss as error:
        raise InvalidInput(
            f"{path} is a certificate with something amiss: {error}.",
            hint="Somebody edited it, or another version of covey wrote it. Verify it with that"
            " version, or publish the table again.",
        ) from None
    return data


def escapes(data: dict[str, Any]) -> bool:
    """Whether texts that begin like a formula have a quote in front in the CSV files."""
    return bool(data.get("escape_formulas", False))


def job_of(data: dict[str, Any], quasi: Mapping[str, Role]) -> Job:
    """The job of a release, but for its table."""
    from covey.release.job import Job

    rules = data.get("sensitive", {})
    return Job(
        table=None,
        k=data["k"],
        quasi=quasi,
        missing=data.get("missing", "own"),
        unmapped=data.get("unmapped", "error"),
        objective=data.get("objective", "max-size"),
        sensitive=Settled(rules),
        requirements=from_rules(rules),
        suppress=data.get("suppress", 0.0),
        recoding=data.get("recoding", "local"),
        weights=data.get("weights", {}),
        tight=data.get("tight", False),
    )


def roles_of(data: dict[str, Any], map_: Any = None) -> dict[str, Role]:
    """The quasi-identifiers of a release with their roles; ``map_`` is the map, where needed."""
    found = {}
    for name, described in data["quasi"].items():
        plain = {option: value for option, value in described.items() if option != "columns"}
        if ROLES[plain["role"]].needs_map:
            plain["map"] = map_
        found[name] = role_from_dict(name, plain)
    return found
