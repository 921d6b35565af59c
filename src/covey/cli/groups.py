"""Help whose options stand in groups, and the order in which options were given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

GIVEN = "covey.cli.groups.given"


class OrderedCommand(click.Command):
    """A command that remembers in which order its options were given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # click collects the values of each option by itself. What was given first is known to the
        # parser alone, so it runs twice.
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        ctx.meta[GIVEN] = [str(param.name) for param in order]
        return super().parse_args(ctx, args)


class GroupedCommand(OrderedCommand):
    """A command that lists its options under headings. ``groups`` has the names of the parameters
    under each; those that are in none come last."""

    def __init__(self, *args: Any, groups: Mapping[str, Sequence[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = groups

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = {
            str(param.name): record
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and (record := param.get_help_record(ctx))
        }
        grouped = {name for names in self.groups.values() for name in names}
        others = [name for name in options if name not in grouped]
        for heading, names in (*self.groups.items(), ("Other options", others)):
            with formatter.section(heading):
                formatter.write_dl([options[name] for name in names])


def given_order(context: click.Context) -> list[str]:
    """The names of the options in the order in which they were given, each as often as it was."""
    found: list[str] = context.meta[GIVEN]
    return found
