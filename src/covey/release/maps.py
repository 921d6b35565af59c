"""The maps of a job."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from covey.core.errors import InvalidInput
from covey.io.inputs.paths import refuse_special, unreadable
from covey.release.roles import Regions, Role

if TYPE_CHECKING:
    from covey.io.maps.areas import AreaMap


MapOf: TypeAlias = "Callable[[Regions], tuple[AreaMap, dict[str, str]]]"


class ReadAhead:
    """Maps that are read in the background, while the table is."""

    def __init__(self, roles: Iterable[Role]) -> None:
        with_maps = [role for role in roles if isinstance(role, Regions)]
        at_work = ThreadPoolExecutor(1)
        self._found = {id(role): at_work.submit(read_map, role) for role in with_maps}
        at_work.shutdown(wait=False)  # whoever is refused for another reason does not wait

    def __call__(self, role: Regions) -> tuple[AreaMap, dict[str, str]]:
        return self._found[id(role)].result()


def read_map(role: Regions) -> tuple[AreaMap, dict[str, str]]:
    """The areas, and the map's name and fingerprint."""
    from covey.io.maps.islands import settle_islands
    from covey.io.maps.read import read_areas

    if not isinstance(role.map, str | Path):
        return settle_islands(_from_frame(role), role.islands), {}
    path = Path(role.map)
    if not path.exists():
        raise InvalidInput(f"There is no map {path}.", given=str(path))
    refuse_special(path)
    if _is_saved_graph(path):
        areas = read_areas(graph_file=path, islands=role.islands)
    else:
        areas = read_areas(
            areas=path,
            key=role.key,
            layer=role.layer,
            contiguity=role.contiguity,
            tolerance=role.tolerance,
            islands=role.islands,
        )
    return areas, {"name": path.name, "fingerprint": areas.seen}


def _from_frame(role: Regions) -> AreaMap:
    from covey.io.maps.areas import AreaMap
    from covey.io.maps.files import from_frame
    from covey.io.maps.polygons import build_from_polygons

    if isinstance(role.map, AreaMap):
        return role.map
    if not hasattr(role.map, "to_wkb"):
        raise InvalidInput(
            f"A map is a path or a GeoDataFrame; given: {type(role.map).__name__}.",
            given=type(role.map),
        )
    if role.key is None:
        raise InvalidInput("Which column of the map's frame has the codes?", hint="Name it as key.")
    features = from_frame(role.map, role.key)
    return build_from_polygons(features, role.contiguity, role.tolerance)


def _is_saved_graph(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return b'"covey graph' in file.read(100)
    except OSError as error:
        raise unreadable(path, error) from None
