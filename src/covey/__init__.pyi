"""The public names of covey, each listed once with the module that defines it.

Type checkers and editors read this file, and covey itself when a name is first used (see
``core/lazy.py``).
"""

from covey.attributes import Code as Code
from covey.attributes import Distances as Distances
from covey.attributes import KeepCommon as KeepCommon
from covey.attributes import Labels as Labels
from covey.attributes import Ordered as Ordered
from covey.attributes import Points as Points
from covey.attributes import Regions as Regions
from covey.attributes import Role as Role
from covey.attributes import Tree as Tree
from covey.core.errors import CoveyError as CoveyError
from covey.core.errors import Infeasible as Infeasible
from covey.core.errors import InternalError as InternalError
from covey.core.errors import InvalidInput as InvalidInput
from covey.core.errors import OutOfResources as OutOfResources
from covey.core.result import Certificate as Certificate
from covey.core.result import Guarantee as Guarantee
from covey.core.result import Result as Result
from covey.core.result import Status as Status
from covey.core.stop import Stop as Stop
from covey.cross_tables.publish import Tabulation as Tabulation
from covey.cross_tables.publish import tabulate as tabulate
from covey.io.columns.overview import Overview as Overview
from covey.io.columns.overview import look as look
from covey.measures.check import check as check
from covey.measures.exposure import Exposure as Exposure
from covey.measures.measures import Measures as Measures
from covey.measures.utility.utility import Utility as Utility
from covey.problems.cells.axes import AreaAxis as AreaAxis
from covey.problems.cells.axes import JoinedBy as JoinedBy
from covey.problems.cells.axes import LabelAxis as LabelAxis
from covey.problems.cells.axes import OrderedAxis as OrderedAxis
from covey.problems.cells.axes import PlaceAxis as PlaceAxis
from covey.problems.cells.axes import TreeAxis as TreeAxis
from covey.problems.cells.problem import CellProblem as CellProblem
from covey.problems.cells.problem import CellSolution as CellSolution
from covey.problems.certificates import read_certificate as read_certificate
from covey.problems.intervals.problem import IntervalProblem as IntervalProblem
from covey.problems.intervals.problem import IntervalSolution as IntervalSolution
from covey.problems.labels.problem import LabelProblem as LabelProblem
from covey.problems.labels.problem import LabelSolution as LabelSolution
from covey.problems.rectangles.problem import RectangleProblem as RectangleProblem
from covey.problems.rectangles.problem import RectangleSolution as RectangleSolution
from covey.problems.regions.graph import Graph as Graph
from covey.problems.regions.problem import RegionProblem as RegionProblem
from covey.problems.regions.problem import RegionSolution as RegionSolution
from covey.problems.solver import compare as compare
from covey.problems.solver import methods as methods
from covey.problems.solver import solve as solve
from covey.problems.trees.problem import TreeProblem as TreeProblem
from covey.problems.trees.problem import TreeSolution as TreeSolution
from covey.release.anonymize import anonymize as anonymize
from covey.release.apply.apply import apply as apply
from covey.release.explore.explore import explore as explore
from covey.release.explore.suggest import suggest as suggest
from covey.release.facts.analysis import analyze as analyze
from covey.release.owner.sign import sign as sign
from covey.release.result import Release as Release
from covey.release.risks.risk import risk as risk
from covey.release.sets.explain import explain as explain
from covey.release.sets.table import sets as sets
from covey.release.write.load import load as load
from covey.requirements.closeness import Closeness as Closeness
from covey.requirements.diversity import Alpha as Alpha
from covey.requirements.diversity import DistinctDiversity as DistinctDiversity
from covey.requirements.diversity import EntropyDiversity as EntropyDiversity
from covey.requirements.diversity import RecursiveDiversity as RecursiveDiversity
from covey.requirements.entries import Entries as Entries
from covey.requirements.population import PopulationK as PopulationK
from covey.requirements.requirement import Requirement as Requirement
from covey.requirements.requirement import Sensitive as Sensitive
from covey.research.hard_problems.known import Known as Known
from covey.research.hard_problems.known import draw_source as draw_source
from covey.research.hard_problems.matching import (
    ThreeDimensionalMatching as ThreeDimensionalMatching,
)
from covey.research.hard_problems.partition import Partition as Partition
from covey.research.hard_problems.partition import ThreePartition as ThreePartition
from covey.research.instances.folder import HardInstance as HardInstance
from covey.research.instances.folder import generate as generate
from covey.research.reductions.labels import HardLabels as HardLabels
from covey.research.reductions.rectangles import HardRectangles as HardRectangles
from covey.research.reductions.regions import HardRegions as HardRegions
from covey.verification import verify as verify

__version__: str
__all__: list[str]
