"""covey look: what covey sees in a table or a map."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from covey import __version__
from covey.cli import options
from covey.cli.corrected import corrected
from covey.cli.options import say, tidy
from covey.cli.progress import progress
from covey.core.caller import all_spoken

if TYPE_CHECKING:
    from covey.io.notation import Notation

MAPS = (".geojson", ".topojson", ".gpkg", ".shp", ".shz", ".geoparquet")
"""How names of maps end. Zipped Shapefiles and other JSON are recognized by their content."""
MAPS_OF_JSON = re.compile(rb'"type"\s*:\s*"(FeatureCollection|Feature|Topology)"')
BEGINNING = 1 << 16


@click.command()
@click.argument("given", metavar="TABLE|MAP")
@options.READING
@click.option(
    "--key",
    metavar="NAME",
    help="Of a map: the field with the codes of the areas.  [default: id, or the only one]",
)
@click.option("--layer", metavar="NAME", help="Of a map: which layer, if it has several.")
@options.SETTLING
@options.plot_option("Draw the map: areas, neighbours, islands (needs covey[plot]).")
@options.AS_JSON
@click.pass_context
def look(
    context: click.Context,
    /,
    given: str,
    encoding: str,
    header: bool | None,
    notation: Notation,
    key: str | None,
    layer: str | None,
    exclude: tuple[str, ...],
    assign: dict[str, str],
    plot: Path | None,
    as_json: bool,
) -> None:
    """Show what covey sees in a table or a map, and what is odd about it.

    Of a table: its format, encoding and header; of every column the kind, how many values are
    missing, how many are different, from where to where they go; and what would read values that
    covey does not read by itself, with the command to try next. covey looks at the first 100,000
    rows. The answer shows values: it is for you, not for publication.

    Of a map (GeoJSON, TopoJSON, GeoPackage, Shapefile, GeoParquet with --key): areas, borders,
    islands, what was repaired, and with --plot a picture. --exclude and --assign settle codes and
    shapes that do not belong together.

    \b
    Examples:
      covey look patients.csv
      covey look patients.csv --decimal , --date-format %d.%m.%Y
      covey look zips.geojson --key zip --plot zips.png
    """
    tidy()
    # Options of a map say that it is one, whatever its name is.
    if key is not None or layer is not None or plot is not None or _is_map(given):
        how = {"key": key, "layer": layer, "exclude": exclude, "assign": assign}
        _look_at_map(given, how, plot, as_json)
        return
    from covey.io.columns.overview import look as looked

    with progress("looking at the table"):
        found = looked(given, encoding=encoding, header=header, **notation.arguments)
    if as_json:
        click.echo(json.dumps({**found.to_dict(), "version": __version__}, ensure_ascii=False))
        return
    click.echo(found.summary())
    if found.remedy:
        # context.obj has the arguments as they were typed.
        click.echo(corrected(found.remedy, context.obj or ("look", given)))


def _is_map(given: str) -> bool:
    path = Path(given)
    ending = path.suffix.lower()
    if ending == ".zip" and path.is_file() and zipfile.is_zipfile(path):
        # A zip may also hold a table.
        with zipfile.ZipFile(path) as archive:
            return any(name.lower().endswith(".shp") for name in archive.namelist())
    if ending == ".json" and path.is_file():
        with path.open("rb") as file:
            # The beginning says the type, and the file may be large.
            return MAPS_OF_JSON.search(file.read(BEGINNING)) is not None
    return ending in MAPS


def _look_at_map(given: str, how: dict[str, Any], plot: Path | None, as_json: bool) -> None:
    """As covey graph does, with nothing but the map."""
    from covey.io.maps.read import read_areas
    from covey.io.maps.survey import survey
    from covey.io.outputs.files import check_target

    path = Path(given)
    if plot is not None:
        from covey.core.plot import require_plotting

        require_plotting()
        check_target(plot, path, endings=(".png", ".svg"), option="--plot")
    with progress("reading the map"):
        areas = read_areas(areas=path, **how)
        found = survey(areas)
    if plot is not None:
        from covey.io.maps.draw import draw_graph

        draw_graph(areas, plot)
        click.echo(f"wrote {plot}", err=True)
    for note in areas.notes:
        say(note)
    if as_json:
        answer: dict[str, Any] = {
            "input": given,
            **found.to_dict(),
            "notes": all_spoken(areas.notes),
        }
        click.echo(json.dumps({**answer, "version": __version__}, ensure_ascii=False))
    else:
        click.echo(found.summary())
