"""Options that say what a quasi-identifier is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from covey.cli import options
from covey.cli.options import together
from covey.core.errors import InvalidInput, closest, surely_meant

if TYPE_CHECKING:
    from covey.attributes import Role

ROLE_OPTIONS = together(
    click.option(
        "--label",
        "labels",
        multiple=True,
        metavar="COL",
        help="Values without an order, as diagnoses. A class is any group of them.",
    ),
    click.option(
        "--ordered",
        "ordered",
        multiple=True,
        metavar="COL[=A,B,C]",
        help="Numbers, dates or timestamps, or labels whose order you state. A class is a range.",
    ),
    click.option(
        "--bands",
        "bands",
        multiple=True,
        metavar="COL=BANDS",
        help="The only places where ranges of an --ordered column begin and end: age=5 (a width),"
        " age=0,18,30,65 (borders), birth=month (day, quarter, year, decade), income=digits:2,"
        " age<=90 and age>=18 (top and bottom codes, also beside one of the others).",
    ),
    click.option(
        "--point",
        "points",
        multiple=True,
        metavar="LAT,LON",
        help="Places by latitude and longitude in degrees, in two columns. A class is a rectangle.",
    ),
    click.option(
        "--xy",
        "planes",
        multiple=True,
        metavar="X,Y",
        help="Places by plain coordinates, in two columns. A class is a rectangle.",
    ),
    click.option(
        "--region",
        "regions",
        multiple=True,
        metavar="COL=MAP[:KEY]",
        help="Codes of areas, as zip-codes, which the map has in its field KEY. A class is a"
        " connected region.",
    ),
    click.option(
        "--tree",
        "trees",
        multiple=True,
        metavar="COL=FILE[:ordered]",
        help="Labels below a tree, as diagnoses of ICD-10: CSV with the columns child and parent or"
        " with a column path, a hierarchy of ARX, or JSON. A class is a node, or several children"
        " of one; with :ordered, neighbours in the order of the file.",
    ),
    click.option(
        "--code",
        "codes",
        multiple=True,
        metavar="COL",
        help="Codes whose first letters say more than the last, as zip-codes. A class is what"
        " begins alike, 476**.",
    ),
    click.option(
        "--keep-common",
        "common",
        multiple=True,
        metavar="COL",
        help="Values without an order, of which the common ones, with k records or more, stay as"
        " they are: rare ones are grouped among themselves. Beside other quasi-identifiers a common"
        " one may share a class where it is below k there, which a note says.",
    ),
    click.option(
        "--distances",
        "distances",
        multiple=True,
        metavar="COL=FILE",
        help="Labels that are more or less alike, by a CSV file of rows label,label,distance. A"
        " class is labels that are close.",
    ),
    click.option(
        "--islands",
        type=click.Choice(["own", "nearest", "fail"]),
        default="own",
        show_default=True,
        help="Areas of --region without a border to the rest. own: they are regions by themselves."
        " nearest: join them to the nearest area, and those without a shape to the nearest code."
        " fail: refuse the map.",
    ),
    options.SETTLING,
    click.option(
        "--layer", metavar="NAME", help="Which layer of the map of --region, if it has several."
    ),
    click.option(
        "--contiguity",
        type=click.Choice(["rook", "queen"]),
        default="rook",
        show_default=True,
        help="Areas of --region are neighbours if they share a border (rook), or if they share a"
        " corner (queen).",
    ),
    click.option(
        "--within",
        metavar="FIELD",
        help="A field of the map of --region, such as the state, whose borders regions may not"
        " cross, prefix:2 for areas whose codes begin with the same two letters, or column:state"
        " for a column of the table that says where each area lies.",
    ),
    click.option(
        "--cross",
        type=click.Choice(["never", "if-needed"]),
        help="Whether regions may cross the borders of --within where a part inside of them is"
        " below k.  [default: never]",
    ),
    click.option(
        "--area-names",
        metavar="FIELD",
        help="A field of the map of --region with the names of areas, by which regions are called.",
    ),
    click.option(
        "--area-loss",
        type=click.Choice(["people", "areas", "size"]),
        default="people",
        show_default=True,
        help="What the loss of a region counts: the share of the table's people who are there, of"
        " the map's areas, or of its square kilometres.",
    ),
)
CELLS_OPTIONS = together(
    options.TABLE,
    ROLE_OPTIONS,
    options.MISSING,
    options.error_or_suppress(
        "--unmapped", "Records whose code the map of --region, or the tree of --tree, lacks"
    ),
    options.READING,
)
"""A table with the roles of its quasi-identifiers, and how it is read."""


def chosen_roles(how: dict[str, Any], given: Iterable[str]) -> dict[str, Role]:
    """The roles that the options name, by column. ``given`` has the names of the options in the
    order of the command line: the columns keep it."""
    from covey.attributes import KINDS

    found: dict[str, Role] = {}
    kinds = {parameter: kind for kind in KINDS for parameter in kind.parameters}
    # click has the values of each option in their order. `given` tells how the options alternate.
    values = {parameter: iter(how[parameter]) for parameter in kinds}
    for option in given:
        if option not in values:
            continue
        name, role = kinds[option].from_option(option, next(values[option]), how)
        if name in found:
            raise InvalidInput(f"{name!r} has two roles: one is needed.", given=name)
        found[name] = role
    return _banded(found, how["bands"])


def _banded(roles: dict[str, Role], given: Sequence[str]) -> dict[str, Role]:
    """The roles with the bands of --bands."""
    said: dict[str, list[str]] = {}
    for text in given:
        column, bands = split_bands(text, roles)
        said.setdefault(column, []).append(bands)
    for column, parts in said.items():
        role = roles[column]
        banded = role.with_bands(" ".join(parts))
        if banded is None:
            raise InvalidInput(
                f"--bands are for a column of --ordered; {column!r} is one of {role.words}.",
                hint=f"Say --ordered {shlex.quote(column)}, or leave its bands away.",
                given=column,
            )
        roles[column] = banded
    return roles


def split_bands(text: str, columns: Iterable[str]) -> tuple[str, str]:
    """A column and its bands. The longest name that fits is the column's.

    >>> split_bands("age=5 <=90", ["age"]), split_bands("age<=90", ["age"])
    (('age', '5 <=90'), ('age', '<=90'))
    """
    # One name may begin like another: age and age_group.
    for column in sorted(columns, key=len, reverse=True):
        rest = text.removeprefix(column).strip()
        if text.startswith(column) and rest[:1] in ("=", "<", ">"):
            return column, rest.removeprefix("=")
    known = list(columns)
    named = re.split("[=<>]", text)[0].strip()
    near = surely_meant(named, known)
    raise InvalidInput(
        f"--bands name a column of --ordered, as age=5 or age<=90; given: {text!r}.",
        hint=closest(named, known)
        + ("" if near else f" For another column, say --ordered {shlex.quote(named)} as well."),
        given=text,
        remedy=[(text, f"{near}{text.lstrip()[len(named) :]}")] if near else [],
    )


def split_weight(text: str) -> tuple[str, float]:
    """
    >>> split_weight("age=2")
    ('age', 2.0)
    """
    # At the last equals sign: the name of a column may hold one.
    column, equals, number = text.rpartition("=")
    try:
        if equals and column:
            return column, float(number)
    except ValueError:
        pass
    raise InvalidInput(f"--weight is said as COL=NUMBER; given: {text!r}.", given=text)


def split_group(text: str) -> tuple[str, int]:
    """
    >>> split_group("household=5")
    ('household', 5)
    """
    column, equals, number = text.rpartition("=")
    # isdigit() alone is also true for superscripts and for digits of other scripts.
    if not (equals and column and number.isascii() and number.isdigit()):
        raise InvalidInput(
            f"--group is said as COL=N, N being a whole number; given: {text!r}.",
            hint="For example: --group household=5",
            given=text,
        )
    return column, int(number)
