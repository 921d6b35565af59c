"""Help whose options stand in groups, and the order in which options were given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import click

GIVEN = "covey.cli.groups.given"


class OrderedCommand(click.Command):
    """A command that remembers in which order its options were given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # click collects the values of each option by itself. What was given first is known to the
        # parser alone, so it runs twice.
        _refuse_options_as_values(self, ctx, args)
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        # `order` has a parameter as often as it was given.
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


def _refuse_options_as_values(
    command: click.Command, ctx: click.Context, args: Sequence[str]
) -> None:
    """Refuse an option without its value, as ``--pseudonym --strict``: click would take the next
    option for the value, and complain of something else, or of nothing."""
    known = {
        name: param
        for param in command.get_params(ctx)
        if isinstance(param, click.Option)
        for name in (*param.opts, *param.secondary_opts)
    }
    skipped = False
    # An argument that was just taken as a value is not looked at as an option.
    for own, value in pairwise(args):
        param = None if skipped else known.get(own)
        takes_one = param is not None and not param.is_flag and not param.count
        skipped = takes_one
        # A value may begin with two dashes, unless it is an option of this command.
        if param is not None and takes_one and value.startswith("--") and value in known:
            wanted = param.metavar or "a value"
            raise click.UsageError(f"{own} needs {wanted} after it; given: {value}.", ctx)


def given_order(context: click.Context) -> list[str]:
    """The names of the options in the order in which they were given, each as often as it was."""
    found: list[str] = context.meta[GIVEN]
    return found
