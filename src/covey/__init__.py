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
    from covey.attributes import Labels, Ordered, Points, Regions
    from covey.core.errors import (
        CoveyError,
        Infeasible,
        InternalError,
        InvalidInput,
        OutOfResources,
    )
    from covey.core.result import Certificate, Guarantee, Result, Status
    from covey.core.stop import Stop
    from covey.measures.check import check
    from covey.measures.measures import Measures
    from covey.problems.cells.axes import AreaAxis, LabelAxis, OrderedAxis, PlaceAxis
    from covey.problems.cells.problem import CellProblem, CellSolution
    from covey.problems.certificates import read_certificate
    from covey.problems.intervals.problem import IntervalProblem, IntervalSolution
    from covey.problems.labels.problem import LabelProblem, LabelSolution
    from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
    from covey.problems.regions.graph import Graph
    from covey.problems.regions.problem import RegionProblem, RegionSolution
    from covey.problems.solver import compare, methods, solve
    from covey.release.apply import apply
    from covey.release.publish import Release, anonymize
    from covey.release.sign import sign
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
    from covey.research.hard_problems.known import Known, draw_source
    from covey.research.hard_problems.matching import ThreeDimensionalMatching
    from covey.research.hard_problems.partition import Partition, ThreePartition
    from covey.research.instances.folder import HardInstance, generate
    from covey.research.reductions.labels import HardLabels
    from covey.research.reductions.rectangles import HardRectangles
    from covey.research.reductions.regions import HardRegions
    from covey.verification import verify

__version__ = "0.1.0"

_HOMES = {
    "AreaAxis": "covey.problems.cells.axes",
    "LabelAxis": "covey.problems.cells.axes",
    "OrderedAxis": "covey.problems.cells.axes",
    "PlaceAxis": "covey.problems.cells.axes",
    "CellProblem": "covey.problems.cells.problem",
    "CellSolution": "covey.problems.cells.problem",
    "CoveyError": "covey.core.errors",
    "Infeasible": "covey.core.errors",
    "InternalError": "covey.core.errors",
    "InvalidInput": "covey.core.errors",
    "OutOfResources": "covey.core.errors",
    "IntervalProblem": "covey.problems.intervals.problem",
    "IntervalSolution": "covey.problems.intervals.problem",
    "LabelProblem": "covey.problems.labels.problem",
    "LabelSolution": "covey.problems.labels.problem",
    "Measures": "covey.measures.measures",
    "check": "covey.measures.check",
    "RectangleProblem": "covey.problems.rectangles.problem",
    "RectangleSolution": "covey.problems.rectangles.problem",
    "Graph": "covey.problems.regions.graph",
    "RegionProblem": "covey.problems.regions.problem",
    "RegionSolution": "covey.problems.regions.problem",
    "apply": "covey.release.apply",
    "sign": "covey.release.sign",
    "verify": "covey.verification",
    "Release": "covey.release.publish",
    "anonymize": "covey.release.publish",
    "Labels": "covey.attributes",
    "Ordered": "covey.attributes",
    "Points": "covey.attributes",
    "Regions": "covey.attributes",
    "Closeness": "covey.requirements.closeness",
    "Alpha": "covey.requirements.diversity",
    "DistinctDiversity": "covey.requirements.diversity",
    "EntropyDiversity": "covey.requirements.diversity",
    "RecursiveDiversity": "covey.requirements.diversity",
    "PopulationK": "covey.requirements.population",
    "Entries": "covey.requirements.entries",
    "Requirement": "covey.requirements.requirement",
    "Sensitive": "covey.requirements.requirement",
    "Certificate": "covey.core.result",
    "Guarantee": "covey.core.result",
    "Result": "covey.core.result",
    "Status": "covey.core.result",
    "compare": "covey.problems.solver",
    "methods": "covey.problems.solver",
    "read_certificate": "covey.problems.certificates",
    "solve": "covey.problems.solver",
    "Stop": "covey.core.stop",
    "HardInstance": "covey.research.instances.folder",
    "HardLabels": "covey.research.reductions.labels",
    "HardRectangles": "covey.research.reductions.rectangles",
    "HardRegions": "covey.research.reductions.regions",
    "Known": "covey.research.hard_problems.known",
    "Partition": "covey.research.hard_problems.partition",
    "ThreeDimensionalMatching": "covey.research.hard_problems.matching",
    "ThreePartition": "covey.research.hard_problems.partition",
    "draw_source": "covey.research.hard_problems.known",
    "generate": "covey.research.instances.folder",
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
