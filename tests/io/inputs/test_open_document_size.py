"""Small files that stand for very many cells."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
from covey.io.inputs.open_document import KIND
from tests.io.inputs.test_open_document import CONTENT

USED = '<table:table-cell office:value-type="float" office:value="1" {}/>'
ROW = "<table:table-row {}>{}</table:table-row>"
NAMES = ROW.format("", USED.format(""))


def hostile(path: Path, rows: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", KIND)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        table = f'<table:table table:name="a">{NAMES}{rows}</table:table>'
        archive.writestr("content.xml", CONTENT.format(tables=table))
    return path


@pytest.mark.parametrize(
    "rows",
    [
        ROW.format("", USED.format('table:number-columns-repeated="2000000000"')),
        ROW.format("", '<table:table-cell table:number-columns-repeated="16385"/>'),
        ROW.format('table:number-rows-repeated="99999999999999999999"', USED.format("")),
        ROW.format('table:number-rows-repeated="-1"', USED.format("")),
        ROW.format(
            'table:number-rows-repeated="1000000"',
            USED.format('table:number-columns-repeated="51"'),
        ),
        ROW.format('table:number-rows-repeated="1000000"', "<table:table-cell/>")
        + ROW.format(
            "", '<table:table-cell table:number-columns-repeated="60"/>' + USED.format("")
        ),
    ],
)
def test_cells_repeated_by_a_number_are_limited(tmp_path: Path, rows: str) -> None:
    with pytest.raises(InvalidInput, match="more than 50,000,000 cells"):
        open_input(hostile(tmp_path / "in.ods", rows))


def test_the_empty_rest_of_a_sheet_is_no_cell(tmp_path: Path) -> None:
    rest = '<table:table-cell table:number-columns-repeated="16384"/>'
    rows = ROW.format("", USED.format("")) + ROW.format(
        'table:number-rows-repeated="1048574"', rest
    )
    assert open_input(hostile(tmp_path / "in.ods", rows), header=False).columns == ("column1",)
