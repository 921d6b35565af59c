"""The options of covey anonymize that are fields of a job, made from their definition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from covey.release.job import FIELDS, OPTIONS, Option

F = TypeVar("F", bound=Callable[..., Any])

ON_THE_COMMAND_LINE = [name for name, option in OPTIONS.items() if option.flags]


def job_option(name: str, *, help: str = "", required: bool = False) -> Callable[[F], F]:
    """The option that sets a field of a job, under the name of the field. ``help`` is for a command
    where the field means something slightly different."""
    option = OPTIONS[name]
    text = help or option.help
    if option.default:
        text = f"{text}  [default: {option.default}]"
    return click.option(
        *_flags(option),
        name,
        help=text,
        required=required,
        metavar=option.metavar or None,
        **_typed(name, option),
    )


def _flags(option: Option) -> list[str]:
    """-o/--output are two names of one option, --shuffle/--keep-order are its two values."""
    short, slash, _ = option.flags.partition("/")
    is_short = slash and not short.startswith("--")
    return option.flags.split("/") if is_short else [option.flags]


def _typed(name: str, option: Option) -> dict[str, Any]:
    """What click needs to know of the values. A default is given here only if it is shown: the
    others are those of the job."""
    default = FIELDS[name].default
    if option.choices:
        shown = {"default": default, "show_default": True} if default else {}
        return {"type": click.Choice(option.choices), **shown}
    if bool in option.toml:
        # One of two flags may be left open.
        return {"default": None} if "/" in option.flags else {"is_flag": True}
    if list in option.toml or dict in option.toml:
        return {"multiple": True}
    if float in option.toml:
        is_open = option.below is not None
        limit = option.below if is_open else option.at_most
        return {"type": click.FloatRange(option.at_least, limit, max_open=is_open)}
    if int in option.toml:
        shown = {"default": default, "show_default": True} if isinstance(default, int) else {}
        return {"type": _whole(option), **shown}
    return {}


def _whole(option: Option) -> click.types.IntParamType:
    if option.at_least is None:
        return click.INT
    highest = None if option.at_most is None else int(option.at_most)
    return click.IntRange(int(option.at_least), highest)


def job_options(command: F) -> F:
    """All options that set a field of a job by themselves."""
    # Decorators apply from the last to the first.
    for name in reversed(ON_THE_COMMAND_LINE):
        command = job_option(name)(command)
    return command
