"""Lists of the kinds of columns that cannot be made from ``attributes.KINDS`` agree with it."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import covey
from covey.app.draft import POINTS, ROLE_OF
from covey.attributes import KINDS, Role
from covey.cli.anonymize import GROUPS, anonymize
from covey.core.caller import ROLES, TREATED_AS

PAGE = Path(covey.__file__).parent / "app" / "page" / "screens" / "columns.js"
ON_THE_PAGE = [kind for kind in KINDS if kind.page_label]


def test_messages_to_python_name_the_class_of_every_option() -> None:
    assert {kind.option: f"covey.{kind.__name__}" for kind in KINDS} == ROLES
    assert all(hasattr(covey, kind.__name__) for kind in KINDS)


def test_messages_to_the_page_have_its_labels() -> None:
    labels = {kind.option: kind.page_label.split(":")[0] for kind in ON_THE_PAGE}
    assert {option: TREATED_AS.get(option) for option in labels} == labels


def test_the_page_offers_every_kind_by_its_label() -> None:
    group = re.search(r'"Known to others[^"]*",\s*\[(.*?)\],\s*\],\s*\];', PAGE.read_text(), re.S)
    assert group
    offered = dict(re.findall(r'\["([a-z-]+)", "([^"]+)"\]', group[1]))
    # The page chooses by the names of the options, and a place by the name of its role.
    names = {role: name for name, role in ROLE_OF.items()} | {POINTS: POINTS}
    assert offered == {names[kind.role]: kind.page_label for kind in ON_THE_PAGE}


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_line_has_the_options_of_every_kind(kind: type[Role]) -> None:
    known = {each.name: each.opts for each in anonymize.params if isinstance(each, click.Option)}
    assert set(kind.parameters) <= known.keys()
    assert kind.option in [option for name in kind.parameters for option in known[name]]


def test_the_help_lists_the_options_of_every_kind_under_one_heading() -> None:
    first = next(iter(GROUPS.values()))
    assert {name for kind in KINDS for name in kind.parameters} <= set(first)
