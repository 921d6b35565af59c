"""Options that several commands share, and how they become the library's arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from covey.labels.problem import LabelProblem
    from covey.table.counts import ValueCounts

F = TypeVar("F", bound=Callable[..., Any])


def labels_input(command: F) -> F:
    """FILE and how to read it, k and the objective."""
    for decorate in reversed(
        (
            click.argument("file", type=click.Path(path_type=Path)),
            click.option(
                "-k", "k", type=int, required=True, help="The least number of records in a class."
            ),
            click.option(
                "--column",
                metavar="NAME",
                help="The column of values. Without --count every row is one record.",
            ),
            click.option(
                "--count", metavar="NAME", help="The column with the number of records of each row."
            ),
            click.option(
                "--objective",
                type=click.Choice(["max-size", "quadratic"]),
                default="max-size",
                show_default=True,
                help="max-size: the largest class as small as possible, and among such answers"
                " preferably one of low quadratic cost. quadratic: the least sum of"
                " |E| (|E| - k) over classes E; better where one value is far above the others.",
            ),
            click.option(
                "--seed",
                type=click.IntRange(0, 2**32 - 1),
                default=0,
                show_default=True,
                help="Seed of what is drawn at random: the same seed gives the same answer.",
            ),
            click.option(
                "--time-limit",
                type=click.FloatRange(min=0),
                default=10.0,
                show_default=True,
                metavar="SECONDS",
                help="Stop improving after so many seconds.",
            ),
        )
    ):
        command = decorate(command)
    return command


def read_labels(
    file: Path, k: int, column: str | None, count: str | None, objective: Any
) -> tuple[LabelProblem, ValueCounts]:
    """The problem in a file. What the user should know about the reading goes to stderr."""
    from covey.labels.problem import LabelProblem
    from covey.table.counts import read_counts
    from covey.validate import threshold

    threshold(k)
    table = read_counts(file, column, count)
    for note in table.notes:
        say(note)
    return LabelProblem(table.counts, k, objective), table


def say(note: str) -> None:
    """A note to the user, beside the answer."""
    click.echo(f"note: {note}", err=True)


@contextmanager
def progress(first: str) -> Iterator[Callable[[str], None]]:
    """A line on stderr that says what is being done, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status(first) as status:
        yield status.update


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
