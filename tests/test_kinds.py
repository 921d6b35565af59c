"""Lists of the kinds of columns that cannot be made from ``attributes.KINDS`` agree with it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import covey
from covey.app.draft import POINTS, ROLE_OF
from covey.attributes import KINDS, Role
from covey.attributes.attribute import Attribute
from covey.attributes.labels import LabelAttribute
from covey.cli.anonymize import GROUPS, anonymize
from covey.core.caller import ROLES, TREATED_AS

SOURCE = Path(covey.__file__).parent
PAGE = SOURCE / "app" / "page" / "screens" / "columns.js"
ATTRIBUTES = [*Attribute.__subclasses__(), *LabelAttribute.__subclasses__()]
NAMES = {name for kind in KINDS for name in (kind.__name__, kind.role)}
NAMES |= {each.__name__ for each in ATTRIBUTES}
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


def test_no_module_besides_the_kinds_asks_which_kind_a_column_is() -> None:
    """What differs between kinds is said by ``Role`` and ``Attribute``. Otherwise a new kind would
    have to be added wherever somebody asks."""
    others = [
        file for file in SOURCE.rglob("*.py") if not file.is_relative_to(SOURCE / "attributes")
    ]
    found = {file: [*_asked(ast.parse(file.read_text()))] for file in others}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "code",
    [
        "isinstance(role, Ordered)",
        "isinstance(role, Ordered | covey.Tree)",
        "issubclass(kind, Tree)",
        "type(role) not in (Labels, Ordered)",
        "isinstance(attribute, LabelAttribute)",
        'getattr(role, "bands", None)',
        'role.role == "regions"',
        "match role:\n    case Regions():\n        pass",
    ],
)
def test_such_a_question_is_found(code: str) -> None:
    assert [*_asked(ast.parse(code))] == [1 if "case" not in code else 2]


def _asked(tree: ast.AST) -> Iterator[int]:
    """The lines that ask for the kind of a role or of an attribute."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("isinstance" | "issubclass"), args=[_, asked]):
                parts = [asked]
            case ast.Call(func=ast.Name("getattr" | "hasattr"), args=[ast.Name("role"), *_]):
                yield node.lineno
                continue
            case ast.Compare(left=ast.Call(func=ast.Name("type")), comparators=parts):
                pass
            case ast.Compare(left=ast.Attribute(attr="role"), comparators=parts):
                pass
            case ast.MatchClass(cls=asked):
                parts = [asked]
            case _:
                continue
        if any(_names_a_kind(each) for part in parts for each in ast.walk(part)):
            yield node.lineno


def _names_a_kind(node: ast.AST) -> bool:
    match node:
        case ast.Name(name) | ast.Attribute(attr=name) | ast.Constant(str(name)):
            return name in NAMES
    return False
