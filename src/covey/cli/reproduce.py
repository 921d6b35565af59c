"""covey reproduce: the paper's figure."""

from __future__ import annotations

from pathlib import Path

import click

from covey.cli.progress import counting
from covey.core.errors import InvalidInput
from covey.research.data import CENSUS_TABLES


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("reproduction"),
    show_default=True,
    metavar="DIR",
    help="The folder to write names.csv, names.png, names.svg and names.txt to.",
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Only every N-th value of k.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=0,
    show_default=True,
    help="Seed of the random order.",
)
def reproduce(output: Path, every: int, seed: int) -> None:
    """Run the paper's experiment on the names of the 1990 census, and more.

    For every k from the most frequent name's count to half of all records: the largest class, as a
    multiple of k, of Fold and Spread on names in random and in sorted order, as in the paper's
    figure; and of the balanced method, beside the lower bound that proves it optimal.
    """
    from covey.core.plot import require_plotting
    from covey.research.experiments.figure import write_figure
    from covey.research.experiments.names import sweep_all, values_of_k
    from covey.research.experiments.observations import describe

    require_plotting()
    if output.exists() and not output.is_dir():
        raise InvalidInput(f"{output} is a file; the name of a folder is expected.")
    total = sum(len(values_of_k(table, every)) for table in CENSUS_TABLES)
    with counting("values of k", total) as advance:
        sweeps = sweep_all(every, seed, advance)
    written = write_figure(sweeps, output)
    click.echo(describe(sweeps))
    click.echo(f"\nThe figure and its points: {', '.join(map(str, written))}")
