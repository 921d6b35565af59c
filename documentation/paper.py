"""docs/pictures/report.png: pages of a report as they are printed, by Chromium and poppler's
pdftoppm."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image
from tests.chromium import Chromium

import covey
from covey.research import data
from covey.research.experiments.patients import write_patients

COUNTIES = Path(data.__file__).parent / "counties.geojson"
PAGES = (1, 2, 4)
DOTS_PER_INCH = 70


def printed(page: Path, folder: Path) -> list[Path]:
    """Every page of a report on paper, as a picture."""
    pdf = folder / "report.pdf"
    with Chromium() as browser:
        browser.open(page)
        browser.print_to(pdf)
    command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-png", str(pdf), str(folder / "page")]
    subprocess.run(command, check=True)
    return sorted(folder.glob("page-*.png"))


def example(folder: Path) -> Path:
    """A release of synthetic patients, and its report."""
    table = folder / "patients.csv"
    write_patients(table, 5_000)
    covey.anonymize(
        table,
        k=10,
        quasi={
            "county": covey.Regions(str(COUNTIES), key="fips", islands="nearest"),
            "age": covey.Ordered(),
            "sex": covey.Labels(),
        },
        drop=["patient_id", "name", "latitude", "longitude"],
        sensitive={"diagnosis": {"l": 3}},
        context={
            "recipient": "Institute of Public Health",
            "purpose": "A study of diagnoses by place.",
            "controls": "A contract that forbids to identify anybody; a room without network.",
            "threshold": "k = 10, by the policy of the registry.",
            "prepared-by": "A. Meier, data steward",
            "review": "Every year, next in May 2027.",
        },
        out=folder / "release",
    )
    return folder / "release" / "report.html"


def draw_report(target: Path) -> Path:
    """Some pages side by side."""
    with tempfile.TemporaryDirectory() as name:
        pages = printed(example(Path(name)), Path(name))
        shown = [Image.open(pages[number - 1]) for number in PAGES]
        width, height = shown[0].size
        whole = Image.new("RGB", (width * len(shown) + 8 * (len(shown) - 1), height), "#b8bfc2")
        for at, page in enumerate(shown):
            whole.paste(page, (at * (width + 8), 0))
        whole.convert("P", palette=Image.Palette.ADAPTIVE, colors=64).save(target, optimize=True)
    return target


def can_print() -> bool:
    """Whether both programs are there."""
    return all(map(shutil.which, ("chromium", "pdftoppm")))
