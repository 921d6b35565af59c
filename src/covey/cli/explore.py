"""covey explore: what several k and recodings would lose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from covey.cli import options
from covey.cli.groups import OrderedCommand, given_order
from covey.cli.job_options import job_option
from covey.cli.options import tidy, together
from covey.cli.progress import progress
from covey.cli.roles import ROLE_OPTIONS, chosen_roles, split_group

# The same as THRESHOLDS in release/explore, which is not loaded for the help.
TRIED = ",".join(map(str, (2, 3, 5, 10, 20)))
SAME = (
    "drop", "person", "groups", "sensitive", "missing", "unmapped", "suppress", "suppress_for",
    "tight", "objective", "seed", "time_limit", "encoding", "header", "engine", *options.WRITTEN,
)  # fmt: skip
"""The fields of a job that are the same for every k and recoding."""


@click.command(cls=OrderedCommand)
@click.argument("table")
@ROLE_OPTIONS
@click.option(
    "-k",
    "k",
    multiple=True,
    default=(TRIED,),
    show_default=True,
    metavar="N,N,...",
    help="The least numbers of records in a class to try.",
)
@click.option(
    "--recoding",
    "recoding",
    multiple=True,
    type=click.Choice(["local", "nested", "global"]),
    help="Try this recoding only; may be given several times.  [default: all]",
)
@together(*(job_option(name) for name in SAME))
@options.THREADS
@options.path_option(
    "--plot",
    metavar="FILE",
    text="Draw loss, classes and largest class by k, as .png or .svg (needs covey[plot]).",
)
@options.AS_JSON
@click.pass_context
def explore(
    context: click.Context,
    /,
    table: str,
    k: Sequence[str],
    recoding: Sequence[str],
    plot: Path | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Show what several k and recodings would lose, and write no release.

    TABLE and its columns are named as for covey anonymize. For every k and recoding: how many
    classes there are, how large the largest is, how many records are withheld, how likely a person
    is found, and how much detail every column loses. Where a search finds a better answer for one
    of the usual k, 2, 3, 5, 10 and 20, it is shown for smaller ones, too, and a note says so. The
    table is counted once, where it is: on its PostgreSQL server, or with --engine spark on the
    cluster.

    \b
    Examples:
      covey explore patients.csv --ordered age --label sex
      covey explore patients.csv --ordered age --label sex -k 5,11,20 --recoding global \\
          --suppress 0.02
      covey explore patients.csv --region zip=zips.geojson:zip --ordered age --plot choice.png
      covey explore postgresql://ann@db/clinic#study.patients --ordered age --label sex
    """
    from covey.release.explore.explore import RECODINGS, named_thresholds
    from covey.release.explore.explore import explore as explored
    from covey.release.steps import OF_EXPLORE, READING

    if plot is not None:
        from covey.core.plot import require_plotting
        from covey.io.outputs.files import check_target

        require_plotting()
        check_target(plot, endings=(".png", ".svg"))
    quasi = chosen_roles(how, given_order(context))
    given = {name: how[name] for name in SAME if how[name] is not None}
    given |= options.by_column(given)
    given["groups"] = dict(map(split_group, how["groups"]))
    tidy()
    with progress(READING, OF_EXPLORE) as report:
        found = explored(
            table,
            quasi=quasi,
            k=named_thresholds(k),
            recoding=recoding or RECODINGS,
            report=report,
            **given,
        )
    if plot is not None:
        from covey.release.explore.plot import draw

        draw(found, plot)
        click.echo(f"wrote {plot}", err=True)
    click.echo(json.dumps(found.to_dict(), ensure_ascii=False) if as_json else found.summary())
