"""Messages in the words of who called: all that stand in the code, and some by themselves."""

from __future__ import annotations

import ast
import json
import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import covey
from covey.core.caller import (
    CONTROLS,
    SET_TO,
    TREATED_AS,
    by_command,
    by_page,
    gives_texts,
    is_command,
    spoken,
)

PACKAGE = Path(covey.__file__).parent
ONLY_COMMANDS = ("app", "cli", "research", "report")
"""What speaks of commands whoever calls: the page, the command line, its experiments, and the
report, which is the same for everybody."""
OPTION = re.compile(r"(?<![\w-])(--[a-z]|-[ok](?![\w-]))")
COMMAND = re.compile(r"covey (app|graph|presets|solve)\b[^;,)]*")
"""Commands that Python has not, with their options."""
ANY_COMMAND = re.compile(r"covey [a-z]+\b(?:'[^']*'|[^;,)])*")
"""Commands, which the page names as they are."""


def messages() -> Iterator[tuple[str, ast.AST]]:
    """Where it stands, and every text of the code that names an option or Python. Texts of one call
    or constant are one, as Python joins them."""
    for file in sorted(PACKAGE.rglob("*.py")):
        place = file.relative_to(PACKAGE)
        if place.parts[0] in ONLY_COMMANDS or place.as_posix() in (
            "core/caller.py",
            "release/job/__init__.py",  # the help of the command line
            "release/job/command.py",  # which writes a command
        ):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        skipped = set(map(id, _no_messages(tree)))
        for node in ast.walk(tree):
            text = _text(node)
            if text is None or id(node) in skipped or " " not in text:
                continue
            if OPTION.search(text) or "in Python" in text:
                yield f"{place}:{node.lineno}", node  # type: ignore[attr-defined]


def _no_messages(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and the parts of texts that are filled in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield from node.values


def _text(node: ast.AST, fill: str = "{}") -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.JoinedStr):
        return None
    text = ""
    for part in node.values:
        text += str(part.value) if isinstance(part, ast.Constant) else _filled(part, fill, text)
    return text


def _filled(part: ast.expr, fill: str, before: str) -> str:
    """A field as the code writes it: as it is, by ``repr``, for a shell, or as a number."""
    assert isinstance(part, ast.FormattedValue)
    value = part.value
    if part.format_spec is not None:
        return "12"
    if before.endswith(("--", " (")):
        return "option"
    called = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    if isinstance(value, ast.Call) and "quote" in called:
        return shlex.quote(_text(value.args[0], fill) or fill)
    if called == "json.dumps":
        return json.dumps([fill])
    if part.conversion == ord("r"):
        return repr([fill] if isinstance(value, ast.List) else fill)
    return fill


MESSAGES = dict(messages())
FILLS = ("filled", "two words", "it's", "a (b)")
"""Names that columns, files and codes may have."""


def test_there_are_messages_to_walk() -> None:
    assert len(MESSAGES) > 100


@pytest.mark.parametrize("where", MESSAGES)
def test_every_message_has_the_words_of_the_caller_alone(where: str) -> None:
    for fill in FILLS:
        text = _text(MESSAGES[where], fill)
        assert text is not None
        python = spoken(text)
        assert not OPTION.search(COMMAND.sub("", python)), python
        assert "in Python" not in python
        assert f"= {fill}" not in python, "the value is left behind: write it in brackets"
        assert spoken(python) == python
        with by_command():
            command = spoken(text)
            assert spoken(command) == command
        assert "in Python" not in command
        with by_page():
            page = spoken(text)
            assert spoken(page) == page
        assert not OPTION.search(ANY_COMMAND.sub("", page)), page
        assert "in Python" not in page


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


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Read it with --na n/a.", 'Read it with "Marks of missing values" set to "n/a".'),
        ("with a map: --region COL=MAP:KEY, so", 'with a map: "COL" as "Areas of a map", so'),
        (
            "a longer --time-limit (time_limit= in Python) may",
            f'a longer "{CONTROLS["--time-limit"]}" may',
        ),
        ("unless --escape-formulas is given", 'unless "Escape formulas" is given'),
        (
            "--unmapped suppress, or --map",
            'unmapped = "suppress" in a job file, or map in a job file',
        ),
        ("covey app --folder DIR", "covey app --folder DIR"),
        ("covey anonymize --help (covey.anonymize in Python)", "covey anonymize --help"),
        ("'--na' is content", "'--na' is content"),
    ],
)
def test_options_become_controls_of_the_page(text: str, page: str) -> None:
    with by_page():
        assert spoken(text) == page
        assert gives_texts()
        assert not is_command()
    assert not gives_texts()


def test_the_page_has_every_control_by_its_name() -> None:
    files = sorted((PACKAGE / "app" / "page").rglob("*.js"))
    (links,) = (file for file in files if file.name == "links.js")
    scripts = "".join(file.read_text() for file in files if file != links)
    for name in (*CONTROLS.values(), *SET_TO.values(), *TREATED_AS.values()):
        assert f'"{name}' in scripts, name
    for name in CONTROLS.values():
        assert f'"{name}"' in links.read_text(), "a click on its name leads to it"


def test_an_error_speaks_when_it_is_read() -> None:
    error = covey.InvalidInput("--map is a file.", hint="Leave --map out.", details=["--key"])
    assert str(error) == "map= is a file.\nkey=\nLeave map= out."
    with by_command():
        assert str(error) == "--map is a file.\n--key\nLeave --map out."
        assert error.hint == "Leave --map out."


@pytest.mark.parametrize(
    "text",
    [
        "There is no file gone-away (made in Python).csv.",
        "There is no file covey check/nope-a.csv.",
        "There is no file covey check.csv.",
        "There is no file 'my --map file.csv'.",
        """There is no file "it's --map a.csv".""",
        "There is no column '-k'.",
        "The column 'a --map (map= in Python)' is there twice.",
        "covey anonymize t.csv -k 5 --ordered age -o OUT/",
        "covey verify out --key KEY.pub",
        "--map (x" * 1_000,
    ],
)
def test_contents_and_what_is_in_doubt_stay(text: str) -> None:
    assert spoken(text) == text
    with by_command():
        assert spoken(text) == text


def test_what_was_given_stays() -> None:
    file = Path("my --map a.csv")
    error = covey.InvalidInput(f"There is no file {file}.", hint="Leave --map out.", given=file)
    assert str(error) == f"There is no file {file}.\nLeave map= out."


def test_a_nul_is_no_trouble() -> None:
    assert spoken("a\x000\x00 in --map") == "a\x000\x00 in map="


@pytest.mark.parametrize("column", ["house no", "it's", "cost (usd)", "a)b", 'a"b', "-k", "a\\"])
def test_brackets_hold_any_name(column: str) -> None:
    shell = shlex.quote(column)
    text = f"Count them: --person {shell} (person={column!r} in Python), or --map."
    assert spoken(text) == f"Count them: person={column!r}, or map=."
    with by_command():
        assert spoken(text) == f"Count them: --person {shell}, or --map."


@pytest.mark.parametrize(
    "part", ["--ab ", "--ab x ", "--ab X ", "--ab (", "covey verify --ab X ", "\\'", "--a ('"]
)
def test_no_text_takes_long(part: str) -> None:
    start = time.process_time()
    spoken(part * (1_999 // len(part)))
    spoken(part * 2_000)
    assert time.process_time() - start < 0.5
