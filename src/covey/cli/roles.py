"""Options that say what a quasi-identifier is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from covey.cli import options
from covey.cli.options import together
from covey.core.errors import InvalidInput

if TYPE_CHECKING:
    from covey.attributes import Role

ROLES = together(
    click.option(
        "--label", "labels", multiple=True, metavar="COL", help="Unordered values: any groups."
    ),
    click.option(
        "--ordered",
        "ordered",
        multiple=True,
        metavar="COL[=A,B,C]",
        help="Numbers, dates or timestamps, or labels in a stated order: intervals.",
    ),
    click.option(
        "--point",
        "points",
        multiple=True,
        metavar="LAT,LON",
        help="Latitudes and longitudes in two columns, in degrees: rectangles.",
    ),
    click.option(
        "--xy", "planes", multiple=True, metavar="X,Y", help="Plain coordinates: rectangles."
    ),
    click.option(
        "--region",
        "regions",
        multiple=True,
        metavar="COL=MAP[:KEY]",
        help="Codes of areas, which the map has in its field KEY: connected regions.",
    ),
    click.option(
        "--islands",
        type=click.Choice(["own", "nearest", "fail"]),
        default="own",
        show_default=True,
        help="Areas that no border joins to the rest stay by themselves, are joined to the nearest"
        " one, or are an error.",
    ),
    click.option(
        "--contiguity",
        type=click.Choice(["rook", "queen"]),
        default="rook",
        show_default=True,
        help="Areas are neighbours by a shared border, or by a corner.",
    ),
)

CELLS = together(
    options.TABLE,
    ROLES,
    click.option(
        "--missing",
        type=click.Choice(["own", "suppress", "error"]),
        default="own",
        show_default=True,
        help="Records without a value: a class of their own or, if they are too few for one, with"
        " others; left out; or an error.",
    ),
    options.error_or_suppress("--unmapped", "Records whose code the map of --region lacks"),
    options.READING,
)
"""A table with the roles of its quasi-identifiers, and how it is read."""


def chosen_roles(how: dict[str, Any]) -> dict[str, Role]:
    """The roles that the options name, by column."""
    from covey.attributes import Labels, Ordered, Points, Regions

    found: dict[str, Role] = {}

    def add(name: str, role: Role) -> None:
        if name in found:
            raise InvalidInput(f"{name!r} has two roles: one is needed.", given=name)
        found[name] = role

    for column in how["labels"]:
        add(column, Labels())
    for text in how["ordered"]:
        column, stated, labels = text.partition("=")
        order = tuple(part.strip() for part in labels.split(",")) if stated else None
        add(column, Ordered(order))
    for text in how["points"]:
        lat, lon = _pair("--point", "LAT,LON", text)
        add(f"{lat}, {lon}", Points(lat=lat, lon=lon))
    for text in how["planes"]:
        x, y = _pair("--xy", "X,Y", text)
        add(f"{x}, {y}", Points(x=x, y=y))
    for text in how["regions"]:
        column, map_, key = split_region(text)
        add(
            column,
            Regions(map_, key, contiguity=how["contiguity"], islands=how["islands"]),
        )
    return found


def _pair(option: str, expected: str, text: str) -> Sequence[str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise InvalidInput(
            f"{option} names two columns, as {expected}; given: {text!r}.", given=text
        )
    return parts


def split_weight(text: str) -> tuple[str, float]:
    """
    >>> split_weight("age=2")
    ('age', 2.0)
    """
    column, equals, number = text.rpartition("=")
    try:
        if equals and column:
            return column, float(number)
    except ValueError:
        pass
    raise InvalidInput(f"--weight is said as COL=NUMBER; given: {text!r}.", given=text)


def split_region(text: str) -> tuple[str, str, str | None]:
    """
    >>> split_region("zip=maps/zips.geojson:ZCTA")
    ('zip', 'maps/zips.geojson', 'ZCTA')
    """
    column, there, rest = text.partition("=")
    if not (column and there and rest):
        raise InvalidInput(
            f"--region names a column and its map, as COL=MAP or COL=MAP:KEY; given: {text!r}.",
            hint="For example: --region zip=zips.geojson:zip",
            given=text,
        )
    path, colon, key = rest.rpartition(":")
    if not colon or not path or Path(rest).exists() or "/" in key or "\\" in key:
        return column, rest, None
    return column, path, key
