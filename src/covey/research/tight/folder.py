"""A tight example as a folder: what covey solve reads, the optimum, and what a method does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import check_folder, release_folder
from covey.research.instances.tables import FILES, command, write_classes, write_instance
from covey.research.tight.example import Tight

MARK = "tight.json"
WHAT = "tight example"


STARTED = ("note      from the start in tight.json; by itself the method may begin otherwise",)


@dataclass(frozen=True, eq=False)
class TightFolder:
    """A tight example, and the folder that holds it."""

    example: Tight
    folder: Path
    files: tuple[str, ...]

    @property
    def command(self) -> str:
        how = "".join(f" --{name} {value}" for name, value in self.example.options.items())
        return f"{command(self.example.problem, self.folder)} --method {self.example.method}{how}"

    def summary(self) -> str:
        example = self.example
        problem = example.problem
        return "\n".join(
            [
                f"{example.name}: {problem.description}, k = {problem.k:,}",
                f"optimum   {example.optimum:,}: {example.why}",
                f"{example.method:<9} {example.cost:,}, {float(example.ratio):.4f} times as much",
                f"shows     {example.shows}",
                f"solve     {self.command}",
                *(STARTED if example.start is not None else ()),
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        from covey import __version__

        return {**self.example.to_dict(), "version": __version__}


def write_example(example: Tight, folder: Path | str, *, overwrite: bool = False) -> TightFolder:
    """Write an example to a folder that appears by one rename."""
    target = Path(folder)
    with release_folder(target, overwrite, (), what=WHAT, mark=MARK, vouched=_beside) as hidden:
        write_instance(example.problem, hidden)
        write_classes(example.problem, example.classes, hidden / "solution.csv")
        names = sorted([MARK, *(file.name for file in hidden.iterdir())])
        written = TightFolder(example, target, tuple(names))
        with replacing(hidden / MARK) as file:
            file.write(json.dumps(written.to_dict(), indent=1) + "\n")
    return written


def refuse_target(folder: Path, overwrite: bool) -> None:
    """Refuse, before any work is done, a folder that cannot be made."""
    check_folder(folder, overwrite, (), what=WHAT, mark=MARK, vouched=_beside)


def _beside(answer: Any) -> dict[str, None]:
    """The files beside what :meth:`TightFolder.to_dict` wrote, which has no fingerprints."""
    # A folder is replaced only if it is one of these: this is what tells.
    if not isinstance(answer["name"], str) or not isinstance(answer["optimum"], int):
        raise ValueError("name")
    return dict.fromkeys((*FILES, "solution.csv"))
