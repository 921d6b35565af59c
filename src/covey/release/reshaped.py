"""The shapes of a release for other records: the same sets, with other sizes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from covey.attributes.attribute import set_sizes
from covey.attributes.lookup import Cells
from covey.attributes.names import class_names
from covey.attributes.role import Role
from covey.codebook.book import Book
from covey.codebook.dimensions import sets_of_classes
from covey.core.errors import InvalidInput
from covey.io.outputs.files import replacing


def write_shapes(
    source: Path,
    target: Path,
    roles: Mapping[str, Role],
    book: Book,
    cells: Cells,
    sizes: Sequence[int],
) -> None:
    """The file ``source`` again, with the sizes that sets have if classes have ``sizes``."""
    features = json.loads(source.read_text(encoding="utf-8"))["features"]
    names = [feature["properties"]["name"] for feature in features]
    new = _sizes_of(names, roles, book, cells, sizes)
    with replacing(target) as file:
        file.write('{"type": "FeatureCollection", "features": [')
        for at, feature in enumerate(features):
            feature["properties"]["size"] = new[at]
            file.write(("," if at else "") + "\n" + json.dumps(feature, ensure_ascii=False))
        file.write("\n]}\n")


def _sizes_of(
    names: Sequence[str],
    roles: Mapping[str, Role],
    book: Book,
    cells: Cells,
    sizes: Sequence[int],
) -> list[int]:
    """The sizes of the sets of the quasi-identifier whose sets have these names."""
    for name, role in roles.items():
        columns = role.columns(name)
        own = class_names(book.texts(columns))
        if own[: len(names)] == list(names):
            of_class = sets_of_classes([book.of(column) for column in columns], cells)
            return set_sizes(of_class, sizes, len(own))
    raise InvalidInput(
        "The release has shapes that are none of its sets.",
        hint="Somebody changed it: publish the table again.",
    )
