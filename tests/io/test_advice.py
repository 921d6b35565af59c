"""What would read values that do not fit: the options that are named read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey.core.caller import by_command
from covey.core.errors import InvalidInput
from covey.io.columns.table import open_table
from covey.io.notation import ALL, PLAIN, Notation, split_by_column, split_marks

READ = {
    "a decimal comma": (["51,1", "3", "2,25"], [("--decimal", ",")]),
    "a decimal comma and a mark": (["51,1", "n/a", "2,25"], [("--decimal", ","), ("--na", "n/a")]),
    "a day first": (["16.02.1986", "2.2.1941"], [("--date-format", "%d.%m.%Y")]),
    "a month first": (["1/31/1950", "2/2/1941"], [("--date-format", "%m/%d/%Y")]),
    "a month in words": (["3-Feb-1950", "12-Mar-1941"], [("--date-format", "%d-%b-%Y")]),
    "a time": (["16.02.1986 9:30", "1.2.1986 10:31"], [("--date-format", "%d.%m.%Y %H:%M")]),
    "thousands": (["1,234.5", "17"], [("--thousands", "x=,")]),
    "thousands and decimals": (
        ["1.234,5", "1.234"],
        [("--thousands", "x=."), ("--decimal", "x=,")],
    ),
    "thousands by blanks, and a mark": (
        ["1\u00a0234", "1 234", "17", "?"],
        [("--thousands", "x= "), ("--na", "?")],
    ),
    "marks": (["39", "N/A", "41", ".", "17", "5"], [("--na", "N/A,.")]),
}
"""Values, and the options that read them."""


def refused(tmp_path: Path, values: list[str], notation: Notation = PLAIN) -> InvalidInput:
    table = tmp_path / "table.csv"
    table.write_text("row;x\n" + "".join(f"{at};{value}\n" for at, value in enumerate(values)))
    with pytest.raises(InvalidInput) as raised, open_table(table, notation=notation) as opened:
        opened.key("x", "a column", "ordered")
    return raised.value


@pytest.mark.parametrize("case", READ)
def test_the_options_that_are_named_read_the_values(tmp_path: Path, case: str) -> None:
    values, remedy = READ[case]
    error = refused(tmp_path, values)
    assert list(error.remedy) == remedy
    with by_command():
        assert all(option in error.hint for option, _ in remedy)
    named = {option: [value for name, value in remedy if name == option] for option, _ in remedy}
    notation = Notation.of(
        na=split_marks(named.get("--na", [])),
        decimal=split_by_column(named.get("--decimal", [])),
        thousands=split_by_column(named.get("--thousands", [])),
        date_format=split_by_column(named.get("--date-format", [])),
    )
    with open_table(tmp_path / "table.csv", notation=notation) as opened:
        opened.key("x", "a column", "ordered")


def test_days_and_months_that_can_be_either_have_two_commands(tmp_path: Path) -> None:
    error = refused(tmp_path, ["1/2/1950", "2/3/1941"])
    assert error.remedy == ()
    assert error.choices == (
        (("--date-format", "%d/%m/%Y"),),
        (("--date-format", "%m/%d/%Y"),),
    )


def test_no_stop_sticks_to_an_option(tmp_path: Path) -> None:
    with by_command():
        hint = refused(tmp_path, ["51,1", "n/a", "2,25"]).hint
    assert hint == (
        "With --decimal , such numbers are read. With --na n/a 'n/a' stands for missing values."
    )


def test_whole_numbers_need_no_other_decimal_separator(tmp_path: Path) -> None:
    error = refused(tmp_path, ["39", "41", "?", "17"], Notation.of(decimal=","))
    assert list(error.remedy) == [("--na", "?")]


def test_names_of_columns_are_quoted_for_the_shell(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("the size\n0-9\n10-19\n")
    with pytest.raises(InvalidInput) as raised, open_table(table) as opened:
        opened.key("the size", "a column", "ordered")
    assert "covey.Labels()" in raised.value.hint
    assert 'covey.Ordered(order=["0-9", "10-19", "20+"])' in raised.value.hint


def test_the_first_three_values_are_shown_with_their_rows(tmp_path: Path) -> None:
    error = refused(tmp_path, ["1", "two", "3", "two", "four", "5", "six", "7", "eight", "9"])
    assert error.shown == (
        "'two' in row 2 below the header",
        "'four' in row 5 below the header",
        "'six' in row 7 below the header",
    )


def test_an_error_as_text_holds_no_values(tmp_path: Path) -> None:
    """It may go to a log."""
    for values in (["1", "Ann Smith", "3"], ["51,1", "Ann Smith", "2,5"], ["Ann Smith", "Bo Li"]):
        error = refused(tmp_path, values)
        assert "Ann" not in str(error)
        assert "51,1" not in str(error)
        assert not any("Ann" in value for _, value in error.remedy)


def test_day_and_month_that_cannot_be_told_apart_are_asked_for(tmp_path: Path) -> None:
    error = refused(tmp_path, ["1/11/1950", "2/2/1941"])
    assert not error.remedy
    assert "date_format='%d/%m/%Y'" in error.hint
    assert "date_format='%m/%d/%Y'" in error.hint


def test_a_comma_may_stand_between_thousands_or_before_decimals(tmp_path: Path) -> None:
    error = refused(tmp_path, ["12,345", "3"])
    assert not error.remedy
    assert error.choices == ((("--thousands", "x=,"),), (("--decimal", ","),))


def test_a_mark_that_was_stated_is_not_replaced_for_a_few_values(tmp_path: Path) -> None:
    error = refused(tmp_path, [*["12,345"] * 50, "1,23"], Notation(thousands={ALL: ","}))
    assert error.remedy == ()
    assert "--decimal" not in str(error)


def test_years_of_two_digits_have_a_command_for_each_century(tmp_path: Path) -> None:
    error = refused(tmp_path, ["31.12.49", "1.3.86"])
    assert error.choices == (
        (("--date-format", "%d.%m.%y"),),
        (("--date-format", "%d.%m.%1925y"),),
    )
    assert "%y are the years from 1969 to 2068" in error.hint


def test_a_column_unlike_the_others_is_named(tmp_path: Path) -> None:
    notation = Notation.of(decimal=",", date_format="%d.%m.%Y")
    assert refused(tmp_path, ["5.1", "6.2"], notation).remedy == (("--decimal", "x=."),)
    error = refused(tmp_path, ["1950/02/16"], notation)
    assert error.remedy == (("--date-format", "x=%Y/%m/%d"),)


def test_long_values_are_cut(tmp_path: Path) -> None:
    (line,) = refused(tmp_path, ["1", "y" * 500]).shown
    assert line == f"'{'y' * 40}'... in row 2 below the header"


def test_words_have_the_advice_on_words(tmp_path: Path) -> None:
    error = refused(tmp_path, ["low", "high", "middle"])
    assert "covey.Ordered(order=[...])" in error.hint
    assert not error.remedy


def test_many_marks_are_all_named(tmp_path: Path) -> None:
    marks = ["N/A", "NA", "-", ".", "NULL", "?"]
    error = refused(tmp_path, [*map(str, range(40)), *marks])
    assert error.remedy == (("--na", ",".join(marks)),)


def test_an_unclear_date_with_marks_is_read_by_both_commands(tmp_path: Path) -> None:
    error = refused(tmp_path, ["1/2/1950", "2/3/1941", "N/A"])
    assert error.choices == (
        (("--date-format", "%d/%m/%Y"), ("--na", "N/A")),
        (("--date-format", "%m/%d/%Y"), ("--na", "N/A")),
    )


def test_a_frequent_text_is_named_where_values_are_shown(tmp_path: Path) -> None:
    error = refused(tmp_path, [*map(str, range(40)), *["declined"] * 10])
    assert error.shown_choices == ((("--na", "x=declined"),),)
    assert "declined" not in str(error)
    assert not error.remedy


def test_a_rare_text_is_not_proposed_as_a_mark_for_certificates_name_marks(tmp_path: Path) -> None:
    error = refused(tmp_path, [*map(str, range(40)), *["Ann"] * 9])
    assert not error.shown_choices
    assert not error.remedy


def test_of_mixed_formats_it_is_said_how_many_values_each_reads(tmp_path: Path) -> None:
    error = refused(tmp_path, ["13.2.1950", "2/28/1950", "2/28/1950", "2/27/1950", "N/A"])
    assert 'of 5 values "%m/%d/%Y" reads 3, "%d.%m.%Y" reads 1;' in error.hint
    assert "not dates" in error.message
    assert error.shown == (
        "'13.2.1950' in row 1 below the header, as %d.%m.%Y",
        "'2/28/1950' in row 2 below the header, as %m/%d/%Y",
    )
    assert not any(error.aids[name] for name in error.aids if name != "shown")


def test_an_own_format_can_be_one_of_a_mixture(tmp_path: Path) -> None:
    notation = Notation.of(date_format="%Y%m%d")
    error = refused(tmp_path, ["19500213", "2/28/1950"], notation)
    assert '"%Y%m%d" reads 1' in error.hint
    assert error.shown == ("'2/28/1950' in row 2 below the header, as %m/%d/%Y",)


def test_of_a_mixture_no_value_is_shown_that_is_read_already(tmp_path: Path) -> None:
    good = [f"{day}.01.1950" for day in range(1, 9)]
    values = [*good, "1950-02-31", "2/28/1950", "32.01.1950", "N/A"]
    stated = refused(tmp_path, values, Notation.of(date_format="%d.%m.%Y"))
    others = (
        "'1950-02-31' in row 9 below the header",
        "'32.01.1950' in row 11 below the header",
        "'2/28/1950' in row 10 below the header, as %m/%d/%Y",
    )
    assert stated.shown == others
    # "%Y-%m-%d" reads nothing here: the only value that looks so is no day.
    assert "%Y-%m-%d" not in stated.hint
    assert refused(tmp_path, values).shown == (
        *others,
        "'1.01.1950' in row 1 below the header, as %d.%m.%Y",
    )


def test_a_day_that_does_not_exist_is_the_one_that_is_shown(tmp_path: Path) -> None:
    good = [f"{day}.01.1950" for day in range(1, 31)]
    error = refused(tmp_path, [*good, "31.02.1950"])
    assert error.shown == ("'31.02.1950' in row 31 below the header",)
    assert error.afterwards == (("--date-format", "%d.%m.%Y"),)
    assert "1 of them is a day that no calendar has" in error.hint
    assert not error.remedy
