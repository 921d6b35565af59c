"""The maps of a job."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from covey.attributes.role import LoadedMap, Role
from covey.core.errors import InvalidInput, closest
from covey.io.inputs.paths import no_file, refuse_fetching, refuse_special, unreadable

if TYPE_CHECKING:
    from covey.attributes.regions import Regions
    from covey.io.maps.areas import AreaMap


MapOf: TypeAlias = "Callable[[Regions], LoadedMap]"
"""How the map of a role is loaded."""


def on_maps(quasi: Mapping[str, Role]) -> dict[str, Regions]:
    """The quasi-identifiers that are areas of a map."""
    return {name: cast("Regions", role) for name, role in quasi.items() if role.needs_map}


class MapsInBackground:
    """Loads maps while the table is read."""

    def __init__(self, quasi: Mapping[str, Role]) -> None:
        # Maps are loaded one after the other, beside the reading of the table.
        loader = ThreadPoolExecutor(1)
        # By identity: roles with a frame as map cannot be hashed.
        self._loading = {
            id(role): loader.submit(load_map, role) for role in on_maps(quasi).values()
        }
        # A run that is refused for another reason does not wait for its maps.
        loader.shutdown(wait=False)

    def __call__(self, role: Regions) -> LoadedMap:
        return self._loading[id(role)].result()


def load_map(role: Regions) -> LoadedMap:
    from covey.io.maps.islands import settle_islands
    from covey.io.maps.read import read_areas
    from covey.io.maps.settling import settle_codes

    if not isinstance(role.map, str | Path):
        settled = settle_codes(_from_frame(role), role.exclude, role.assigned)
        return LoadedMap(settle_islands(settled, role.islands), {})
    path = Path(role.map)
    # covey fetches nothing: a URL is refused in words of its own, not as a file that is not there.
    refuse_fetching(path, "map")
    if not path.exists():
        raise no_file(path, "map")
    refuse_special(path)
    if _is_saved_graph(path):
        areas = read_areas(
            graph_file=path,
            islands=role.islands,
            exclude=role.exclude,
            assign=role.assigned,
            others=role.map_fields,
        )
    else:
        areas = read_areas(
            areas=path,
            exclude=role.exclude,
            assign=role.assigned,
            key=role.key,
            layer=role.layer,
            contiguity=role.contiguity,
            tolerance=role.tolerance,
            islands=role.islands,
            others=role.map_fields,
        )
    if role.loss == "size" and areas.shapes is None:
        raise InvalidInput(
            f"{path} has no shapes, by whose size a loss could be measured.",
            hint="Read the map itself, or choose --area-loss people or areas.",
            given=str(path),
        )
    return LoadedMap(areas, {"name": path.name, "fingerprint": areas.seen})


def _from_frame(role: Regions) -> AreaMap:
    from covey.io.maps.areas import AreaMap
    from covey.io.maps.files import from_frame
    from covey.io.maps.polygons import build_from_polygons
    from covey.io.maps.settling import is_prefix, with_prefixes

    fields = [field for field in role.map_fields if not is_prefix(field)]
    if isinstance(role.map, AreaMap):
        lacking = [field for field in fields if field not in role.map.fields]
        if lacking:
            raise InvalidInput(
                f"The map has no field {lacking[0]!r}.",
                hint=closest(lacking[0], role.map.fields),
                given=lacking[0],
            )
        return with_prefixes(role.map, role.map_fields)
    if not hasattr(role.map, "to_wkb"):
        raise InvalidInput(
            f"A map is a path or a GeoDataFrame; given: {type(role.map).__name__}.",
            given=type(role.map),
        )
    if role.key is None:
        raise InvalidInput("Which column of the map's frame has the codes?", hint="Name it as key.")
    features = from_frame(role.map, role.key, others=fields, need_codes="" not in role.exclude)
    areas = build_from_polygons(features, role.contiguity, role.tolerance)
    return with_prefixes(areas, role.map_fields)


def _is_saved_graph(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            # By its beginning, not by its name: a map may be JSON as well.
            return b'"covey graph' in file.read(100)
    except OSError as error:
        raise unreadable(path, error) from None
