"""Labels that a stated order has not."""

from __future__ import annotations

from covey.io.stated_order import not_in_order


def test_labels_are_shown_with_their_rows_and_are_in_no_log() -> None:
    error = not_in_order("t.csv", "q", ["hihg", "a", "b", "c"], ["low", "high"], "row {}".format)
    assert error.shown == (
        "'hihg' in row hihg. Did you mean 'high'?",
        "'a' in row a",
        "'b' in row b",
        "and 1 more",
    )
    assert "hihg" not in str(error)
    assert not error.remedy


def test_marks_of_missing_values_have_a_command() -> None:
    error = not_in_order("t.csv", "q", ["N/A"], ["low", "high"], None)
    assert error.remedy == (("--na", "q=N/A"),)
