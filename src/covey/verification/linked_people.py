"""Whose records two releases have, where people are counted and not records.

A person can have several records, in one class or in many. So of a joint class (c, d) the people
that can be in both are at most each of these::

    sum over u of min(people of c with u, people of d with u)
    the people of c with some u that d has, and the people of d with some u that c has

and of the records of a class c that the other release does not explain they are at most

    their number, and the people of c with some u of these

u being what links records. The released tables show people only by pseudonyms. Otherwise the table
that a release was made of does, if its records are those of the release; where it is not at hand,
records take the place of people, and there are no more people than these.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from covey.io.reading import literal
from covey.verification.recount import Table

if TYPE_CHECKING:
    import duckdb

SIDES = ("new", "old")
ROW = "at_row"
"""The number of a row, in SQL about its links."""


def person_in(table: Table, column: str, holder: str = "") -> str:
    """SQL of who a record is of, by a column of pseudonyms or by a ``holder``. One that does not
    say so is of somebody else."""
    who = holder or table.text(column)
    return (
        # Letters in front, so that no row number is taken for somebody's pseudonym.
        f"CASE WHEN {who} IS NULL THEN md5_number('r' || {table.staging.row})"
        f" ELSE md5_number('p' || {who}) END"
    )


def read_people(
    connection: duckdb.DuckDBPyConnection,
    file: Path,
    side: str,
    before: Table,
    fields: tuple[Sequence[str], Sequence[str]],
    joins: str,
    person: str,
) -> bool:
    """Read the people of a release's rows from a table that it may have been made of, as
    ``{side}_who``. ``fields`` are the SQL of its known columns and of what links rows, of which one
    may be ``ROW``. False, if the table has other records: then the people are not known."""
    if person not in before.columns:
        return False
    texts, links = fields
    holder = before.staging.notation.holder(f"c{before.columns.index(person)}", person)
    who = person_in(before, person, f"CAST({holder} AS VARCHAR)")
    asked = [f"{text} AS t{at}" for at, text in enumerate(texts)]
    asked += [f"md5_number({link}) AS l{at}" for at, link in enumerate(links)]
    before.connection.execute(
        f"COPY (SELECT {', '.join(asked)}, who, count(*) AS n FROM (SELECT *, {who} AS who,"
        f" {before.staging.row} AS {ROW} FROM {before.staging.scan}) {joins} GROUP BY ALL)"
        f" TO {literal(file)} (FORMAT parquet)"
    )
    same = " AND ".join(f"c.t{at} IS NOT DISTINCT FROM r.t{at}" for at in range(len(texts)))
    keys = ", ".join(["class", *(f"l{at}" for at in range(len(links)))])
    connection.execute(
        f"CREATE TEMP TABLE {side}_who AS SELECT {keys}, who, n"
        f" FROM read_parquet({literal(file)}) r JOIN {side}_classes c ON {same}"
    )
    # The people of the table count only if it has exactly the records of the release.
    one, other = (
        f"SELECT {keys}, sum(n) FROM {table} GROUP BY ALL"
        for table in (f"{side}_who", f"{side}_rows")
    )
    ((differ,),) = connection.execute(
        f"SELECT count(*) FROM (({one}) EXCEPT ({other}) UNION ALL (({other}) EXCEPT ({one})))"
    ).fetchall()
    return not differ


def count_people(
    connection: duckdb.DuckDBPyConnection, known: Sequence[str], key_of_links: str
) -> None:
    """Of every side make ``{side}_people``, who is in a class with u, where that is known, and
    ``{side}_most``, how many people at most."""
    for side in SIDES:
        if side not in known:
            connection.execute(
                f"CREATE OR REPLACE TEMP TABLE {side}_most AS SELECT class, u, n AS many"
                f" FROM {side}_counts"
            )
            continue
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE {side}_people AS"
            f" SELECT DISTINCT class, {key_of_links} AS u, who FROM {side}_who"
        )
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE {side}_most AS SELECT class, u, count(*) AS many"
            f" FROM {side}_people GROUP BY class, u"
        )


def joint_people(known: Sequence[str]) -> str:
    """SQL of the people that every joint class can have at most."""
    limits = [
        "SELECT p.new, p.old, sum(least(n.many, o.many)) AS size FROM pairs p"
        " JOIN new_most n ON n.class = p.new JOIN old_most o ON o.class = p.old AND o.u = n.u"
        " GROUP BY ALL"
    ]
    for side, other in (SIDES, SIDES[::-1]):
        if side in known:
            limits.append(
                "SELECT p.new, p.old, count(DISTINCT w.who) AS size FROM pairs p"
                f" JOIN {side}_people w ON w.class = p.{side}"
                f" JOIN {other}_most o ON o.class = p.{other} AND o.u = w.u GROUP BY p.new, p.old"
            )
    # Each limit holds by itself, so that the least of them does.
    return (
        f"SELECT new, old, min(size) AS size FROM ({' UNION ALL '.join(limits)}) GROUP BY new, old"
    )


def people_left(known: Sequence[str], side: str, left: str) -> str:
    """SQL of the people that ``left`` records can be of at most, ``size`` of a ``class`` with
    u."""
    limits = [f"SELECT class, sum(size) AS size FROM ({left}) GROUP BY class"]
    if side in known:
        limits.append(
            f"SELECT l.class, count(DISTINCT w.who) AS size FROM ({left}) l"
            f" JOIN {side}_people w ON w.class = l.class AND w.u = l.u GROUP BY l.class"
        )
    return f"SELECT class, min(size) AS size FROM ({' UNION ALL '.join(limits)}) GROUP BY class"
