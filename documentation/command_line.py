"""docs/reference/cli.md, from the commands' own help."""

from __future__ import annotations

from collections.abc import Iterator

import click

from covey.cli import cli


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
        context = context_of(command)
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from commands(part, (*path, name))


def help_text(path: tuple[str, ...], command: click.Command) -> str:
    return command.get_help(context_of(command, " ".join(path)))


def context_of(command: click.Command, name: str = "covey") -> click.Context:
    """A command keeps the names of its help option from the first context that asks for it."""
    return click.Context(
        command,
        info_name=name,
        max_content_width=100,
        terminal_width=100,
        help_option_names=["-h", "--help"],
    )
