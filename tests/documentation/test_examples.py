"""Every example of the documentation runs, or is at least one that covey would take."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import click
import pytest
from documentation.command_line import context_of
from documentation.examples import Session, Step, blocks, filled, is_as_shown, promised, steps
from documentation.pages import DOCS

import covey
from covey.cli import cli

ROOT = DOCS.parent
PAGES = {
    page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8")
    for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))
}
RUN = ["README.md", *(name for name in PAGES if re.match(r"docs/(tutorials|how-to)/", name))]
"""The pages whose examples run, from the first to the last."""
COMMAND = re.compile(r"^(?:\$ )?(covey (?:.*\\\n)*.*)", re.MULTILINE)


def needs_running(name: str) -> bool:
    return any(block.language in ("console", "python") for block in blocks(PAGES[name]))


@pytest.mark.parametrize("name", [name for name in RUN if needs_running(name)])
def test_the_examples_of_a_page_do_what_it_shows(name: str, tmp_path: Path) -> None:
    session = Session(tmp_path)
    for block in blocks(PAGES[name]):
        if block.language == "console":
            for step in steps(block.text):
                printed = session.run(step)
                assert is_as_shown(printed, step.shown), f"{step.command}\n{printed}"
        elif block.language == "python":
            assert session.run_python(block.text, name) == promised(block.text)


@pytest.mark.parametrize("name", PAGES)
def test_covey_would_take_every_command(name: str) -> None:
    for block in blocks(PAGES[name]):
        if block.language in ("", "console", "sh", "bash") and "Usage: covey" not in block.text:
            for command in COMMAND.findall(block.text):
                take(command)


def take(command: str) -> None:
    """Find the command, and let it read its options. Files need not exist."""
    words = shlex.split(re.sub(r"\\\n", " ", command), comments=True)[1:]
    words = words[: next((at for at, word in enumerate(words) if word in "|<>"), len(words))]
    current: click.Command = cli
    while isinstance(current, click.Group) and words and not words[0].startswith("-"):
        found = current.get_command(context_of(current), words[0])
        assert found is not None, f"there is no command {words[0]}: {command}"
        current, words = found, words[1:]
    try:
        current.make_parser(context_of(current)).parse_args(list(words))
    except click.UsageError as error:
        raise AssertionError(f"{error.message} {command}") from None


@pytest.mark.parametrize("name", [name for name in PAGES if name not in RUN])
def test_python_names_what_covey_has(name: str) -> None:
    for block in blocks(PAGES[name]):
        if block.language == "python":
            for node in ast.walk(ast.parse(block.text)):
                if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "covey":
                    assert node.attr in covey.__all__, node.attr


def test_what_is_shown_may_leave_out_and_takes_any_time() -> None:
    assert is_as_shown("a\nb\nc\n", "a\n...\nc\n")
    assert is_as_shown("a\nc\n", "a\n...\nc\n")
    assert is_as_shown("a b c\n", "a ... c\n")
    assert not is_as_shown("a b\nc\n", "a ...c\n")
    assert is_as_shown("done in 0.31 s\n", "done in 12 s\n")
    assert not is_as_shown("a\nb\n", "a\n")
    assert not is_as_shown("11 classes\n", "12 classes\n")


def test_a_session_has_commands_of_several_lines() -> None:
    assert steps("$ covey look \\\n    a.csv\nx\n$ ls\n") == [
        Step("covey look \\\n    a.csv", "x\n"),
        Step("ls", ""),
    ]
    assert Step("covey look \\\n    a.csv", "").words == ["covey", "look", "a.csv"]


def test_a_page_is_filled_with_what_is_printed(tmp_path: Path) -> None:
    page = "```console\n$ cat a.csv\nx\n1\n$ head -1 a.csv\nold\n```\n"
    assert filled(page, tmp_path) == page.replace("old", "x")


@pytest.mark.parametrize("wrong", ["covey lok a.csv", "covey look a.csv --no-such-option"])
def test_a_wrong_command_is_found(wrong: str) -> None:
    with pytest.raises(AssertionError):
        take(wrong)
