"""covey graph: areas and their neighbours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from covey import __version__
from covey.cli import options
from covey.cli.progress import progress
from covey.core.caller import all_spoken


@click.command()
@options.AREAS
@click.option(
    "--planarity/--no-planarity",
    default=None,
    help="Test whether the graph is planar, or not.  [default: up to 10,000 areas]",
)
@options.AS_JSON
@options.output_option(
    "FILE.json",
    "Save the graph, with records and bridges, for --graph. It holds counts of single areas,"
    " so it is not for publication.",
)
@options.plot_option("Draw the areas, their neighbours, islands and bridges.")
def graph(
    planarity: bool | None,
    as_json: bool,
    output: Path | None,
    plot: Path | None,
    **how: Any,
) -> None:
    """Build, inspect and save the graph of areas and their neighbours.

    Areas come from polygons (--areas), from a table of areas with a table of borders (--nodes,
    --edges) or with coordinates (--nodes, --lat, --lon), or from a saved graph (--graph). Codes are
    text and keep their leading zeros.

    \b
    Examples:
      covey graph --areas zips.gpkg --key zip
      covey graph --areas zips.geojson --key zip --table patients.csv --column zip -o zips.json
      covey graph --nodes tracts.csv --edges borders.csv --json
      covey graph --nodes towns.csv --lat lat --lon lon --contiguity gabriel --plot towns.png
    """
    from covey.cli.problems.regions import map_files, read_areas
    from covey.io.maps.survey import survey
    from covey.io.outputs.files import check_target

    if output is not None:
        check_target(output, *map_files(how), endings=(".json",))
    if plot is not None:
        from covey.core.plot import require_plotting

        require_plotting()
        check_target(plot, *map_files(how), endings=(".png", ".svg"), option="--plot")
    with progress("reading the map"):
        areas = read_areas(**how)
    if plot is not None:
        from covey.io.maps.draw import draw_graph, require_places

        # Before the survey: without coordinates there is nothing to draw.
        require_places(areas)
    with progress("looking at the graph"):
        found = survey(areas, planarity)
    if output is not None:
        from covey.io.maps.store import write_graph

        write_graph(areas, output)
    if plot is not None:
        draw_graph(areas, plot)
    for written in filter(None, (output, plot)):
        click.echo(f"wrote {written}", err=True)
    if as_json:
        answer = {**found.to_dict(), "notes": all_spoken(areas.notes), "version": __version__}
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo(found.summary())
