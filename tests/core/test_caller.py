"""Messages in the words of who called: all that stand in the code, and some by themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import covey
from covey.core.caller import by_command, spoken

PACKAGE = Path(covey.__file__).parent
ONLY_COMMANDS = ("app", "cli", "research", "report")
"""What speaks of commands whoever calls: the page, the command line, its experiments, and the
report, which is the same for everybody."""
OPTION = re.compile(r"(?<![\w-])(--[a-z]|-[ok](?![\w-]))")
COMMAND = re.compile(r"covey (app|graph|presets|solve)\b[^;,)]*")
"""Commands that Python has not, with their options."""


def messages() -> Iterator[tuple[str, str]]:
    """Where it stands, and every text of the code that names an option or Python, with a word for
    what is filled in. Texts of one call or constant are one, as Python joins them."""
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE)
        if place.parts[0] in ONLY_COMMANDS or place.as_posix() in (
            "core/caller.py",
            "release/job.py",  # the help of the command line
            "release/command.py",  # which writes a command
        ):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        skipped = set(map(id, _no_messages(tree)))
        for node in ast.walk(tree):
            text = _text(node)
            if text is None or id(node) in skipped or " " not in text:
                continue
            if OPTION.search(text) or "in Python" in text:
                yield f"{place}:{node.lineno}", text  # type: ignore[attr-defined]


def _no_messages(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and the parts of texts that are filled in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield from node.values


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "FILLED" for part in node.values
    )


MESSAGES = dict(messages())


def test_there_are_messages_to_walk() -> None:
    assert len(MESSAGES) > 100


@pytest.mark.parametrize("where", MESSAGES)
def test_every_message_has_the_words_of_the_caller_alone(where: str) -> None:
    text = MESSAGES[where]
    python = spoken(text)
    assert not OPTION.search(COMMAND.sub("", python)), python
    assert "in Python" not in python
    assert spoken(python) == python
    with by_command():
        command = spoken(text)
        assert spoken(command) == command
    assert "in Python" not in command


@pytest.mark.parametrize(
    ("text", "python", "command"),
    [
        ("Name it with -o OUT/", 'Name it with out="OUT/"', "Name it with -o OUT/"),
        ("leave --map away", "leave map= away", "leave --map away"),
        (
            "--na 'my age=999' (na={'my age': '999'} in Python), or",
            "na={'my age': '999'}, or",
            "--na 'my age=999', or",
        ),
        (
            "--assign a=b --assign 'c d=e' (assign={'a': 'b'} in Python).",
            "assign={'a': 'b'}.",
            "--assign a=b --assign 'c d=e'.",
        ),
        (
            "take it as labels: --label 'home town'.",
            "take it as labels: covey.Labels().",
            "take it as labels: --label 'home town'.",
        ),
        (
            "--region COL=counties.geojson:fips",
            'covey.Regions("counties.geojson", key="fips")',
            "--region COL=counties.geojson:fips",
        ),
        ("drop it (--drop town), or", 'drop it (drop=["town"]), or', "drop it (--drop town), or"),
        ("ask for it with -k 20", "ask for it with k=20", "ask for it with -k 20"),
        ("covey app --folder DIR", "covey app --folder DIR", "covey app --folder DIR"),
        ("mkdir -p out; ulimit -n", "mkdir -p out; ulimit -n", "mkdir -p out; ulimit -n"),
    ],
)
def test_options_become_arguments(text: str, python: str, command: str) -> None:
    assert spoken(text) == python
    with by_command():
        assert spoken(text) == command


def test_an_error_speaks_when_it_is_read() -> None:
    error = covey.InvalidInput("--map is a file.", hint="Leave --map out.", details=["--key"])
    assert str(error) == "map= is a file.\nkey=\nLeave map= out."
    with by_command():
        assert str(error) == "--map is a file.\n--key\nLeave --map out."
        assert error.hint == "Leave --map out."
