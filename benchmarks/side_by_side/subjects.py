"""What is compared: the data of each subject, its sizes, and who takes part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Data = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Subject:
    """``data`` makes the same data for the same n. Its array ``weights`` says how many records each
    item has; without it every item is one record. With ``as_file`` programs get a CSV file of the
    data instead, with ``shipped`` they take a table of that many records that others made."""

    title: str
    words: str
    data: Callable[[int], Data]
    k: int
    programs: tuple[str, ...]
    quick: tuple[int, ...]
    full: tuple[int, ...]
    unit: str = "records"
    as_file: bool = False
    shipped: bool = False


def labels(n: int) -> Data:
    """Counts of labels by Zipf's law, none above k."""
    counts = np.clip(n // np.arange(1, n + 1), 1, 1000)
    return {"weights": np.random.default_rng(0).permutation(counts)}


def intervals(n: int) -> Data:
    return {"values": np.random.default_rng(0).random(n)}


def points(n: int) -> Data:
    x, y = np.random.default_rng(0).random((2, n))
    return {"x": x, "y": y}


def areas(n: int) -> Data:
    """A Delaunay graph of random places, with log-normal populations."""
    from benchmarks.regions import delaunay

    rng = np.random.default_rng(0)
    edges = np.unique(np.sort(delaunay(n, rng), axis=1), axis=0)
    return {"edges": edges, "weights": rng.lognormal(6, 0.5, n).astype(np.int64)}


def people(n: int) -> Data:
    """Age, zip-code, sex, occupation and education of made-up people."""
    rng = np.random.default_rng(0)
    return {
        "age": rng.integers(0, 100, n),
        "zip": np.sort(rng.zipf(1.3, n) % 1000),
        "sex": rng.integers(0, 2, n),
        "occupation": rng.integers(0, 14, n),
        "education": rng.integers(0, 16, n),
    }


def number(n: int) -> Data:
    return {"records": np.array(n)}


def write_csv(data: Data, target: Path) -> None:
    import pyarrow as pa
    from pyarrow.csv import write_csv as write

    write(pa.table({name: pa.array(values) for name, values in data.items()}), target)


SUBJECTS = {
    "labels": Subject(
        "Labels",
        "Group labels so that every class has k records and the largest is small.",
        labels,
        1000,
        ("covey", "binpacking"),
        (10**4, 10**5, 10**6),
        (10**4, 10**5, 10**6, 10**7),
        "labels",
    ),
    "intervals": Subject(
        "Intervals",
        "Cut ordered values into ranges of k. microagg1d makes the values of a group alike, and not"
        " the largest group small: that is another aim.",
        intervals,
        10,
        ("covey", "microagg1d"),
        (10**4, 10**5, 10**6),
        (10**4, 10**5, 10**6, 10**7),
        "values",
    ),
    "rectangles": Subject(
        "Rectangles",
        "Tile the plane into cells of k points. A k-d tree of scipy promises nothing about k: it is"
        " the limit of speed.",
        points,
        10,
        ("covey", "anonypy", "scipy"),
        (10**4, 10**5, 10**6),
        (10**4, 10**5, 10**6, 10**7),
        "points",
    ),
    "regions": Subject(
        "Regions",
        "Connected regions of areas on a map. METIS and KaHIP balance, and know no least size: how"
        " many regions miss k is counted. spopt and pygeoda look for many regions that are alike.",
        areas,
        20_000,
        ("covey", "covey-tree", "spopt", "pygeoda", "gerrychain", "metis", "kahip"),
        (300, 1000, 3000, 10**4),
        (300, 1000, 3000, 10**4, 10**5, 10**6),
        "areas",
    ),
    "cells": Subject(
        "Cells",
        "Five columns at once: age, zip-code, sex, occupation, education. anjana raises whole"
        " columns along hierarchies that are given, and may withhold one record in twenty.",
        people,
        10,
        ("covey", "anonypy", "anjana"),
        (10**3, 10**4, 10**5),
        (10**3, 10**4, 10**5, 10**6),
    ),
    "measures": Subject(
        "Measures",
        "k and l of a table that is there.",
        people,
        10,
        ("covey", "pycanon"),
        (10**4, 10**5),
        (10**4, 10**5, 10**6),
        "rows",
    ),
    "release": Subject(
        "Releases",
        "From a CSV file to a published one; on PostgreSQL, from a table of the server to another"
        " one there. DuckDB, Polars, Spark SQL and PostgreSQL alone read, count, join and write by"
        " a codebook that is given: they solve nothing, and check nothing.",
        people,
        100,
        ("covey", "duckdb", "polars", "covey-spark", "spark", "covey-postgres", "postgres"),
        (10**5, 10**6),
        (10**5, 10**6, 10**7),
        "rows",
        as_file=True,
    ),
    "start": Subject(
        "First run",
        "From an empty process to a loaded program; of covey-anonymize, to the release of a table"
        " of 2,000 rows.",
        number,
        1,
        ("covey", "covey-anonymize", "numpy", "anonypy", "anjana", "spopt"),
        (1,),
        (1,),
        "",
    ),
    "utility": Subject(
        "Utility",
        "What a release is worth to an analyst: German credit (1,000 records), COMPAS (7,214) and"
        " UCI Adult (30,162). *Loss* is the normalized certainty penalty, *error of counts* the"
        " median of random counting queries, *linear model* the accuracy of one that learned from"
        " the release. covey, covey-tight, covey-nested and anonypy have sets for each class; the"
        " others divide every column once for the whole table, and those with a 5 may withhold 5 %"
        " of the records. The lattice is an exhaustive search of hierarchies, as ARX does it; the"
        " grid has parts of equal frequency.",
        number,
        5,
        (
            "covey",
            "covey-tight",
            "covey-nested",
            "anonypy",
            "covey-global",
            "covey-global-5",
            "lattice-5",
            "grid-5",
            "anjana-5",
        ),
        (1000,),
        (1000, 7214, 30_162),
        shipped=True,
    ),
}
