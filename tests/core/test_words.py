"""Words for people: numbers, names, and names that would command a terminal."""

from __future__ import annotations

import json

import pytest

from covey.core.words import in_a_line, listed, plural, time_in_words, visible


@pytest.mark.parametrize("text", ["\x1b[31m", "\x07", "\u202e", "\u2028", "\x9b", "\ud800"])
def test_what_commands_a_terminal_is_shown_instead(text: str) -> None:
    shown = visible(f"a{text}b")
    assert shown.isprintable()
    assert shown.startswith("a\\u")


def test_json_stays_the_same_json() -> None:
    text = json.dumps({"name": "a\x1bb\u202e"}, ensure_ascii=False)
    assert json.loads(visible(text)) == json.loads(text)


def test_line_ends_and_tabs_stay_except_in_a_line() -> None:
    assert visible("a\n\tb") == "a\n\tb"
    assert in_a_line("a\n\tb") == "a\\n\tb"


def test_numbers_have_their_nouns() -> None:
    assert plural(0, "record") == "0 records"
    assert plural(1, "class") == "1 class"


def test_times_are_rounded_down_to_their_unit() -> None:
    assert [time_in_words(each) for each in (1, 59.9, 60, 7199, 86400)] == [
        "1 second",
        "59 seconds",
        "1 minute",
        "1 hour",
        "1 day",
    ]


def test_lists_say_how_many_more_there_are() -> None:
    assert listed([]) == ""
    assert listed("abcd", at_most=4) == "a, b, c, d"
