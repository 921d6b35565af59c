"""Random visits of people who live in households: who is in a class is counted in plain Python."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

from attacks.broken import require
from attacks.case import Campaign, Case

COLUMNS = ("row", "who", "house", "age", "town", "illness")
RECODINGS = ("local", "nested", "global")
Row = dict[str, str]


class Asked(NamedTuple):
    """What a job asks for; 0 for nothing."""

    k: int
    houses: int
    values: int
    quasi: tuple[str, ...]
    recoding: str
    suppress: float


def attack(case: Case) -> None:
    import covey

    rng = case.rng
    rows, asked = _visits(rng), _asked(rng)
    table, out = case.folder / "visits.csv", case.folder / "out"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    case.trying(f"{len(rows)} visits, {asked}")
    kinds = {"age": covey.Ordered(), "town": covey.Labels()}
    told: dict[str, Any] = {
        "k": asked.k,
        "quasi": {column: kinds[column] for column in asked.quasi},
        "person": "who",
        "groups": {"house": asked.houses} if asked.houses else {},
        "sensitive": {"illness": {"l": asked.values} if asked.values else {}},
        "recoding": asked.recoding,
        "suppress": asked.suppress,
        "drop": [
            *(column for column in kinds if column not in asked.quasi),
            *([] if asked.houses else ["house"]),
        ],
    }
    try:
        covey.anonymize(table, out=out, **told)
    except covey.Infeasible as error:
        require(not out.exists(), "a refused job left a release")
        searched = asked.recoding == "global" and bool(asked.values)
        require(searched or not _enough(rows, asked), f"refused without a reason: {error}")
        case.tally("refused")
        return
    _judge(rows, asked, out)
    seen = covey.verify(out, table)
    wrong = [check.claim for check in seen.checks if check.held is False]
    require(not wrong, f"verify of a sound release: {wrong}")


def _visits(rng: random.Random) -> list[Row]:
    rows: list[Row] = []
    for person in range(rng.randint(1, 24)):
        age, town = rng.randint(20, 60), rng.randrange(4)
        for _ in range(1 if rng.random() < 0.5 else rng.randint(1, 9)):
            moves = rng.random() < 0.2
            rows.append(
                {
                    "row": f"r{len(rows)}",
                    # Some visits do not say whose they are.
                    "who": "" if rng.random() < 0.05 else f"p{person}",
                    "house": f"h{person // 3}",
                    "age": str(age + rng.randrange(2)),
                    "town": f"t{rng.randrange(4) if moves else town}",
                    "illness": rng.choice("abc"),
                }
            )
    return rows


def _asked(rng: random.Random) -> Asked:
    return Asked(
        k=rng.randint(1, 6),
        houses=rng.choice([0, 0, 2, 3]),
        values=rng.choice([0, 0, 2]),
        quasi=rng.choice([("age",), ("town",), ("age", "town"), ("age", "town")]),
        recoding=rng.choice(RECODINGS),
        suppress=rng.choice([0, 0, 0.1]),
    )


def _judge(rows: list[Row], asked: Asked, out: Path) -> None:
    """Every class of the written table, by the rows that are in it."""
    before = {row["row"]: row for row in rows}
    with (out / "table.csv").open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))
    require("who" not in published[0] and "house" not in published[0], "who is who is published")
    classes: dict[tuple[str, ...], list[Row]] = {}
    for row in published:
        own = before[row["row"]]
        require(row["illness"] == own["illness"], f"{row['row']} has another illness")
        classes.setdefault(tuple(row[column] for column in asked.quasi), []).append(own)
    for texts, members in classes.items():
        require(_enough(members, asked), f"{texts} has too few people, households or values")
    certificate = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    claimed = sorted(certificate["classes"]["people"]["sizes"])
    found = sorted(len(_people(members)) for members in classes.values())
    require(claimed == found, f"the certificate has classes of {claimed} people, not {found}")
    most = int(asked.suppress * len(rows))
    require(len(rows) - len(published) <= most, "more records were withheld than was allowed")


def _people(rows: list[Row]) -> set[str]:
    return {row["who"] or f"nobody {row['row']}" for row in rows}


def _enough(rows: list[Row], asked: Asked) -> bool:
    """Whether some rows could be a class."""
    return (
        len(_people(rows)) >= asked.k
        and len({row["house"] for row in rows}) >= asked.houses
        and _different(rows) >= asked.values
    )


def _different(rows: list[Row]) -> int:
    """How many people can each be given another of their illnesses."""
    has: dict[str, set[str]] = {}
    for row in rows:
        has.setdefault(row["illness"], set()).add(row["who"] or f"nobody {row['row']}")
    given: dict[str, str] = {}

    def give(illness: str, tried: set[str]) -> bool:
        for person in has[illness] - tried:
            tried.add(person)
            if person not in given or give(given[person], tried):
                given[person] = illness
                return True
        return False

    return sum(give(illness, set()) for illness in has)


CAMPAIGN = Campaign(
    "people",
    "classes of fewer than k people, or of too few households or people with different values; jobs"
    " refused without a reason; sound releases by people that verify refuses",
    attack,
    smoke=3,
)
