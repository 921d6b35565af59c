"""Pieces of work on Spark's executors: each is a row, each row a task."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from typing import Any

from covey import __version__
from covey.core.errors import InvalidInput
from covey.core.workers import Work, here
from covey.io.spark.driver import asking

AT_ONCE = 64
"""Pieces that are on their way to the executors at the same time: they are in memory here, too."""


def spread(spark: Any, work: Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
    """The outcomes, in the order of the pieces. Executors that do not have this version of covey
    would solve otherwise, or not at all: then the work is done here."""
    if len(pieces) < 2 or not has_covey(spark):
        return here(work, pieces)
    found: list[bytes] = []
    for first in range(0, len(pieces), AT_ONCE):
        some = [pieces[at] for at in range(first, min(first + AT_ONCE, len(pieces)))]
        found += _done(spark, work, some)
    return found


def _done(spark: Any, work: Work, pieces: Sequence[bytes]) -> list[bytes]:
    import pyarrow as pa

    given = pa.table({"at": pa.array(range(len(pieces))), "piece": pa.array(pieces, pa.binary())})
    with asking("A part of the table", "solved"):
        frame = spark.createDataFrame(given, "at bigint, piece binary")
        # By range, since hashes of so few numbers would put several into one task.
        frame = frame.repartitionByRange(len(pieces), "at")
        done = frame.mapInArrow(_Doing(work), "at bigint, piece binary").toArrow().sort_by("at")
    outcomes: list[bytes] = done["piece"].to_pylist()
    return outcomes


class _Doing:
    """What a task does to its rows, on one thread: Spark has a task for every CPU."""

    def __init__(self, work: Work) -> None:
        # By its name: executors have the same module, which `has_covey` made sure of.
        self._name = pickle.dumps(work)

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        from covey.core import threads

        work: Work = pickle.loads(self._name)
        for batch in batches:
            with threads.using(1):
                done = [work(piece) for piece in batch["piece"].to_pylist()]
            yield pa.record_batch({"at": batch["at"], "piece": pa.array(done, pa.binary())})


def has_covey(spark: Any) -> bool:
    """Whether executors run Python and have this version of covey there."""

    # A function inside of one is sent as it is: one of a module would have to be there already.
    def versions(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for _ in batches:
            try:
                from covey import __version__ as own
            except ImportError:
                own = ""
            yield pyarrow.record_batch({"v": pyarrow.array([own])})

    try:
        with asking("The version of covey on Spark's executors"):
            (found,) = spark.range(1, numPartitions=1).mapInArrow(versions, "v string").collect()
    except InvalidInput:
        return False
    return bool(found["v"] == __version__)
