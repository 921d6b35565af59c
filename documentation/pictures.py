"""The pictures of docs/ and README.md that a command makes."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely

import covey
from covey.core.plot import new_figure, save
from covey.io.maps.draw import INK, LAND, LINE, PALETTE, PAPER
from covey.research.experiments.patients import write_patients
from covey.research.instances import gallery
from documentation.paper import can_print, draw_report

MAP = Path(covey.__file__).parent / "research" / "data" / "counties.geojson"
PATIENTS = 3000
K = 20
SHOWN = 6
HIDDEN = ("patient_id", "latitude", "longitude", "visit_date", "sex")
WARD = {
    "Heart": ("Angina", "Arrhythmia", "Endocarditis", "Heart failure", "Infarction", "Myocarditis"),
    "Lung": ("Asthma", "Bronchitis", "Pneumonia"),
}
"""What people of a ward may have, below what that is called: only hearts are treated there."""
WARD_ZIPS = ("47602", "47605", "47628", "47673", "47677", "47678")
WARD_K = 10


def write_pictures(folder: Path) -> list[Path]:
    found = [*gallery.write_pictures(folder), draw_release(folder / "before-after.png")]
    found.append(draw_ward(folder / "any-value.png"))
    return [*found, draw_report(folder / "report.png")] if can_print() else found


def draw_release(target: Path) -> Path:
    """A table before and after, and the regions that its counties became."""
    with tempfile.TemporaryDirectory() as place:
        before, after = _tables(Path(place))
        regions = _regions(Path(place))
    figure = new_figure(11, 6.4)
    grid = figure.add_gridspec(2, 2, height_ratios=(1, 2.2))
    _table(figure.add_subplot(grid[0, 0]), "A table about people", before)
    _table(figure.add_subplot(grid[0, 1]), f"Published: at least {K} people look alike", after)
    counties = _shapes(MAP)
    _map(figure.add_subplot(grid[1, 0]), counties, f"{len(counties)} counties")
    _map(
        figure.add_subplot(grid[1, 1]),
        regions,
        f"{len(regions)} regions of at least {5 * K} people",
        list(_colours(regions)),
    )
    save(figure, target, dpi=90)
    return target


def draw_ward(target: Path) -> Path:
    """A table so small that there is one class: as labels, and by what their values mean."""
    figure = new_figure(11, 2.6)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        people = _write_ward(place)
        means = {"zip": covey.Code(), "diagnosis": covey.Tree(place / "tree.csv")}
        labels = {name: covey.Labels() for name in means}
        titles = {
            f"{people} patients of a ward": _rows(place / "ward.csv", ("zip", "diagnosis", "cost")),
            "--label zip --label diagnosis": _released(place, "labels", labels),
            "--code zip --tree diagnosis=tree.csv": _released(place, "means", means),
        }
    for at, (title, rows) in enumerate(titles.items()):
        _table(figure.add_subplot(1, 3, at + 1), title, rows)
    save(figure, target, dpi=90)
    return target


def _write_ward(place: Path) -> int:
    """A table of fewer than 2 k people, and the tree above what they have. Says how many."""
    ill = WARD["Heart"]
    people = 3 * len(ill)
    rows = [
        (WARD_ZIPS[(at * 5 + at // 6) % len(WARD_ZIPS)], ill[at % len(ill)], 190 + at * 37 % 500)
        for at in range(people)
    ]
    above = [(child, parent) for parent, children in WARD.items() for child in children]
    above += [(parent, "all") for parent in WARD]
    lines: dict[str, list[Sequence[Any]]] = {
        "ward": [("zip", "diagnosis", "cost"), *rows],
        "tree": [("child", "parent"), *above],
    }
    for name, own in lines.items():
        with (place / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(own)
    return people


def _released(place: Path, name: str, quasi: Mapping[str, covey.Role]) -> list[list[str]]:
    """The first rows of a release of the ward."""
    how: dict[str, Any] = {"quasi": quasi, "shuffle": False, "out": place / name}
    covey.anonymize(place / "ward.csv", k=WARD_K, **how)
    return _rows(place / name / "table.csv", ("zip", "diagnosis", "cost"))


def _tables(place: Path) -> tuple[list[list[str]], list[list[str]]]:
    """The first rows of a table and of its release, the header first."""
    write_patients(place / "patients.csv", PATIENTS)
    covey.anonymize(
        place / "patients.csv",
        k=K,
        quasi={
            "county": covey.Regions(MAP, key="fips", islands="nearest", names="name"),
            "age": covey.Ordered(),
        },
        drop=[*HIDDEN, "name"],
        shuffle=False,
        out=place / "out",
    )
    before = _rows(place / "patients.csv", ("name", "county", "age", "diagnosis"))
    return before, _rows(place / "out" / "table.csv", ("county", "age", "diagnosis"))


def _regions(place: Path) -> list[shapely.Geometry]:
    """The shapes of regions, where the county is all that others know."""
    covey.anonymize(
        place / "patients.csv",
        k=5 * K,
        quasi={"county": covey.Regions(MAP, key="fips", islands="nearest")},
        drop=[*HIDDEN, "name", "age"],
        out=place / "regions",
    )
    return _shapes(place / "regions" / "classes.geojson")


def _rows(file: Path, columns: Sequence[str]) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        rows = [[row[name] for name in columns] for row in csv.DictReader(opened)]
    return [list(columns), *rows[:SHOWN]]


def _shapes(file: Path) -> list[shapely.Geometry]:
    features = json.loads(file.read_text(encoding="utf-8"))["features"]
    return [shapely.from_geojson(json.dumps(feature["geometry"])) for feature in features]


def _colours(shapes: Sequence[shapely.Geometry]) -> Iterator[str]:
    """Colours that differ between neighbours."""
    chosen: list[int] = []
    for shape in shapes:
        near = {
            colour for other, colour in zip(shapes, chosen, strict=False) if shape.intersects(other)
        }
        order = (np.arange(len(PALETTE)) + len(chosen)) % len(PALETTE)
        chosen.append(next(int(colour) for colour in order if int(colour) not in near))
        yield PALETTE[chosen[-1]]


def _table(axes: Any, title: str, rows: list[list[str]]) -> None:
    axes.axis("off")
    axes.set_title(title, loc="left", color=INK, fontweight="bold")
    table = axes.table(rows, cellLoc="left", bbox=(0, 0, 1, 1), edges="horizontal")
    table.auto_set_font_size(False)
    table.auto_set_column_width(range(len(rows[0])))
    for (row, _), cell in table.get_celld().items():
        cell.set_edgecolor(LAND)
        cell.set_text_props(fontsize=9.5, color=INK, fontweight="bold" if row == 0 else "normal")


def _map(
    axes: Any, shapes: Sequence[shapely.Geometry], title: str, fills: Sequence[str] = ()
) -> None:
    for number, shape in enumerate(shapes):
        for part in shapely.get_parts(shape):
            across, up = np.array(part.exterior.coords).T
            axes.fill(
                across,
                up,
                facecolor=fills[number] if fills else LAND,
                edgecolor=INK if fills else LINE,
                linewidth=0.7 if fills else 0.5,
            )
    axes.set_facecolor(PAPER)
    axes.set_aspect(1 / np.cos(np.radians(42)))
    axes.axis("off")
    axes.set_title(title, loc="left", color=INK, fontweight="bold")
