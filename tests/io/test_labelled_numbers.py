"""Numbers of which some have labels."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from covey.core.errors import InvalidInput, Remedy
from covey.io.columns.table import open_table
from covey.io.labelled_numbers import labelled_numbers
from covey.io.notation import Notation
from tests.conftest import Covey

ENDS: dict[float, str] = {1: "never", 5: "always"}
CASES: dict[str, tuple[Sequence[str], dict[float, str], Remedy]] = {
    "a scale": (["4", "always", "2", "never", "3"], ENDS, [("--ordered", "q=never,2,3,4,always")]),
    "all have labels": (["f", "m"], {1: "m", 2: "f"}, [("--ordered", "q=m,f")]),
    "missing ones": (["20.5", "refused", "31"], {-9: "refused"}, [("--na", "q=refused")]),
    "above all others": (["20", "refused", "31"], {99: "refused"}, [("--na", "q=refused")]),
    "among the others": (["20", "retired", "90"], {65: "retired"}, ()),
    "a comma": (["1", "2, or so"], {2: "2, or so"}, ()),
}


@pytest.mark.parametrize("case", CASES)
def test_a_remedy_where_it_is_clear(case: str) -> None:
    values, labels, remedy = CASES[case]
    found = labelled_numbers(values, labels)
    assert found is not None
    assert found.remedy("q") == remedy


def test_what_are_no_labelled_numbers() -> None:
    assert labelled_numbers(["never", "often"], ENDS) is None
    assert labelled_numbers(["2", "3"], ENDS) is None
    assert labelled_numbers(["x", "1"], {2: "x", 3: "x"}) is None


def scale(folder: Path) -> Path:
    polars, pyreadstat = import_module("polars"), import_module("pyreadstat")
    frame = polars.DataFrame({"q": [1.0, 2.0, 3.0, 4.0, 5.0] * 8})
    path = folder / "scale.sav"
    pyreadstat.write_sav(frame, str(path), variable_value_labels={"q": ENDS})
    return path


def test_the_order_of_a_scale_is_shown_where_values_are(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as raised, open_table(scale(tmp_path)) as table:
        table.key("q", "a column", "ordered")
    assert raised.value.shown_choices == ((("--ordered", "q=never,2,3,4,always"),),)
    assert "state its order" in raised.value.hint
    assert "never" not in str(raised.value)


def test_labels_that_are_named_as_missing_are_no_matter(tmp_path: Path) -> None:
    notation = Notation.of(na={"q": ["never", "always"]})
    with open_table(scale(tmp_path), notation=notation) as table:
        assert table.key("q", "a column", "ordered")[1] == "integer"


def test_the_order_that_is_shown_is_taken(covey: Covey, tmp_path: Path) -> None:
    order = "q=never,2,3,4,always"
    ran = covey("anonymize", scale(tmp_path), "-k", 5, "--ordered", order, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
