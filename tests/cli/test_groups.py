"""Help in groups, and the order in which options were given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from covey.cli.anonymize import GROUPS, anonymize
from covey.cli.groups import GroupedCommand, given_order
from tests.conftest import Covey


def test_every_option_of_anonymize_is_in_one_group() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    options = {each.name for each in anonymize.params if isinstance(each, click.Option)}
    assert len(set(grouped)) == len(grouped)
    assert set(grouped) == options


def test_help_has_the_groups_in_order(covey: Covey) -> None:
    text = covey("anonymize", "--help").out
    places = [text.index(f"\n{heading}:") for heading in GROUPS]
    assert places == sorted(places)
    assert places[-1] < text.index("\nOther options:") < text.index("--help")


def test_an_option_is_no_value_of_another(covey: Covey, tmp_path: Path) -> None:
    ran = covey("anonymize", tmp_path / "t.csv", "--person", "id", "--pseudonym", "--label", "zip")
    assert ran.code == 2
    assert "--pseudonym needs owner|FILE after it; given: --label." in ran.err


def test_the_order_is_that_of_the_arguments() -> None:
    @click.command(cls=GroupedCommand, groups={})
    @click.option("-a", "--all", multiple=True)
    @click.option("-b", multiple=True)
    def command(**how: Any) -> None:
        pass

    context = command.make_context("command", ["-b", "-a", "--all=2", "-b3", "-a", "4"])
    assert context.params == {"b": ("-a", "3"), "all": ("2", "4")}
    assert given_order(context) == ["b", "all", "b", "all"]
