"""A hard instance as a folder: what covey solve reads, the answer, and a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from covey.core.grouping import Grouping
from covey.io.outputs.files import replacing, write_csv
from covey.io.outputs.folder import check_folder, release_folder
from covey.research.hard_problems.known import Known
from covey.research.hard_problems.reduction import Reduction
from covey.research.instances.reduce import reduce
from covey.research.reductions.labels import HardLabels
from covey.research.reductions.rectangles import HardRectangles
from covey.research.reductions.regions import HardRegions

MARK = "answer.json"
WHAT = "hard instance"
FILES = frozenset(
    ("values.csv", "nodes.csv", "edges.csv", "points.csv", "solution.csv", "picture.png")
)
"""All that may lie beside the answer."""
SOLVE = {
    "labels": "covey solve labels {folder}/values.csv -k {k}",
    "regions": "covey solve regions --nodes {folder}/nodes.csv --edges {folder}/edges.csv -k {k}",
    "rectangles": "covey solve rectangles {folder}/points.csv --x x --y y --count count -k {k}",
}


@dataclass(frozen=True, eq=False)
class HardInstance:
    """A hard instance with its answer, and the folder that holds them."""

    house: str
    known: Known[Any]
    reduction: Reduction
    folder: Path
    files: tuple[str, ...]

    @property
    def answer(self) -> str:
        return "no" if self.known.answer is None else "yes"

    @property
    def command(self) -> str:
        """What solves it."""
        return SOLVE[self.house].format(folder=self.folder, k=self.reduction.problem.k)

    def summary(self) -> str:
        hard, source = self.reduction, self.known.source
        sizes = ", ".join(
            f"{len(value):,} {name}" if isinstance(value, list) else f"{name} {value:,}"
            for name, value in source.to_dict().items()
        )
        optimum = f"{hard.yes:,}" if self.answer == "yes" else f"at least {hard.no:,}"
        other = (
            f"at least {hard.no:,}, were the answer no"
            if self.answer == "yes"
            else f"{hard.yes:,}, were the answer yes"
        )
        return "\n".join(
            [
                f"{self.house} from {source.name}: {sizes}",
                f"answer    {self.answer}, {self.known.how}",
                f"instance  {hard.problem.description}, k = {hard.problem.k:,}",
                f"optimum   {optimum} ({other}; the gap is {hard.gap})",
                f"solve     {self.command}",
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        from covey import __version__

        hard, source, answer = self.reduction, self.known.source, self.known.answer
        return {
            "house": self.house,
            "from": source.name,
            "answer": self.answer,
            "known": self.known.how,
            "solution": None if answer is None else source.answer_to_list(answer),
            "k": hard.problem.k,
            "optimum_if_yes": hard.yes,
            "least_if_no": hard.no,
            "gap": str(hard.gap),
            "source": source.to_dict(),
            "version": __version__,
        }


def generate(
    house: str,
    known: Known[Any],
    folder: Path | str,
    *,
    lift: int = 0,
    overwrite: bool = False,
    picture: bool = True,
    inputs: Sequence[Path] = (),
) -> HardInstance:
    """Make a hard instance of a kind of problem from a source with its answer, and write it to a
    folder that appears by one rename. The same source gives the same bytes.

    ``lift`` is that of :meth:`HardLabels.from_three_partition`; ``inputs`` are files that must not
    be overwritten.
    """
    target = Path(folder)
    refuse_target(target, overwrite, picture, inputs)
    hard = reduce(house, known.source, lift)
    solution = None if known.answer is None else hard.solution(known.answer)
    with release_folder(target, overwrite, inputs, what=WHAT, mark=MARK, vouched=_beside) as hidden:
        _write_instance(hard, hidden)
        if solution is not None:
            _write_solution(hard, solution, hidden / "solution.csv")
        if picture:
            from covey.research.instances.pictures import draw_instance

            draw_instance(hard, solution, hidden / "picture.png")
        names = sorted([MARK, *(file.name for file in hidden.iterdir())])
        made = HardInstance(house, known, hard, target, tuple(names))
        with replacing(hidden / MARK) as file:
            file.write(json.dumps(made.to_dict(), indent=1) + "\n")
    return made


def refuse_target(
    folder: Path, overwrite: bool, picture: bool, inputs: Sequence[Path] = ()
) -> None:
    """Refuse, before any work is done, a folder that cannot be made, or a picture."""
    if picture:
        from covey.core.plot import require_plotting

        require_plotting()
    check_folder(folder, overwrite, inputs, what=WHAT, mark=MARK, vouched=_beside)


def _beside(answer: Any) -> dict[str, None]:
    """The files beside an answer that :meth:`HardInstance.to_dict` wrote, which has no
    fingerprints."""
    if answer["house"] not in SOLVE or not isinstance(answer["source"], dict):
        raise ValueError("house")
    return dict.fromkeys(FILES)


def _write_instance(hard: Reduction, folder: Path) -> None:
    weights = hard.problem.weights.tolist()
    if isinstance(hard, HardLabels):
        write_csv(
            folder / "values.csv", ("value", "count"), zip(_names(hard), weights, strict=True)
        )
    elif isinstance(hard, HardRegions):
        points = hard.points.round(6).tolist()
        rows = zip(range(1, len(weights) + 1), weights, points, hard.gadgets, strict=True)
        nodes = ((v, weight, x, y, gadget) for v, weight, (x, y), gadget in rows)
        write_csv(folder / "nodes.csv", ("id", "weight", "x", "y", "gadget"), nodes)
        write_csv(folder / "edges.csv", ("a", "b"), (hard.problem.graph.edges + 1).tolist())
    else:
        write_csv(folder / "points.csv", ("x", "y", "count"), zip(*_places(hard), strict=True))


def _write_solution(hard: Reduction, solution: Grouping, target: Path) -> None:
    """The instance's rows, each with its class."""
    weights, classes = hard.problem.weights.tolist(), (solution.classes + 1).tolist()
    if isinstance(hard, HardLabels):
        rows: Any = zip(_names(hard), weights, classes, strict=True)
        write_csv(target, ("value", "count", "class"), rows)
    elif isinstance(hard, HardRegions):
        rows = zip(range(1, len(weights) + 1), weights, classes, strict=True)
        write_csv(target, ("id", "weight", "class"), rows)
    else:
        rows = zip(*_places(hard), classes, strict=True)
        write_csv(target, ("x", "y", "count", "class"), rows)


def _names(hard: Reduction) -> list[str]:
    return [f"w{number}" for number in range(1, len(hard.problem.weights) + 1)]


def _places(hard: Reduction) -> tuple[list[int], list[int], list[int]]:
    assert isinstance(hard, HardRectangles)
    problem = hard.problem
    x, y = problem.x.astype(int).tolist(), problem.y.astype(int).tolist()
    return x, y, problem.weights.tolist()
