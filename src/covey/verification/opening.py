"""The tables that a release is verified by, opened where they are counted: where they lie, if both
lie on one server or cluster, else in private copies here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from covey.core.errors import InternalError
from covey.core.temporary import private_folder
from covey.io.inputs import Input, Staging
from covey.io.inputs.postgres import PostgresInput
from covey.io.inputs.spark import SparkInput
from covey.io.layout import PARTS
from covey.io.reading import MEMORY, connect, measured
from covey.verification.claims import Claimed, parts_of
from covey.verification.in_postgres import on_server
from covey.verification.in_spark import in_spark, part_files
from covey.verification.range_columns import with_texts
from covey.verification.recount import Table, opened, released
from covey.verification.there import Place, TableThere

Original = Callable[[], AbstractContextManager[Table]]


@contextmanager
def tables(claimed: Claimed, given: Input | None) -> Iterator[tuple[Table, Original]]:
    """The released table, and what opens the one that it was made of, if that is given."""
    release = released(claimed)
    with ExitStack() as closing:
        found = [closing.enter_context(each) for each in _there(claimed, release, given, closing)]
        if found:
            yield with_texts(claimed, found[0]), lambda: nullcontext(found[1])
            return
        table = closing.enter_context(opened(release, escape=claimed.escaped))
        yield with_texts(claimed, table), lambda: _copied(given)


def _copied(given: Input | None) -> AbstractContextManager[Table]:
    if given is None:
        raise InternalError("There is no table to compare with.")
    return opened(given)


def _there(
    claimed: Claimed, release: Input, given: Input | None, closing: ExitStack
) -> list[AbstractContextManager[TableThere]]:
    """None, where both do not lie on one server or cluster."""
    # How values are written is known here only.
    if given is not None and not given.notation.is_plain:
        return []
    if isinstance(release, PostgresInput):
        if given is None:
            return _tables(closing.enter_context(on_server([release])), [release])
        if isinstance(given, PostgresInput) and given.address.same_server(release.address):
            return _tables(closing.enter_context(on_server([release, given])), [release, given])
    if isinstance(release, SparkInput) and given is None:
        return _tables(closing.enter_context(in_spark([release])), [release])
    if not isinstance(given, SparkInput):
        return []
    if claimed.certificate.table.file == PARTS:
        release = part_files(claimed, parts_of(claimed.certificate), given)
    if not isinstance(release, SparkInput):
        return []
    return _tables(closing.enter_context(in_spark([release, given])), [release, given])


def _tables(
    places: Sequence[Place], inputs: Sequence[Input]
) -> list[AbstractContextManager[TableThere]]:
    return [table_there(place, given) for place, given in zip(places, inputs, strict=True)]


@contextmanager
def table_there(there: Place, given: Input) -> Iterator[TableThere]:
    with private_folder() as folder, connect(memory_limit=MEMORY) as here, measured(here):
        # Nothing scans it: what is counted has tables of its own.
        staging = Staging("", there.columns, "", "", notation=given.notation)
        yield TableThere(given.name, here, staging, there.types, given, folder, there=there)
