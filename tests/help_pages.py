"""docs/cli.md, from the commands' own help: python -m tests.help_pages writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from covey.cli import cli

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"


def page() -> str:
    parts = ["# The command line\n", "Written by `make docs` from the commands' help."]
    for path, command in commands(cli, ("covey",)):
        parts.append(f"\n## {' '.join(path)}\n\n```\n{help_text(path, command)}\n```")
    return "\n".join(parts) + "\n"


def commands(
    command: click.Command, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from commands(part, (*path, name))


def help_text(path: tuple[str, ...], command: click.Command) -> str:
    context = click.Context(
        command,
        info_name=" ".join(path),
        max_content_width=100,
        terminal_width=100,
        help_option_names=["-h", "--help"],
    )
    return command.get_help(context)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
