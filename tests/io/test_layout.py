"""How a table is laid down in a file."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.layout import ENDINGS, Layout


@pytest.mark.parametrize("format_", ENDINGS)
def test_another_format_forgets_what_csv_has(format_: str) -> None:
    packed = Layout("csv", ";", compressed=True, part="people", escaped=True)
    found = packed.to_format(format_)
    if format_ == "csv":
        assert found is packed
        assert found.ending == ".csv.gz"
    else:
        assert found == Layout(format_, part="people")
        assert found.ending == ENDINGS[format_]


def test_a_format_that_covey_does_not_write() -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'parquet'"):
        Layout("csv").to_format("parket")
