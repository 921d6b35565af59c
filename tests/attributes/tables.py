"""Tables that are counted and coded, without a release."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from covey.attributes import Role
from covey.attributes.attribute import Choices
from covey.attributes.coded import CodedTable, Demands, code_table
from covey.attributes.maps import load_map
from covey.engine import default_engine
from covey.engine.protocol import Counted


def coded(
    table: Path, quasi: Mapping[str, Role], missing: str = "own", **demands: Any
) -> tuple[CodedTable, Counted]:
    engine = default_engine()
    kinds = {
        column: kind for name, role in quasi.items() for column, kind in role.kinds(name).items()
    }
    with engine.open(engine.source(table), kinds) as snapshot:
        counted = snapshot.count()
        choices = Choices(missing, "error", load_map)
        found = code_table(quasi, snapshot.staged, counted, Demands(**demands), choices)
    return found, counted
