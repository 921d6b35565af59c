"""covey: publish tables about people so that no query can single out fewer than k of them.

>>> import covey
>>> result = covey.solve(covey.LabelProblem([40, 30, 12, 9, 9], k=20))
>>> result.cost, result.gap
(40, 0.0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from covey.cells.axes import AreaAxis, LabelAxis, OrderedAxis, PlaceAxis
    from covey.cells.problem import CellProblem, CellSolution
    from covey.certificates import read_certificate
    from covey.errors import CoveyError, Infeasible, InternalError, InvalidInput, OutOfResources
    from covey.hard.folder import HardInstance, generate
    from covey.intervals.problem import IntervalProblem, IntervalSolution
    from covey.labels.hard import HardLabels
    from covey.labels.problem import LabelProblem, LabelSolution
    from covey.measures.check import check
    from covey.measures.measures import Measures
    from covey.rectangles.hard import HardRectangles
    from covey.rectangles.problem import RectangleProblem, RectangleSolution
    from covey.regions.graph import Graph
    from covey.regions.hard import HardRegions
    from covey.regions.problem import RegionProblem, RegionSolution
    from covey.release.apply import apply
    from covey.release.publish import Release, anonymize
    from covey.release.roles import Labels, Ordered, Points, Regions
    from covey.release.sign import sign
    from covey.release.verify import verify
    from covey.requirements.closeness import Closeness
    from covey.requirements.diversity import (
        Alpha,
        DistinctDiversity,
        EntropyDiversity,
        RecursiveDiversity,
    )
    from covey.requirements.entries import Entries
    from covey.requirements.population import PopulationK
    from covey.requirements.requirement import Requirement, Sensitive
    from covey.result import Certificate, Guarantee, Result, Status
    from covey.solver import compare, methods, solve
    from covey.sources.known import Known, draw_source
    from covey.sources.matching import ThreeDimensionalMatching
    from covey.sources.partition import Partition, ThreePartition
    from covey.stop import Stop

__version__ = "0.1.0"

_HOMES = {
    "AreaAxis": "covey.cells.axes",
    "LabelAxis": "covey.cells.axes",
    "OrderedAxis": "covey.cells.axes",
    "PlaceAxis": "covey.cells.axes",
    "CellProblem": "covey.cells.problem",
    "CellSolution": "covey.cells.problem",
    "CoveyError": "covey.errors",
    "Infeasible": "covey.errors",
    "InternalError": "covey.errors",
    "InvalidInput": "covey.errors",
    "OutOfResources": "covey.errors",
    "IntervalProblem": "covey.intervals.problem",
    "IntervalSolution": "covey.intervals.problem",
    "LabelProblem": "covey.labels.problem",
    "LabelSolution": "covey.labels.problem",
    "Measures": "covey.measures.measures",
    "check": "covey.measures.check",
    "RectangleProblem": "covey.rectangles.problem",
    "RectangleSolution": "covey.rectangles.problem",
    "Graph": "covey.regions.graph",
    "RegionProblem": "covey.regions.problem",
    "RegionSolution": "covey.regions.problem",
    "apply": "covey.release.apply",
    "sign": "covey.release.sign",
    "verify": "covey.release.verify",
    "Release": "covey.release.publish",
    "anonymize": "covey.release.publish",
    "Labels": "covey.release.roles",
    "Ordered": "covey.release.roles",
    "Points": "covey.release.roles",
    "Regions": "covey.release.roles",
    "Closeness": "covey.requirements.closeness",
    "Alpha": "covey.requirements.diversity",
    "DistinctDiversity": "covey.requirements.diversity",
    "EntropyDiversity": "covey.requirements.diversity",
    "RecursiveDiversity": "covey.requirements.diversity",
    "PopulationK": "covey.requirements.population",
    "Entries": "covey.requirements.entries",
    "Requirement": "covey.requirements.requirement",
    "Sensitive": "covey.requirements.requirement",
    "Certificate": "covey.result",
    "Guarantee": "covey.result",
    "Result": "covey.result",
    "Status": "covey.result",
    "compare": "covey.solver",
    "methods": "covey.solver",
    "read_certificate": "covey.certificates",
    "solve": "covey.solver",
    "Stop": "covey.stop",
    "HardInstance": "covey.hard.folder",
    "HardLabels": "covey.labels.hard",
    "HardRectangles": "covey.rectangles.hard",
    "HardRegions": "covey.regions.hard",
    "Known": "covey.sources.known",
    "Partition": "covey.sources.partition",
    "ThreeDimensionalMatching": "covey.sources.matching",
    "ThreePartition": "covey.sources.partition",
    "draw_source": "covey.sources.known",
    "generate": "covey.hard.folder",
}

__all__ = [
    "Alpha",
    "AreaAxis",
    "CellProblem",
    "CellSolution",
    "Certificate",
    "Closeness",
    "CoveyError",
    "DistinctDiversity",
    "Entries",
    "EntropyDiversity",
    "Graph",
    "Guarantee",
    "HardInstance",
    "HardLabels",
    "HardRectangles",
    "HardRegions",
    "Infeasible",
    "InternalError",
    "IntervalProblem",
    "IntervalSolution",
    "InvalidInput",
    "Known",
    "LabelAxis",
    "LabelProblem",
    "LabelSolution",
    "Labels",
    "Measures",
    "Ordered",
    "OrderedAxis",
    "OutOfResources",
    "Partition",
    "PlaceAxis",
    "Points",
    "PopulationK",
    "RectangleProblem",
    "RectangleSolution",
    "RecursiveDiversity",
    "RegionProblem",
    "RegionSolution",
    "Regions",
    "Release",
    "Requirement",
    "Result",
    "Sensitive",
    "Status",
    "Stop",
    "ThreeDimensionalMatching",
    "ThreePartition",
    "anonymize",
    "apply",
    "check",
    "compare",
    "draw_source",
    "generate",
    "methods",
    "read_certificate",
    "sign",
    "solve",
    "verify",
]


def __getattr__(name: str) -> Any:
    # numpy and what is heavier load with the first use, so that importing covey is quick.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'covey' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
