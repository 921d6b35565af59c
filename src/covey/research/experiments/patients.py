"""Patients that never lived, on a real map:

    python -m covey.research.experiments.patients -n 200000 -o FILE

Counties are drawn by their real workforce, so that New York has thousands of patients and Forest
County in Pennsylvania a few. Names are drawn from the frequencies of the 1990 census, first name
and surname apart. Codes of diagnoses look like ICD-10's; how often each of them occurs is made up.
"""

from __future__ import annotations

import json
import string
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.io.outputs.files import replacing
from covey.research.data import census_names, counties

COLUMNS = (
    "patient_id",
    "name",
    "sex",
    "age",
    "county",
    "latitude",
    "longitude",
    "diagnosis",
    "visit_date",
)

FREQUENT = ("I10", "E78", "E11", "M54", "J06", "F41", "K21", "F32", "J45", "N39", "E03", "G47")
"""Hypertension, cholesterol, diabetes, back pain, colds and so on, the most frequent first."""

DIAGNOSES = 1200

Texts = list[str]
Numbers = NDArray[np.int64]


def patients(count: int, seed: int = 0) -> dict[str, Texts]:
    """The columns of ``count`` patients, as text. The same seed gives the same patients.

    >>> table = patients(3)
    >>> tuple(table) == COLUMNS, len(table["county"])
    (True, 3)
    """
    # Nothing but uniform numbers is drawn: numpy may change its other distributions.
    rng = np.random.default_rng(seed)
    features = counties()
    codes = list(features)
    county = _draw(rng, [features[code]["properties"]["workforce"] for code in codes], count)
    latitude, longitude = _places(rng, county, features.values())
    age = _draw(rng, _ages(), count)
    # Half of the young, and more of the old, who are mostly women.
    female = rng.random(count) < 0.5 + np.maximum(age - 60, 0) / 200
    names = _names(rng, female)
    diagnosis = _draw(rng, 1 / np.arange(1, DIAGNOSES + 1), count)
    visit = np.datetime64("2025-01-01") + (rng.random(count) * 365).astype(np.int64)
    columns: tuple[Texts, ...] = (
        [f"P{number:07d}" for number in range(1, count + 1)],
        names,
        np.where(female, "F", "M").tolist(),
        list(map(str, age.tolist())),
        [codes[place] for place in county.tolist()],
        [f"{degrees:.4f}" for degrees in latitude.tolist()],
        [f"{degrees:.4f}" for degrees in longitude.tolist()],
        _texts(_diagnoses(), diagnosis),
        visit.astype(str).tolist(),
    )
    return dict(zip(COLUMNS, columns, strict=True))


def write_patients(target: Path, count: int, seed: int = 0) -> None:
    """Write them as CSV; no field needs quotes."""
    table = patients(count, seed)
    with replacing(target) as file:
        file.write(",".join(table) + "\n")
        file.writelines(",".join(row) + "\n" for row in zip(*table.values(), strict=True))


def _draw(rng: np.random.Generator, shares: ArrayLike, count: int) -> Numbers:
    """Positions, each as often as its share says."""
    # Drawn by the inverse of the distribution: a uniform number picks the step that it falls on.
    steps = np.cumsum(np.asarray(shares, dtype=np.float64))
    drawn: Numbers = np.searchsorted(steps, rng.random(count) * steps[-1], side="right")
    return drawn


def _ages() -> NDArray[np.float64]:
    """How often patients are 0 to 100 years old: the older the more often ill, the fewer alive."""
    age = np.arange(101.0)
    # Illness grows with age, and a logistic curve around 78 lets people die.
    shares: NDArray[np.float64] = (1 + age / 40) / (1 + np.exp((age - 78) / 6))
    return shares


def _names(rng: np.random.Generator, female: NDArray[np.bool_]) -> Texts:
    drawn = {
        table: _texts(
            [name.title() for name in frequencies],
            _draw(rng, list(frequencies.values()), len(female)),
        )
        for table in ("female-1990", "male-1990", "last-1990")
        for frequencies in [census_names(table)]
    }
    first = np.where(female, drawn["female-1990"], drawn["male-1990"]).tolist()
    return [f"{given} {last}" for given, last in zip(first, drawn["last-1990"], strict=True)]


def _diagnoses() -> Texts:
    """Codes in the order of their frequency, the same for every seed."""
    letters = string.ascii_uppercase.replace("U", "")  # U is kept for special purposes
    every = [f"{letter}{number:02d}" for letter in letters for number in range(100)]
    others = sorted(set(every) - set(FREQUENT))
    # Steps of 1,001 codes, which shares no factor with their number (2,488), mix the chapters.
    mixed = [others[step * 1001 % len(others)] for step in range(len(others))]
    return [*FREQUENT, *mixed][:DIAGNOSES]


def _places(
    rng: np.random.Generator, county: Numbers, features: Iterable[dict[str, Any]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A place inside of each patient's county: drawn in the box around it until it is inside."""
    import shapely

    shapes = shapely.from_geojson([json.dumps(feature["geometry"]) for feature in features])
    shapely.prepare(shapes)
    boxes = shapely.bounds(shapes)
    across, up = np.empty(len(county)), np.empty(len(county))
    left = np.arange(len(county))
    while len(left):
        west, south, east, north = boxes[county[left]].T
        # Rounded before it is tested: the place as it is written must be inside of the county.
        across[left] = np.round(west + rng.random(len(left)) * (east - west), 4)
        up[left] = np.round(south + rng.random(len(left)) * (north - south), 4)
        left = left[~shapely.contains_xy(shapes[county[left]], across[left], up[left])]
    return up, across


def _texts(texts: Texts, places: Numbers) -> Texts:
    return [texts[place] for place in places.tolist()]


@click.command()
@click.option(
    "-n",
    "--count",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="How many.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=0,
    show_default=True,
    help="The same seed gives the same bytes.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE.csv",
    help="The file to write.",
)
def main(count: int, seed: int, output: Path) -> None:
    """Write a table of synthetic patients."""
    output.parent.mkdir(parents=True, exist_ok=True)
    write_patients(output, count, seed)
    click.echo(f"wrote {output}: {count:,} synthetic patients", err=True)


if __name__ == "__main__":
    main()
