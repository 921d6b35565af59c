"""The command line: a shell over the library. A command parses, calls, prints."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import time
from _thread import start_new_thread
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from covey import __version__
from covey.cli import output
from covey.cli.corrected import lines_for
from covey.core import interrupt
from covey.core.caller import by_command
from covey.core.errors import CoveyError, OutOfResources, closest, exhausted
from covey.core.interrupt import INTERRUPTED
from covey.core.temporary import is_in_the_making, remove_all
from covey.core.words import in_a_line

# What a shell reports of a process that SIGTERM ended.
TERMINATED = 128 + signal.SIGTERM
PATIENCE = 10.0
"""Seconds in which a run that was stopped clears up."""
COMMANDS = (
    "app", "look", "suggest", "risk", "anonymize", "explore", "verify", "explain", "apply", "sign",
    "load", "check", "tabulate", "presets",
    "clean", "graph", "tree", "solve", "compare", "generate", "reproduce",
)  # fmt: skip
"""Each in a module of its own name, in the order in which help lists them."""


class Commands(click.Group):
    """Only the command that is asked for is loaded."""

    def list_commands(self, context: click.Context) -> list[str]:
        # In the order of COMMANDS. click would sort them by name, and knows only those that were
        # loaded.
        return list(dict.fromkeys((*COMMANDS, *self.commands)))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in COMMANDS:
            # Here and not at the top: most commands load libraries that others do not need.
            self.add_command(getattr(import_module(f"covey.cli.{name}"), name))
        return super().get_command(context, name)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(context, args[0]) is None:
            context.fail(f"No such command {args[0]!r}. {closest(args[0], COMMANDS)}")
        return super().resolve_command(context, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="covey")
def cli() -> None:
    """Publish tables about people so that no query can single out fewer than k of them.

    covey groups the values of a column into classes of at least k records each, keeps the largest
    class as small as it can, and proves how close to the best possible that is.

    Answers go to standard output, notes and progress to standard error. Exit codes: 0 done, 2 bad
    usage or input, 3 no answer exists or a table is not what was asked of it, 4 the machine has not
    enough memory, disk or open files, or the answer cannot be written, 1 a bug in covey, 130
    interrupted by Ctrl-C, 143 terminated.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    # A command makes few cycles and ends soon: to look for them takes a tenth of its time.
    gc.set_threshold(100_000, 20, 20)
    # The threads of numpy's BLAS would spend a twentieth of a second waiting for large products,
    # of which covey has none; and what several threads add up depends on how many there are.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What loads in the background is not to hold up the rest for long.
    sys.setswitchinterval(0.0005)
    output.prepare()
    try:
        code = run(arguments)
    except (KeyboardInterrupt, _Terminated):
        # Between the run and its handlers: nothing was begun, or all was said.
        code = TERMINATED if _Terminated.asked else INTERRUPTED
    # What is asked by a signal from now on is about to happen.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _leave(code))
    # Nothing is left to be done: to take Python and its libraries down in good order takes a fifth
    # of a second, and aborts if a solver that was given up is still at work.
    atexit._run_exitfuncs()
    output.end()
    _leave(code)


def _leave(code: int) -> NoReturn:
    # Private copies go first: os._exit runs nothing that would remove them.
    remove_all()
    os._exit(code)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    with by_command():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    # Several commands may run in one process, as in the tests.
    _Terminated.asked = _Interrupted.asked = False
    try:
        signal.signal(signal.SIGTERM, _terminate)
        # A handler of somebody else, in whose process this runs, stays.
        if interrupt.is_idle():
            signal.signal(signal.SIGINT, _interrupt)
        code = cli.main(args=given, prog_name="covey", standalone_mode=False, obj=given)
        # Inside of the try: an answer that cannot be written is an error of the run.
        if sys.stdout is not None:
            sys.stdout.flush()
        # Only what a command exits with is a number.
        return code if isinstance(code, int) else 0
    except OutOfResources as error:
        return _report_limit(error, error)
    except CoveyError as error:
        click.echo(f"covey: {error}", err=True)
        for line in lines_for(error, given):
            click.echo(in_a_line(line), err=True)
        # "Nothing was published." goes without saying after a refusal.
        if (state := _state(error)).startswith("The "):
            click.echo(state, err=True)
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.ClickException as error:
        error.show()
        # The shell has replaced a pattern without quotes by the files.
        if "unexpected extra argument" in error.message:
            click.echo("Many files are one table by a pattern in quotes: 'part-*.csv'", err=True)
        return 2
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except (KeyboardInterrupt, click.Abort) as error:
        return _report_stop(error)
    except _Terminated as error:
        return _report_stop(error)
    # As after `| head`: who asked has enough.
    except output.ReaderGone:
        return 0
    except Exception as error:  # the last line of defence
        stopped = _Terminated.asked or _Interrupted.asked
        # Only the text of DuckDB's error tells that it was interrupted.
        if stopped or ("interrupt" in str(error).lower() and "duckdb" in sys.modules):
            # What DuckDB, or a module that was just being loaded, makes of a signal.
            return _report_stop(error)
        if limit := exhausted(error):
            return _report_limit(limit, error)
        return _report_bug(error)


class _Terminated(BaseException):
    """SIGTERM, turned into an exception so that what is half-written is cleared away."""

    asked = False


class _Interrupted:
    """Ctrl-C."""

    asked = False


def _terminate(_signal: int, _frame: object) -> NoReturn:
    _Terminated.asked = True
    start_new_thread(_give_up, (TERMINATED,))
    raise _Terminated


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    if _Interrupted.asked:
        # Asked again while it clears up: then at once, but without leaving anything.
        _leave(INTERRUPTED)
    _Interrupted.asked = True
    start_new_thread(_give_up, (INTERRUPTED,))
    raise KeyboardInterrupt


def _give_up(code: int) -> None:
    """End a run that was stopped, but does not come to its end: a thread may wait for ever for what
    another was loading when it was struck, and so may DuckDB, which writes Parquet on several."""
    time.sleep(PATIENCE)
    # Where something is still hidden, nobody has seen it. Elsewhere it is not known.
    state = "; nothing was written" if is_in_the_making() else ""
    click.echo(f"covey: {'terminated' if code == TERMINATED else 'interrupted'}{state}", err=True)
    _leave(code)


def _state(error: BaseException | None) -> str:
    """What became of the release, if that is known."""
    # The note may be on an error that this one was raised from.
    while error is not None:
        if notes := getattr(error, "__notes__", ()):
            return str(notes[0])
        error = error.__cause__
    return ""


def _report_stop(error: BaseException) -> int:
    """What was asked counts, not what was raised: DuckDB turns every signal into that of Ctrl-C."""
    how, code = ("interrupted", INTERRUPTED)
    if _Terminated.asked:
        how, code = ("terminated", TERMINATED)
    state = _state(error)
    published = state if state.startswith("The ") else "nothing was written"
    click.echo(f"covey: {how}; {published[0].lower()}{published[1:].rstrip('.')}", err=True)
    return code


def _report_limit(limit: OutOfResources, error: BaseException) -> int:
    said = (f"covey: {limit.message}", _state(error), limit.hint)
    click.echo("\n".join(in_a_line(line) for line in said if line), err=True)
    return limit.exit_code


def _report_bug(error: Exception) -> int:
    """Say where it happened, but not with which values: they may be records."""
    if os.environ.get("COVEY_DEBUG"):
        raise error
    trace = error.__traceback__
    # The last frame is where it happened.
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    click.echo(
        f"covey: this is a bug in covey, not in your input: {type(error).__name__} at {where}.\n"
        "Please report it; COVEY_DEBUG=1 shows the whole trace, which may hold values of yours.",
        err=True,
    )
    if state := _state(error):
        click.echo(state, err=True)
    return 1
