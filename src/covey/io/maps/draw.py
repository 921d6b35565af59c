"""Pictures of maps, by matplotlib, which is an extra."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.errors import InvalidInput
from covey.core.plot import new_figure, save
from covey.core.words import plural
from covey.io.maps.areas import AreaMap
from covey.io.maps.colour import colours, region_graph
from covey.io.maps.dissolve import dissolve
from covey.io.maps.lettering import write_apart
from covey.io.maps.map_sheet import MapSheet
from covey.io.maps.systems import is_geographic

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection
    from matplotlib.figure import Figure

PALETTE = (
    "#9ec5de",
    "#f3c48f",
    "#add5a5",
    "#e9a59b",
    "#cbb8dc",
    "#ecdf9c",
    "#a8d8cf",
    "#dfb3cb",
)
PAPER, INK, LAND, LINE = "white", "#3b3f46", "#e9e6df", "#7b8794"
ISLAND, BRIDGE = "#f0c19a", "#c0392b"
NAMED = 12
"""Up to so many regions the legend names each."""
HEAVIEST = 5
DOTS = 3000
"""A picture shows about so many places side by side; finer detail is left out."""


def draw_regions(areas: AreaMap, classes: ArrayLike, target: Path, title: str = "") -> None:
    """The regions in colours that differ between neighbours, with their weights in the legend.

    Where there are no polygons, an area is drawn as what is nearest to its place.
    """
    numbers = np.asarray(classes, dtype=np.int64)
    sheet = _map_sheet(areas)
    drawn = _laid_out(areas, sheet)
    if drawn.shapes is None:
        drawn = replace(drawn, shapes=_cells(drawn))
        regions = dissolve(drawn, numbers)
    else:
        # United before they are laid out, while borders are equal to the last digit.
        regions = dissolve(areas, numbers)
        regions = regions if sheet is None else sheet.shapes(regions)
    # Both ways above give shapes; this is for the type checker.
    assert drawn.shapes is not None
    figure, axes = _sheet(drawn, sheet)
    # A few regions are distinguished by colour alone; many look calmer in few colours.
    spread = len(PALETTE) if len(regions) <= NAMED else 1
    fills = _fills(colours(region_graph(areas.graph, numbers), spread))
    axes.add_collection(_paths(regions, facecolors=fills, edgecolors="none"))
    fine = _paths(_coarser(drawn.shapes), facecolors="none", edgecolors=PAPER)
    fine.set_linewidth(_thin(len(areas.keys)))
    axes.add_collection(fine)
    strong = _paths(_coarser(regions), facecolors="none", edgecolors=INK)
    strong.set_linewidth(0.9 if len(regions) < 500 else 0.6)
    axes.add_collection(strong)
    sizes = _sizes(areas, numbers, len(regions))
    _legend(axes, fills, sizes, "records" if areas.weights is not None else "areas")
    axes.set_title(title or plural(len(regions), "region"), loc="left", color=INK)
    named = range(len(regions)) if len(regions) <= NAMED else _heaviest(sizes)
    places = {
        str(number + 1): _middle(regions[number]) for number in named if regions[number] is not None
    }
    write_apart(axes, places, fontsize=9, color=INK)
    save(figure, target)


def draw_graph(areas: AreaMap, target: Path) -> None:
    """The areas, their neighbours, islands and bridges."""
    from matplotlib.collections import LineCollection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    require_places(areas)
    sheet = _map_sheet(areas)
    areas = _laid_out(areas, sheet)
    points = require_places(areas)
    figure, axes = _sheet(areas, sheet)
    islands = areas.islands()
    apart = np.zeros(len(areas.keys), dtype=bool)
    apart[[place for part in islands for place in part]] = True
    fills = np.where(apart, ISLAND, LAND)
    count = len(areas.keys)
    if areas.shapes is not None:
        shapes = _paths(_coarser(areas.shapes), facecolors=fills.tolist(), edgecolors=PAPER)
        shapes.set_linewidth(_thin(count) * 2)
        axes.add_collection(shapes)
    bridged = areas.bridged
    thin = float(np.clip(30 / np.sqrt(count), 0.15, 1.2))
    for ends, colour, width, style in (
        (areas.graph.edges[~bridged], LINE, thin, "solid"),
        (areas.graph.edges[bridged], BRIDGE, 2 * thin, "dashed"),
    ):
        axes.add_collection(
            LineCollection(points[ends], colors=colour, linewidths=width, linestyles=style)  # type: ignore[arg-type]
        )
    island = ISLAND if areas.shapes is not None else BRIDGE
    dots = np.where(apart & (areas.shapes is None), BRIDGE, INK)
    axes.scatter(
        points[:, 0],
        points[:, 1],
        s=np.clip(1500 / count, 0.2, 14),
        c=dots.tolist(),
        linewidths=0,
        zorder=3,
    )
    handles: list[Any] = [Line2D([], [], color=LINE, label="neighbours")]
    if islands:
        handles.append(Patch(color=island, label=plural(len(islands), "island")))
    if bridged.any():
        named = plural(int(bridged.sum()), "bridge")
        handles.append(Line2D([], [], color=BRIDGE, linestyle="dashed", label=named))
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    axes.set_title(
        f"{plural(count, 'area')}, {plural(int((~bridged).sum()), 'border')}",
        loc="left",
        color=INK,
    )
    save(figure, target)


def _map_sheet(areas: AreaMap) -> MapSheet | None:
    """How a map in degrees lies on the sheet; one that is flat lies as it is."""
    import shapely

    if not is_geographic(areas.crs):
        return None
    if areas.shapes is not None:
        return MapSheet.of(areas.shapes)
    points = require_places(areas)
    return MapSheet.of(shapely.points(points[np.isfinite(points).all(axis=1)]), insets=False)


def _laid_out(areas: AreaMap, sheet: MapSheet | None) -> AreaMap:
    if sheet is None:
        return areas
    shapes = None if areas.shapes is None else sheet.shapes(areas.shapes)
    points = None if areas.points is None else sheet.points(areas.points)
    return replace(areas, shapes=shapes, points=points, crs=None)


def _sheet(areas: AreaMap, sheet: MapSheet | None) -> tuple[Figure, Axes]:
    """An empty map with space for a legend, as wide and high as the land is, and the frames of
    insets."""
    import shapely
    from matplotlib.patches import Rectangle

    insets = () if sheet is None else sheet.insets
    if areas.shapes is not None:
        corners = [shapely.total_bounds(areas.shapes), *insets]
        west, south = np.min(corners, axis=0)[:2]
        east, north = np.max(corners, axis=0)[2:]
    else:
        points = require_places(areas)
        west, south = np.nanmin(points, axis=0)
        east, north = np.nanmax(points, axis=0)
    across, high = max(east - west, 1e-12), max(north - south, 1e-12)
    shape = float(np.clip(high / across, 0.4, 1.6))
    figure = new_figure(9.5, 1 + 7 * shape)
    axes = figure.subplots()
    margin = 0.02 * max(across, high)
    axes.set_xlim(west - margin, east + margin)
    axes.set_ylim(south - margin, north + margin)
    axes.set_aspect("equal")
    axes.set_axis_off()
    for left, low, right, top in insets:
        frame = Rectangle((left, low), right - left, top - low, fill=False, edgecolor=LINE)
        frame.set_linewidth(0.6)
        axes.add_patch(frame)
    return figure, axes


def _paths(shapes: NDArray[Any], **style: Any) -> PathCollection:
    """Polygons with their holes as paths of a collection."""
    from matplotlib.collections import PathCollection
    from matplotlib.path import Path as Outline

    nothing = Outline(np.zeros((0, 2)))
    outlines = [nothing if shape is None else _outline(shape) for shape in shapes]
    return PathCollection(outlines, **style)


def _outline(shape: Any) -> Any:
    import shapely
    from matplotlib.path import Path as Outline

    # Holes have the opposite direction, so that they stay empty.
    rings = shapely.get_rings(shapely.get_parts(shapely.orient_polygons(shape)))
    places, ring = shapely.get_coordinates(rings, return_index=True)
    codes = np.full(len(places), Outline.LINETO, dtype=Outline.code_type)
    # The first place of each ring, and then the last one.
    codes[np.flatnonzero(np.diff(ring, prepend=-1))] = Outline.MOVETO
    codes[np.flatnonzero(np.diff(ring, append=-1))] = Outline.CLOSEPOLY
    return Outline(places, codes)


def _coarser(shapes: NDArray[Any]) -> NDArray[Any]:
    """The same shapes without what is smaller than a dot of the picture."""
    import shapely

    west, south, east, north = shapely.total_bounds(shapes)
    step = max(east - west, north - south) / DOTS
    coarse: NDArray[Any] = shapely.simplify(shapes, step)
    # Of what is smaller than a dot nothing may be left.
    coarse[shapely.is_empty(coarse)] = None
    return coarse


def _fills(shades: NDArray[np.int64]) -> list[str]:
    """Colours of the palette; hues all around the circle where it has too few."""
    count = int(shades.max(initial=0)) + 1
    if count <= len(PALETTE):
        return [PALETTE[shade] for shade in shades]
    from colorsys import hsv_to_rgb

    from matplotlib.colors import to_hex

    return [to_hex(hsv_to_rgb(shade / count, 0.35, 0.9)) for shade in shades.tolist()]


def _thin(count: int) -> float:
    """Lines between many areas would hide their colours."""
    return float(np.clip(12 / np.sqrt(count), 0.05, 0.7))


def _cells(areas: AreaMap) -> NDArray[Any]:
    """For each place the land nearest to it, within a small margin around all places."""
    import shapely

    points = require_places(areas)
    places = shapely.points(points)
    # Voronoi's cells are those of distinct places, without the missing ones.
    cloud = shapely.multipoints(np.unique(points[np.isfinite(points).all(axis=1)], axis=0))
    west, south, east, north = shapely.total_bounds(places)
    margin = max(east - west, north - south, 1e-9) / np.sqrt(len(points)) / 2
    land = shapely.buffer(shapely.convex_hull(cloud), margin)
    cells = shapely.get_parts(shapely.voronoi_polygons(cloud, extend_to=land))
    cells = shapely.intersection(cells, land) if len(cells) else np.array([land], dtype=object)
    place, cell = shapely.STRtree(cells).query(places, predicate="intersects")
    found = np.full(len(points), None, dtype=object)
    taken: set[int] = set()
    for area, number in zip(place.tolist(), cell.tolist(), strict=True):
        # Of several areas at one place the first is drawn.
        if found[area] is None and number not in taken:
            found[area] = cells[number]
            taken.add(number)
    return found


def require_places(areas: AreaMap) -> NDArray[np.float64]:
    """A place for each area, or an error: better before a long search than after it."""
    if areas.points is None or not np.isfinite(areas.points).any():
        raise InvalidInput(
            "A picture needs polygons or coordinates; this map has neither.",
            hint="Give polygons with --areas, or coordinates with --x and --y, or --lat and --lon.",
        )
    return areas.points


def _sizes(areas: AreaMap, numbers: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Records of every region; areas, where nobody counted records."""
    weights = areas.weights if areas.weights is not None else np.ones(len(numbers), np.int64)
    sizes = np.zeros(count, dtype=np.int64)
    np.add.at(sizes, numbers[numbers >= 0], weights[numbers >= 0])
    return sizes


def _heaviest(sizes: NDArray[np.int64]) -> list[int]:
    order: list[int] = np.argsort(-sizes, kind="stable").tolist()
    return order[:HEAVIEST]


def _middle(region: Any) -> tuple[float, float]:
    """A place in the largest part of a region."""
    import shapely

    parts = shapely.get_parts(region)
    place = parts[int(shapely.area(parts).argmax())].representative_point()
    return place.x, place.y


def _legend(axes: Axes, fills: list[str], sizes: NDArray[np.int64], unit: str) -> None:
    from matplotlib.patches import Patch

    named = range(len(sizes)) if len(sizes) <= NAMED else _heaviest(sizes)
    handles = [
        Patch(facecolor=fills[n], edgecolor=INK, linewidth=0.5, label=f"{n + 1}:  {sizes[n]:,}")
        for n in named
    ]
    title = f"{unit} per region"
    if len(sizes) > NAMED:
        least, middle, most = sizes.min(), int(np.median(sizes)), sizes.max()
        title += f"\nsmallest {least:,}\nmedian {middle:,}\nlargest {most:,}\n\nthe heaviest"
    legend = axes.legend(
        handles=handles,
        title=title,
        loc="upper left",
        bbox_to_anchor=(1, 1),
        frameon=False,
        alignment="left",
        labelcolor=INK,
    )
    legend.get_title().set_color(INK)
