from __future__ import annotations

import errno
import os

import numpy as np
import pytest

from covey.core.errors import closest, exhausted


def raised(act: object) -> BaseException:
    try:
        act()  # type: ignore[operator]
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def chained() -> None:
    try:
        raise OSError("x.so: failed to map segment from shared object")
    except OSError:
        raise OSError("Could not find or load the library") from None


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, "..."), "The disk is full: it is so."),
        (OSError(errno.EDQUOT, "..."), "The disk quota is used up: it is so."),
        (OSError(errno.EMFILE, "..."), "Too many files are open: it is so."),
        (MemoryError(), "The memory is not enough: it is so."),
        (raised(lambda: np.ones(2**50)), "The memory is not enough: it is so."),
        (RuntimeError("can't start new thread"), "The memory is not enough: it is so."),
        (ValueError(f"write: {os.strerror(errno.ENOSPC)}"), "The disk is full: it is so."),
        (raised(chained), "The memory is not enough: it is so."),
    ],
)
def test_limits_of_the_machine_are_known(error: BaseException, message: str) -> None:
    limit = exhausted(error, "it is so")
    assert limit is not None
    assert limit.message == message
    assert limit.hint
    assert limit.exit_code == 4


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOENT, "..."), KeyError("a"), ValueError("value"), ImportError("x")]
)
def test_other_errors_are_none(error: BaseException) -> None:
    assert exhausted(error) is None


def test_hints_show_no_records() -> None:
    hint = closest("town", ["x\nsecret", "y" * 100, *map(str, range(100))])
    assert hint.startswith(f"There are: x..., {'y' * 60}..., 0, 1")
    assert hint.endswith("and 72 more.")
