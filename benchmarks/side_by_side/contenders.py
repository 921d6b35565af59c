"""One function for each program: it takes the data, and returns what is timed (``contender``).

Programs are called as their users would. Those that are not covey, and that it does not need, run
in an environment of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.side_by_side.contender import Classes, Contender, GivesUp, Timed
from benchmarks.side_by_side.releases import RELEASES
from benchmarks.side_by_side.subjects import SUBJECTS, Data
from benchmarks.side_by_side.utility import UTILITY

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


STEPS = {"age": (5, 10, 20, 40), "zip": (10, 100, 500)}
PERCENT = 5
"""What anjana has besides the table: its levels of numbers, and how much it may withhold."""


def anjana_cells(data: Data, k: int) -> Timed:
    """The classes of what it publishes: what it withholds has none."""
    import pandas as pd

    from benchmarks.peers.hierarchies import published_by_anjana

    frame = pd.DataFrame(data)
    groups: dict[str, list[dict[str, list[str]]]] = {}
    for name in ("sex", "occupation", "education"):
        frame[name] = frame[name].astype(str)
        labels = sorted(frame[name].unique(), key=int)
        fours = {f"{name} {at}": labels[at : at + 4] for at in range(0, len(labels), 4)}
        groups[name] = [fours] if len(labels) > 4 else []

    def solve() -> Classes:
        found, _ = published_by_anjana(frame, list(frame.columns), k, PERCENT, STEPS, groups)
        if not len(found):
            raise GivesUp
        return np.asarray(found.groupby(list(frame.columns), sort=False).ngroup())

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


def loading(module: str) -> Contender:
    """A process of its own that does nothing else."""
    return lambda data, k: _process([sys.executable, "-c", f"import {module}"])


def covey_first(data: Data, k: int) -> Timed:
    """The command, from a table to its release."""
    from benchmarks.side_by_side.subjects import people, write_csv

    folder = Path(tempfile.mkdtemp())
    write_csv(people(2000), folder / "people.csv")
    words = ["anonymize", str(folder / "people.csv"), "-k", "20", "--ordered", "zip"]
    return _process([sys.executable, "-m", "covey", *words, "-o", str(folder / "release")])


def _process(words: list[str]) -> Timed:
    """If it is ended, this one ends likewise."""

    def solve() -> Classes:
        ran = subprocess.run(words, check=False, stdout=subprocess.DEVNULL)
        if ran.returncode < 0:
            os.kill(os.getpid(), -ran.returncode)
        elif ran.returncode:
            raise RuntimeError(f"ended with {ran.returncode}")
        return None

    return solve


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
    "cells": {"covey": covey_cells, "anonypy": anonypy_cells, "anjana": anjana_cells},
    "measures": {"covey": covey_measures, "pycanon": pycanon_measures},
    "release": RELEASES,
    "start": {
        "covey": loading("covey"),
        "covey-anonymize": covey_first,
        "numpy": loading("numpy"),
        "anonypy": loading("anonypy"),
        "anjana": loading("anjana.anonymity"),
        "spopt": loading("spopt"),
    },
    "utility": UTILITY,
}
WITH_COVEY = ("numpy", "duckdb", "polars", "spark", "postgres")
"""Programs that covey's own environment has."""


def own(subject: str, program: str) -> bool:
    """Whether it runs in covey's environment. Tables that others made are in that of the peers."""
    ours = program.startswith("covey") or program in WITH_COVEY
    return ours and not SUBJECTS[subject].shipped
