"""A hard instance as a folder: what covey solve reads, the answer, and a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.io.outputs.files import replacing, write_csv
from covey.io.outputs.folder import check_folder, release_folder
from covey.research.hard_problems.known import Known
from covey.research.hard_problems.reduction import Reduction
from covey.research.instances.reduce import reduce
from covey.research.instances.tables import (
    FILES,
    command,
    items_of,
    write_classes,
    write_edges,
    write_instance,
)
from covey.research.reductions.regions import HardRegions

MARK = "answer.json"
WHAT = "hard instance"
PROBLEM_KINDS = ("labels", "regions", "rectangles")


@dataclass(frozen=True, eq=False)
class HardInstance:
    """A hard instance with its answer, and the folder that holds them."""

    problem_kind: str
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
        return command(self.reduction.problem, self.folder)

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
                f"{self.problem_kind} from {source.name}: {sizes}",
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
            "problem": self.problem_kind,
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
    problem_kind: str,
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

    ``lift`` is that of :meth:`covey.HardLabels.from_three_partition`; ``inputs`` are files that
    must not be overwritten.
    """
    target = Path(folder)
    # Before the work: drawing and solving take long.
    refuse_target(target, overwrite, picture, inputs)
    hard = reduce(problem_kind, known.source, lift)
    solution = None if known.answer is None else hard.solution(known.answer)
    with release_folder(target, overwrite, inputs, what=WHAT, mark=MARK, vouched=_beside) as hidden:
        _write_instance(hard, hidden)
        if solution is not None:
            write_classes(hard.problem, solution.classes.tolist(), hidden / "solution.csv")
        if picture:
            from covey.research.instances.pictures import draw_instance

            draw_instance(hard, solution, hidden / "picture.png")
        names = sorted([MARK, *(file.name for file in hidden.iterdir())])
        made = HardInstance(problem_kind, known, hard, target, tuple(names))
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
    # Only a folder that covey made is replaced, and only these files of it.
    if answer["problem"] not in PROBLEM_KINDS or not isinstance(answer["source"], dict):
        raise ValueError("problem")
    return dict.fromkeys((*FILES, "solution.csv", "picture.png"))


def _write_instance(hard: Reduction, folder: Path) -> None:
    if not isinstance(hard, HardRegions):
        write_instance(hard.problem, folder)
        return
    points = hard.points.round(6).tolist()
    rows = zip(items_of(hard.problem).rows, points, hard.gadgets, strict=True)
    nodes = ((*row, x, y, gadget) for row, (x, y), gadget in rows)
    write_csv(folder / "nodes.csv", ("id", "weight", "x", "y", "gadget"), nodes)
    write_edges(hard.problem, folder)
