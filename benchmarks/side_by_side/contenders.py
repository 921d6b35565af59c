"""One function for each program: it takes the data, and returns what is timed.

What is timed returns the class of every item, or None where there are none. Programs are called as
their users would. Loading a program, and bringing data into its form, is not timed, except where
the subject is just that. Programs that are not covey run in an environment of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.side_by_side.subjects import Data

Classes = NDArray[Any] | None
Timed = Callable[[], Classes]
Contender = Callable[[Data, int], Timed]

SEED = 1


def covey_labels(data: Data, k: int) -> Timed:
    import covey

    covey.solve(covey.LabelProblem([2, 2], 1))  # loads what solving needs, here and below
    return lambda: covey.solve(covey.LabelProblem(data["weights"], k)).solution.classes


def binpacking_labels(data: Data, k: int) -> Timed:
    """As many bins of equal sums as k allows. It does not know k."""
    import binpacking

    weights = {number: int(weight) for number, weight in enumerate(data["weights"])}
    bins = sum(weights.values()) // k

    def solve() -> Classes:
        found = binpacking.to_constant_bin_number(weights, bins)
        return numbered(found, len(weights))

    return solve


def covey_intervals(data: Data, k: int) -> Timed:
    import covey

    values = data["values"]
    covey.solve(covey.IntervalProblem.from_values(values[:100], k))

    def solve() -> Classes:
        problem = covey.IntervalProblem.from_values(values, k)
        classes = covey.solve(problem).solution.classes
        return classes[np.searchsorted(problem.values, values)]  # type: ignore[arg-type]

    return solve


def microagg1d_intervals(data: Data, k: int) -> Timed:
    import microagg1d

    microagg1d.univariate_microaggregation(data["values"][:1000], k)  # it compiles at first
    return lambda: np.asarray(microagg1d.univariate_microaggregation(data["values"], k))


def covey_rectangles(data: Data, k: int) -> Timed:
    import covey

    problem = covey.RectangleProblem
    covey.solve(problem(data["x"][:100], data["y"][:100], k))
    return lambda: covey.solve(problem(data["x"], data["y"], k)).solution.classes


def anonypy_rectangles(data: Data, k: int) -> Timed:
    return _mondrian(data, k)


def scipy_rectangles(data: Data, k: int) -> Timed:
    """Leaves of up to 2k - 1 points."""
    from scipy.spatial import cKDTree

    points = np.stack([data["x"], data["y"]], axis=1)

    def solve() -> Classes:
        tree = cKDTree(points, leafsize=2 * k - 1)
        classes = np.empty(len(points), dtype=np.int64)
        waiting, number = [tree.tree], 0
        while waiting:
            node = waiting.pop()
            if node.split_dim < 0:
                classes[node.indices] = number
                number += 1
            else:
                waiting += [node.lesser, node.greater]
        return classes

    return solve


def covey_regions(data: Data, k: int) -> Timed:
    return _regions(data, k, "auto")


def covey_tree_regions(data: Data, k: int) -> Timed:
    return _regions(data, k, "tree")


def _regions(data: Data, k: int, method: str) -> Timed:
    import covey

    problem = covey.RegionProblem(data["weights"], data["edges"], k)
    covey.solve(covey.RegionProblem([1, 1], [(0, 1)], 1), "tree")
    return lambda: covey.solve(problem, method).solution.classes


def spopt_regions(data: Data, k: int) -> Timed:
    import geopandas
    from libpysal.weights import W
    from spopt.region import MaxPHeuristic

    weights = data["weights"]
    frame = geopandas.GeoDataFrame({"population": weights})
    near = W(neighbours(data), silence_warnings=True)
    np.random.seed(SEED)  # it draws from numpy's global generator
    model = MaxPHeuristic(frame, near, ["population"], "population", threshold=k, top_n=2)

    def solve() -> Classes:
        model.solve()
        return np.unique(model.labels_, return_inverse=True)[1]

    return solve


def pygeoda_regions(data: Data, k: int) -> Timed:
    """Its greedy heuristic of max-p. Its weights come from a file, so one is written."""
    import pygeoda

    near = neighbours(data)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "areas.gal"
        lines = [f"0 {len(near)} areas id"]
        for area, others in near.items():
            lines += [f"{area} {len(others)}", " ".join(map(str, others))]
        file.write_text("\n".join(lines) + "\n")
        weights = pygeoda.read_gal(str(file), [str(area) for area in near])
    people = [float(each) for each in data["weights"]]

    def solve() -> Classes:
        found = pygeoda.maxp_greedy(weights, [people], people, float(k), random_seed=SEED)
        return np.asarray(found["Clusters"])

    return solve


def gerrychain_regions(data: Data, k: int) -> Timed:
    """Recursive cuts of random spanning trees: parts of nearly equal population."""
    import random

    import networkx as nx
    from gerrychain import Graph
    from gerrychain.tree import recursive_tree_part

    drawn = nx.Graph(data["edges"].tolist())
    nx.set_node_attributes(drawn, dict(enumerate(data["weights"].tolist())), "population")
    graph = Graph.from_networkx(drawn)
    total = int(data["weights"].sum())
    parts = max(1, int(total / (1.1 * k)))
    random.seed(SEED)

    def solve() -> Classes:
        found = recursive_tree_part(graph, range(parts), total / parts, "population", 0.1)
        return np.array([found[area] for area in range(len(data["weights"]))])

    return solve


def metis_regions(data: Data, k: int) -> Timed:
    """As many parts as k allows, in the hope that they are equal."""
    import pymetis

    near = [np.array(others) for others in neighbours(data).values()]
    weights = data["weights"].tolist()
    parts = int(data["weights"].sum()) // k
    return lambda: np.array(pymetis.part_graph(parts, adjacency=near, vweights=weights)[1])


def kahip_regions(data: Data, k: int) -> Timed:
    import kahip

    near = neighbours(data)
    starts = np.cumsum([0, *map(len, near.values())]).tolist()
    ends = [other for others in near.values() for other in others]
    weights = data["weights"].tolist()
    parts = int(data["weights"].sum()) // k

    def solve() -> Classes:
        found = kahip.kaffpa(weights, starts, [1] * len(ends), ends, parts, 0.03, True, SEED, 2)
        return np.array(found[1])

    return solve


def covey_cells(data: Data, k: int) -> Timed:
    import covey

    ordered = ("age", "zip")
    axes = {name: (covey.OrderedAxis if name in ordered else covey.LabelAxis) for name in data}
    covey.solve(_cells({name: values[:100] for name, values in data.items()}, k, axes))
    return lambda: covey.solve(_cells(data, k, axes)).solution.classes


def _cells(data: Data, k: int, axes: dict[str, Any]) -> Any:
    import covey

    made = []
    for name, values in data.items():
        distinct, codes = np.unique(values, return_inverse=True)
        ordered = axes[name] is covey.OrderedAxis
        made.append(axes[name](codes, distinct.astype(float) if ordered else len(distinct)))
    return covey.CellProblem(made, np.ones(len(codes), dtype=np.int64), k)


def anonypy_cells(data: Data, k: int) -> Timed:
    return _mondrian(data, k)


def _mondrian(data: Data, k: int) -> Timed:
    """Only its cuts, not the table that it makes of them."""
    import pandas as pd
    from anonypy.mondrian import Mondrian

    frame = pd.DataFrame(data)
    for name in ("sex", "occupation", "education"):
        if name in frame:
            frame[name] = frame[name].astype(str).astype("category")

    def solve() -> Classes:
        parts = Mondrian(frame, list(frame.columns)).partition(k)
        return numbered(parts, len(frame))

    return solve


def covey_measures(data: Data, k: int) -> Timed:
    import pandas as pd

    import covey

    frame = pd.DataFrame(data).astype({"sex": str, "occupation": str, "education": str})
    quasi = ["age", "zip", "sex"]
    covey.check(frame[:100], quasi=quasi, sensitive=["occupation"])
    return lambda: _nothing(covey.check(frame, quasi=quasi, sensitive=["occupation"]))


def pycanon_measures(data: Data, k: int) -> Timed:
    import pandas as pd
    from pycanon import anonymity

    frame = pd.DataFrame(data).astype({"sex": str, "occupation": str, "education": str})
    quasi = ["age", "zip", "sex"]
    return lambda: _nothing(
        (anonymity.k_anonymity(frame, quasi), anonymity.l_diversity(frame, quasi, ["occupation"]))
    )


def covey_release(data: Data, k: int) -> Timed:
    def publish(folder: Path, given: Path) -> None:
        from covey.cli import run

        words = ["anonymize", given, "-k", k, "--ordered", "zip", "-o", folder / "release"]
        if run([str(word) for word in words]):
            raise RuntimeError("covey anonymize failed")

    return _published(data, publish)


def duckdb_release(data: Data, k: int) -> Timed:
    def publish(folder: Path, given: Path) -> None:
        import duckdb

        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE t AS FROM read_csv('{given}', all_varchar=true)")
            connection.execute(
                "CREATE TABLE book AS SELECT zip, 'zip ' || CAST(zip AS INTEGER) // 10 AS area,"
                " count(*) AS n FROM t GROUP BY zip"
            )
            connection.execute(
                "COPY (SELECT t.* EXCLUDE (zip), area AS zip FROM t JOIN book USING (zip))"
                f" TO '{folder}/release.csv'"
            )

    return _published(data, publish)


def polars_release(data: Data, k: int) -> Timed:
    def publish(folder: Path, given: Path) -> None:
        import polars as pl

        table = pl.read_csv(given, infer_schema=False)
        book = (
            table.group_by("zip")
            .len()
            .with_columns(
                area=pl.lit("zip ") + (pl.col("zip").cast(pl.Int64) // 10).cast(pl.String)
            )
        )
        joined = table.join(book.select("zip", "area"), on="zip").drop("zip")
        joined.rename({"area": "zip"}).write_csv(folder / "release.csv")

    return _published(data, publish)


def _published(data: Data, publish: Callable[[Path, Path], None]) -> Timed:
    """Loading the program is part of a release."""
    folder = tempfile.TemporaryDirectory()
    given = Path(folder.name) / "people.csv"
    rows = np.stack(list(data.values()), axis=1)
    np.savetxt(given, rows, fmt="%d", delimiter=",", header=",".join(data), comments="")

    def solve() -> Classes:
        with folder:
            publish(Path(folder.name), given)
        return None

    return solve


def loading(module: str) -> Contender:
    """A process of its own that does nothing else. If it is ended, this one ends likewise."""
    words = [sys.executable, "-c", f"import {module}"]

    def solve() -> Classes:
        code = subprocess.run(words, check=False).returncode
        if code < 0:
            os.kill(os.getpid(), -code)
        elif code:
            raise ImportError(module)
        return None

    return lambda data, k: solve


def numbered(parts: Iterable[Iterable[int]], count: int) -> NDArray[np.int64]:
    """The part of every item."""
    classes = np.full(count, -1)
    for number, members in enumerate(parts):
        classes[list(members)] = number
    return classes


def neighbours(data: Data) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {area: [] for area in range(len(data["weights"]))}
    for one, other in data["edges"].tolist():
        found[one].append(other)
        found[other].append(one)
    return found


def _nothing(_: object) -> None:
    return None


CONTENDERS: dict[str, dict[str, Contender]] = {
    "labels": {"covey": covey_labels, "binpacking": binpacking_labels},
    "intervals": {"covey": covey_intervals, "microagg1d": microagg1d_intervals},
    "rectangles": {
        "covey": covey_rectangles,
        "anonypy": anonypy_rectangles,
        "scipy": scipy_rectangles,
    },
    "regions": {
        "covey": covey_regions,
        "covey-tree": covey_tree_regions,
        "spopt": spopt_regions,
        "pygeoda": pygeoda_regions,
        "gerrychain": gerrychain_regions,
        "metis": metis_regions,
        "kahip": kahip_regions,
    },
    "cells": {"covey": covey_cells, "anonypy": anonypy_cells},
    "measures": {"covey": covey_measures, "pycanon": pycanon_measures},
    "release": {"covey": covey_release, "duckdb": duckdb_release, "polars": polars_release},
    "start": {
        "covey": loading("covey"),
        "numpy": loading("numpy"),
        "anonypy": loading("anonypy"),
        "anjana": loading("anjana.anonymity"),
        "spopt": loading("spopt"),
    },
}
OWN = ("covey", "covey-tree", "numpy", "duckdb", "polars")
"""Those that run in covey's own environment: its dependencies are there."""
PACKAGES = {"covey-tree": "covey", "metis": "pymetis"}
"""The package whose version is told, where its name is another one."""
