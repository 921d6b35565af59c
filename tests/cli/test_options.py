"""What commands say beside their answers."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from covey.cli.options import say, stating, together
from covey.core.errors import InvalidInput


def test_options_stand_in_the_order_in_which_they_are_listed() -> None:
    @click.command()
    @together(click.option("--one"), click.option("--two"))
    def command(one: str, two: str) -> None:
        pass

    assert [param.name for param in command.params] == ["one", "two"]


def test_a_note_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\nb\x1b")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "note: a\\nb\\u001b\n")


def test_an_error_says_whether_something_was_published() -> None:
    with pytest.raises(InvalidInput) as before, stating():
        raise InvalidInput("no")
    assert before.value.__notes__ == ["Nothing was published."]
    with pytest.raises(InvalidInput) as after:
        _fail_after_publishing(Path("out"))
    assert after.value.__notes__ == ["The release was published in out."]


def _fail_after_publishing(out: Path) -> None:
    with stating() as published:
        published(out)
        raise InvalidInput("no")


def test_an_error_that_says_so_itself_is_left_alone() -> None:
    error = InvalidInput("no")
    error.add_note("It was published.")
    with pytest.raises(InvalidInput) as raised, stating():
        raise error
    assert raised.value.__notes__ == ["It was published."]
