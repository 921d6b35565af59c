"""From a table and the roles of its quasi-identifiers to the problem of cells, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from covey.cli.groups import given_order
from covey.cli.inputs import Given
from covey.cli.options import say
from covey.cli.roles import chosen_roles
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.attributes.coded import CodedTable
    from covey.core.grouping import Objective
    from covey.core.result import Result
    from covey.engine.protocol import Counted
    from covey.io.notation import Notation
    from covey.release.job import Job


@dataclass(frozen=True, eq=False)
class Combinations:
    """The distinct combinations of the quasi-identifiers' values, and the problem of their cells.
    A combination that is left out, as one without a value may be, is no item of its problem."""

    coded: CodedTable
    counted: Counted
    notes: tuple[str, ...]

    @property
    def names(self) -> list[list[str | None]]:
        """The values of every combination that the problem has."""
        texts = [texts[self.coded.items >= 0].tolist() for texts in self.counted.texts]
        return [list(values) for values in zip(*texts, strict=True)]

    def columns(self, result: Result) -> dict[str, Any]:
        """Every combination with its count and its class, None where it has none."""
        from covey.io.outputs.rows import distinct_names

        classes = self.coded.classes(result.solution)
        # Classes count from 1 on wherever people read them.
        numbers = [None if number < 0 else number + 1 for number in classes.tolist()]
        own = self.counted.columns
        names = distinct_names(own, ("count", "class"))
        columns = (*self.counted.texts, self.counted.counts, numbers)
        return dict(zip(names, columns, strict=True))

    def cells(self, result: Result) -> list[dict[str, str | None]]:
        """What every class is in each column."""
        from covey.attributes.description import describe
        from covey.problems.cells.answer import cell_answer

        texts = describe(self.coded, cell_answer(result.solution)).texts
        rows = zip(*texts.values(), strict=True)
        return [dict(zip(texts, row, strict=True)) for row in rows]


def in_parts(
    given: str,
    k: int,
    objective: Objective,
    part_size: int,
    engine: str,
    output: Path | None,
    *,
    as_json: bool,
    **how: Any,
) -> None:
    """Solve a table in parts that its engine cuts, and say what was found."""
    _refuse_unused()
    from covey.cli.progress import progress
    from covey.release.solve.in_parts import cells_in_parts

    job = _job(given, k, objective, part_size=part_size, engine=engine, **how)
    with progress("reading") as report:
        found = cells_in_parts(job, output, report=report)
    if output is not None:
        click.echo(f"wrote {output}", err=True)
    for note in found.notes:
        say(note)
    if as_json:
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    click.echo(
        f"{plural(found.records, 'record')}, {plural(found.combinations, 'combination')}, in"
        f" {plural(len(found.parts), 'part')}\n{plural(found.classes, 'class')} of"
        f" {found.smallest:,} to {found.largest:,} records, loss {found.loss:.4g}\n"
        f"at most {plural(found.most_rows, 'row')} came here at once"
    )


def _refuse_unused() -> None:
    """Refuse options that were given and that parts have no use for."""
    context = click.get_current_context()
    given = set(given_order(context))
    unused = [
        param.opts[0]
        for param in context.command.params
        # Only those that were given: click has a value for every option.
        if param.name in given & {"method", "seed", "time_limit", "unmapped"}
    ]
    if unused:
        raise InvalidInput(
            "Parts (--part-size) are solved by the method typed to the end, without a time limit,"
            f" chance or a map; given: {', '.join(unused)}.",
            hint=f"Leave {' and '.join(unused)} out, or --part-size.",
            given=unused,
        )


def read_cells(given: str, k: int, objective: Objective, **how: Any) -> Given:
    """The problem of several quasi-identifiers, which ``how`` names by the options of
    ``cli.roles.CELLS_OPTIONS``. They are counted as for a release."""
    from covey.attributes.maps import load_map
    from covey.engine import default_engine
    from covey.io.inputs import refuse_needless_header
    from covey.release.solve.coding import code_job

    job = _job(given, k, objective, **how)
    engine = default_engine()
    found = engine.source(given, job.encoding, job.header, job.notation)
    refuse_needless_header(job.header, found)
    with engine.open(found, job.kinds) as snapshot:
        staged, counted = snapshot.staged, snapshot.count()
        # Solving does not need the rows: the private copy is gone after this block.
        coded = code_job(job, staged, counted, load_map)
    combinations = Combinations(coded, counted, (*staged.notes, *coded.notes))
    for note in combinations.notes:
        say(note)
    problem = coded.problem
    about = {
        "file": staged.name,
        "columns": list(counted.columns),
        f"{problem.item}s": len(problem.weights),
        "records": problem.total,
        "notes": list(combinations.notes),
    }
    return Given(problem, combinations.names, about, combinations)


def _job(
    given: str,
    k: int,
    objective: Objective,
    encoding: str,
    header: bool | None,
    notation: Notation,
    missing: str,
    unmapped: str,
    part_size: int | None = None,
    engine: str = "",
    **how: Any,
) -> Job:
    from covey.release.job import Job

    quasi = chosen_roles(how, given_order(click.get_current_context()))
    if not quasi:
        raise InvalidInput(
            "Cells are of one quasi-identifier or more; given: none.",
            hint="Name the columns by what they are: --label, --ordered, --point, --xy, --region.",
        )
    return Job(
        table=given,
        k=k,
        quasi=quasi,
        objective=objective,
        missing=missing,
        unmapped=unmapped,
        encoding=encoding,
        header=header,
        part_size=part_size,
        engine=engine,
        **notation.arguments,
    )
