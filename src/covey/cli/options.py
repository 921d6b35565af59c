"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from covey.cli.job_options import job_option
from covey.core.caller import spoken
from covey.core.errors import InvalidInput
from covey.core.words import in_a_line

if TYPE_CHECKING:
    from covey.io.notation import Notation

F = TypeVar("F", bound=Callable[..., Any])

TABLE = click.argument("table")
COUNT = click.option(
    "--count", metavar="NAME", help="The column with the number of records of each row."
)


def together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order in which help shows them."""

    def decorate(command: F) -> F:
        # click puts what is decorated last at the top.
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


THRESHOLD = click.option(
    "-k", "k", type=int, required=True, help="The least number of records in a class."
)

OBJECTIVE = job_option("objective")


def path_option(*names: str, metavar: str, text: str, **more: Any) -> Callable[[F], F]:
    """An option that names a file or folder; ``more`` is for click."""
    return click.option(*names, type=click.Path(path_type=Path), metavar=metavar, help=text, **more)


def output_option(metavar: str, text: str, *, required: bool = False) -> Callable[[F], F]:
    return path_option("-o", "--output", metavar=metavar, text=text, required=required)


def plot_option(text: str) -> Callable[[F], F]:
    return path_option("--plot", metavar="FILE.png|svg", text=text)


SEED = job_option("seed")

TIME_LIMIT = click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop improving after so many seconds.",
)


def _use_threads(context: click.Context, _: click.Parameter, number: int | None) -> None:
    from covey.core.threads import using

    # Until the command ends.
    context.with_resource(using(number))


THREADS = click.option(
    "--threads",
    type=click.IntRange(min=1),
    callback=_use_threads,
    expose_value=False,
    metavar="N",
    help="How many threads to use, all CPUs by default; also COVEY_THREADS=N. What comes out is the"
    " same for any number.",
)

POPULATION_SIZE = click.option(
    "--population-size",
    type=click.IntRange(1),
    metavar="N",
    help="How many people TABLE is a sample of: estimate how many of them are unique.",
)

PROBLEM = together(THRESHOLD, OBJECTIVE, SEED, TIME_LIMIT, THREADS)

AS_JSON = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object instead of the summary."
)


class Place(click.ParamType[Any]):
    """A folder, or the URL of a table on a server, which is no path."""

    name = "place"

    def convert(self, value: Any, *_: object) -> Any:
        # A URL made a Path would lose one of its slashes.
        return value if not isinstance(value, str) or "://" in value else Path(value)


RELEASE = click.argument("release", type=Place(), metavar="OUT/")

FORMAT = job_option("format")

ORDER = job_option("shuffle")

RECEIPTS = path_option(
    "--receipts",
    metavar="FILE.jsonl",
    text="Your private file of receipts, which proves which table was published.  [default:"
    " OUT.receipts.jsonl]",
)


def beside_option(text: str) -> Callable[[F], F]:
    return path_option("--beside", metavar="OTHER/", text=text, multiple=True)


ESCAPE_FORMULAS = job_option("escape_formulas")

OVERWRITE = click.option("--overwrite", is_flag=True, help="Replace a former release.")


def drop_option(text: str) -> Callable[[F], F]:
    return job_option("drop", help=text)


def encoding_option(text: str) -> Callable[[F], F]:
    return click.option("--encoding", default="", metavar="NAME", help=text)


def header_option(text: str, default: str = "it must look like names") -> Callable[[F], F]:
    return click.option(
        "--header/--no-header",
        default=None,
        help=f"{text}: the first row names the columns, or it is a record, and covey calls them"
        f" column1, column2, ...  [default: {default}]",
    )


def error_or_suppress(name: str, text: str) -> Callable[[F], F]:
    """What becomes of records that cannot be published as they are."""
    return click.option(
        name,
        type=click.Choice(["error", "suppress"]),
        default="error",
        show_default=True,
        help=f"{text}: an error, or left out.",
    )


def _collecting(command: F) -> F:
    """Hand a command what these options say as one ``notation``."""

    @wraps(command)
    def collected(*arguments: Any, **options: Any) -> Any:
        given = {name: options.pop(name) for name in WRITTEN}
        return command(*arguments, **options, notation=notation_of(given))

    return collected  # type: ignore[return-value]


def notation_of(given: Mapping[str, Any]) -> Notation:
    """How values are written, by what the command line says."""
    from covey.io.notation import Notation

    return Notation.of(**by_column(given))


def by_column(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of ``WRITTEN`` as functions take them."""
    from covey.io.notation import split_by_column, split_marks

    return {
        "na": split_marks(given["na"]),
        "decimal": split_by_column(given["decimal"]),
        "thousands": split_by_column(given["thousands"]),
        "date_format": split_by_column(given["date_format"]),
        "trim": bool(given["trim"]),
    }


WRITTEN = ("na", "decimal", "thousands", "date_format", "trim")
"""The options that say how values are written."""
NOTATION = together(*map(job_option, WRITTEN), _collecting)

READING = together(
    encoding_option("Of CSV that is neither UTF-8 nor marked UTF-16: latin-1."),
    header_option("Of CSV and Excel"),
    NOTATION,
)
"""How a table is read."""

MISSING = job_option(
    "missing",
    help="Records without a value. own: a class of their own or, if they are too few for one,"
    " together with others; of labels without a tree, missing is one more. suppress: leave them"
    " out. error: refuse the table.",
)

VALUES = together(
    TABLE,
    click.option(
        "--column",
        metavar="NAME",
        help="The column of values. Without --count every row is one record.",
    ),
    COUNT,
    MISSING,
    READING,
)

LABELS = together(
    VALUES,
    click.option(
        "--keep-common",
        is_flag=True,
        help="Values of k records or more are classes by themselves; the others are grouped among"
        " themselves. Methods are those of covey solve trees.",
    ),
)

INTERVALS = together(
    TABLE,
    click.option(
        "--column",
        metavar="NAME",
        help="The column of values.  [default: value, with counts in count]",
    ),
    COUNT,
    click.option(
        "--order",
        "stated_order",
        metavar="A,B,C",
        help="For labels: all of them, from the lowest to the highest, separated by commas.",
    ),
    click.option(
        "--bands",
        multiple=True,
        metavar="BANDS",
        help="The only places where intervals begin and end: 5 (a width), 0,18,30,65 (borders),"
        " month (day, quarter, year, decade), digits:2, <=90 and >=18 (top and bottom codes).",
    ),
    MISSING,
    READING,
)

MAP_FILE = click.Path(path_type=Path)

TREES = together(
    VALUES,
    click.option(
        "--tree",
        "tree_file",
        required=True,
        type=MAP_FILE,
        metavar="FILE",
        help="The tree above the values: CSV with the columns child and parent, or with a column"
        " path; a hierarchy of ARX as it is; or JSON.",
    ),
    click.option(
        "--ordered",
        is_flag=True,
        help="Siblings are in order, that of the file: a class has neighbours among the children of"
        " a node only.",
    ),
)


def _split_codes(_: object, __: object, given: Sequence[str]) -> tuple[str, ...]:
    """Codes separated by commas; an empty text is a code of its own."""
    # An empty text splits into one empty code, which stands for shapes without one.
    return tuple(code.strip() for text in given for code in text.split(","))


def _split_assigned(_: object, __: object, given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        code, equals, area = (part.strip() for part in text.partition("="))
        if not (code and equals and area) or code in found:
            raise InvalidInput(
                f"--assign says of a code to which area it belongs, once, as CODE=AREA; given:"
                f" {text!r}.",
                hint="For example: --assign 51610=51600",
                given=text,
            )
        found[code] = area
    return found


SETTLING = together(
    click.option(
        "--exclude",
        multiple=True,
        metavar="CODES",
        callback=_split_codes,
        help="Leave these areas of the map out, and the records that have their codes, separated by"
        " commas; '' leaves out shapes without a code.",
    ),
    click.option(
        "--assign",
        multiple=True,
        metavar="CODE=AREA",
        callback=_split_assigned,
        help="Join a code that has no shape, or an island, to an area of the map.",
    ),
)

AREAS = together(
    click.option(
        "--areas",
        type=MAP_FILE,
        metavar="MAP",
        help="Polygons: GeoJSON, GeoPackage, Shapefile (also zipped), TopoJSON or GeoParquet.",
    ),
    click.option("--nodes", metavar="TABLE", help="A table with a row for every area."),
    click.option(
        "--edges",
        metavar="TABLE",
        help="A table with a row for every border of --nodes, in the columns a and b or the first"
        " two.",
    ),
    click.option(
        "--graph", "graph_file", type=MAP_FILE, metavar="FILE", help="A graph saved by covey graph."
    ),
    click.option(
        "--key",
        metavar="NAME",
        help="The field with the codes of the areas.  [default: id, or the only one]",
    ),
    click.option(
        "--weight",
        metavar="NAME",
        help="The field with the number of records of each area.  [default for --nodes: weight]",
    ),
    click.option("--layer", metavar="NAME", help="Which layer of --areas, if it has several."),
    click.option(
        "--contiguity",
        type=click.Choice(["rook", "queen", "delaunay", "gabriel"]),
        help="Neighbours share a border (rook) or a corner (queen); places without polygons are"
        " neighbours by Delaunay's triangles or Gabriel's graph.  [default: rook; delaunay]",
    ),
    click.option(
        "--tolerance",
        type=float,
        metavar="DISTANCE",
        help="Gaps and overlaps of polygons that are forgiven, in metres where the map is in"
        " degrees, else in its own units; 0 for none.  [default: 1/1000 of the median area's"
        " diameter]",
    ),
    click.option("--x", "x", metavar="NAME", help="The column of --nodes with x coordinates."),
    click.option("--y", "y", metavar="NAME", help="The column of --nodes with y coordinates."),
    click.option("--lat", metavar="NAME", help="The column of --nodes with latitudes."),
    click.option("--lon", metavar="NAME", help="The column of --nodes with longitudes."),
    click.option(
        "--prune",
        type=float,
        metavar="NUMBER",
        help="Between places: leave out edges that are so many times as long as the lower quartile"
        " at both ends, unless they hold the map together; 0 keeps all.  [default: 3]",
    ),
    click.option(
        "--table",
        metavar="TABLE",
        help="Count the records of each area in this table, of any kind that covey reads.",
    ),
    click.option("--column", metavar="NAME", help="The column of --table with the areas' codes."),
    click.option(
        "--count", metavar="NAME", help="The column of --table with the records of each row."
    ),
    encoding_option(
        "Of --nodes, --edges and --table in CSV that is neither UTF-8 nor marked UTF-16: latin-1."
    ),
    header_option("Of --nodes, --edges and --table in CSV and Excel"),
    NOTATION,
    click.option(
        "--islands",
        type=click.Choice(["own", "nearest", "fail"]),
        default="own",
        show_default=True,
        help="What no border joins to the rest stays by itself, is bridged to the nearest area, or"
        " is an error. An area without a shape is bridged to the nearest code.",
    ),
    SETTLING,
)

REGIONS = together(
    AREAS,
    MISSING,
    click.option(
        "--population",
        metavar="NAME",
        help="A field of the map with another count, which every region must reach as well.",
    ),
    click.option(
        "--min-population",
        type=int,
        metavar="N",
        help="The least --population of a region.",
    ),
    click.option(
        "--within",
        metavar="NAME",
        help="A field of the map, such as the state, whose borders regions may not cross, prefix:2"
        " for areas whose codes begin with the same two letters, or column:state for a column of"
        " --table that says where each area lies.",
    ),
    click.option(
        "--cross",
        type=click.Choice(["never", "if-needed"]),
        help="Whether regions may cross the borders of --within where a part inside of them is"
        " below k.  [default: never]",
    ),
)

RECTANGLES = together(
    TABLE,
    click.option("--x", "x", metavar="NAME", help="The column of x coordinates.  [default: x]"),
    click.option("--y", "y", metavar="NAME", help="The column of y coordinates.  [default: y]"),
    click.option("--lat", metavar="NAME", help="The column of latitudes, in degrees."),
    click.option("--lon", metavar="NAME", help="The column of longitudes, in degrees."),
    COUNT,
    click.option(
        "--resolution",
        metavar="NUMBER",
        help="First move every coordinate to the nearest multiple of this.",
    ),
    MISSING,
    READING,
)


def say(note: str) -> None:
    """A note to the user, beside the answer."""
    click.echo(in_a_line(f"note: {spoken(note)}"), err=True)


def tidy(*targets: Path | None) -> None:
    """Remove what killed runs left in the temporary folder and beside what is to be written."""
    import tempfile

    from covey.core.temporary import remove_leftovers

    # Parts of a file or folder are written beside it.
    folders = {target.parent for target in targets if target is not None}
    with suppress(OSError):  # no temporary folder: who needs one says so
        folders.add(Path(tempfile.gettempdir()))
    for left in (left for folder in sorted(folders) for left in remove_leftovers(folder)):
        say(f"removed {left.path}, which a run that was killed had left: {left.in_words}")


@contextmanager
def stating() -> Iterator[Callable[[object], None]]:
    """Whatever goes wrong inside, the error says what became of the release. What comes back is to
    be called with the place of the release when that is published."""
    said = ["Nothing was published."]

    def published(out: object) -> None:
        from covey.io.outputs.folder import PUBLISHED

        said.insert(0, PUBLISHED.format(what="release", target=out))

    try:
        yield published
    except BaseException as error:
        # What was said closer to the error is more precise.
        if not hasattr(error, "__notes__"):
            error.add_note(said[0])
        raise


def columns_of(given: Sequence[str], known: Sequence[str]) -> list[str]:
    """A name with a comma in it is one column, if the table has it."""
    parts: list[str] = []
    for text in given:
        parts += [text] if text in known else [part.strip() for part in text.split(",")]
    return parts


def split_context(text: str) -> tuple[str, str]:
    """
    >>> split_context("purpose=a study of a = b")
    ('purpose', 'a study of a = b')
    """
    # At the first equals sign: the words may hold one.
    name, equals, words = text.partition("=")
    if not (name and equals):
        raise InvalidInput(
            f"--context is said as KEY=TEXT; given: {text!r}.",
            hint='For example: --context recipient="the university"',
            given=text,
        )
    return name, words
