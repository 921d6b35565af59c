"""What pycanon finds in some tables, written to pycanon.json beside this file.

pycanon pins numpy, pandas and scipy to one version each, which has no wheels for newer Pythons: it
cannot stand beside covey, so its figures are kept. To write them again, from the root of a clone:

    python3 -m venv other && other/bin/pip install pycanon==1.3.6
    other/bin/python -m tests.measures.pycanon_figures
"""

from __future__ import annotations

import json
import random
from importlib.metadata import version
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("pycanon.json")
TABLES = 60
QUASI = ["zip", "age"]
COLUMNS = [*QUASI, "illness", "stay"]
Rows = list[list[Any]]

WITH_MISSING: Rows = [["A", 30, "flu", 1]] * 3 + [["B", 30, "cold", 2]] * 2 + [[None, 30, "hiv", 3]]
"""The class of the missing zip is one record alone."""

INDEXED: Rows = [
    ["A", 30, "flu", 1],
    ["A", 30, "cold", 1],
    ["B", 30, "flu", 1],
    ["B", 30, "cold", 1],
    ["B", 30, "cold", 1],
]
"""Both classes have two illnesses."""


def drawn(seed: int) -> Rows:
    """Classes of any size, a text and a number that are sensitive, nothing missing."""
    draw = random.Random(seed)
    zips, ages = draw.randint(1, 3), draw.randint(1, 3)
    illnesses = ["flu", "cold", "hiv", "asthma"][: draw.randint(2, 4)]
    records = draw.randint(8, 40)
    rows: Rows = [
        [
            draw.choice("ABC"[:zips]),
            30 + draw.randrange(ages),
            draw.choice(illnesses),
            draw.randint(1, 5),
        ]
        for _ in range(records)
    ]
    # A column of one value makes pycanon divide by zero.
    rows[0][2:], rows[1][2:] = ["flu", 1], ["cold", 2]
    return rows


def figures(rows: Rows, quasi: list[str]) -> dict[str, Any]:
    import pandas as pd
    from pycanon import anonymity, metrics

    frame = pd.DataFrame(rows, columns=COLUMNS)
    c, length = anonymity.recursive_c_l_diversity(frame, quasi, ["illness"])
    return {
        "k": int(anonymity.k_anonymity(frame, quasi)),
        "l": int(anonymity.l_diversity(frame, quasi, ["illness"])),
        "entropy_l": int(anonymity.entropy_l_diversity(frame, quasi, ["illness"])),
        "recursive_l": int(length),
        "recursive_c": None if length == 1 else int(c),
        "alpha": float(anonymity.alpha_k_anonymity(frame, quasi, ["illness"])[0]),
        "t_equal": float(anonymity.t_closeness(frame, quasi, ["illness"])),
        "t_ordered": float(anonymity.t_closeness(frame, quasi, ["stay"])),
        "highest_risk": float(metrics.max_rir(frame, quasi)),
        "average_risk": float(metrics.average_rir(frame, quasi)),
        "c_avg": float(metrics.average_ecsize(frame, frame, quasi)),
        "discernibility": int(metrics.discernability_metric(frame, frame, quasi)),
    }


def of_another_index(index: list[int]) -> int | str:
    """The distinct l of the same rows under another index."""
    import pandas as pd
    from pycanon import anonymity

    frame = pd.DataFrame(INDEXED, columns=COLUMNS, index=index)
    try:
        return int(anonymity.l_diversity(frame, QUASI, ["illness"]))
    except IndexError as error:
        return type(error).__name__


def main() -> None:
    tables = [drawn(seed) for seed in range(TABLES)]
    found = {
        "versions": {name: version(name) for name in ("pycanon", "pandas", "numpy")},
        "tables": [{"rows": rows, "figures": figures(rows, QUASI)} for rows in tables],
        "missing": figures(WITH_MISSING, ["zip"]),
        "index": {
            "from 0 on": of_another_index([0, 1, 2, 3, 4]),
            "from 1 on": of_another_index([1, 2, 3, 4, 5]),
            "backwards": of_another_index([4, 3, 2, 1, 0]),
        },
    }
    lines = json.dumps(found, separators=(",", ":")).replace('{"rows"', '\n{"rows"')
    FILE.write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
