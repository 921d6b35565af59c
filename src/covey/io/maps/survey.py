"""What a map's graph is like: islands, enclaves, cut areas, planarity."""

from __future__ import annotations

from typing import Any

import numpy as np

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.words import in_a_line, listed, plural
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph

PLANARITY_UP_TO = 10_000
"""Areas up to which planarity is tested without being asked for: some seconds."""
SHOWN = 10


@dataclass(frozen=True)
class Survey:
    """Facts about a graph of areas; lists are of the areas' codes.

    ``tree_degree`` is the largest degree of a spanning tree that was found (of a spanning forest,
    if there are islands). No spanning tree has a lower one than ``tree_degree_at_least``: some area
    joins that many parts of the graph.
    ``planar`` is None if it was not tested.
    """

    areas: int
    borders: int
    bridges: tuple[tuple[str, str], ...]
    records: int | None
    without_records: int | None
    components: int
    islands: tuple[tuple[str, ...], ...]
    one_neighbour: tuple[str, ...]
    degrees: tuple[int, float, int]
    busiest: str | None
    cut_areas: tuple[tuple[str, int], ...]
    tree_degree_at_least: int
    tree_degree: int
    planar: bool | None

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        least, mean, most = self.degrees
        return {
            "areas": self.areas,
            "borders": self.borders,
            "bridges": [list(pair) for pair in self.bridges],
            "records": self.records,
            "areas_without_records": self.without_records,
            "components": self.components,
            "islands": [list(island) for island in self.islands],
            "one_neighbour": list(self.one_neighbour),
            "neighbours": {"least": least, "mean": round(mean, 3), "most": most},
            "cut_areas": [{"key": key, "parts": parts} for key, parts in self.cut_areas],
            "tree_degree": self.tree_degree,
            "tree_degree_at_least": self.tree_degree_at_least,
            "planar": self.planar,
        }

    def summary(self) -> str:
        """For people."""
        least, mean, most = self.degrees
        where = f" ({self.busiest})" if self.busiest is not None else ""
        rows = [
            ("areas", f"{self.areas:,}"),
            ("records", self._records()),
            ("borders", f"{self.borders:,}"),
            ("neighbours", f"{least} to {most}{where}, {mean:.2f} on average"),
            ("connected", "yes" if self.components == 1 else f"no, {self.components:,} parts"),
            ("islands", self._islands()),
            ("bridges", listed((f"{a} to {b}" for a, b in self.bridges), SHOWN) or "none"),
            ("one neighbour", _named(self.one_neighbour)),
            ("cut areas", _named([f"{key} ({parts} parts)" for key, parts in self.cut_areas])),
            ("tree degree", self._tree_degree()),
            (
                "planar",
                {True: "yes", False: "no", None: "not tested: --planarity does"}[self.planar],
            ),
        ]
        return "\n".join(in_a_line(f"{name:<15}{text}") for name, text in rows)

    def _records(self) -> str:
        if self.records is None:
            return "not counted: --weight or --table does"
        empty = plural(self.without_records or 0, "area")
        return f"{self.records:,}" + (f"; {empty} without any" if self.without_records else "")

    def _tree_degree(self) -> str:
        if self.tree_degree == self.tree_degree_at_least:
            return f"{self.tree_degree}, the least that a spanning tree can have"
        return f"{self.tree_degree} found, at least {self.tree_degree_at_least}"

    def _islands(self) -> str:
        return _named(
            [
                island[0] + (f" ({len(island):,} areas)" if len(island) > 1 else "")
                for island in self.islands
            ]
        )


def survey(areas: AreaMap, planarity: bool | None = None) -> Survey:
    """Look at a graph of areas. ``planarity`` tests it or not; None tests it up to
    :data:`PLANARITY_UP_TO` areas."""
    from covey.problems.regions.trees import parts_without, searched

    graph, keys = areas.graph, areas.keys
    degrees = np.diff(graph.starts)
    tree = searched(graph)
    parts = parts_without(graph)
    cut = np.flatnonzero(parts > 1)
    # The one that joins most parts first.
    cut = cut[np.argsort(-parts[cut], kind="stable")]
    sizes = np.bincount(graph.components, minlength=1)
    if planarity is None:
        planarity = graph.count <= PLANARITY_UP_TO
    weights = areas.weights
    return Survey(
        areas=graph.count,
        borders=len(graph.edges) - int(areas.bridged.sum()),
        bridges=areas.bridges,
        records=None if weights is None else validate.total(weights),
        without_records=None if weights is None else int((weights == 0).sum()),
        components=int((sizes > 0).sum()),
        islands=tuple(tuple(keys[place] for place in part) for part in areas.islands()),
        one_neighbour=tuple(keys[place] for place in np.flatnonzero(degrees == 1).tolist()),
        degrees=(int(degrees.min()), float(degrees.mean()), int(degrees.max())),
        busiest=keys[int(degrees.argmax())] if len(keys) else None,
        cut_areas=tuple((keys[place], int(parts[place])) for place in cut.tolist()),
        tree_degree_at_least=tree.least_degree,
        tree_degree=int(tree.degree.max()),
        planar=is_planar(graph) if planarity else None,
    )


def is_planar(graph: Graph) -> bool:
    """Whether the graph can be drawn without crossings."""
    simple = graph.count >= 3 and len(graph.edges) > 3 * graph.count - 6
    if simple:
        # More borders than a planar graph can have (Euler).
        return False
    import networkx

    # Areas without borders are left out: they cross nothing.
    tested = networkx.Graph(graph.edges.tolist())
    return bool(networkx.check_planarity(tested)[0])


def _named(names: list[str] | tuple[str, ...]) -> str:
    return f"{len(names):,}: {listed(names, SHOWN)}" if names else "none"
