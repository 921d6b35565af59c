"""A drawn job as options of the command line, and as a job file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attacks.make.jobs import Drawn
from attacks.recount.asked import Quasi


def as_options(drawn: Drawn) -> list[str]:
    """What stands after ``covey anonymize``, except where the release goes."""
    asked = drawn.asked
    found = [drawn.path, "-k", str(asked.k)]
    for quasi in asked.quasi:
        found += _role(drawn, quasi)
    for column in asked.drop:
        found += ["--drop", column]
    for column, rules in asked.sensitive.items():
        found += ["--sensitive", _sensitive(column, dict(rules))]
    for name, weight in asked.weights.items():
        found += ["--weight", f"{name}={weight:g}"]
    found += ["--missing", asked.missing, "--unmapped", asked.unmapped]
    found += ["--objective", asked.objective, "--suppress", str(asked.suppress)]
    found += ["--recoding", asked.recoding, "--seed", str(asked.seed)]
    found += ["--tight"] * asked.tight + ["--shuffle"] * asked.shuffle
    if asked.k_map is not None:
        found += ["--k-map", str(asked.k_map), "--population", drawn.population]
    return found + (["--format", drawn.output] if drawn.output else [])


def can_be_options(drawn: Drawn) -> bool:
    """Options split names at some marks, and cut blanks off them."""
    names = [*drawn.asked.columns, *drawn.asked.sensitive, *drawn.asked.drop]
    return not any(set(name) & set(",=:") or name != name.strip() for name in names)


def _role(drawn: Drawn, quasi: Quasi) -> list[str]:
    if quasi.role == "labels":
        return ["--label", quasi.name]
    if quasi.role == "ordered":
        return ["--ordered", quasi.name + (f"={','.join(quasi.order)}" if quasi.order else "")]
    if quasi.role == "points":
        return ["--point" if quasi.globe else "--xy", ",".join(quasi.columns)]
    key = map_key(drawn)
    told = ["--region", f"{quasi.name}={drawn.map}" + (f":{key}" if key else "")]
    return told + (["--islands", "nearest"] if quasi.bridged else [])


def map_key(drawn: Drawn) -> str | None:
    """Which field of the map has the codes; a saved graph has no fields."""
    return "code" if drawn.map is not None and drawn.map.suffix == ".geojson" else None


def _sensitive(column: str, rules: dict[str, Any]) -> str:
    said = [
        f"{rule}={'/'.join(map(str, value)) if isinstance(value, list) else value}"
        for rule, value in rules.items()
    ]
    return f"{column}:{','.join(said)}" if said else column


def as_job_file(drawn: Drawn) -> str:
    """The same as TOML, written by other hands than covey's."""
    asked = drawn.asked
    simple: dict[str, Any] = {
        "table": Path(drawn.path).name, "k": asked.k, "drop": list(asked.drop),
        "missing": asked.missing, "unmapped": asked.unmapped, "objective": asked.objective,
        "seed": asked.seed, "suppress": asked.suppress, "recoding": asked.recoding,
        "tight": asked.tight, "shuffle": asked.shuffle,
    }  # fmt: skip
    if drawn.output:
        simple["format"] = drawn.output
    if asked.k_map is not None:
        place, _, column = Path(drawn.population).name.partition(":")
        simple |= {"k_map": asked.k_map, "population": place + (f":{column}" if column else "")}
    lines = [f"{name} = {toml(value)}" for name, value in simple.items()]
    for quasi in asked.quasi:
        lines += ["", f"[quasi.{toml(quasi.name)}]", *_role_lines(drawn, quasi)]
    for column, rules in asked.sensitive.items():
        lines += ["", f"[sensitive.{toml(column)}]"]
        lines += [f"{rule} = {toml(value)}" for rule, value in rules.items()]
    if asked.weights:
        lines += ["", "[weights]"]
        lines += [f"{toml(name)} = {toml(weight)}" for name, weight in asked.weights.items()]
    return "\n".join([*lines, ""])


def _role_lines(drawn: Drawn, quasi: Quasi) -> list[str]:
    lines = [f"role = {toml(quasi.role)}"]
    if quasi.order:
        lines.append(f"order = {toml(list(quasi.order))}")
    if quasi.role == "points":
        names = ("lat", "lon") if quasi.globe else ("x", "y")
        lines += [f"{n} = {toml(c)}" for n, c in zip(names, quasi.columns, strict=True)]
    if quasi.role == "regions" and drawn.map is not None:
        lines.append(f"map = {toml(drawn.map.name)}")
        key = map_key(drawn)
        lines += [f"key = {toml(key)}"] if key else []
        lines += ['islands = "nearest"'] if quasi.bridged else []
    return lines


def toml(value: Any) -> str:
    """JSON's texts, numbers and lists are TOML's, too."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
