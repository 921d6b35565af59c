"""The shapes of a release for other records: the same sets, with other sizes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from covey.attributes.attribute import set_sizes
from covey.attributes.lookup import Cells
from covey.attributes.names import class_names, shape_files
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
    # The certificate names the file, but not the column.
    name = _column_of(source.name, features, roles, book)
    own = [book.of(column) for column in roles[name].columns(name)]
    new = set_sizes(sets_of_classes(own, cells), sizes, own[0].count)
    with replacing(target) as file:
        file.write('{"type": "FeatureCollection", "features": [')
        for at, feature in enumerate(features):
            # Features are in the order of the sets.
            feature["properties"]["size"] = new[at]
            file.write(("," if at else "") + "\n" + json.dumps(feature, ensure_ascii=False))
        file.write("\n]}\n")


def _column_of(
    file: str, features: Sequence[Mapping[str, Any]], roles: Mapping[str, Role], book: Book
) -> str:
    """The quasi-identifier that a file of shapes is about. Its name says so, if several have
    shapes. If only one has, though others might, its sets have the names of the shapes."""
    candidates = [name for name, role in roles.items() if role.may_have_shapes]
    by_file = {file: name for name, file in shape_files(candidates).items()}
    if file in by_file:
        return by_file[file]
    names = [feature["properties"]["name"] for feature in features]
    for name in candidates:
        if class_names(book.texts(roles[name].columns(name)))[: len(names)] == names:
            return name
    raise InvalidInput(
        f"The release has shapes, {file}, that are not its sets.",
        hint="Somebody changed it: publish the table again.",
    )
