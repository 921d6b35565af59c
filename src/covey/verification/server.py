"""What a release on a server has beside its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from covey.core.errors import SAYS_NOTHING, CoveyError
from covey.io.inputs.csv import look_at
from covey.io.postgres.catalog import qualified
from covey.io.postgres.driver import asking, connect
from covey.io.postgres.files import ENDINGS, LISTED
from covey.io.reading import connect as duckdb
from covey.io.reading import reading
from covey.verification.claims import Check, Claimed


def same_tables(claimed: Claimed) -> Iterator[Check]:
    """That codebook and classes are the same as tables and as the files that were fingerprinted."""
    if claimed.address is None:
        return
    other = []
    for what, file in LISTED.items():
        beside = claimed.address.beside(ENDINGS[what])
        try:
            with closing(connect(beside)) as connection, asking(beside):
                answer = connection.execute(f"SELECT * FROM {qualified(beside)}")
                names = [column.name for column in answer.description or ()]
                rows = answer.fetchall()
        except SAYS_NOTHING:
            raise
        except CoveyError:
            other.append(f"{beside.table} cannot be read")
            continue
        path = claimed.folder / file
        with duckdb() as local, reading(path.name):
            listed = look_at(path, delimiter=",")
            # The order of lines says nothing, and how often one occurs does: so they are counted.
            lines = local.execute(f"SELECT * FROM {listed.scan}").fetchall()
        # As texts: anybody may have written the table, with values of any type.
        if names != list(listed.columns) or Counter(map(repr, rows)) != Counter(map(repr, lines)):
            other.append(f"{beside.table} differs from {file}")
    yield Check("the tables beside it say what its files say", not other, ", ".join(other))
